import { setTimeout as wait } from 'node:timers/promises'
import { endConnections } from '../../server/src/testing/end-connections.ts'
import type { ServerProcess } from '../../server/src/testing/server-process.ts'
import { withTemporaryClub } from '../../server/src/testing/temporary-club.ts'
import { startReservationLoad } from '../../server/src/testing/reservation-load.ts'
import type { Drill } from '../drill.ts'

export const drill: Drill = {
  summary: 'ends random database connections of two processes under load',
  run: async ({ random, rounds, report }) => {
    const total = rounds ?? 200
    return withTemporaryClub({ processes: 2 }, async ({ db, servers }) => {
      const load = await startReservationLoad(db, {
        urls: () => servers.map(({ url }) => url),
        people: total * 100,
        clients: 20,
      })
      let ended = 0
      for (let round = 1; round <= total; round += 1) {
        await wait(random.below(200))
        // One connection, or occasionally all of them.
        const isAll = random.below(10) === 0
        ended += await endConnections(db, (pids) => {
          const first = random.below(Math.max(pids.length, 1))
          return isAll ? pids : pids.slice(first, first + 1)
        })
        await Promise.race([load.confirm(20), ...servers.map(failOnExit)])
        if (round % 20 === 0) report(`round ${round}: ${JSON.stringify(load.statuses)}`)
      }
      await load.stop()
      const compared = await load.compare(db)
      if (compared.missing + compared.duplicates > 0) throw new Error(JSON.stringify(compared))
      if (load.statuses['500'] !== undefined) throw new Error([...load.failures].join('\n'))
      return `${total} of ${total} rounds survived, ${ended} connections ended; ${JSON.stringify({ ...load.statuses, ...compared })}`
    })
  },
}

const failOnExit = async ({ exited, output }: ServerProcess): Promise<never> => {
  throw new Error(`A server exited (${await exited}):\n${output().slice(-2_000)}`)
}
