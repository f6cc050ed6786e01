import type * as z from 'zod/mini'
import type { RequiredSession } from './call.ts'
import type { Permission } from './permissions.ts'

/** Everything both sides must agree on about a stream of server-sent events. */
export type EventStream = {
  readonly path: `/${string}`
  /** One Portuguese sentence for the API reference. */
  readonly summary: string
  /** Type of each event, as JSON in `data`. */
  readonly event: z.ZodMiniType
} & (
  | { readonly session: Exclude<RequiredSession, 'staff'>; readonly permission?: never }
  | { readonly session: 'staff'; readonly permission: Permission }
)

/** Declares an event stream and keeps its literal types. */
export const defineEventStream = <const S extends EventStream>(stream: S): S => stream

export type EventOf<S extends EventStream> = z.output<S['event']>

/** Name of the last event of a stream whose session has ended: the page signs out instead of connecting again. */
export const streamEndedEvent = 'ended'
/** Interval of the comments that keep a connection open, in seconds. */
export const streamHeartbeatSeconds = 20
/** Open streams of one person; further ones are refused with 429, and the page polls. */
export const streamsPerPerson = 4
