import { hash } from 'node:crypto'
import type { IdRule } from '../provider-format.ts'

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const ID_LENGTH = 9

/** Nine letters or digits, as Mistral's models want ids; any other id becomes nine of its hash. */
export const NINE_CHARACTERS: IdRule = {
  pattern: /^[a-zA-Z0-9]{9}$/,
  rewrite(id) {
    let rest = BigInt(`0x${hash('sha256', id, 'hex')}`)
    let text = ''
    while (text.length < ID_LENGTH) {
      text += DIGITS.charAt(Number(rest % 62n))
      rest /= 62n
    }
    return text
  },
}
