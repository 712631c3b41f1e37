/** `getWeather` as a sentence, for functions without a comment. */
export function describeName(name: string): string {
  const words = name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .split(/[^A-Za-z0-9]+/)
    .filter((word) => word !== '')
    .map((word) => (/^[A-Z]{2,}$/.test(word) ? word : word.toLowerCase()))
  const sentence = words.join(' ')
  return sentence === '' ? 'A tool.' : `${sentence.slice(0, 1).toUpperCase()}${sentence.slice(1)}.`
}
