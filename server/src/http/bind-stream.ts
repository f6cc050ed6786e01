import type { OutgoingHttpHeaders, ServerResponse } from 'node:http'
import {
  streamEndedEvent,
  streamHeartbeatSeconds,
  streamsPerPerson,
  type EventOf,
  type EventStream,
} from '@clube/contract/kernel/event-stream.ts'
import { rolesAllow } from '@clube/contract/kernel/permissions.ts'
import { refuseRequest } from '../kernel/refusal.ts'
import type { Binder } from './bind.ts'
import { Cookies, type RequestSession, type StaffSession } from './context.ts'
import { authorizeCaller } from './guard.ts'

/** Context of a stream: its caller, and `send`, which drops events of a closed stream. */
export type StreamContext<S extends EventStream> = {
  readonly session: S extends { session: 'staff' } ? null : RequestSession
  readonly staff: S extends { session: 'staff' } ? StaffSession : null
  readonly send: (event: EventOf<S>) => void
}

/** The open streams of a process. They share one timer, and each keeps little more than its socket. */
export type Streams = {
  readonly add: (stream: OpenStream) => void
  readonly countOf: (person: string) => number
  /** Ends all streams; their pages connect again. */
  readonly closeAll: () => void
}

type OpenStream = {
  readonly person: string
  readonly response: ServerResponse
  /** Whether the session still allows it. */
  readonly isAllowed: () => Promise<boolean>
  readonly unsubscribe: () => void
}

/** A reader that is slower than this is disconnected and reads the present state when it connects again. */
const maxBufferedBytes = 64 * 1024
/** Pause before a page connects again, in milliseconds. */
const retryMs = 3_000
/** Streams of one process; further pages poll. */
const maxStreams = 4_000

export const createStreams = (): Streams => {
  const open = new Set<OpenStream>()
  const people = new Map<string, number>()
  let timer: NodeJS.Timeout | undefined

  const remove = (stream: OpenStream): void => {
    if (!open.delete(stream)) return
    const left = (people.get(stream.person) ?? 1) - 1
    if (left > 0) people.set(stream.person, left)
    else people.delete(stream.person)
    stream.unsubscribe()
    if (open.size === 0) clearInterval(timer)
  }
  const check = async (stream: OpenStream): Promise<void> => {
    const { response } = stream
    // While the session cannot be checked, the stream ends without signing the person out.
    const isAllowed = await stream.isAllowed().catch(() => null)
    if (!open.has(stream)) return
    if (isAllowed === true) response.write(':\n\n')
    else response.end(isAllowed === false ? `event: ${streamEndedEvent}\ndata: {}\n\n` : undefined)
  }
  return {
    countOf: (person) => (open.size >= maxStreams ? streamsPerPerson : (people.get(person) ?? 0)),
    add: (stream) => {
      if (open.size === 0) {
        timer = setInterval(() => {
          for (const each of open) void check(each)
        }, streamHeartbeatSeconds * 1000)
        timer.unref()
      }
      open.add(stream)
      people.set(stream.person, (people.get(stream.person) ?? 0) + 1)
      stream.response.once('close', () => remove(stream))
    },
    closeAll: () => {
      for (const { response } of open) response.end()
    },
  }
}

/**
 * Binds a stream of server-sent events. It never extends the session; it ends within a heartbeat after the session, and with
 * the process.
 * @param subscribe registers the stream, and returns what removes it
 */
export const bindStream = <S extends EventStream>(
  { app, guards, secureCookies }: Binder,
  streams: Streams,
  stream: S,
  subscribe: (context: StreamContext<S>) => () => void,
): void => {
  app.route({
    method: 'GET',
    url: stream.path,
    schema: { hide: true },
    exposeHeadRoute: false,
    config: { declared: { path: stream.path, refusals: {} } },
    handler: async (request, reply) => {
      const cookies = new Cookies(request, reply, secureCookies)
      const { session, staff } = await authorizeCaller(guards, stream, {
        request,
        cookies,
        isAttended: false,
      })
      const person = staff ? `staff ${staff.staff_id}` : `customer ${session?.customer_id ?? ''}`
      if (streams.countOf(person) >= streamsPerPerson) throw refuseRequest('request.rate-limited')
      const { sessionToken, staffToken } = cookies
      const response = reply.raw
      reply.hijack()
      response.writeHead(200, {
        ...(reply.getHeaders() as OutgoingHttpHeaders),
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store',
        // Proxies must not collect events.
        'x-accel-buffering': 'no',
      })
      response.write(`retry: ${retryMs}\n\n`)
      const send = (event: EventOf<S>): void => {
        if (response.writableEnded) return
        if (response.writableLength > maxBufferedBytes) response.destroy()
        else response.write(`data: ${JSON.stringify(event)}\n\n`)
      }
      const unsubscribe = subscribe({ session, staff, send } as StreamContext<S>)
      const { permission } = stream
      streams.add({
        person,
        response,
        unsubscribe,
        isAllowed: async () => {
          const unattended = { isAttended: false }
          if (permission === undefined)
            return sessionToken !== null && (await guards.findSession(sessionToken, unattended)) !== null
          const member = staffToken === null ? null : await guards.findStaffSession(staffToken, unattended)
          return member !== null && rolesAllow(member.roles, permission)
        },
      })
    },
  })
}
