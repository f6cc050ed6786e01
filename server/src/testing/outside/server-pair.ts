import pg from 'pg'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { testCredentials } from '../../../counterparts/counterparts.testing.ts'
import { administer } from '../postgres-for-tests.ts'
import { startServerProcess, type ServerProcess } from '../server-process.ts'

/** Root key of the servers. */
export const pairRootKey = Buffer.alloc(32, 'k')

/** One of the two servers. */
export type ServerIndex = 0 | 1

/** The hosts under which the servers call their counterparts, which shows who sent a request. */
const hosts = ['127.0.0.1', 'localhost'] as const

export type ServerPair = {
  /** The URL of a running server, if possible the one with this index. */
  readonly urlOf: (index: ServerIndex) => Promise<string>
  /** The server that sent a request to a counterpart. */
  readonly senderOf: (request: { readonly headers: { readonly host?: string } }) => ServerIndex
  /** The running process of a server; null while it starts again. */
  readonly processOf: (index: ServerIndex) => string | null
  /** Ends a server with SIGKILL, and starts it again, which `urlOf` waits for. */
  readonly kill: (index: ServerIndex) => Promise<void>
  /** Waits until both servers run. */
  readonly ready: () => Promise<void>
  readonly kills: () => number
  readonly output: () => string
  readonly stop: () => Promise<void>
}

/** Two server processes on one database, which are connected to counterparts of this process. */
export const startServerPair = async (input: {
  readonly databaseUrl: string
  readonly folder: string
  readonly partnerUrl: string
  readonly carParkUrl: string
}): Promise<ServerPair> => {
  const urlFor = (url: string, index: ServerIndex) => url.replace('127.0.0.1', hosts[index])
  const start = (index: ServerIndex, name: string): Promise<ServerProcess> => {
    const database = new URL(input.databaseUrl)
    database.searchParams.set('application_name', name)
    const { client_secret, signing_secret } = testCredentials
    return startServerProcess({
      env: {
        DATABASE_URL: database.href,
        DATA_FOLDER: input.folder,
        CLUB_SECRET: pairRootKey.toString('base64'),
        CLUB_CONFIG: join(import.meta.dirname, 'outside-club.ts'),
        PARTNER_URL: urlFor(input.partnerUrl, index),
        PARTNER_SECRETS: JSON.stringify({ 'voe-mais': { client_secret, signing_secret } }),
        CAR_PARK_URL: urlFor(input.carParkUrl, index),
        CAR_PARK_API_KEY: testCredentials.api_key,
        SEED: 'no',
        CHECK_RESPONSES: 'yes',
      },
    })
  }
  type Slot = {
    name: string
    running: ServerProcess | null
    starting: Promise<ServerProcess>
    former: string
  }
  let started = 0
  const open = (index: ServerIndex): Slot => {
    const name = `clube-${index}-${(started += 1)}`
    const slot: Slot = { name, running: null, starting: start(index, name), former: '' }
    slot.starting.then(
      (server) => {
        slot.running = server
      },
      () => {},
    )
    return slot
  }
  const slots: [Slot, Slot] = [open(0), open(1)]
  let kills = 0
  const ready = async () => {
    await Promise.all(slots.map(({ starting }) => starting))
  }
  const pair: ServerPair = {
    urlOf: async (index) => {
      const running = slots[index].running ?? slots[index === 0 ? 1 : 0].running
      return (running ?? (await slots[index].starting)).url
    },
    senderOf: ({ headers }) => (headers.host?.startsWith(hosts[1]) === true ? 1 : 0),
    processOf: (index) => (slots[index].running ? slots[index].name : null),
    kill: async (index) => {
      const slot = slots[index]
      const server = await slot.starting
      slot.running = null
      const end = await server.kill('SIGKILL')
      if (end !== 'SIGKILL')
        throw new Error(`The server had ended (${end}):\n${server.output().slice(-3_000)}`)
      kills += 1
      // PostgreSQL does not notice the end of a client whose statement waits for a lock.
      await administer(
        input.databaseUrl,
        `select pg_terminate_backend(pid) from pg_stat_activity
         where application_name = '${slot.name}' and wait_event_type = 'Lock'`,
      )
      const next = open(index)
      next.former = (slot.former + server.output()).slice(-20_000)
      slots[index] = next
    },
    ready,
    kills: () => kills,
    output: () =>
      slots
        .map(({ former, running }, index) => `Server ${index}:\n${former}${running?.output() ?? ''}`)
        .join('\n'),
    stop: async () => {
      const servers = await Promise.allSettled(slots.map(({ starting }) => starting))
      for (const server of servers) if (server.status === 'fulfilled') await server.value.kill('SIGKILL')
    },
  }
  try {
    await ready()
  } catch (error) {
    await pair.stop()
    throw error
  }
  return pair
}

/** Locks of a separate connection, at which a server waits. */
export type Freeze = {
  /**
   * Waits until a statement of a running server waits for these locks.
   * @param process only of this one
   * @returns the server; null when that process has ended
   */
  readonly blocked: (process?: string) => Promise<ServerIndex | null>
  /** Waits until the statements of the freeze itself, which may wait for a server, have been executed. */
  readonly held: Promise<void>
  readonly release: () => Promise<void>
}

const pollMs = 20
const indexes: readonly ServerIndex[] = [0, 1]

/**
 * Executes statements in a transaction of a separate connection, and keeps its locks until `release`.
 * @param options.signal ends waiting for a server
 */
export const freeze = async (
  options: {
    readonly databaseUrl: string
    readonly pair: Pick<ServerPair, 'processOf'>
    readonly signal: AbortSignal
  },
  statements: readonly { readonly text: string; readonly values?: readonly unknown[] }[],
): Promise<Freeze> => {
  const { databaseUrl, pair, signal } = options
  const [client, observer] = [1, 2].map(() => new pg.Client({ connectionString: databaseUrl }))
  if (!client || !observer) throw new Error('No connection')
  // The database may stop after a failure; without a listener that would end this process.
  for (const each of [client, observer]) each.on('error', () => {})
  await Promise.all([client.connect(), observer.connect()])
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  await client.query('begin')
  const held = (async () => {
    for (const { text, values = [] } of statements) await client.query(text, [...values])
  })()
  held.catch(() => {})
  return {
    held,
    blocked: async (process) => {
      for (;;) {
        const { rows: waiting } = await observer.query<{ name: string }>(
          `select application_name as name from pg_stat_activity
           where datname = current_database() and $1 = any(pg_blocking_pids(pid))`,
          [rows[0]?.pid],
        )
        const found = indexes.find((index) => {
          const name = pair.processOf(index)
          return waiting.some((each) => each.name === name) && (process === undefined || name === process)
        })
        if (found !== undefined) return found
        if (process !== undefined && indexes.every((index) => pair.processOf(index) !== process)) return null
        await wait(pollMs, undefined, { signal })
      }
    },
    release: async () => {
      await held.catch(() => {})
      await client.query('rollback')
      await Promise.all([client.end(), observer.end()])
    },
  }
}
