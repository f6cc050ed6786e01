import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import pg from 'pg'
import {
  DatabaseFolderRefused,
  embeddedRole,
  inUse,
  makeSocketFolder,
  openDatabaseFolder,
} from './database-folder.ts'
import { chooseLaunch, findPostgresBinaries } from './postgres-binaries.ts'
import type { Launch, PostgresBinaries } from './postgres-binaries.ts'

/** The kernel's limit for the path of a unix socket, less the name PostgreSQL appends. */
const longestSocketFolder = 107 - '/.s.PGSQL.5432'.length
/** How long a fast shutdown may take before the server is told to quit at once (the next start then recovers). */
const shutdownMs = 20_000

export type EmbeddedPostgresOptions = {
  /** The database's own folder; made when missing. */
  folder: string
  /** Server settings by their PostgreSQL names, such as `max_connections`. */
  settings?: Readonly<Record<string, string | number>>
  /** Called when the server ends without `stop()`; the text is what it said last. */
  onUnexpectedExit?: (lastWords: string) => void
}

export type EmbeddedPostgres = {
  /** Connection string of the database, over a unix socket that only this user can open. */
  url: string
  /** Ends all connections, writes everything to disk and waits for the server to be gone. May be called twice. */
  stop: () => Promise<void>
}

/**
 * Starts the PostgreSQL that came with the installation on its own folder, making the database on the first start.
 * The server ends with this process in whatever way that ends. Call it from the main thread: the kernel's promise to
 * end the server is tied to the thread that started it.
 * @throws {DatabaseFolderRefused} when the folder cannot be opened or is in use
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const folder = resolve(options.folder)
  const binaries = findPostgresBinaries()
  const launch = chooseLaunch()
  const { data, password } = await openDatabaseFolder(folder, binaries, launch)

  const inside = join(folder, 'socket')
  const fits = Buffer.byteLength(inside) <= longestSocketFolder
  const socket = fits ? inside : await mkdtemp(join(tmpdir(), 'clube-postgres-'))
  await makeSocketFolder(socket, launch)

  const server = run(binaries, launch, data, {
    listen_addresses: '',
    unix_socket_directories: socket,
    unix_socket_permissions: '0700',
    port: 5432,
    timezone: 'UTC',
    log_timezone: 'UTC',
    // The details and statements of a failure hold personal data; they must not reach a log.
    log_error_verbosity: 'terse',
    log_min_error_statement: 'panic',
    ...options.settings,
  })
  const removeSocket = async () => (fits ? undefined : rm(socket, { recursive: true, force: true }))
  try {
    await server.ready
  } catch (error) {
    await removeSocket()
    throw refusal(folder, error)
  }

  const address = (database: string) =>
    `postgresql://${embeddedRole}:${password}@localhost/${database}?host=${encodeURIComponent(socket)}`
  let stopping: Promise<void> | undefined
  const stop = () => (stopping ??= server.stop().then(removeSocket))
  try {
    await ensureDatabase(address('postgres'))
  } catch (error) {
    await stop()
    throw error
  }
  void server.exited.then((lastWords) => {
    if (stopping === undefined) options.onUnexpectedExit?.(lastWords)
  })
  return { url: address(embeddedRole), stop }
}

function run(
  binaries: PostgresBinaries,
  launch: Launch,
  data: string,
  settings: Readonly<Record<string, string | number>>,
) {
  const [command, ...prefix] = launch.prefix
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const child = spawn(command, [...prefix, binaries.postgres, '-D', data, ...flags], {
    env: { ...process.env, ...binaries.environment },
    stdio: ['ignore', 'ignore', 'pipe'],
    // Its own group: Ctrl+C in the terminal must reach Node first, so that requests are finished before the database ends.
    detached: true,
  })
  let lastWords = ''
  let announceReady: () => void = () => {}
  const started = new Promise<void>((resolveReady) => (announceReady = resolveReady))
  child.stderr.on('data', (chunk: Buffer) => {
    lastWords = (lastWords + chunk.toString()).slice(-4_000)
    if (lastWords.includes('database system is ready to accept connections')) announceReady()
  })
  const exited = new Promise<string>((resolveExit) => {
    child.once('error', (error) => resolveExit(error.message))
    child.once('close', () => resolveExit(lastWords))
  })
  return {
    exited,
    ready: Promise.race([
      started,
      exited.then((words) => {
        throw new Error(words)
      }),
    ]),
    stop: async () => {
      child.kill('SIGINT')
      const impatience = setTimeout(() => child.kill('SIGQUIT'), shutdownMs)
      await exited
      clearTimeout(impatience)
    },
  }
}

function refusal(folder: string, error: unknown): DatabaseFolderRefused {
  const words = error instanceof Error ? error.message : String(error)
  if (/lock file ".*" already exists|Is another postmaster/.test(words)) return inUse(folder)
  const fatal = /(?:FATAL|PANIC): {2}(.*)/.exec(words)?.[1] ?? words.trim().split('\n').at(-1) ?? ''
  return new DatabaseFolderRefused(
    `PostgreSQL cannot open the database folder ${folder}: ${fatal}. Nothing was changed in it.`,
  )
}

async function ensureDatabase(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [embeddedRole])
    if (rowCount === 0) await client.query(`create database ${embeddedRole}`)
  } finally {
    await client.end()
  }
}
