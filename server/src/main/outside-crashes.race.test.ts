import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Misbehavior } from '../../counterparts/misbehavior.ts'
import { useDatabase } from '../testing/database.ts'
import { startCrashClub, type CrashClub, type Step } from '../testing/outside/crashes.ts'

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

type Kind = 'partner_points' | 'parking_voucher'
const both: readonly Kind[] = ['partner_points', 'parking_voucher']

/** One redemption of each kind. The extended form is the drill `outside`. */
const histories: readonly { step: Step; misbehavior: Misbehavior | null }[] = [
  { step: 'before commit', misbehavior: 'loses-answer' },
  { step: 'after commit', misbehavior: 'error-500' },
  { step: 'after sending', misbehavior: 'closed' },
  { step: 'after the outside did it', misbehavior: null },
  { step: 'after its answer', misbehavior: 'contradictory' },
  { step: 'before settling', misbehavior: 'html' },
  { step: 'after settling', misbehavior: 'wrong-types' },
]

test('redemptions are done once on both sides, or on neither, when servers are killed at any step', async () => {
  const { crash } = club ?? {}
  if (!crash) throw new Error('The servers run only while tests and hooks run')
  const plans = histories.flatMap(({ step, misbehavior }, index) =>
    both.map((kind) => ({
      kind,
      step,
      misbehavior,
      requests: 1,
      isRefused: step === 'after sending',
      first: index % 2 === 0 ? (0 as const) : (1 as const),
    })),
  )
  const outcomes = await Promise.all(plans.map(crash))
  expect(outcomes.map(({ done }) => done)).toEqual(plans.map(({ isRefused }) => !isRefused))
  expect(outcomes.filter(({ desk }) => desk !== null)).toEqual([])
})
