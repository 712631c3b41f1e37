const NUMBER = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d{1,4}))?$/
const DIGITS = /^-?\d+$/
/** 1e1000 has a thousand digits; nothing that counts things has more. */
const MAX_DIGITS = 1_000

/** A whole number from an argument: the digits of its source text, decimal text, or a value that is exact already. */
export function readBigInt(value: unknown, source?: string): bigint | undefined {
  if (source !== undefined) return fromNumberText(source)
  if (typeof value === 'bigint') return value
  if (typeof value === 'string')
    return value.length <= MAX_DIGITS && DIGITS.test(value) ? BigInt(value) : undefined
  return Number.isSafeInteger(value) ? BigInt(Number(value)) : undefined
}

/** Works on the digits, so that 1e23 is ten to the 23rd and not the double next to it. */
function fromNumberText(source: string): bigint | undefined {
  const [, sign = '', whole = '', fraction = '', exponentText = '0'] = NUMBER.exec(source) ?? []
  const exponent = Number(exponentText)
  if (whole === '' || whole.length + fraction.length + Math.abs(exponent) > MAX_DIGITS) return undefined
  const digits = whole + fraction
  const zeros = exponent - fraction.length
  if (zeros >= 0) return BigInt(`${sign}${digits}${'0'.repeat(zeros)}`)
  const kept = digits.slice(0, zeros)
  const dropped = digits.slice(zeros)
  return /^0*$/.test(dropped) ? BigInt(`${sign}${kept === '' ? '0' : kept}`) : undefined
}
