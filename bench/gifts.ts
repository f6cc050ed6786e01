/*
 * Free gifts: 10,000 people request 1,000 gifts at four pickup points, against the same route without a database; and the
 * progress of a person with 500 receipts in a club of 1,000,000 people. `npm run bench -- gifts rush` and `… progress` run
 * only one of the two.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '../server/src/db/embedded-postgres.ts'
import { measureProgress } from './gifts/progress.ts'
import { measureRush } from './gifts/rush.ts'

const [only] = process.argv.slice(2)
const pairs = Number(process.env['PAIRS'] ?? 8)

/** Runs the measurement on a PostgreSQL of its own, which is deleted afterwards. */
async function onPostgres(
  settings: Readonly<Record<string, string>>,
  measure: (url: string, pairs: number) => Promise<void>,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'clube-bench-gifts-'))
  const postgres = await startEmbeddedPostgres({ folder, settings })
  try {
    await measure(postgres.url, pairs)
  } finally {
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

if (only !== 'progress')
  await onPostgres({ shared_buffers: '256MB', synchronous_commit: 'on', fsync: 'on' }, measureRush)
if (only !== 'rush')
  await onPostgres({ shared_buffers: '2GB', max_wal_size: '3GB', jit: 'off' }, measureProgress)
