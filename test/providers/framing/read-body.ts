import { createFrameReader } from '../../../src/providers/framing/create-frame-reader.ts'
import type { Frame, FrameLimits, Framing } from '../../../src/providers/framing/framing.ts'

export type Body = string | Uint8Array

/** The frames of a body that comes in these pieces. */
export function readPieces(framing: Framing, pieces: Iterable<Body>, limits?: FrameLimits): Frame[] {
  const reader = createFrameReader(framing, limits)
  const frames: Frame[] = []
  for (const piece of pieces) frames.push(...reader.push(piece))
  frames.push(...reader.end())
  return frames
}

/** The same, in short: events as they are, problems as their code. */
export function readShort(framing: Framing, body: Body, limits?: FrameLimits): unknown[] {
  return readPieces(framing, [body], limits).map(shorten)
}

export function shorten(frame: Frame): unknown {
  return frame.ok ? frame.event : frame.problem.code
}

/** What people read of the problems. */
export function messagesOf(framing: Framing, body: Body, limits?: FrameLimits): string[] {
  return readPieces(framing, [body], limits).flatMap((frame) => (frame.ok ? [] : [frame.problem.message]))
}

export function* bytesOf(body: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < body.length; at++) yield body.subarray(at, at + 1)
}
