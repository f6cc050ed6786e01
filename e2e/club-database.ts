import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import pg from 'pg'
import { openDatabase } from '../server/src/db/database.ts'
import { embeddedRole } from '../server/src/db/database-folder.ts'
import { importCustomers } from '../server/src/modules/identity/index.ts'
import { ratingLinkOf } from '../server/src/modules/ratings/rating-link.ts'
import { createVault } from '../server/src/modules/vault/index.ts'
import { unusedCpf } from './shopper-steps.ts'

/** The data folder of the run's club, as configured for the journeys. */
const clubFolder = resolve(`.tmp/e2e-${process.env['E2E_PORT'] ?? '4310'}`)
const clusterFolder = join(clubFolder, 'postgres/cluster')

/** Connection string of the run's database. */
async function databaseUrl(): Promise<string> {
  const lock = await readFile(join(clusterFolder, 'data/postmaster.pid'), 'utf8')
  const password = await readFile(join(clusterFolder, 'password'), 'utf8')
  const socketFolder = encodeURIComponent(lock.split('\n')[4] ?? '')
  return `postgresql://${embeddedRole}:${password}@localhost/${embeddedRole}?host=${socketFolder}`
}

/** Runs `work` on a connection to the run's database, for changes that no screen or call can make. */
async function inClubDatabase<Result>(work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: await databaseUrl() })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Moves the holds of a session and their jobs into the past by the given time. */
export const backdateHolds = (session_id: string, seconds: number): Promise<void> =>
  inClubDatabase(async (client) => {
    await client.query('begin')
    await client.query(
      `update event_reservation set
        created_at = created_at - make_interval(secs => $2), expires_at = expires_at - make_interval(secs => $2)
      where session_id = $1 and state = 'held'`,
      [session_id, seconds],
    )
    await client.query(
      `update pgboss.job set start_after = start_after - make_interval(secs => $2)
      where name = 'release-places' and state = 'created' and data ->> 'session_id' = $1`,
      [session_id, seconds],
    )
    await client.query('commit')
  })

/** Sets when a session's no-shows are released, even before its start, which only plans stored earlier may have. */
export const releaseNoShowsFrom = (session_id: string, from: string): Promise<void> =>
  inClubDatabase(async (client) => {
    await client.query('update event_session set no_show_from = $2 where id = $1', [session_id, from])
  })

/**
 * The path in the e-mail that asks a person for a rating; the e-mail itself is sent a day later.
 * @param email of a person with one purchase to rate
 */
export const ratingLinkTo = (email: string): Promise<string> =>
  inClubDatabase(async (client) => {
    const { rows } = await client.query<{ purchase_id: string; expires_at: Date }>(
      `select purchase_id, expires_at from rating_request
      where customer_id = (select id from customer where email = $1)`,
      [email],
    )
    const [request] = rows
    if (!request) throw new Error('The person was not asked to rate a purchase')
    return ratingLinkOf(createVault(Buffer.from(await readSecret(), 'base64')), request)
  })

const readSecret = (): Promise<string> => readFile(join(clubFolder, 'club-secret'), 'utf8')

/** Imports an incomplete account, as `customers import` does, for use by one journey only. */
export async function importIncompleteAccount(): Promise<{ document_id: string }> {
  const document_id = unusedCpf()
  const folder = await mkdtemp(join(tmpdir(), 'clube-import-'))
  const file = join(folder, 'customers.csv')
  const key = await readSecret()
  const database = openDatabase(await databaseUrl(), { poolSize: 1 })
  try {
    await writeFile(
      file,
      `document_id;name;birth_date;cellphone;email
${document_id};Vera Lúcia Campos;02/11/1979;(21) 99887-7665;vera.campos@exemplo.com.br
`,
    )
    const deps = { db: database.db, clock: () => new Date(), vault: createVault(Buffer.from(key, 'base64')) }
    const { loaded, rejected } = await importCustomers(deps, file)
    if (loaded !== 1) throw new Error(`The customers were not imported: ${JSON.stringify(rejected)}`)
  } finally {
    await database.close()
    await rm(folder, { recursive: true, force: true })
  }
  return { document_id }
}
