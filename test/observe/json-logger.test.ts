import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { jsonLogger } from '../../src/observe/json-logger.ts'

const clock = (): Date => new Date('2026-01-02T03:04:05Z')

describe('jsonLogger', () => {
  it('writes one JSON object a line', () => {
    const lines: string[] = []
    const logger = jsonLogger({ write: (line) => void lines.push(line), clock })
    logger.log('TLS-DEF-003', { toolName: 'first', note: 'two\nlines' })
    assert.deepEqual(lines, [
      '{"time":"2026-01-02T03:04:05.000Z","level":"info","code":"TLS-DEF-003","message":"definition created","fields":{"toolName":"first","note":"two\\nlines"}}\n',
    ])
  })

  it('leaves out what is below its level', () => {
    const codes: string[] = []
    const write = (line: string): void => void codes.push((JSON.parse(line) as { code: string }).code)
    const quiet = jsonLogger({ write, level: 'warn' })
    quiet.log('TLS-DEF-003', {})
    quiet.log('TLS-DEF-002', {})
    quiet.log('TLS-OBS-001', {})
    jsonLogger({ write }).log('TLS-DEF-001', {})
    jsonLogger({ write, level: 'debug' }).log('TLS-DEF-001', {})
    assert.deepEqual(codes, ['TLS-DEF-002', 'TLS-OBS-001', 'TLS-DEF-001'])
  })

  it('masks secrets and takes values that JSON cannot hold', () => {
    const lines: string[] = []
    const logger = jsonLogger({ write: (line) => void lines.push(line), secrets: ['hunter2'] })
    logger.log('TLS-CALL-001', { arguments: { password: 'x', note: 'is hunter2' }, size: 10n })
    assert.match(
      lines[0] ?? '',
      /"fields":\{"arguments":\{"password":"<secret>","note":"is <secret>"\},"size":"10"\}/,
    )
  })

  it('writes to standard error when nothing else is given', (test) => {
    const write = test.mock.method(process.stderr, 'write', () => true)
    jsonLogger({ clock }).log('TLS-DEF-003', {})
    assert.equal(write.mock.callCount(), 1)
    assert.match(String(write.mock.calls[0]?.arguments[0]), /definition created/)
  })
})
