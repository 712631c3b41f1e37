// Plain JavaScript that even an old Node can read: it runs before any TypeScript is loaded.
const LOWEST = [22, 18]

/** Says how to get a Node that can run this project; undefined when the running one will do. */
export function nodeTooOld(version = process.versions.node) {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  if (major > LOWEST[0] || (major === LOWEST[0] && minor >= LOWEST[1])) return undefined
  return [
    `Toolwright needs Node ${LOWEST.join('.')} or newer; this is Node ${version}.`,
    'A clone brings its own Node 24 as a development dependency. It is missing when the clone was installed',
    'with NODE_ENV=production, --omit=dev or --ignore-scripts. To mend it:',
    '',
    '  env -u NODE_ENV npm ci --include=dev --ignore-scripts=false',
    '',
    'or put a newer Node first on PATH (nodejs.org).',
  ].join('\n')
}
