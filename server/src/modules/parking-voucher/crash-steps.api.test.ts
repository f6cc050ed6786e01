import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestCarPark } from '../../../counterparts/counterparts.testing.ts'
import { misbehaviors, type Misbehavior } from '../../../counterparts/misbehavior.ts'
import { inTransaction, type Db } from '../../db/database.ts'
import type { CarPark } from '../../ports/car-park.ts'
import { steps, type Step } from '../../testing/outside/crash-plan.ts'
import { startTransaction } from '../campaigns/index.ts'
import { proveNow } from '../proofs/index.ts'
import { createParkingSaga } from './apply-outcome.ts'
import type { CarParkDeps } from './deps.ts'
import { useParkingClub } from './parking-club.testing.ts'
import { createParkingProof } from './prove-vouchers.ts'
import { redeemVoucher } from './redeem-voucher.ts'
import { listVouchersOf } from './voucher-store.ts'

const club = useParkingClub()

class ProcessEnded extends Error {}

/** The moment at which the process of the history that runs now ends, while it waits for the car park. */
let reached: { readonly moment: 'received' | 'done'; readonly end: () => void } | null = null
let local: Awaited<ReturnType<typeof startTestCarPark>>

beforeAll(async () => {
  local = await startTestCarPark({
    clock: club.clock.now,
    timeoutMs: 100,
    wait: async () => {},
    observe: async (moment, operation) => {
      if (operation === 'apply' && moment === reached?.moment) reached.end()
    },
  })
})
afterAll(() => local.stop())

/** A database that ends the process when a transaction is about to commit, or has been committed. */
const endingDb = (db: Db, when: 'before' | 'after', end: () => never): Db =>
  new Proxy(db, {
    get: (target, name) => {
      if (name !== 'transaction') {
        const value: unknown = Reflect.get(target, name)
        return typeof value === 'function' ? (value.bind(target) as unknown) : value
      }
      return () => ({
        setIsolationLevel: (level: 'read committed') => ({
          execute: async (work: (tx: unknown) => Promise<unknown>) => {
            const begun = target.transaction().setIsolationLevel(level)
            if (when === 'before') return begun.execute((tx) => work(tx).then(end))
            await begun.execute(work)
            return end()
          },
        }),
      })
    },
  })

type History = { readonly step: Step; isEnded: boolean }

/** A process that ends at the step of a history the first time that it gets there. */
const newProcess = (history: History): CarParkDeps & { saga: ReturnType<typeof createParkingSaga> } => {
  const { step } = history
  let isSettling = false
  const end = (): never => {
    history.isEnded = true
    throw new ProcessEnded()
  }
  const endAt = (at: Step): void => {
    if (step === at && !history.isEnded) end()
  }
  const real = local.connect({})
  const answered = <Answer extends { kind: string }>(answer: Answer): Answer => {
    endAt('after its answer')
    isSettling = answer.kind === 'done'
    return answer
  }
  const carPark: CarPark = {
    ...real,
    findApplication: async (key) => answered(await real.findApplication(key)),
    apply: async (input) => {
      endAt('after commit')
      const moment =
        step === 'after sending' ? 'received' : step === 'after the outside did it' ? 'done' : null
      if (moment === null || history.isEnded) return answered(await real.apply(input))
      const { promise: atMoment, resolve } = Promise.withResolvers<'ended'>()
      reached = { moment, end: () => resolve('ended') }
      // The request goes on without the process that sent it.
      const first = await Promise.race([real.apply(input), atMoment])
      reached = null
      return first === 'ended' ? end() : answered(first)
    },
  }
  const { db } = club.database
  const deps: CarParkDeps = {
    ...club.parkingDeps,
    ...club.services,
    limits: { spend: async () => true },
    get db() {
      if (!isSettling || history.isEnded) return db
      if (step === 'before settling') return endingDb(db, 'before', end)
      return step === 'after settling' ? endingDb(db, 'after', end) : db
    },
    externalServices: { carPark },
    jobs: { enqueue: async () => endAt('before commit') },
    notify: async () => {},
  }
  // The accessor stays one.
  return Object.assign(deps, { saga: createParkingSaga(deps, deps) })
}

/** @returns null when the process ended */
const run = async <Result>(work: () => Promise<Result>): Promise<Result | null> => {
  try {
    return await work()
  } catch (error) {
    const errors: unknown[] = error instanceof AggregateError ? error.errors : [error]
    for (const each of errors) if (!(each instanceof ProcessEnded)) throw each
    return null
  }
}

const inquiryOf = async (transaction_id: string): Promise<string | undefined> => {
  const { rows } = await sql<{ state: string }>`
    select state from external_inquiry where transaction_id = ${transaction_id}`.execute(club.database.db)
  return rows[0]?.state
}

test('a voucher is applied once on both sides when its process ends at any step while the car park misbehaves in any way', async () => {
  const { db } = club.database
  const { id: campaign_id } = await club.pointsCampaign()
  const atDesk = new Set<Misbehavior | null>()
  let number = 0
  for (const misbehavior of [null, ...misbehaviors]) {
    const person = await club.join()
    const actor = { customer_id: person.customer_id, identified_session_id: null }
    for (const step of steps) {
      const context = `${step}, ${misbehavior ?? 'no misbehavior'}`
      const ticket_number = String(910_000_000 + (number += 1))
      const entered_at = new Date(club.clock.now().getTime() - 100 * 60_000).toISOString()
      local.enter({ ticket_number, entered_at })
      const start = { ...actor, campaign_id, kind: 'parking_voucher', purchase_ids: [] } as const
      const { id: transaction_id } = await startTransaction(club.deps, { ...start, service_channel: 'site' })
      const history: History = { step, isEnded: false }
      const send = () =>
        run(() =>
          redeemVoucher(newProcess(history), { ...actor, campaign_id, transaction_id, ticket_number }),
        )

      if (misbehavior) local.misbehave(misbehavior, { operation: 'apply', requests: 'always' })
      // Before the commit, only the customer can repeat the request.
      if ((await send()) === null && step === 'before commit') await send()
      local.behave()
      if (misbehavior) local.misbehave(misbehavior, { operation: 'find-application' })
      for (let round = 0; (await inquiryOf(transaction_id)) !== 'settled'; round += 1) {
        expect(round, context).toBeLessThan(8)
        const worker = newProcess(history)
        if ((await inquiryOf(transaction_id)) === 'desk') {
          atDesk.add(misbehavior)
          await inTransaction(db, (tx) => worker.saga.askAgain(tx, transaction_id))
        }
        const now = club.clock.now()
        await sql`update external_inquiry set next_at = ${now} where transaction_id = ${transaction_id}`.execute(
          db,
        )
        await run(() => worker.saga.askDue())
      }
      local.behave()

      expect(history.isEnded, context).toBe(true)
      const applications = local.books().filter((each) => each.key === transaction_id)
      expect(applications, context).toMatchObject([{ ticket_number, discount_cents: 14_00, undone_at: null }])
      const [voucher] = await listVouchersOf(db, [transaction_id])
      expect(voucher?.status, context).toMatchObject({ kind: 'applied', discount_cents: 14_00 })
      expect(await send(), context).toMatchObject({ status: 'applied', transaction_id })
    }
    expect(await club.balanceOf(person.customer_id), misbehavior ?? '').toBe(500 - steps.length * 50)
  }
  // Only a larger discount than the club asked for contradicts the request.
  expect([...atDesk]).toEqual(['other-amount'])
  expect(await proveNow(createParkingProof({ db }), club.clock.now())).toEqual([])
})
