import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { createRedactor } from '../../src/errors/redact.ts'

describe('redact', () => {
  it('takes out stack lines', () => {
    const { stack } = new Error('boom')
    assert.equal(createRedactor().message(stack ?? ''), 'Error: boom')
  })

  it('takes out paths of the host, POSIX, Windows and file URLs', () => {
    const { message: redact } = createRedactor()
    assert.equal(
      redact("ENOENT: no such file, open '/home/anna/secret/notes.txt'"),
      "ENOENT: no such file, open '<path>'",
    )
    assert.equal(redact('at C:\\Users\\anna\\app.js'), 'at <path>')
    assert.equal(redact('see file:///srv/app/index.js now'), 'see <path> now')
  })

  it('takes out whole paths: other alphabets, spaces in quotes, after a colon, home, drives and shares', () => {
    const { message } = createRedactor()
    for (const [text, clean] of [
      ['open /home/jürgen/geheim/config.json failed', 'open <path> failed'],
      ["open '/home/anna/My Files/a b.txt' failed", "open '<path>' failed"],
      ['open "/etc" failed', 'open "<path>" failed'],
      ['cwd:/home/user/app/x', 'cwd:<path>'],
      ['read ~/.ssh/id_rsa', 'read <path>'],
      ['at C:/Users/anna/app.js', 'at <path>'],
      ['at \\\\server\\share\\file', 'at <path>'],
    ] as const) {
      assert.equal(message(text), clean)
    }
  })

  it('takes linear time on hostile text', () => {
    const { message } = createRedactor()
    for (const piece of ['/a', "'/", 'a/', '\\', '~/', ' at ', '\n', 'C:/']) {
      const start = performance.now()
      message(piece.repeat(50_000))
      assert.ok(performance.now() - start < 1_000, JSON.stringify(piece))
    }
  })

  it('leaves URLs, fractions and dates alone', () => {
    const text = 'GET https://example.com/a/b/c gave 1/2 on 2026/11/18'
    assert.equal(createRedactor().message(text), text)
  })

  it('keeps a path that the reader sent', () => {
    assert.equal(
      createRedactor().message('cannot read /work/app/a.txt', '{"path":"/work/app/a.txt"}'),
      'cannot read /work/app/a.txt',
    )
  })

  it('takes out every secret, the longer of two first, and ignores ones too short to be any', () => {
    const { message: redact } = createRedactor(['hunter2', 'hunter2-long', 'ab'])
    assert.equal(redact('hunter2-long and hunter2 ab'), '<secret> and <secret> ab')
  })

  it('never lets a secret through, wherever it stands', () => {
    fc.assert(
      fc.property(fc.string(), fc.string({ minLength: 8 }), fc.string(), (before, secret, after) => {
        // What is left may by chance spell the secret only if the marker itself does.
        if ('<secret>'.includes(secret) || '<path>'.includes(secret)) return
        const shown = createRedactor([secret]).message(`${before}${secret}${after}`)
        assert.ok(!shown.includes(secret) || `${before}<secret>${after}`.includes(secret))
      }),
    )
  })
})
