import { sql } from 'kysely'
import pg from 'pg'
import { foreignDatabaseErrorOf } from './database-failure.ts'
import type { Db } from './database.ts'

/** Short messages from one process to all processes of a database, itself included, delivered when a transaction commits. */
export type Notifications = {
  /** Sends a message with the transaction; at most 7,900 bytes of JSON. */
  readonly notify: (db: Db, channel: string, message: object) => Promise<void>
  /** Registers the receiver of a channel, before the start. */
  readonly listen: (channel: string, receive: (message: unknown) => void) => void
  /** Called when messages may have been missed, because the connection was lost. */
  readonly onGap: (handle: () => void) => void
  /** Whether messages are received, so that a loss of the connection will be noticed. */
  readonly isListening: () => boolean
  readonly start: () => Promise<void>
  readonly stop: () => Promise<void>
}

const reconnectMs = 1_000

/** A connection of its own, since `listen` belongs to a connection. It is opened again after a loss. */
export const createNotifications = (options: {
  readonly url: string
  /** Errors are safe to log. */
  readonly onError: (error: unknown) => void
}): Notifications => {
  const receivers = new Map<string, (message: unknown) => void>()
  const gapHandlers: (() => void)[] = []
  let client: pg.Client | null = null
  let isListening = false
  let isStopped = false
  let retry: NodeJS.Timeout | undefined

  const connect = async (): Promise<void> => {
    const next = new pg.Client({
      connectionString: options.url,
      application_name: 'clube-notifications',
      keepAlive: true,
    })
    const lose = (): void => {
      if (client !== next) return
      client = null
      isListening = false
      for (const handle of gapHandlers) handle()
      reconnect()
    }
    next.on('error', (error) => {
      options.onError(foreignDatabaseErrorOf(error))
      lose()
    })
    next.on('end', lose)
    next.on('notification', ({ channel, payload }) => receive(channel, payload))
    client = next
    await next.connect()
    for (const channel of receivers.keys()) await next.query(`listen ${pg.escapeIdentifier(channel)}`)
    isListening = client === next
  }
  const reconnect = (): void => {
    if (isStopped) return
    clearTimeout(retry)
    retry = setTimeout(() => {
      connect().catch((error: unknown) => {
        options.onError(foreignDatabaseErrorOf(error))
        client = null
        reconnect()
      })
    }, reconnectMs)
  }
  const receive = (channel: string, payload: string | undefined): void => {
    try {
      receivers.get(channel)?.(JSON.parse(payload ?? 'null'))
    } catch (error) {
      options.onError(error)
    }
  }

  return {
    notify: async (db, channel, message) => {
      await sql`select pg_notify(${channel}, ${JSON.stringify(message)})`.execute(db)
    },
    listen: (channel, handler) => void receivers.set(channel, handler),
    onGap: (handle) => void gapHandlers.push(handle),
    isListening: () => isListening,
    start: async () => {
      if (receivers.size > 0) await connect()
    },
    stop: async () => {
      isStopped = true
      clearTimeout(retry)
      const open = client
      client = null
      isListening = false
      await open?.end()
    },
  }
}
