import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { ParameterStyle } from '../../../src/sources/http/http-request.ts'
import { encodeReserved, encodeText } from '../../../src/sources/http/percent-encode.ts'
import { serialiseParameter } from '../../../src/sources/http/serialise-parameter.ts'

const TEXT = 'blue'
const LIST = ['blue', 'black', 'brown']
const OBJECT = { R: 100, G: 200, B: 150 }

// The table "Style Examples" of OpenAPI 3.1.1, row by row: empty text, text, list, object.
const TABLE: readonly (readonly [
  ParameterStyle,
  boolean,
  string,
  string,
  string | undefined,
  string | undefined,
])[] = [
  ['matrix', false, ';color', ';color=blue', ';color=blue,black,brown', ';color=R,100,G,200,B,150'],
  ['matrix', true, ';color', ';color=blue', ';color=blue;color=black;color=brown', ';R=100;G=200;B=150'],
  ['label', false, '.', '.blue', '.blue,black,brown', '.R,100,G,200,B,150'],
  ['label', true, '.', '.blue', '.blue.black.brown', '.R=100.G=200.B=150'],
  ['simple', false, '', 'blue', 'blue,black,brown', 'R,100,G,200,B,150'],
  ['simple', true, '', 'blue', 'blue,black,brown', 'R=100,G=200,B=150'],
  ['form', false, 'color=', 'color=blue', 'color=blue,black,brown', 'color=R,100,G,200,B,150'],
  ['form', true, 'color=', 'color=blue', 'color=blue&color=black&color=brown', 'R=100&G=200&B=150'],
  [
    'spaceDelimited',
    false,
    'color=',
    'color=blue',
    'color=blue%20black%20brown',
    'color=R%20100%20G%20200%20B%20150',
  ],
  [
    'pipeDelimited',
    false,
    'color=',
    'color=blue',
    'color=blue%7Cblack%7Cbrown',
    'color=R%7C100%7CG%7C200%7CB%7C150',
  ],
  [
    'deepObject',
    true,
    'color=',
    'color=blue',
    'color%5B0%5D=blue&color%5B1%5D=black&color%5B2%5D=brown',
    'color%5BR%5D=100&color%5BG%5D=200&color%5BB%5D=150',
  ],
]

describe('serialiseParameter', () => {
  for (const [style, explode, empty, text, list, object] of TABLE) {
    it(`writes ${style}${explode ? ', exploded,' : ''} as the specification has it`, () => {
      const write = (value: unknown): string | undefined =>
        serialiseParameter('color', value, { style, explode, encode: encodeText })
      assert.equal(write(''), empty)
      assert.equal(write(TEXT), text)
      assert.equal(write(LIST), list)
      assert.equal(write(OBJECT), object)
    })
  }

  it('encodes what parts the pieces, in values and in names', () => {
    const form = { style: 'form', explode: false, encode: encodeText } as const
    assert.equal(
      serialiseParameter('a&b', ['x,y', 'z=1&admin=true'], form),
      'a%26b=x%2Cy,z%3D1%26admin%3Dtrue',
    )
    assert.equal(serialiseParameter('q', { 'k,1': 'v' }, form), 'q=k%2C1,v')
    assert.equal(
      serialiseParameter('q', JSON.parse('{"__proto__":"v"}'), { ...form, style: 'deepObject' }),
      'q%5B__proto__%5D=v',
    )
  })

  it('leaves reserved characters where that is asked for, but none that begins another parameter', () => {
    const form = { style: 'form', explode: true, encode: encodeReserved } as const
    assert.equal(
      serialiseParameter('at', "/a:b?c@d!$'()*,;&e=f#g+h[i]", form),
      "at=/a:b?c@d!$'()*,;%26e%3Df%23g%2Bh%5Bi%5D",
    )
  })

  it('goes into objects in the deep style', () => {
    const deep = { style: 'deepObject', explode: true, encode: encodeText } as const
    assert.equal(
      serialiseParameter('f', { a: { b: [1, 2] }, c: null }, deep),
      'f%5Ba%5D%5Bb%5D%5B0%5D=1&f%5Ba%5D%5Bb%5D%5B1%5D=2',
    )
  })

  it('writes members that have members as JSON, and leaves out what is null', () => {
    const form = { style: 'form', explode: true, encode: encodeText } as const
    assert.equal(serialiseParameter('f', [{ a: 1 }, null, true], form), 'f=%7B%22a%22%3A1%7D&f=true')
  })

  it('gives nothing for nothing', () => {
    const form = { style: 'form', explode: true, encode: encodeText } as const
    for (const value of [undefined, null, [], {}, [null], { a: undefined }])
      assert.equal(serialiseParameter('f', value, form), undefined)
  })
})
