import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Client } from '@modelcontextprotocol/client'
import { keepListening } from '../../../src/sources/mcp/keep-listening.ts'

type Ending = 'local' | 'graceful' | 'remote'

const SETTINGS = { reconnectDelayMs: 1, maxReconnectDelayMs: 1, maxReconnectAttempts: 0 }

/** Streams that end one after the other; after the last one no more can be opened. */
async function listenTo(
  endings: readonly Ending[],
  signal = new AbortController().signal,
): Promise<string[]> {
  const told: string[] = []
  const streams = endings.map((ending) => ({ closed: Promise.resolve(ending) }))
  const [autoOpenedSubscription, ...rest] = streams
  const client = {
    autoOpenedSubscription,
    listen: () => Promise.resolve(rest.shift() ?? Promise.reject(new Error('no more'))),
  }
  const listeners = {
    onListChanged: () => void told.push('changed'),
    onTrouble: (message: string) => void told.push(message),
  }
  await keepListening(client as unknown as Client, SETTINGS, listeners, signal)
  return told
}

describe('keepListening', () => {
  it('opens a stream again that the server has ended, and has the list read', async () => {
    assert.deepEqual(await listenTo(['remote', 'graceful', 'local']), ['changed', 'changed'])
  })

  it('tells when there is no other stream to be had', async () => {
    assert.deepEqual(await listenTo(['remote']), ['changes of the list are not told any more: no more'])
  })

  it('does nothing where there is no stream, or where it was closed here', async () => {
    assert.deepEqual(await listenTo([]), [])
    assert.deepEqual(await listenTo(['local']), [])
    assert.deepEqual(await listenTo(['remote'], AbortSignal.abort()), [])
  })
})
