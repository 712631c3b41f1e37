// Every way to talk to somebody outside. Whoever is reached is the test's own, on this machine, and told by whom.
import { createSocket } from 'node:dgram'
import { Resolver } from 'node:dns/promises'
import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import { networkInterfaces } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'

async function reaches(address, { way }) {
  const socket = connect(address)
  try {
    await once(socket, 'connect')
    socket.end(way)
    await once(socket, 'close')
    return 'connected'
  } finally {
    socket.destroy()
  }
}
export const loopback = (targets) => reaches({ host: '127.0.0.1', port: targets.tcpPort }, targets)
export const loopback6 = (targets) => reaches({ host: '::1', port: targets.tcp6Port }, targets)
export const hostAddress = (targets) => reaches({ host: targets.hostAddress, port: targets.tcpPort }, targets)
export const anyAddress = (targets) => reaches({ host: '0.0.0.0', port: targets.tcpPort }, targets)
export const unixPath = (targets) => reaches({ path: targets.unixPath }, targets)
export const abstractSocket = (targets) => reaches({ path: `\0${targets.abstractName}` }, targets)

async function sends(host, { udpPort, way }) {
  const socket = createSocket('udp4')
  try {
    const failed = once(socket, 'error').then(([error]) => Promise.reject(error))
    socket.send(way, udpPort, host)
    await Promise.race([
      once(socket, 'message'),
      failed,
      sleep(400).then(() => Promise.reject(new Error('no answer'))),
    ])
    return 'answered'
  } finally {
    socket.close()
  }
}
export const datagram = (targets) => sends('127.0.0.1', targets)
export const datagramToHost = (targets) => sends(targets.hostAddress, targets)

export async function domainName({ dnsPort, way }) {
  const resolver = new Resolver({ timeout: 400, tries: 1 })
  resolver.setServers([`127.0.0.1:${dnsPort}`])
  const [address] = await resolver.resolve4(`${way.replaceAll(/[^a-z]+/g, '-')}.test`)
  return `resolved to ${address}`
}

export async function listen() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  server.close()
  return 'listens'
}

export async function inspect() {
  const { open, url, close } = await import('node:inspector')
  open(0, '127.0.0.1')
  const opened = url()
  if (opened !== undefined) close()
  return opened && 'listens'
}

export const interfaces = ({ hostAddress }) =>
  JSON.stringify(networkInterfaces()).includes(hostAddress) ? 'saw it' : undefined
