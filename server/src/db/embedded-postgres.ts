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
  waitUntilFree,
} from './database-folder.ts'
import { chooseLaunch, findPostgresBinaries } from './postgres-binaries.ts'
import { reasonOf, runPostgres, supervise } from './postgres-server.ts'

/** The kernel's limit for a unix socket's path, minus the name that PostgreSQL appends. */
const maxSocketFolderLength = 107 - '/.s.PGSQL.5432'.length
export type EmbeddedPostgresOptions = {
  /** The database's folder; created when missing. */
  folder: string
  /** Server settings by their PostgreSQL names, such as `max_connections`. */
  settings?: Readonly<Record<string, string | number>>
  /** Called when the server exits without `stop()`, with the last line that it reported, before it is started again. */
  onUnexpectedExit?: (reason: string) => void
}

export type EmbeddedPostgres = {
  /** Connection string over a unix socket private to this user. */
  url: string
  /** Shuts the server down permanently and waits for its exit. Idempotent. */
  stop: () => Promise<void>
}

/**
 * Starts the bundled PostgreSQL on its folder, creating the database on the first start.
 * The server exits with this process, however that exits. A server that exits earlier is started again. Call it from
 * the main thread, because the kernel's parent-death signal is bound to the starting thread.
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

  const settings = {
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
  }
  const start = () => runPostgres(binaries, launch, data, settings)
  const server = start()
  const removeSocket = async () => (fits ? undefined : rm(socket, { recursive: true, force: true }))
  try {
    await server.untilReady()
  } catch (error) {
    await removeSocket()
    throw refusal(folder, error)
  }

  const urlOf = (database: string) =>
    `postgresql://${embeddedRole}:${password}@localhost/${database}?host=${encodeURIComponent(socket)}`
  const supervised = supervise(server, {
    start: async () => {
      await waitUntilFree(folder, data)
      return start()
    },
    onUnexpectedExit: options.onUnexpectedExit ?? (() => {}),
  })
  let stopping: Promise<void> | undefined
  const stop = () => (stopping ??= supervised.stop().then(removeSocket))
  try {
    await ensureDatabase(urlOf('postgres'))
  } catch (error) {
    await stop()
    throw error
  }
  return { url: urlOf(embeddedRole), stop }
}

function refusal(folder: string, error: unknown): DatabaseFolderError {
  const message = error instanceof Error ? error.message : String(error)
  if (/lock file ".*" already exists|Is another postmaster/.test(message)) return inUse(folder)
  const fatal = reasonOf(message)
  return new DatabaseFolderError(
    `PostgreSQL cannot open the database folder ${folder}: ${fatal}. Nothing was changed in it.`,
  )
}

async function ensureDatabase(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  // Reported by the next statement.
  client.on('error', () => {})
  await client.connect()
  try {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [embeddedRole])
    if (rowCount === 0) await client.query(`create database ${embeddedRole}`)
  } finally {
    await client.end()
  }
}
