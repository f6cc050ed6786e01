/*
 * Scratch cards: draws per second through two server processes, against the same route without a database and against one
 * statement per request; a draw from a deck of 5,000,000 cards against one of 10,000; and how many wrong codes an attacker
 * with many IPs can send. `npm run bench -- scratch draws`, `… growth` and `… guesses` run
 * only one of them.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '../server/src/db/embedded-postgres.ts'
import { measureDraws } from './scratch/draws.ts'
import { measureGrowth } from './scratch/growth.ts'
import { measureGuesses } from './scratch/guesses.ts'

const [only] = process.argv.slice(2)
const pairs = Number(process.env['PAIRS'] ?? 8)

/** Runs the measurement on a PostgreSQL of its own, which is deleted afterwards. */
async function onPostgres(
  settings: Readonly<Record<string, string>>,
  measure: (url: string, pairs: number, folder: string) => Promise<void>,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'clube-bench-scratch-'))
  const postgres = await startEmbeddedPostgres({ folder, settings })
  try {
    await measure(postgres.url, pairs, folder)
  } finally {
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

const durable = { shared_buffers: '256MB', synchronous_commit: 'on', fsync: 'on' } as const
if (only === undefined || only === 'draws') await onPostgres(durable, measureDraws)
if (only === undefined || only === 'growth')
  await onPostgres({ shared_buffers: '1GB', max_wal_size: '3GB', jit: 'off' }, measureGrowth)
if (only === undefined || only === 'guesses') await onPostgres(durable, measureGuesses)
