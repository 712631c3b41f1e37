import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isRetryableStatus, readRetryAfter, retryDelayMs } from '../../../src/agent/http/retry.ts'

const half = () => 0.5

describe('the wait before another try', () => {
  it('doubles with each try, up to eight seconds', () => {
    const delays = [1, 2, 3, 4, 5, 6, 7].map((attempt) => retryDelayMs({ retryable: true }, attempt, 9, half))
    assert.deepEqual(delays, [375, 750, 1500, 3000, 6000, 6000, 6000])
  })

  it('is by chance between half of that and all of it', () => {
    assert.equal(
      retryDelayMs({ retryable: true }, 1, 2, () => 0),
      250,
    )
    assert.equal(
      retryDelayMs({ retryable: true }, 1, 2, () => 1),
      500,
    )
  })

  it('is what the provider asks for, unless that is over a minute', () => {
    assert.equal(retryDelayMs({ retryable: true, retryAfterMs: 60_000 }, 1, 2, half), 60_000)
    assert.equal(retryDelayMs({ retryable: true, retryAfterMs: 0 }, 1, 2, half), 0)
    assert.equal(retryDelayMs({ retryable: true, retryAfterMs: 60_001 }, 1, 2, half), undefined)
  })

  it('is none when trying again cannot help or was tried often enough', () => {
    assert.equal(retryDelayMs({ retryable: false, retryAfterMs: 5 }, 1, 2, half), undefined)
    assert.equal(retryDelayMs({ retryable: true }, 3, 2, half), undefined)
    assert.equal(retryDelayMs({ retryable: true }, 1, 0, half), undefined)
  })
})

describe('a status', () => {
  it('is tried again when it may pass', () => {
    const retryable = [
      200, 301, 400, 401, 403, 404, 408, 409, 413, 422, 425, 429, 500, 501, 502, 503, 504, 505, 529,
    ]
    assert.deepEqual(retryable.filter(isRetryableStatus), [408, 409, 425, 429, 500, 502, 503, 504, 529])
  })
})

describe('Retry-After', () => {
  const NOW = Date.parse('2026-01-01T00:00:00Z')
  for (const [value, expected] of [
    ['2', 2_000],
    ['0.5', 500],
    ['-3', 0],
    ['Thu, 01 Jan 2026 00:00:05 GMT', 5_000],
    ['Wed, 31 Dec 2025 23:59:00 GMT', 0],
    ['soon', undefined],
    ['', undefined],
    [' ', undefined],
    [null, undefined],
    ['Infinity', undefined],
  ] as const) {
    it(`${JSON.stringify(value)} means ${expected === undefined ? 'nothing' : `${expected} ms`}`, () => {
      assert.equal(readRetryAfter(value, NOW), expected)
    })
  }
})
