import { Socket } from 'node:net'
import { encodeFrame, FrameReader } from '../frame-reader.ts'
import {
  CHANNEL_DESCRIPTOR,
  type HostMessage,
  MAX_HOST_FRAME_BYTES,
  type WorkerMessage,
} from '../messages.ts'

/** The worker's end of the pipe. */
export interface HostChannel {
  /** Frames of up to some 200 KB are with the host when this returns, even when the process ends right after. */
  send(message: WorkerMessage): void
  /** Ends the process at once: nothing that a tool hung on `exit` runs. */
  die(): void
}

// Taken before any tool runs: a tool that replaces them must not keep the worker alive.
const { pid } = process
const kill = process.kill.bind(process)

function die(): void {
  kill(pid, 'SIGKILL')
}

export function openHostChannel(onMessage: (message: HostMessage) => void): HostChannel {
  const socket = new Socket({ fd: CHANNEL_DESCRIPTOR, readable: true, writable: true })
  const reader = new FrameReader(MAX_HOST_FRAME_BYTES, {
    onFrame: (body) => onMessage(JSON.parse(body.toString('utf8')) as HostMessage),
    onTooLarge: die,
  })
  socket.on('data', (piece) => reader.push(piece))
  // The host has gone, or wants no more of us: nothing may outlive it.
  socket.on('end', die)
  socket.on('error', die)
  socket.on('close', die)
  return {
    send: (message) => void socket.write(encodeFrame(JSON.stringify(message))),
    die,
  }
}
