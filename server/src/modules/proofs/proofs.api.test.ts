import { beforeEach, expect, test } from 'vitest'
import { useDatabase } from '../../testing/database.ts'
import { createFakeClock } from '../../testing/fake-clock.ts'
import { registerProofs, reportProofs, requestFullPass, runProof, type Finding, type Proof } from './index.ts'

const database = useDatabase()
const clock = createFakeClock()
const hourMs = 3_600_000

/** A proof of numbered toys, two per step; those in `broken` fail the check. */
const toyProof = (toys: number) => {
  const broken = new Set<number>()
  const steps: string[] = []
  const proof: Proof = {
    name: 'toys',
    title: 'Brinquedos',
    checks: { counted: 'Um brinquedo não foi contado.' },
    step: async ({ kind, position, mark }) => {
      const first = Number(position ?? (kind === 'recent' ? mark : null) ?? 0)
      const last = Math.min(first + 2, toys)
      steps.push(`${kind} ${first}`)
      const findings = [first + 1, first + 2]
        .filter((toy) => toy <= last && broken.has(toy))
        .map((toy) => ({ check: 'counted', subject: String(toy), expected: toy, found: 0 }))
      const next =
        last === toys
          ? ({ kind: 'end', mark: String(toys - 1) } as const)
          : ({ kind: 'more', position: String(last) } as const)
      return { findings, next }
    },
  }
  return { proof, steps, broken }
}

const reported: Finding[] = []
const run = (proof: Proof, signal = new AbortController().signal) =>
  runProof(
    {
      db: database.db,
      clock: clock.now,
      pace: (step) => step(),
      onFinding: (_proof, finding) => reported.push(finding),
    },
    proof,
    signal,
  )
const resultOf = async (proof: Proof) => (await reportProofs(database.db, [proof], clock.now()))[0]?.result

beforeEach(async () => {
  reported.length = 0
  await database.db.deleteFrom('proof_finding').execute()
  await database.db.deleteFrom('proof').execute()
})

test('a proof runs a full pass once a day and a pass over recent data once an hour', async () => {
  const { proof, steps } = toyProof(5)
  await run(proof)
  await run(proof)
  expect(steps.splice(0)).toEqual(['full 0', 'full 2', 'full 4'])
  clock.advance(hourMs)
  await run(proof)
  expect(steps.splice(0)).toEqual(['recent 4'])
  clock.advance(23 * hourMs)
  await run(proof)
  expect(steps.splice(0)).toEqual(['full 0', 'full 2', 'full 4'])
})

test('a requested full pass runs once, even if none is due, and reports its request and progress', async () => {
  const { proof, steps } = toyProof(5)
  const described = { ...proof, describe: (reached: string) => `${reached} brinquedos` }
  const report = async () => (await reportProofs(database.db, [described], clock.now()))[0]
  await run(proof)
  steps.splice(0)
  const requested_at = clock.now().toISOString()
  await requestFullPass(database.db, 'toys', clock.now())
  clock.advance(1_000)
  await requestFullPass(database.db, 'toys', clock.now())
  expect(await report()).toMatchObject({
    full_pass: { kind: 'requested', requested_at },
    proved: '4 brinquedos',
  })

  const started_at = clock.now().toISOString()
  const reports: unknown[] = []
  await run({
    ...proof,
    step: async (pass) => {
      await requestFullPass(database.db, 'toys', clock.now())
      reports.push((await report())?.full_pass)
      return proof.step(pass)
    },
  })
  await run(proof)
  expect(steps).toEqual(['full 0', 'full 2', 'full 4'])
  expect(reports).toEqual([
    { kind: 'running', started_at, progress: null },
    { kind: 'running', started_at, progress: '2 brinquedos' },
    { kind: 'running', started_at, progress: '4 brinquedos' },
  ])
  expect(await report()).toMatchObject({ full_pass: null, proved: '4 brinquedos' })
})

test('an interrupted pass continues in the next run where it stopped', async () => {
  const { proof, steps } = toyProof(5)
  const stop = new AbortController()
  const interrupted: Proof = {
    ...proof,
    step: async (pass) => {
      if (pass.position === '2') stop.abort(new Error('stopping'))
      return proof.step(pass)
    },
  }
  await expect(run(interrupted, stop.signal)).rejects.toThrow('stopping')
  expect(await resultOf(proof)).toEqual({ kind: 'pending' })
  await run(proof)
  expect(steps).toEqual(['full 0', 'full 2', 'full 4'])
  expect(await resultOf(proof)).toEqual({ kind: 'proved', proved_at: clock.now().toISOString() })
})

test('a step is not saved if another process has continued the pass', async () => {
  const { proof } = toyProof(5)
  const overtaken: Proof = {
    ...proof,
    step: async (pass) => {
      await database.db.updateTable('proof').set({ pass_position: '4' }).execute()
      return proof.step(pass)
    },
  }
  await expect(run(overtaken)).rejects.toThrow('was continued elsewhere')
  expect(await database.db.selectFrom('proof').select('pass_position').execute()).toEqual([
    { pass_position: '4' },
  ])
})

test('a finding is reported once and remains until a full pass no longer finds it', async () => {
  const { proof, broken } = toyProof(5)
  broken.add(2).add(5)
  await run(proof)
  expect(reported.map(({ subject }) => subject)).toEqual(['2', '5'])
  expect(await resultOf(proof)).toMatchObject({
    kind: 'failed',
    found: 2,
    findings: [
      { problem: 'Um brinquedo não foi contado.', subject: '2', expected: 2, found: 0 },
      { subject: '5' },
    ],
  })
  broken.clear()
  clock.advance(hourMs)
  await run(proof)
  expect(await resultOf(proof)).toMatchObject({ kind: 'failed', found: 2 })
  clock.advance(23 * hourMs)
  await run(proof)
  expect(await resultOf(proof)).toMatchObject({ kind: 'proved' })
  expect(reported).toHaveLength(2)
})

test('a proof that was never run becomes overdue', async () => {
  const { proof } = toyProof(5)
  const since = clock.now().toISOString()
  await registerProofs(database.db, ['toys'], clock.now())
  expect(await resultOf(proof)).toEqual({ kind: 'pending' })
  clock.advance(4 * hourMs)
  await registerProofs(database.db, ['toys'], clock.now())
  expect(await resultOf(proof)).toEqual({ kind: 'overdue', since })
})

test('a proof whose last run failed becomes overdue', async () => {
  const { proof } = toyProof(5)
  await run(proof)
  const since = clock.now().toISOString()
  clock.advance(hourMs)
  await expect(run({ ...proof, step: () => Promise.reject(new Error('unreadable')) })).rejects.toThrow(
    'unreadable',
  )
  clock.advance(3 * hourMs)
  expect(await resultOf(proof)).toEqual({ kind: 'overdue', since })
})
