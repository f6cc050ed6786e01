import { setTimeout as wait } from 'node:timers/promises'
import { signIn, warningsOf, withEmbeddedClub } from '../../server/src/testing/embedded-club.ts'
import { startReservationLoad } from '../../server/src/testing/reservation-load.ts'
import type { Drill } from '../drill.ts'

export const drill: Drill = {
  summary: 'kills the embedded PostgreSQL under load',
  run: ({ random, rounds, report }) =>
    withEmbeddedClub(async ({ server, db, postgresPid, secrets }) => {
      const total = rounds ?? 20
      const load = await startReservationLoad(db, {
        urls: () => [server.url],
        people: total * 1_000,
        clients: 20,
      })
      for (let round = 1; round <= total; round += 1) {
        await load.confirm(random.below(200))
        await wait(random.below(500))
        process.kill(postgresPid(), 'SIGKILL')
        await load.confirm(50)
        const status = await signIn(server.url)
        if (status !== 200 && status !== 503) throw new Error(`Sign-in: ${status}`)
        report(`round ${round}: ${JSON.stringify(load.statuses)}`)
      }
      await load.stop()
      const output = server.output()
      const compared = await load.compare(db)
      const figures = JSON.stringify({ ...load.statuses, ...compared, warnings: warningsOf(output).length })
      if (load.statuses['500'] !== undefined || load.statuses['lost'] !== undefined) throw new Error(figures)
      if (compared.missing + compared.duplicates > 0) throw new Error(figures)
      if (secrets().some((secret) => output.includes(secret))) throw new Error('A secret is in the log')
      return `${total} of ${total} kills survived; ${figures}`
    }),
}
