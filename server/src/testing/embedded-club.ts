import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checkAccountCall, signInWithPasswordCall } from '@clube/contract/identity/sign-in-calls.ts'
import { personas } from '../../seeds/demonstration/personas.ts'
import { embeddedRole } from '../db/database-folder.ts'
import { openDatabase, type Db } from '../db/database.ts'
import { TestBrowser } from './browser.ts'
import { startServerProcess, type ServerProcess } from './server-process.ts'

export type EmbeddedClub = {
  readonly server: ServerProcess
  readonly db: Db
  /** Connection string of its database. */
  readonly url: string
  /** Process id of the embedded PostgreSQL, which changes with every start. */
  readonly postgresPid: () => number
  /** Its data folder, as accessible from this process. */
  readonly folder: string
  /** Values that must not appear in a log. */
  readonly secrets: () => readonly string[]
}

/**
 * The demonstration as `npm start` runs it: a server process with its embedded database, in a temporary folder.
 * @param diskMb size of a separate file system for that folder, which requires permission to mount one
 * @param env additional environment variables
 */
export const withEmbeddedClub = async <Result>(
  work: (club: EmbeddedClub) => Promise<Result>,
  { diskMb, env = {} }: { diskMb?: number; env?: Readonly<Record<string, string>> } = {},
): Promise<Result> => {
  const parent = await mkdtemp(join(tmpdir(), 'clube-'))
  const server = await startServerProcess({
    env: {
      DATABASE_URL: undefined,
      CLUB_SECRET: undefined,
      DATA_FOLDER: parent,
      CLUB_CONFIG: join(import.meta.dirname, 'quick-club.ts'),
      ...env,
    },
    ...(diskMb === undefined ? {} : { command: withSeparateDisk(parent, diskMb) }),
  })
  // Accessed through the process, because the separate file system is visible only to it.
  const folder = `/proc/${server.pid}/root${parent}`
  const read = (path: string) => readFileSync(join(folder, path), 'utf8').trim()
  const password = read('postgres/cluster/password')
  const host = encodeURIComponent(join(folder, 'postgres/socket'))
  const url = `postgresql://${embeddedRole}:${password}@localhost/${embeddedRole}?host=${host}`
  const { db, close } = openDatabase(url, { poolSize: 2 })
  try {
    return await work({
      server,
      db,
      url,
      folder,
      postgresPid: () => Number(read('postgres/cluster/data/postmaster.pid').split('\n', 1)[0]),
      secrets: () => [password, read('club-secret')],
    })
  } finally {
    await close()
    await server.kill('SIGTERM')
    await rm(parent, { recursive: true, force: true })
  }
}

const withSeparateDisk = (folder: string, megabytes: number): readonly string[] => {
  const namespace = process.getuid?.() === 0 ? [] : ['--user', '--map-root-user']
  const script = 'mount -t tmpfs -o size="$1"m tmpfs "$2" && shift 2 && exec setpriv --pdeathsig KILL "$@"'
  return ['unshare', '--mount', ...namespace, 'sh', '-c', script, 'sh', String(megabytes), folder]
}

/** Signs in a demonstration customer. @returns the status of the response */
export const signIn = async (url: string): Promise<number> => {
  const { document_id, password } = personas.maria
  const browser = new TestBrowser(url)
  const account = { document_id, terms_id: 'shd_auth_terms' }
  const checked = await browser.send(checkAccountCall, { body: account }).catch(() => null)
  if (!checked?.ok) return checked?.status ?? 0
  return (await browser.send(signInWithPasswordCall, { body: { ...account, password } })).status
}

/** The lines of a process's log at level `warn` and above. */
export const warningsOf = (output: string): string[] =>
  output.split('\n').filter((line) => /^\{"level":[456]0/.test(line))
