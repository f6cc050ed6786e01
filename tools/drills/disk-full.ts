import { open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { switchWal } from '../../server/src/testing/end-connections.ts'
import { signIn, warningsOf, withEmbeddedClub } from '../../server/src/testing/embedded-club.ts'
import { startReservationLoad } from '../../server/src/testing/reservation-load.ts'
import type { Drill } from '../drill.ts'

export const drill: Drill = {
  summary: 'fills the disk of the embedded PostgreSQL under load (requires permission to mount a tmpfs)',
  run: ({ random, rounds, report }) =>
    withEmbeddedClub(
      async ({ server, db, folder }) => {
        const total = rounds ?? 5
        const load = await startReservationLoad(db, {
          urls: () => [server.url],
          people: total * 3_000,
          clients: 10,
        })
        const refused = () => load.statuses['503'] ?? 0
        for (let round = 1; round <= total; round += 1) {
          await load.confirm(100)
          const before = refused()
          await fill(join(folder, 'filler'))
          // Each new segment of the write-ahead log needs 16 MB.
          while (refused() - before < 50) {
            await switchWal(db).catch(() => {})
            await wait(20)
          }
          await wait(random.below(5_000))
          await rm(join(folder, 'filler'))
          await load.confirm(50)
          if ((await signIn(server.url)) !== 200) throw new Error('Sign-in failed after the disk was freed')
          report(`round ${round}: ${JSON.stringify(load.statuses)}`)
        }
        await load.stop()
        const compared = await load.compare(db)
        const warnings = warningsOf(server.output()).length
        const figures = JSON.stringify({ ...load.statuses, ...compared, warnings })
        if (load.statuses['500'] !== undefined || compared.missing + compared.duplicates > 0)
          throw new Error(`${figures}\n${[...load.failures].join('\n')}\n${server.output().slice(-3_000)}`)
        return `${total} of ${total} full disks survived without a restart; ${figures}`
      },
      { diskMb: 400 },
    ),
}

/** Writes until no space is left. */
const fill = async (path: string): Promise<void> => {
  const file = await open(path, 'w')
  const block = Buffer.alloc(256 * 1024)
  try {
    for (;;) await file.write(block)
  } catch (error) {
    if (!(error instanceof Error) || !('code' in error) || error.code !== 'ENOSPC') throw error
  } finally {
    await file.close()
  }
}
