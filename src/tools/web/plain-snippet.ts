const ENTITIES: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
  ['nbsp', ' '],
])
const MAX_CHARACTERS = 10_000

/** The words of an excerpt that marks what was searched for with tags. */
export function plainSnippet(text: string): string {
  return text
    .slice(0, MAX_CHARACTERS)
    .replaceAll(/<\/?[a-z][^<>]*>/gi, '')
    .replaceAll(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(\w{2,8}));/gi, (whole, decimal, hex, name) => {
      if (name !== undefined) return ENTITIES.get(String(name).toLowerCase()) ?? whole
      const code = decimal === undefined ? Number.parseInt(String(hex), 16) : Number(decimal)
      return code <= 0x10_ffff ? String.fromCodePoint(code) : whole
    })
}
