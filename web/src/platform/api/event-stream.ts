import { streamEndedEvent, type EventOf, type EventStream } from '@clube/contract/kernel/event-stream.ts'
import { useEffect, useEffectEvent, useState } from 'react'
import * as z from 'zod/mini'
import { attempt } from '../../kit/store/attempt.ts'

/**
 * `live` while events arrive. `interrupted`: poll meanwhile; the stream connects again. `ended`: the session has
 * ended, and the stream stays closed.
 */
export type StreamState = 'live' | 'interrupted' | 'ended'

/** Pause after the server refused the stream, because the person has too many, in milliseconds. */
export const refusedRetryMs = 60_000

type StreamListener<S extends EventStream> = {
  onEvent: (event: EventOf<S>) => void
  onState: (state: StreamState) => void
}

/**
 * Opens a stream of server-sent events. A hidden page has none, so that it takes no connection; it connects again when it
 * is shown. Events that do not match the stream's type are ignored.
 * @returns a function that closes the stream
 */
export function openEventStream<const S extends EventStream>(
  stream: S,
  { onEvent, onState }: StreamListener<S>,
): () => void {
  let source: EventSource | undefined
  let retry: ReturnType<typeof setTimeout> | undefined
  let hasEnded = false

  const disconnect = () => {
    clearTimeout(retry)
    source?.close()
    source = undefined
  }
  const connect = () => {
    // Old web views have no EventSource: the page keeps polling.
    if (hasEnded || document.hidden || source || typeof EventSource === 'undefined') return
    const opened = new EventSource(stream.path)
    source = opened
    opened.addEventListener('open', () => onState('live'))
    opened.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      const { data: event } = z.safeParse(stream.event, parseJson(data))
      if (event !== undefined) onEvent(event as EventOf<S>)
    })
    opened.addEventListener(streamEndedEvent, () => {
      hasEnded = true
      disconnect()
      onState('ended')
    })
    opened.addEventListener('error', () => {
      onState('interrupted')
      // The browser restores a lost connection, but not one that the server refused.
      if (opened.readyState !== closedState) return
      disconnect()
      retry = setTimeout(connect, refusedRetryMs)
    })
  }
  const follow = () => {
    if (!document.hidden) return connect()
    disconnect()
    if (!hasEnded) onState('interrupted')
  }
  document.addEventListener('visibilitychange', follow)
  connect()
  return () => {
    document.removeEventListener('visibilitychange', follow)
    disconnect()
  }
}

/** `EventSource.CLOSED`, which old web views lack. */
const closedState = 2

const parseJson = (data: unknown): unknown =>
  typeof data === 'string' ? attempt(() => JSON.parse(data) as unknown) : undefined

/** The state of a stream that is open while the component is mounted. */
export function useEventStream<const S extends EventStream>(
  stream: S,
  onEvent: (event: EventOf<S>) => void,
): StreamState {
  const [state, setState] = useState<StreamState>('interrupted')
  const receive = useEffectEvent(onEvent)
  useEffect(
    () => openEventStream(stream, { onEvent: (event) => receive(event), onState: setState }),
    [stream],
  )
  return state
}
