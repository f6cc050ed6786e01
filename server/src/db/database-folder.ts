import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { chmod, chown, lchown, mkdir, readFile, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { embeddedMajorVersion, nobody } from './postgres-binaries.ts'
import type { Launch, PostgresBinaries } from './postgres-binaries.ts'

/** The role that owns the embedded database, and the name of the database itself. */
export const embeddedRole = 'clube'

/** Time for a stopping server to release its folder. */
const orphanGraceMs = 3_000
const shutdownGraceMs = 30_000

/** The folder cannot be opened; the message explains why and what to do. Nothing was changed. */
export class DatabaseFolderError extends Error {
  override name = 'DatabaseFolderError'
}

/** An initialized folder: its data directory and generated password. */
export type DatabaseFolder = { data: string; password: string }

/**
 * Opens the embedded database's folder, or creates a database in it when it is empty or missing.
 * A new database is created by a rename, so an interrupted first start leaves no partial one.
 * @throws {DatabaseFolderError} for any other content: never overwrites an unknown folder
 */
export async function openDatabaseFolder(
  folder: string,
  binaries: PostgresBinaries,
  launch: Launch,
): Promise<DatabaseFolder> {
  const entries = await listFolder(folder)
  const cluster = join(folder, 'cluster')
  if (!entries.includes('cluster')) {
    const unexpected = entries.filter((name) => name !== 'socket' && !name.startsWith('.new-'))
    if (unexpected.length > 0) {
      throw new DatabaseFolderError(
        `The folder ${folder} is not empty and contains no database of this product (found ${unexpected.slice(0, 3).join(', ')}). ` +
          'Choose an empty folder, or restore the right one.',
      )
    }
    await initialize(folder, cluster, binaries, launch)
  }
  await claimOwnership(folder, launch)
  const data = join(cluster, 'data')
  await rejectOtherVersion(folder, data)
  await waitUntilFree(folder, data)
  return { data, password: await readPassword(folder, cluster) }
}

async function listFolder(folder: string): Promise<string[]> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    return await readdir(folder)
  } catch (error) {
    throw new DatabaseFolderError(`The database folder ${folder} cannot be opened: ${reason(error)}.`)
  }
}

async function initialize(
  folder: string,
  cluster: string,
  binaries: PostgresBinaries,
  launch: Launch,
): Promise<void> {
  await removeAbandoned(folder)
  await claimOwnership(folder, launch)
  const fresh = join(folder, `.new-${process.pid}-${randomBytes(4).toString('hex')}`)
  try {
    await mkdir(fresh, { mode: 0o700 })
    await writeFile(join(fresh, 'password'), randomBytes(24).toString('base64url'), { mode: 0o600 })
  } catch (error) {
    throw new DatabaseFolderError(`The database folder ${folder} cannot be written: ${reason(error)}.`)
  }
  if (launch.folder_owner !== undefined) await chownTree(fresh, launch.folder_owner)
  const [command, ...prefix] = launch.prefix
  const options = {
    pgdata: join(fresh, 'data'),
    username: embeddedRole,
    pwfile: join(fresh, 'password'),
    auth: 'scram-sha-256',
    encoding: 'UTF8',
    // The builtin provider behaves the same on every machine; system locales may be missing or change.
    locale: 'C',
    'locale-provider': 'builtin',
    'builtin-locale': 'C.UTF-8',
  }
  const flags = Object.entries(options).map(([name, value]) => `--${name}=${value}`)
  const child = spawn(command, [...prefix, binaries.initdb, '--no-instructions', ...flags], {
    env: { ...process.env, ...binaries.environment },
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: true,
  })
  let output = ''
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const failure = await new Promise<string | undefined>((resolve) => {
    child.once('error', (error) => resolve(error.message))
    child.once('close', (code) => resolve(code === 0 ? undefined : output.trim() || `code ${code}`))
  })
  if (failure !== undefined) {
    await rm(fresh, { recursive: true, force: true })
    throw new DatabaseFolderError(`No database could be created in ${folder}: ${failure}`)
  }
  try {
    await rename(fresh, cluster)
  } catch (error) {
    await rm(fresh, { recursive: true, force: true })
    // Another process created the database concurrently.
    if (!existsSync(cluster)) throw error
  }
}

/** Removes partial databases of interrupted first starts; those of running processes are kept. */
async function removeAbandoned(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const pid = /^\.new-(\d+)-/.exec(name)?.[1]
    if (pid !== undefined && !isAlive(Number(pid)))
      await rm(join(folder, name), { recursive: true, force: true })
  }
}

/**
 * As root: changes the owner of the folder to the server's user (user namespaces may have become available or
 * unavailable since), and refuses a folder owned by another user.
 */
async function claimOwnership(folder: string, { folder_owner: owner }: Launch): Promise<void> {
  if (owner === undefined) return
  const { uid } = await stat(folder)
  if (uid === owner) return
  if (uid !== 0 && uid !== nobody) {
    throw new DatabaseFolderError(
      `The database folder ${folder} belongs to the user with id ${uid}. Start as that user, or make root the owner of the folder.`,
    )
  }
  await chownTree(folder, owner)
}

/** Children first, so that an interrupted change is repeated at the next start. */
async function chownTree(path: string, owner: number): Promise<void> {
  for (const entry of await readdir(path, { recursive: true })) await lchown(join(path, entry), owner, owner)
  await chown(path, owner, owner)
}

async function rejectOtherVersion(folder: string, data: string): Promise<void> {
  let version: string
  try {
    version = (await readFile(join(data, 'PG_VERSION'), 'utf8')).trim()
    await readdir(join(data, 'global'))
  } catch (error) {
    throw new DatabaseFolderError(
      `The database folder ${folder} cannot be opened: ${reason(error)}. ` +
        'Restore it from a backup, or choose an empty folder to start from scratch.',
    )
  }
  if (version !== embeddedMajorVersion) {
    throw new DatabaseFolderError(
      `The database folder ${folder} was created by PostgreSQL ${version.slice(0, 20)}, and this program includes PostgreSQL ` +
        `${embeddedMajorVersion}. Move the data with pg_dump and pg_restore, or set DATABASE_URL.`,
    )
  }
}

async function readPassword(folder: string, cluster: string): Promise<string> {
  try {
    return (await readFile(join(cluster, 'password'), 'utf8')).trim()
  } catch (error) {
    throw new DatabaseFolderError(
      `The password of the database in ${folder} cannot be read: ${reason(error)}.`,
    )
  }
}

/**
 * Waits for a stopping server (its Node process was just killed) and fails for a running one.
 * Removes the stale lock of a dead server whose process id was reused, which PostgreSQL would not.
 */
export async function waitUntilFree(folder: string, data: string): Promise<void> {
  const lock = join(data, 'postmaster.pid')
  for (let waitedMs = 0; ; waitedMs += 50) {
    const holder = readLock(lock)
    if (holder === undefined || !isAlive(holder.pid)) return
    if (!isPostgres(holder.pid)) {
      await rm(lock, { force: true })
      return
    }
    if (waitedMs >= (holder.status === 'stopping' ? shutdownGraceMs : orphanGraceMs))
      throw inUse(folder, holder.pid)
    await wait(50)
  }
}

/** The error for a folder used by a running server. */
export function inUse(folder: string, pid?: number): DatabaseFolderError {
  return new DatabaseFolderError(
    `The database folder ${folder} is in use by another server${pid === undefined ? '' : ` (process ${pid})`}. ` +
      'Stop that one first, or choose another folder.',
  )
}

function readLock(lock: string): { pid: number; status: string } | undefined {
  try {
    const lines = readFileSync(lock, 'utf8').split('\n')
    const pid = Number(lines[0])
    return Number.isInteger(pid) && pid > 1 ? { pid, status: (lines[7] ?? '').trim() } : undefined
  } catch {
    return undefined
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // EPERM: running as another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

function isPostgres(pid: number): boolean {
  try {
    // The program name only: the arguments of another program may contain it.
    const [program = ''] = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0', 1)
    return program.includes('postgres')
  } catch {
    return false
  }
}

function reason(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'EACCES' || code === 'EPERM') return 'permission denied'
  if (code === 'ENOTDIR' || code === 'EEXIST') return 'it is not a folder'
  if (code === 'ENOENT') return 'it is incomplete'
  if (code === 'EROFS') return 'it is read-only'
  return error instanceof Error ? error.message : 'unknown reason'
}

/** Creates a private folder for the server's socket. */
export async function makeSocketFolder(path: string, launch: Launch): Promise<void> {
  await mkdir(path, { recursive: true, mode: 0o700 })
  await chmod(path, 0o700)
  if (launch.folder_owner !== undefined) await chown(path, launch.folder_owner, launch.folder_owner)
}
