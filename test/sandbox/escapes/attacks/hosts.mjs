// Ways round a list of hosts. One server is listed by name and port; it, another and the socket of a third are there.
import { connect } from 'node:net'
import { once } from 'node:events'

async function fetches(url, { way }) {
  const response = await fetch(url, { headers: { 'user-agent': way }, redirect: 'manual' })
  const body = await response.text()
  if (!body.startsWith('served by')) throw new Error(`status ${response.status}`)
  return body
}
export const listed = (targets) => fetches(`http://localhost:${targets.listedPort}/`, targets)
export const otherPort = (targets) => fetches(`http://localhost:${targets.otherPort}/`, targets)
export const address = (targets) => fetches(`http://127.0.0.1:${targets.listedPort}/`, targets)
export const address6 = (targets) => fetches(`http://[::ffff:127.0.0.1]:${targets.listedPort}/`, targets)
export const anyAddress = (targets) => fetches(`http://0.0.0.0:${targets.listedPort}/`, targets)
export const oddAddress = (targets) => fetches(`http://2130706433:${targets.listedPort}/`, targets)

async function says(port, host, text) {
  const socket = connect({ port, host })
  try {
    await once(socket, 'connect')
    socket.write(text)
    let answer = ''
    for await (const piece of socket) answer += piece
    return answer
  } finally {
    socket.destroy()
  }
}

const get = (port, path, { way }) =>
  `GET ${path} HTTP/1.1\r\nHost: localhost:${port}\r\nUser-Agent: ${way}\r\nConnection: close\r\n\r\n`

async function served(text) {
  const found = /served by \w+/.exec(await text)?.[0]
  if (found === undefined) throw new Error((await text).split('\r\n')[0] || 'nothing')
  return found
}

export const direct = (targets) =>
  served(says(targets.listedPort, '127.0.0.1', get(targets.listedPort, '/', targets)))
export const directToHost = (targets) => reachesTcp(targets.hostAddress, targets)

async function reachesTcp(host, { tcpPort, way }) {
  const socket = connect({ port: tcpPort, host })
  try {
    await once(socket, 'connect')
    socket.end(way)
    await once(socket, 'close')
    return 'connected'
  } finally {
    socket.destroy()
  }
}

/** The proxy of the sandbox; without one, the server itself, so that the control can be had. */
const proxyPort = ({ otherPort: fallback }) =>
  Number(new URL(process.env.HTTP_PROXY ?? `http://x:${fallback}`).port)

export const tunnel = (targets) => {
  const { otherPort: port } = targets
  const connects =
    process.env.HTTP_PROXY === undefined
      ? ''
      : `CONNECT localhost:${port} HTTP/1.1\r\nHost: localhost:${port}\r\n\r\n`
  return served(says(proxyPort(targets), '127.0.0.1', connects + get(port, '/', targets)))
}

/** A second request behind one that is allowed. */
export const pipelined = async (targets) => {
  const { listedPort, otherPort: port } = targets
  const first =
    process.env.HTTP_PROXY === undefined
      ? ''
      : `GET http://localhost:${listedPort}/ HTTP/1.1\r\nHost: localhost:${listedPort}\r\nUser-Agent: allowed\r\n\r\n`
  const path = process.env.HTTP_PROXY === undefined ? '/' : `http://localhost:${port}/`
  const answer = await says(proxyPort(targets), '127.0.0.1', first + get(port, path, targets))
  if (!answer.includes('served by other')) throw new Error('only the first was answered')
  return 'served by other'
}

/** A header that names another host than the address. */
export const header = (targets) => {
  const { listedPort, otherPort: port } = targets
  const path =
    process.env.HTTP_PROXY === undefined ? '/' : `http://localhost:${listedPort}@localhost:${port}/`
  return served(says(proxyPort(targets), '127.0.0.1', get(listedPort, path, targets)))
}
