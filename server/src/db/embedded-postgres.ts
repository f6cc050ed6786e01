import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import pg from 'pg'
import {
  DatabaseFolderError,
  embeddedRole,
  inUse,
  makeSocketFolder,
  openDatabaseFolder,
} from './database-folder.ts'
import { chooseLaunch, findPostgresBinaries } from './postgres-binaries.ts'
import type { Launch, PostgresBinaries } from './postgres-binaries.ts'

/** The kernel's limit for a unix socket's path, minus the name that PostgreSQL appends. */
const maxSocketFolderLength = 107 - '/.s.PGSQL.5432'.length
/** Time limit of a fast shutdown, before an immediate one (the next start then recovers). */
const shutdownMs = 20_000

export type EmbeddedPostgresOptions = {
  /** The database's folder; created when missing. */
  folder: string
  /** Server settings by their PostgreSQL names, such as `max_connections`. */
  settings?: Readonly<Record<string, string | number>>
  /** Called when the server exits without `stop()`, with its last output. */
  onUnexpectedExit?: (lastOutput: string) => void
}

export type EmbeddedPostgres = {
  /** Connection string over a unix socket private to this user. */
  url: string
  /** Shuts the server down and waits for its exit. Idempotent. */
  stop: () => Promise<void>
}

/**
 * Starts the bundled PostgreSQL on its folder, creating the database on the first start.
 * The server exits with this process, however that exits. Call it from the main thread, because the kernel's
 * parent-death signal is bound to the starting thread.
 * @throws {DatabaseFolderError} when the folder cannot be opened or is in use
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const folder = resolve(options.folder)
  const binaries = findPostgresBinaries()
  const launch = chooseLaunch()
  const { data, password } = await openDatabaseFolder(folder, binaries, launch)

  const socketFolder = join(folder, 'socket')
  const fits = Buffer.byteLength(socketFolder) <= maxSocketFolderLength
  const socket = fits ? socketFolder : await mkdtemp(join(tmpdir(), 'clube-postgres-'))
  await makeSocketFolder(socket, launch)

  const server = run(binaries, launch, data, {
    listen_addresses: '',
    unix_socket_directories: socket,
    unix_socket_permissions: '0700',
    port: 5432,
    timezone: 'UTC',
    log_timezone: 'UTC',
    // Details and statements of errors contain personal data and must not be logged.
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

  const urlOf = (database: string) =>
    `postgresql://${embeddedRole}:${password}@localhost/${database}?host=${encodeURIComponent(socket)}`
  let stopping: Promise<void> | undefined
  const stop = () => (stopping ??= server.stop().then(removeSocket))
  try {
    await ensureDatabase(urlOf('postgres'))
  } catch (error) {
    await stop()
    throw error
  }
  void server.exited.then((lastOutput) => {
    if (stopping === undefined) options.onUnexpectedExit?.(lastOutput)
  })
  return { url: urlOf(embeddedRole), stop }
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
    // A separate process group: Ctrl+C must reach Node first, so that requests finish before the database stops.
    detached: true,
  })
  let lastOutput = ''
  let announceReady: () => void = () => {}
  const started = new Promise<void>((resolveReady) => (announceReady = resolveReady))
  child.stderr.on('data', (chunk: Buffer) => {
    lastOutput = (lastOutput + chunk.toString()).slice(-4_000)
    if (lastOutput.includes('database system is ready to accept connections')) announceReady()
  })
  const exited = new Promise<string>((resolveExit) => {
    child.once('error', (error) => resolveExit(error.message))
    child.once('close', () => resolveExit(lastOutput))
  })
  return {
    exited,
    ready: Promise.race([
      started,
      exited.then((output) => {
        throw new Error(output)
      }),
    ]),
    stop: async () => {
      child.kill('SIGINT')
      const quitTimer = setTimeout(() => child.kill('SIGQUIT'), shutdownMs)
      await exited
      clearTimeout(quitTimer)
    },
  }
}

function refusal(folder: string, error: unknown): DatabaseFolderError {
  const message = error instanceof Error ? error.message : String(error)
  if (/lock file ".*" already exists|Is another postmaster/.test(message)) return inUse(folder)
  const fatal = /(?:FATAL|PANIC): {2}(.*)/.exec(message)?.[1] ?? message.trim().split('\n').at(-1) ?? ''
  return new DatabaseFolderError(
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
