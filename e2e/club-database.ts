import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import pg from 'pg'
import { embeddedRole } from '../server/src/db/database-folder.ts'

/** The folder of the run's club, as the configuration of the journeys names it. */
const clusterFolder = resolve(`.tmp/e2e-${process.env['E2E_PORT'] ?? '4310'}`, 'postgres/cluster')

/** Lends a connection to the database of the run's club, for what no screen and no call can do. */
async function inClubDatabase<Result>(work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const lock = await readFile(join(clusterFolder, 'data/postmaster.pid'), 'utf8')
  const password = await readFile(join(clusterFolder, 'password'), 'utf8')
  const socketFolder = lock.split('\n')[4] ?? ''
  const client = new pg.Client({ user: embeddedRole, database: embeddedRole, host: socketFolder, password })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Makes everything that waits in a session as much older: holds, and the jobs that look after them. */
export const passTimeInSession = (session_id: string, seconds: number): Promise<void> =>
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
