import assert from 'node:assert/strict'
import { realpathSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dirname } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { createToolwright, defineCommandTool } from '../../../src/index.ts'
import { skipReason } from '../worker/real-launchers.ts'

const node = realpathSync(process.execPath)
const server = createServer((_, response) => response.end('from outside'))

/** Fetches two addresses, and prints what came of it. */
const PROGRAM = `for (const url of process.argv.slice(1)) {
  console.log(await fetch(url).then(async (r) => r.status + ' ' + (await r.text()).slice(0, 12), () => 'nothing'))
}`

describe('the hosts of a strict tool', { skip: skipReason('strict') }, () => {
  before(() => new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve)))
  after(() => void server.close())

  it('are those on its list, which the operator must allow, and are counted', async () => {
    const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
    const fetchTool = (hosts: readonly string[]) =>
      defineCommandTool({
        name: 'fetch_both',
        description: 'Fetches',
        input: [],
        argv: [node, '--input-type=module', '-e', PROGRAM, `http://${host}/`, 'http://127.0.0.1:10111/'],
        constraints: { allow: { read: [dirname(node)], hosts } },
        dangerLevel: 'safe',
      })
    const sandbox = { allow: { read: [dirname(node)], hosts: [host] } }
    const tw = createToolwright({ tools: [fetchTool([host])], sandbox })
    const none = createToolwright({ tools: [fetchTool([])], sandbox })
    try {
      const result = await tw.execute({ id: 'c1', name: 'fetch_both', arguments: {} })
      assert.deepEqual(result.content, {
        type: 'json',
        value: { exit_code: 0, signal: null, stdout: '200 from outside\nnothing\n', stderr: '' },
      })
      const [allowed, refused] = tw.hostCounts()
      assert.deepEqual(
        [allowed?.host, allowed?.connections, refused?.host, refused?.refused],
        [host, 1, '127.0.0.1:10111', 1],
      )
      const alone = await none.execute({ id: 'c2', name: 'fetch_both', arguments: {} })
      assert.equal(JSON.stringify(alone.content).match(/nothing/g)?.length, 2)
    } finally {
      await Promise.all([tw.close(), none.close()])
    }
  })
})
