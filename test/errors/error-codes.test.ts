import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { renderErrorDocs } from '../../scripts/render-error-docs.ts'
import { ERROR_CODES, type ErrorTraits, isErrorCode } from '../../src/errors/error-codes.ts'

const CODES = Object.entries<ErrorTraits>(ERROR_CODES)

describe('the table of error codes', () => {
  it('agrees with docs/errors.md', () => {
    assert.equal(readFileSync('docs/errors.md', 'utf8'), renderErrorDocs())
  })

  // Codes of stations that are not built yet; a line leaves this list when its station arrives.
  const RESERVED = new Set(['PROVIDER_ERROR', 'REQUEST_INVALID', 'APPROVAL_PENDING'])

  it('holds no code that nothing uses', () => {
    const source = globSync('src/**/*.ts')
      .filter((file) => !file.endsWith('error-codes.ts'))
      .map((file) => readFileSync(file, 'utf8'))
      .join('\n')
    assert.deepEqual(
      CODES.map(([code]) => code).filter((code) => !RESERVED.has(code) && !source.includes(`'${code}'`)),
      [],
    )
  })

  it('holds no code that no test provokes', () => {
    const tests = globSync('test/**/*.ts')
      .filter((file) => !file.includes('/pins/'))
      .map((file) => readFileSync(file, 'utf8'))
      .join('\n')
    const words = new Set(tests.match(/\b[A-Z]+(?:_[A-Z]+)*\b/g))
    assert.deepEqual(
      CODES.map(([code]) => code).filter((code) => !RESERVED.has(code) && !words.has(code)),
      [],
    )
  })

  it('gives each code a sentence, a cure and numbers in range', () => {
    for (const [code, traits] of CODES) {
      assert.match(code, /^[A-Z]+(?:_[A-Z]+)*$/)
      assert.match(traits.summary, /^.{10,}\.$/, code)
      assert.match(traits.cure, /^.{10,}\.$/, code)
      assert.ok(traits.httpStatus >= 202 && traits.httpStatus < 600, code)
      assert.ok(traits.exitCode > 0 && traits.exitCode < 128, code)
      assert.ok(traits.jsonRpcCode <= -32_000, code)
    }
  })

  it('knows its own codes and no prototype names', () => {
    assert.ok(isErrorCode('TOOL_NOT_FOUND'))
    assert.ok(!isErrorCode('toString'))
    assert.ok(!isErrorCode(undefined))
  })
})
