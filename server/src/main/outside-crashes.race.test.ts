import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Misbehavior } from '../../counterparts/misbehavior.ts'
import { useDatabase } from '../testing/database.ts'
import { startCrashClub, type CrashClub, type CrashOutcome, type Step } from '../testing/outside/crashes.ts'

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

/** The redemptions that one kill hits. The extended form is the drill `outside`. */
const kills: readonly (readonly { step: Step; kinds: readonly Kind[]; misbehavior: Misbehavior | null }[])[] =
  [
    [
      { step: 'before commit', kinds: both, misbehavior: 'loses-answer' },
      { step: 'after sending', kinds: both, misbehavior: 'closed' },
      { step: 'after the outside did it', kinds: both, misbehavior: null },
      { step: 'before settling', kinds: both, misbehavior: 'html' },
    ],
    [{ step: 'after commit', kinds: both, misbehavior: 'error-500' }],
    [
      { step: 'after its answer', kinds: ['partner_points'], misbehavior: 'contradictory' },
      { step: 'after its answer', kinds: ['parking_voucher'], misbehavior: 'answers-twice' },
    ],
    [{ step: 'after settling', kinds: both, misbehavior: 'wrong-types' }],
  ]

test('Redemptions are done on both sides once, or on neither, when servers are killed at any step', async () => {
  if (!club) throw new Error('The servers run only while tests and hooks run')
  const finished: Promise<CrashOutcome>[] = []
  for (const [index, group] of kills.entries()) {
    const plans = group.flatMap(({ step, kinds, misbehavior }) =>
      kinds.map((kind) => ({
        kind,
        step,
        misbehavior,
        requests: 1,
        // Of each kind, one is refused.
        isRefused: step === 'after sending',
        first: index % 2 === 0 ? (0 as const) : (1 as const),
      })),
    )
    finished.push(...(await club.crash(...plans)).finished)
  }
  const outcomes = await Promise.all(finished)
  expect(club.pair.kills()).toBe(kills.length)
  expect(outcomes.map(({ done }) => done)).toEqual(outcomes.map((_, index) => index !== 2 && index !== 3))
  expect(outcomes.filter(({ desk }) => desk !== null)).toEqual([])
})
