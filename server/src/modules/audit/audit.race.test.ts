import { expect, test } from 'vitest'
import { inTransaction, openDatabase } from '../../db/database.ts'
import { useDatabase } from '../../testing/database.ts'
import { createFakeClock } from '../../testing/fake-clock.ts'
import { createVault } from '../vault/index.ts'
import { createAppendAuditLine, searchAudit, verifyAuditChain } from './index.ts'

const database = useDatabase()
const vault = createVault(Buffer.alloc(32, 'k'))
const append = createAppendAuditLine({ vault, clock: createFakeClock().now })

test('lines added by many at once, over two pools, make one chain without gaps; undone ones leave none', async () => {
  const other = openDatabase(database.url, { poolSize: 8 })
  try {
    const write = (index: number) =>
      inTransaction(
        index % 2 === 0 ? database.db : other.db,
        async (tx) => {
          await append(tx, {
            actor: { kind: 'staff', id: `staff-${index % 5}` },
            action: 'recovery.approve',
            subject: { kind: 'recovery', id: String(index) },
            sentence: `Aprovou o pedido ${index}.`,
          })
          if (index % 10 === 9) throw new Error('undone')
        },
        index % 3 === 0 ? 'serializable' : 'read committed',
      )
    const done = await Promise.allSettled(Array.from({ length: 100 }, (_, index) => write(index)))
    const written = done.filter(({ status }) => status === 'fulfilled').length
    const reasons = done.flatMap((one) => (one.status === 'rejected' ? [String(one.reason)] : []))
    // A serializable loser may run out of tries; what counts is that none of them left a trace.
    expect(reasons.filter((reason) => !/undone|could not serialize/.test(reason))).toEqual([])
    expect(reasons.filter((reason) => reason.includes('undone'))).toHaveLength(10)
    expect(await verifyAuditChain({ db: database.db, vault })).toMatchObject({ at: 'intact', lines: written })
    const { lines } = await searchAudit(database.db, { cursor: null, limit: 200 })
    expect(lines.map(({ position }) => position)).toEqual(
      Array.from({ length: written }, (_, index) => written - index),
    )
  } finally {
    await other.close()
  }
})
