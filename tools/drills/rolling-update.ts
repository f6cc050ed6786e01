import { changeTables } from '../../server/src/testing/change-tables.ts'
import { startReservationLoad } from '../../server/src/testing/reservation-load.ts'
import { withTemporaryClub } from '../../server/src/testing/temporary-club.ts'
import type { Drill } from '../drill.ts'

export const drill: Drill = {
  summary: 'replaces two processes one after the other under load, with changed tables between',
  run: async ({ random, rounds, report }) => {
    const total = rounds ?? 20
    return withTemporaryClub({ processes: 2 }, async ({ db, servers, start }) => {
      const urls = () => servers.map(({ url }) => url)
      const load = await startReservationLoad(db, { urls, people: total * 2_000, clients: 20 })
      const ends: (number | NodeJS.Signals)[] = []
      for (let round = 1; round <= total; round += 1) {
        await load.confirm(random.below(200))
        await changeTables(db, String(round))
        await load.confirm(random.below(200))
        // Like a proxy: traffic goes to the new process before the old one gets SIGTERM.
        const old = servers[round % 2]
        servers[round % 2] = await start()
        if (old) ends.push(await old.kill('SIGTERM'))
        report(`round ${round}: ${JSON.stringify(load.statuses)}`)
      }
      await load.stop()
      const compared = await load.compare(db)
      const figures = JSON.stringify({ ...load.statuses, ...compared })
      if (load.failures.size > 0) throw new Error(`${[...load.failures].join('\n')}\n${figures}`)
      if (compared.missing + compared.duplicates > 0 || ends.some((end) => end !== 0))
        throw new Error(`${figures}, processes ended with ${ends.join(', ')}`)
      return `${total} of ${total} processes replaced without a failed request; ${figures}`
    })
  },
}
