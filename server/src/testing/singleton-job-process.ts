/* A test process: waits for the other one to start and runs a periodic job many times, or runs one that never ends. */
import { sql } from 'kysely'
import { openDatabase } from '../db/database.ts'
import { createSingletonJobs } from '../db/singleton-jobs.ts'

const { db, close } = openDatabase(process.env['DATABASE_URL'] ?? '', { poolSize: 3 })
const [mode] = process.argv.slice(2)

const countRun = async (): Promise<void> => {
  await sql`insert into job_run (pid) values (${process.pid})`.execute(db)
  await sql`update job_overlap set running = running + 1, maximum = greatest(maximum, running + 1)`.execute(
    db,
  )
  await sql`update job_overlap set running = running - 1`.execute(db)
}
const hang = async (): Promise<void> => {
  process.stdout.write('running\n')
  await new Promise(() => {})
}
const jobs = createSingletonJobs(
  db,
  [{ name: 'counted', everyMs: 0, run: mode === 'hang' ? hang : countRun }],
  (_name, error) => process.stderr.write(`${String(error)}\n`),
)
const count = async (table: 'job_process' | 'job_run'): Promise<number> => {
  const { rows } = await sql<{ rows: number }>`select count(*) as rows from ${sql.table(table)}`.execute(db)
  return rows[0]?.rows ?? 0
}
if (mode === 'count') {
  await sql`insert into job_process default values`.execute(db)
  while ((await count('job_process')) < 2) continue
  while ((await count('job_run')) < 100) await jobs.runAll()
} else await jobs.runAll()
await close()
