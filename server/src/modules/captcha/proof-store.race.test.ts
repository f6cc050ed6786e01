import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDatabase } from '../../db/database.ts'
import type { Database } from '../../db/database.ts'
import { useDatabase } from '../../testing/database.ts'
import { purgeProofs, spendBudget } from './proof-store.ts'
import type { ProofUse } from './proof-store.ts'

const database = useDatabase({ poolSize: 20 })
let second: Database
beforeAll(() => {
  second = openDatabase(database.url, { poolSize: 20 })
})
afterAll(() => second.close())

const now = new Date('2026-11-21T12:00:00Z')
const later = (seconds: number) => new Date(now.getTime() + seconds * 1000)
const document = (number: number) => Buffer.alloc(32, number)

let proofs = 0
const newProof = (): ProofUse => {
  proofs += 1
  const challenge = proofs.toString(16).padStart(64, '0')
  return { challenge, flow: 'flow-a', weight: 1, document: null, expires: now.getTime() / 1000 + 120, now }
}
const spend = (use: ProofUse) => spendBudget(database.db, use)
const spentOf = async ({ challenge }: ProofUse) => {
  const row = await database.db
    .selectFrom('captcha_proof')
    .select('spent')
    .where('challenge', '=', Buffer.from(challenge, 'hex'))
    .executeTakeFirst()
  return row?.spent
}

describe('the budget of a proof', () => {
  it('the budget of a proof is a total weight of 8', async () => {
    const proof = newProof()
    const granted = []
    for (const weight of [3, 3, 3, 2, 1]) granted.push(await spend({ ...proof, weight }))
    expect(granted).toEqual([true, true, false, true, false])
    expect(await spentOf(proof)).toBe(8)
  })

  it('a call whose weight exceeds the whole budget of a proof is rejected', async () => {
    const proof = newProof()
    expect(await spend({ ...proof, weight: 9 })).toBe(false)
    expect(await spentOf(proof)).toBeUndefined()
  })

  it('a proof expires 22 s after its first use, not its last', async () => {
    const proof = newProof()
    expect(await spend(proof)).toBe(true)
    expect(await spend({ ...proof, now: later(21) })).toBe(true)
    expect(await spend({ ...proof, now: later(21.999) })).toBe(true)
    expect(await spend({ ...proof, now: later(22) })).toBe(false)
  })

  it('a proof can be used for at most 2 different documents, each of them repeatedly', async () => {
    const proof = newProof()
    const granted = []
    for (const number of [1, 1, 2, 3, 2, 1])
      granted.push(await spend({ ...proof, document: document(number) }))
    expect(granted).toEqual([true, true, true, false, true, true])
    expect(await spend(proof)).toBe(true)
  })

  it('a proof cannot be used by a second flow', async () => {
    const proof = newProof()
    expect(await spend(proof)).toBe(true)
    expect(await spend({ ...proof, flow: 'flow-b' })).toBe(false)
  })

  it('purging proofs does not renew a budget before the challenge expires', async () => {
    const proof = newProof()
    expect(await spend({ ...proof, weight: 8 })).toBe(true)
    await purgeProofs(database.db, later(119))
    expect(await spend({ ...proof, now: later(119) })).toBe(false)
    await purgeProofs(database.db, later(181))
    expect(await spentOf(proof)).toBeUndefined()
  })
})

describe('64 concurrent uses', () => {
  it.each([1, 2, 3])(
    '64 concurrent uses of a proof with weight %i over two pools never exceed its budget',
    async (weight) => {
      const proof = newProof()
      const uses = Array.from({ length: 64 }, (_, i) =>
        spendBudget(i % 2 ? second.db : database.db, { ...proof, weight, document: document(i % 2) }),
      )
      const granted = (await Promise.all(uses)).filter(Boolean).length
      expect(granted).toBe(Math.floor(8 / weight))
      expect(await spentOf(proof)).toBe(granted * weight)
    },
  )

  it('64 concurrent uses of a proof with different documents succeed for exactly two documents', async () => {
    const proof = newProof()
    const uses = Array.from({ length: 64 }, (_, i) =>
      spendBudget(i % 2 ? second.db : database.db, { ...proof, document: document(i) }),
    )
    expect((await Promise.all(uses)).filter(Boolean)).toHaveLength(2)
  })

  it('64 concurrent uses of a proof in two processes spend exactly its budget', async () => {
    const proof = newProof()
    const script = `
      const { openDatabase } = await import(process.env.DATABASE_MODULE)
      const { spendBudget } = await import(process.env.STORE_MODULE)
      const { db, close } = openDatabase(process.env.TEST_URL, { poolSize: 16 })
      const use = { ...JSON.parse(process.env.USE), now: new Date(${now.getTime()}) }
      const granted = await Promise.all(Array.from({ length: 32 }, () => spendBudget(db, use)))
      console.log(granted.filter(Boolean).length)
      await close()`
    const env = {
      ...process.env,
      DATABASE_MODULE: join(import.meta.dirname, '../../db/database.ts'),
      STORE_MODULE: join(import.meta.dirname, 'proof-store.ts'),
      TEST_URL: database.url,
      USE: JSON.stringify(proof),
    }
    const run = () => promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], { env })
    const counts = (await Promise.all([run(), run()])).map(({ stdout }) => Number(stdout))
    expect(counts[0]! + counts[1]!).toBe(8)
    expect(await spentOf(proof)).toBe(8)
  })
})
