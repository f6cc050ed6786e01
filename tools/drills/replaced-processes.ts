import { setTimeout as wait } from 'node:timers/promises'
import { startReservationLoad } from '../../server/src/testing/reservation-load.ts'
import { withTemporaryClub } from '../../server/src/testing/temporary-club.ts'
import type { Drill } from '../drill.ts'

export const drill: Drill = {
  summary: 'replaces the two processes of one server by SIGHUP under load',
  run: async ({ random, rounds, report }) => {
    const total = rounds ?? 20
    const env = { PROCESSES: '2', LOG_LEVEL: 'info' }
    return withTemporaryClub({ processes: 1, env }, async ({ db, servers }) => {
      const [server] = servers
      if (!server) throw new Error('The server did not start')
      const load = await startReservationLoad(db, {
        urls: () => [server.url],
        people: total * 10_000,
        clients: 20,
      })
      const replacements = () => server.output().split('all processes were replaced').length - 1
      for (let round = 1; round <= total; round += 1) {
        await load.confirm(random.below(200))
        process.kill(server.pid, 'SIGHUP')
        while (replacements() < round) await wait(100)
        report(`round ${round}: ${JSON.stringify(load.statuses)}`)
      }
      await load.stop()
      const compared = await load.compare(db)
      const figures = JSON.stringify({ ...load.statuses, ...compared })
      if (load.failures.size > 0) throw new Error(`${[...load.failures].join('\n')}\n${figures}`)
      const lost = Object.keys(load.statuses).filter((status) => status !== '200')
      const end = await server.kill('SIGTERM')
      if (lost.length > 0 || compared.missing + compared.duplicates > 0 || end !== 0)
        throw new Error(`${figures}, the server ended with ${end}`)
      return `${total} of ${total} replacements without a lost request; ${figures}`
    })
  },
}
