type Attributes = Readonly<Record<string, string>>

const DROPPED_TAGS: ReadonlySet<string> = new Set([
  'applet',
  'audio',
  'button',
  'canvas',
  'datalist',
  'dialog',
  'embed',
  'frame',
  'iframe',
  'math',
  'nav',
  'noembed',
  'noframes',
  'noscript',
  'object',
  'script',
  'select',
  'style',
  'svg',
  'template',
  'textarea',
  'video',
])
const DROPPED_ROLES: ReadonlySet<string> = new Set([
  'alertdialog',
  'dialog',
  'menu',
  'menubar',
  'navigation',
  'search',
  'toolbar',
])
const MAX_STYLE_CHARACTERS = 2_000
const HIDING_STYLE =
  /(?:^|[;\s])(?:display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)|opacity\s*:\s*0(?:\.0*)?(?![.\d])|font-size\s*:\s*0(?:\.0*)?(?![.\d])|text-indent\s*:\s*-\d{3,}|(?:left|top)\s*:\s*-\d{3,})/i

/** Whether a reader of a page would not see an element, or not read it: what hides there is often meant for models. */
export function isHiddenElement(tag: string, attributes: Attributes): boolean {
  if (DROPPED_TAGS.has(tag)) return true
  const read = (name: string): string | undefined =>
    Object.hasOwn(attributes, name) ? attributes[name] : undefined
  const hidden = read('hidden')
  if (hidden !== undefined && hidden.toLowerCase() !== 'until-found') return true
  if (read('aria-hidden')?.toLowerCase() === 'true') return true
  if (DROPPED_ROLES.has(read('role')?.toLowerCase() ?? '')) return true
  const style = read('style')
  return (
    style !== undefined &&
    HIDING_STYLE.test(style.slice(0, MAX_STYLE_CHARACTERS).replaceAll(/\/\*.*?\*\//g, ''))
  )
}
