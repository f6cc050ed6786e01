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

/** A dying server gets this long to let go of its folder before we say that the folder is in use. */
const orphanGraceMs = 3_000
const shutdownGraceMs = 30_000

/** The folder holds something that cannot be opened; the message says what and what to do. Nothing was changed. */
export class DatabaseFolderRefused extends Error {
  override name = 'DatabaseFolderRefused'
}

/** An initialised folder: where the data is and the password made for it. */
export type DatabaseFolder = { data: string; password: string }

/**
 * Opens the embedded database's folder, or makes a new database in it when it is empty or missing.
 * A new database appears by one rename, so an interrupted first start leaves nothing half made.
 * @throws {DatabaseFolderRefused} for anything else: never starts over an existing folder that it does not understand
 */
export async function openDatabaseFolder(
  folder: string,
  binaries: PostgresBinaries,
  launch: Launch,
): Promise<DatabaseFolder> {
  const entries = await listFolder(folder)
  const cluster = join(folder, 'cluster')
  if (!entries.includes('cluster')) {
    const strangers = entries.filter((name) => name !== 'socket' && !name.startsWith('.new-'))
    if (strangers.length > 0) {
      throw new DatabaseFolderRefused(
        `The folder ${folder} is not empty and holds no database of ours (found ${strangers.slice(0, 3).join(', ')}). ` +
          'Choose an empty folder, or put the right one back.',
      )
    }
    await initialise(folder, cluster, binaries, launch)
  }
  await takeOver(folder, launch)
  const data = join(cluster, 'data')
  await refuseForeignVersion(folder, data)
  await waitUntilFree(folder, data)
  return { data, password: await readPassword(folder, cluster) }
}

async function listFolder(folder: string): Promise<string[]> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    return await readdir(folder)
  } catch (error) {
    throw new DatabaseFolderRefused(`The database folder ${folder} cannot be opened: ${reason(error)}.`)
  }
}

async function initialise(
  folder: string,
  cluster: string,
  binaries: PostgresBinaries,
  launch: Launch,
): Promise<void> {
  await removeAbandoned(folder)
  await takeOver(folder, launch)
  const fresh = join(folder, `.new-${process.pid}-${randomBytes(4).toString('hex')}`)
  try {
    await mkdir(fresh, { mode: 0o700 })
    await writeFile(join(fresh, 'password'), randomBytes(24).toString('base64url'), { mode: 0o600 })
  } catch (error) {
    throw new DatabaseFolderRefused(`The database folder ${folder} cannot be written: ${reason(error)}.`)
  }
  if (launch.folder_owner !== undefined) await giveTree(fresh, launch.folder_owner)
  const [command, ...prefix] = launch.prefix
  const options = {
    pgdata: join(fresh, 'data'),
    username: embeddedRole,
    pwfile: join(fresh, 'password'),
    auth: 'scram-sha-256',
    encoding: 'UTF8',
    // The builtin provider sorts and folds the same on every machine; the system's locales may be missing or change.
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
  let said = ''
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const failure = await new Promise<string | undefined>((resolve) => {
    child.once('error', (error) => resolve(error.message))
    child.once('close', (code) => resolve(code === 0 ? undefined : said.trim() || `code ${code}`))
  })
  if (failure !== undefined) {
    await rm(fresh, { recursive: true, force: true })
    throw new DatabaseFolderRefused(`No database could be made in ${folder}: ${failure}`)
  }
  try {
    await rename(fresh, cluster)
  } catch (error) {
    await rm(fresh, { recursive: true, force: true })
    // Another process started in the same moment and was first: its database is as good as ours.
    if (!existsSync(cluster)) throw error
  }
}

/** Removes what a first start left behind when it was killed; those still running keep theirs. */
async function removeAbandoned(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const pid = /^\.new-(\d+)-/.exec(name)?.[1]
    if (pid !== undefined && !isAlive(Number(pid)))
      await rm(join(folder, name), { recursive: true, force: true })
  }
}

/**
 * As the superuser: gives the folder to the user that the server runs as (the machine may have begun or ceased to allow
 * user namespaces since), and refuses the folder of a person.
 */
async function takeOver(folder: string, { folder_owner: owner }: Launch): Promise<void> {
  if (owner === undefined) return
  const { uid } = await stat(folder)
  if (uid === owner) return
  if (uid !== 0 && uid !== nobody) {
    throw new DatabaseFolderRefused(
      `The database folder ${folder} belongs to the user with id ${uid}. Start as that user, or give the folder to root.`,
    )
  }
  await giveTree(folder, owner)
}

/** Children first: a transfer that was interrupted begins again at the next start. */
async function giveTree(path: string, owner: number): Promise<void> {
  for (const entry of await readdir(path, { recursive: true })) await lchown(join(path, entry), owner, owner)
  await chown(path, owner, owner)
}

async function refuseForeignVersion(folder: string, data: string): Promise<void> {
  let version: string
  try {
    version = (await readFile(join(data, 'PG_VERSION'), 'utf8')).trim()
    await readdir(join(data, 'global'))
  } catch (error) {
    throw new DatabaseFolderRefused(
      `The database folder ${folder} cannot be opened: ${reason(error)}. ` +
        'Restore it from a backup, or choose an empty folder to begin anew.',
    )
  }
  if (version !== embeddedMajorVersion) {
    throw new DatabaseFolderRefused(
      `The database folder ${folder} was made by PostgreSQL ${version.slice(0, 20)}, and this program brings PostgreSQL ` +
        `${embeddedMajorVersion}. Move the data with pg_dump and pg_restore, or set DATABASE_URL.`,
    )
  }
}

async function readPassword(folder: string, cluster: string): Promise<string> {
  try {
    return (await readFile(join(cluster, 'password'), 'utf8')).trim()
  } catch (error) {
    throw new DatabaseFolderRefused(
      `The password of the database in ${folder} cannot be read: ${reason(error)}.`,
    )
  }
}

/**
 * Waits for a server that is going down (its Node was killed a moment ago) and refuses one that stays.
 * Removes the lock of a dead server whose process id now belongs to another program, which PostgreSQL would not.
 */
async function waitUntilFree(folder: string, data: string): Promise<void> {
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

/** The refusal of a folder that a running server holds. */
export function inUse(folder: string, pid?: number): DatabaseFolderRefused {
  return new DatabaseFolderRefused(
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
    // EPERM: alive, but another user's.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

function isPostgres(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('postgres')
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

/** Makes the folder of the server's socket, closed to others. */
export async function makeSocketFolder(path: string, launch: Launch): Promise<void> {
  await mkdir(path, { recursive: true, mode: 0o700 })
  await chmod(path, 0o700)
  if (launch.folder_owner !== undefined) await chown(path, launch.folder_owner, launch.folder_owner)
}
