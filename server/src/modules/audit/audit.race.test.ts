import { expect, test } from 'vitest'
import { inTransaction, openDatabase } from '../../db/database.ts'
import { useDatabase } from '../../testing/database.ts'
import { createFakeClock } from '../../testing/fake-clock.ts'
import { createVault } from '../vault/index.ts'
import { createAppendAuditLine, searchAudit, verifyAuditChain } from './index.ts'

const database = useDatabase()
const vault = createVault(Buffer.alloc(32, 'k'))
const append = createAppendAuditLine({ vault, clock: createFakeClock().now })

test('concurrent appends over two pools form one chain without gaps, even when some roll back', async () => {
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
          if (index % 10 === 9) throw new Error('rolled back')
        },
        index % 3 === 0 ? 'serializable' : 'read committed',
      )
    const results = await Promise.allSettled(Array.from({ length: 100 }, (_, index) => write(index)))
    const written = results.filter(({ status }) => status === 'fulfilled').length
    for (const [index, result] of results.entries()) {
      // An append may fail after its retries for serialization failures, but then it must have no effect.
      const mayFail = index % 3 === 0
      const reason = result.status === 'rejected' ? String(result.reason) : 'written'
      const expected = index % 10 === 9 ? /rolled back/ : /written/
      expect(reason, `line ${index}`).toMatch(
        mayFail ? new RegExp(`${expected.source}|could not serialize`) : expected,
      )
    }
    expect(await verifyAuditChain({ db: database.db, vault })).toMatchObject({
      kind: 'intact',
      lines: written,
    })
    const { lines } = await searchAudit(database.db, { cursor: null, limit: 200 })
    expect(lines.map(({ position }) => position)).toEqual(
      Array.from({ length: written }, (_, index) => written - index),
    )
  } finally {
    await other.close()
  }
})
