/* How many audit lines per second can be appended to the chain: `npm run bench -- audit`. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { openDatabase } from '../server/src/db/database.ts'
import { migrate } from '../server/src/db/migrate.ts'
import { verifyAuditChain } from '../server/src/modules/audit/index.ts'
import { createVault } from '../server/src/modules/vault/index.ts'
import { median, percentile } from './measure.ts'
import { withPostgres } from './postgres.ts'

/** What each of the two processes does for one measurement. */
export type Command = { writers: number; linesPerTransaction: number; seconds: number }
/** Duration of each transaction, including the wait for a connection and for the head of the chain. */
export type Report = { milliseconds: readonly number[] }

const seconds = Number(process.env['SECONDS'] ?? 4)
const rounds = Number(process.env['ROUNDS'] ?? 8)
const loads = [
  { writers: [1, 0], linesPerTransaction: 1 },
  { writers: [3, 2], linesPerTransaction: 1 },
  { writers: [10, 10], linesPerTransaction: 1 },
  { writers: [25, 25], linesPerTransaction: 1 },
  { writers: [10, 10], linesPerTransaction: 100 },
] as const

await withPostgres('audit', run)

async function run(url: string): Promise<void> {
  await migrate(url)
  const file = join(import.meta.dirname, 'audit/writer-process.ts')
  const processes = [fork(file, [url]), fork(file, [url])] as const
  for (const child of processes)
    child.once('exit', (code) => {
      if (code !== null) throw new Error('A writer process failed')
    })
  const measure = async ({ writers, linesPerTransaction }: (typeof loads)[number]) => {
    const reports = await Promise.all(
      processes.map(async (child, index) => {
        child.send({ writers: writers[index] ?? 0, linesPerTransaction, seconds } satisfies Command)
        const [report] = (await once(child, 'message')) as [Report]
        return report
      }),
    )
    const milliseconds = reports.flatMap((report) => report.milliseconds)
    return {
      rate: (milliseconds.length * linesPerTransaction) / seconds,
      p50: percentile(milliseconds, 0.5),
      p95: percentile(milliseconds, 0.95),
    }
  }
  const results = new Map(loads.map((load) => [load, [] as Awaited<ReturnType<typeof measure>>[]]))
  // The first round is a warm-up.
  for (let round = 0; round <= rounds; round += 1)
    for (const load of round % 2 === 0 ? loads : loads.toReversed()) {
      const result = await measure(load)
      if (round > 0) results.get(load)?.push(result)
    }
  for (const child of processes) child.kill()

  console.log('| writers | lines in a transaction | lines/s | ms p50 | ms p95 |')
  console.log('|---|---|---|---|---|')
  for (const [{ writers, linesPerTransaction }, measured] of results) {
    const figure = (key: 'rate' | 'p50' | 'p95', digits: number) => {
      const values = measured.map((result) => result[key])
      const range = [Math.min(...values), Math.max(...values)].map((value) => value.toFixed(digits))
      return `${median(values).toFixed(digits)} (${range.join('–')})`
    }
    console.log(
      `| ${writers[0] + writers[1]} | ${linesPerTransaction} | ${figure('rate', 0)} | ${figure('p50', 1)} | ${figure('p95', 1)} |`,
    )
  }
  const { db, close } = openDatabase(url, { poolSize: 1, statementTimeoutMs: 0 })
  const verdict = await verifyAuditChain({ db, vault: createVault(Buffer.alloc(32, 'k')) })
  if (verdict.kind === 'broken') throw new Error(`The chain is broken at line ${verdict.position}`)
  console.log(`${verdict.lines} lines, all verified`)
  await close()
}
