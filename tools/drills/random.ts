import { seedDemonstrationShops, shops } from '../../server/seeds/demonstration/shops.ts'
import { openDatabase } from '../../server/src/db/database.ts'
import { runRandomEvents } from '../../server/src/testing/random/random-events.ts'
import type { Outcomes } from '../../server/src/testing/random/random-loops.ts'
import { runRandomPoints } from '../../server/src/testing/random/random-points.ts'
import { runRandomReceipts } from '../../server/src/testing/random/random-receipts.ts'
import { withTemporaryClub } from '../../server/src/testing/temporary-club.ts'
import type { Drill } from '../drill.ts'

const [{ cnpj }] = shops

export const drill: Drill = {
  summary: 'random operations on event tickets, points and receipts, by default for an hour',
  run: ({ seed, rounds, minutes, report }) =>
    withTemporaryClub({ processes: 2 }, async ({ db, url, servers }) => {
      await seedDemonstrationShops(db, new Date())
      const other = openDatabase(url, { poolSize: 10 })
      try {
        const club = { db, urlOf: (index: number) => servers[index % servers.length]?.url ?? '' }
        const endMs = Date.now() + (minutes ?? 60) * 60_000
        const totals: Record<string, number> = {}
        let round = 0
        while (rounds === null ? Date.now() < endMs : round < rounds) {
          round += 1
          const run = { seed: `${seed}/${round}`, loops: 8, steps: 200 }
          const all: Outcomes[] = [
            await runRandomEvents(club, run),
            await runRandomPoints([db, other.db], run),
            await runRandomReceipts(club, { ...run, cnpj }),
          ]
          for (const [key, count] of all.flatMap((outcomes) => Object.entries(outcomes)))
            totals[key] = (totals[key] ?? 0) + count
          if (round % 10 === 0) report(`round ${round}: ${sumOf(totals)} operations`)
        }
        return `${sumOf(totals)} operations in ${round} rounds: ${JSON.stringify(totals)}`
      } finally {
        await other.close()
      }
    }),
}

const sumOf = (totals: Readonly<Record<string, number>>): number =>
  Object.values(totals).reduce((sum, count) => sum + count, 0)
