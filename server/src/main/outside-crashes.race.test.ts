import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Misbehavior } from '../../counterparts/misbehavior.ts'
import { useDatabase } from '../testing/database.ts'
import type { CrashKind, OutsideRefusal, Step } from '../testing/outside/crash-plan.ts'
import { startCrashClub, type CrashClub } from '../testing/outside/crashes.ts'

const database = useDatabase()
const folder = mkdtempSync(join(tmpdir(), 'clube-crashes-'))
let club: CrashClub | null = null

beforeAll(async () => {
  club = await startCrashClub({ db: database.db, databaseUrl: database.url, folder })
})
afterAll(async () => {
  await club?.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** A redemption of points and a voucher each. The extended form is the drill `outside`. */
const histories: readonly {
  step: Step
  misbehavior: Misbehavior | null
  parking: CrashKind
  refusal?: OutsideRefusal
}[] = [
  { step: 'before commit', misbehavior: 'loses-answer', parking: 'parking-for-receipts' },
  { step: 'after commit', misbehavior: 'error-500', parking: 'parking-for-points' },
  { step: 'after sending', misbehavior: 'closed', parking: 'parking-for-receipts', refusal: 'expired' },
  { step: 'after the outside did it', misbehavior: null, parking: 'parking-for-receipts' },
  { step: 'after its answer', misbehavior: 'contradictory', parking: 'parking-for-points' },
  { step: 'before settling', misbehavior: 'html', parking: 'parking-for-points', refusal: 'refused' },
  { step: 'after settling', misbehavior: 'wrong-types', parking: 'parking-for-receipts' },
]

test('redemptions are done once on both sides, or on neither, when servers are killed at any step', async () => {
  const { crash } = club ?? {}
  if (!crash) throw new Error('The servers run only while tests and hooks run')
  const plans = histories.flatMap(({ step, misbehavior, parking, refusal = null }, index) =>
    (['partner-points', parking] as const).map((kind) => ({
      kind,
      step,
      misbehavior,
      requests: 1,
      refusal,
      first: index % 2 === 0 ? (0 as const) : (1 as const),
    })),
  )
  const outcomes = await Promise.all(plans.map(crash))
  expect(outcomes.map(({ done }) => done)).toEqual(plans.map(({ refusal }) => refusal === null))
  expect(outcomes.filter(({ desk }) => desk !== null)).toEqual([])
})
