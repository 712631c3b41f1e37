import { createServer, type AddressInfo, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { MAX_STREAMS, Multiplexer } from '../multiplexer.ts'

/** Passes what connects to a port of loopback, inside the sandbox, to the proxy at the other end of a channel. */
export function listenForPrograms(channel: Duplex, onClose: () => void): Promise<number> {
  const multiplexer = new Multiplexer(channel, { onClose })
  // Half-open: a program may close its side and still read the answer.
  const server = createServer({ allowHalfOpen: true }, (socket) => join(socket, multiplexer.open()))
  server.maxConnections = MAX_STREAMS
  server.unref()
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port))
  })
}

function join(socket: Socket, stream: Duplex): void {
  socket.pipe(stream)
  stream.pipe(socket)
  socket.on('error', () => stream.destroy())
  socket.once('close', () => stream.destroy())
  stream.once('close', () => {
    // A reset is not the end of an answer.
    if (!stream.readableEnded) socket.resetAndDestroy()
  })
}
