import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createParkingBooks } from '../../../counterparts/parking-books.ts'
import { isRefusal } from '../../kernel/refusal.ts'
import { CarParkUnavailable, type CarPark, type ParkingApplication } from '../../ports/car-park.ts'
import { startTransaction } from '../campaigns/index.ts'
import { proveNow } from '../proofs/index.ts'
import { createParkingSaga } from './apply-outcome.ts'
import type { CarParkDeps } from './deps.ts'
import { createParkingProof } from './prove-vouchers.ts'
import { useParkingClub } from './parking-club.testing.ts'
import { redeemVoucher } from './redeem-voucher.ts'
import { askDueUndos, undoVoucher } from './undo-voucher.ts'
import { listVouchersOf } from './voucher-store.ts'

const club = useParkingClub()
const minuteMs = 60_000

/**
 * What happens to one request to the car park. `dead`: it never arrives. `lost`: it is done, and the answer is lost. `late`: it is
 * done after the club stopped waiting. `ends-…`: the process ends before it sends the request, after the car park acted, or
 * before it stores the answer. `larger` and `other-stay` contradict the request.
 */
const honest = ['ok', 'dead', 'lost', 'late', 'ends-sending', 'ends-waiting', 'ends-settling'] as const
const lies = ['larger', 'other-stay'] as const
type Behavior = (typeof honest)[number] | (typeof lies)[number]

/** What the driver does after a request: stays, pays and leaves, or also parks again with the same ticket. */
const moves = ['stay', 'stay', 'stay', 'leave', 'return'] as const

const historyOf = (isLiar: boolean) =>
  fc.record({
    /** Processes that end before the commit. */
    uncommitted: fc.nat({ max: 2 }),
    requests: fc.array(fc.constantFrom<Behavior>(...honest, ...(isLiar ? lies : [])), { maxLength: 8 }),
    moves: fc.array(fc.constantFrom(...moves), { maxLength: 4 }),
    isUndone: fc.boolean(),
    fee: fc.constantFrom<'partial' | 'whole'>('partial', 'whole'),
  })
const history = fc.oneof(
  { weight: 5, arbitrary: historyOf(false) },
  { weight: 1, arbitrary: historyOf(true) },
)

/** The drill `outside` runs 1,000. */
const numRuns = Number(process.env['OUTCOME_HISTORIES'] ?? 150)

class ProcessEnded extends Error {}

test('after any history of failures, ended processes and moving cars, both books agree or a contradiction is at the desk', async () => {
  const campaigns = {
    partial: await club.pointsCampaign({ value: { kind: 'amount', cents: 2_00 } }),
    whole: await club.pointsCampaign({ value: { kind: 'whole-fee', maximum_cents: 90_00 } }),
  }
  const people = await Promise.all(Array.from({ length: 10 }, () => club.join()))
  const { db } = club.database
  const books = createParkingBooks()
  const at = () => club.clock.now().toISOString()
  let number = 0
  const counts = { applied: 0, undone: 0, failed: 0, processing: 0 }

  await fc.assert(
    fc.asyncProperty(history, async ({ uncommitted, requests, moves: drawnMoves, isUndone, fee }) => {
      club.clock.set('2026-12-10T15:00:00Z')
      number += 1
      const ticket_number = String(700_000_000 + number)
      const key = { garage_id: 'G1', ticket_number }
      const person = people[number % people.length]!
      await club.earn(person.customer_id, 50)
      const balance = await club.balanceOf(person.customer_id)
      const behaviors: Behavior[] = [...requests]
      const movesLeft = [...drawnMoves]
      const late: (() => unknown)[] = []
      let endsSettling = false
      let uncommittedLeft = uncommitted
      let isRedeeming = false
      let contradicts: (typeof lies)[number] = 'larger'

      const enter = () =>
        books.execute({
          kind: 'enter',
          ticket: {
            ...key,
            vehicle: 'car',
            entered_at: new Date(club.clock.now().getTime() - 100 * minuteMs).toISOString(),
            left_at: null,
            paid_cents: 0,
            other_discount_cents: 0,
            free_until: null,
          },
        })
      const leave = () => {
        books.execute({ kind: 'pay', ticket_number, at: at() })
        books.execute({ kind: 'leave', ticket_number, at: at() })
      }
      const move = () => {
        const next = movesLeft.shift()
        if (next === 'leave' || next === 'return') leave()
        if (next !== 'return') return
        // The next stay begins after the last one.
        club.clock.advance(120 * minuteMs)
        enter()
      }
      const act = async <Answer>(
        work: () => Answer,
        unanswered: () => Answer,
        lie = (answer: Answer) => answer,
      ) => {
        const behavior = behaviors.shift() ?? 'ok'
        switch (behavior) {
          case 'ok':
            return work()
          case 'dead':
            return unanswered()
          case 'lost':
            work()
            return unanswered()
          case 'late':
            late.push(work)
            return unanswered()
          case 'ends-sending':
            throw new ProcessEnded()
          case 'ends-waiting':
            work()
            throw new ProcessEnded()
          case 'ends-settling':
            endsSettling = true
            return work()
          case 'larger':
          case 'other-stay':
            contradicts = behavior
            return lie(work())
          default:
            return behavior satisfies never
        }
      }
      const unknown = () => ({ kind: 'unknown', cause: 'timeout' }) as const
      const applicationOf = (booked: {
        key: string
        ticket_number: string
        garage_id: string
        discount_cents: number
        due_cents: number
        leave_by: string | null
        applied_at: string
      }): ParkingApplication => ({
        ...booked,
        leave_by: booked.leave_by === null ? null : new Date(booked.leave_by),
        applied_at: new Date(booked.applied_at),
      })
      const lieAbout = <Answer extends { kind: string }>(answer: Answer): Answer => {
        if (answer.kind !== 'done') return answer
        const { result } = answer as unknown as { result: ParkingApplication }
        const change =
          contradicts === 'larger'
            ? { discount_cents: 900_00 }
            : { applied_at: new Date('2026-01-01T00:00:00Z') }
        return { ...answer, result: { ...result, ...change } }
      }
      type Applied = Awaited<ReturnType<CarPark['apply']>>
      type Found = Awaited<ReturnType<CarPark['findApplication']>>
      type Undone = Awaited<ReturnType<CarPark['undo']>>
      const carPark: CarPark = {
        readTicket: async (asked) => {
          const status = books.statusOf(asked, club.clock.now())
          // The read before a redemption begins is not part of the history.
          return isRedeeming ? ticketOf(status) : act(() => ticketOf(status), unavailable)
        },
        apply: (input) =>
          act<Applied>(
            () => {
              const done = books.execute({ kind: 'apply', ...input, at: at() })
              if (done.kind === 'applied') return { kind: 'done', result: applicationOf(done.application) }
              if (done.kind === 'refused') return { kind: 'refused', reason: done.reason as 'left' }
              const found = books.findApplication(input.key)
              return found ? { kind: 'done', result: applicationOf(found) } : unknown()
            },
            unknown,
            lieAbout,
          ),
        findApplication: (asked) =>
          act<Found>(
            () => {
              const found = books.findApplication(asked)
              return found ? { kind: 'done', result: applicationOf(found) } : { kind: 'absent' }
            },
            unknown,
            lieAbout,
          ),
        undo: (asked) =>
          act<Undone>(() => {
            const done = books.execute({ kind: 'undo', key: asked, at: at() })
            if (done.kind === 'undone')
              return { kind: 'done', result: { undone_at: new Date(done.undone_at) } }
            return {
              kind: 'refused',
              reason: done.kind === 'refused' && done.reason === 'left' ? 'left' : 'unknown-application',
            }
          }, unknown),
        listApplications: async () => [],
      }
      const unavailable = (): never => {
        throw new CarParkUnavailable('timeout')
      }
      const ticketOf = (status: ReturnType<typeof books.statusOf>) =>
        status && {
          ...key,
          entered_at: new Date(status.ticket.entered_at),
          read_at: club.clock.now(),
          vehicle: 'car' as const,
          state: status.ticket.left_at === null ? ('parked' as const) : ('left' as const),
          leave_by: null,
          due_cents: status.due_cents,
          fee_cents: status.fee_cents,
          discount_cents: status.discount_cents,
          promotion_ids: ['CLUBE'],
        }

      /** A process, which ends where the history says. */
      const newProcess = () => {
        const deps: CarParkDeps = {
          ...club.parkingDeps,
          ...club.services,
          limits: { spend: async () => true },
          get db() {
            if (!endsSettling) return db
            endsSettling = false
            throw new ProcessEnded()
          },
          externalServices: { carPark },
          jobs: {
            enqueue: async () => {
              if (uncommittedLeft === 0) return
              uncommittedLeft -= 1
              throw new ProcessEnded()
            },
          },
          notify: async () => {},
        }
        // The accessor stays one.
        return Object.assign(deps, { saga: createParkingSaga(deps, deps) })
      }
      /** @returns whether the work was refused or its process ended */
      const run = async (work: () => Promise<unknown>): Promise<'done' | 'refused' | 'ended'> => {
        try {
          await work()
          return 'done'
        } catch (error) {
          if (isRefusal(error)) return 'refused'
          const errors: unknown[] = error instanceof AggregateError ? error.errors : [error]
          for (const each of errors) if (!(each instanceof ProcessEnded)) throw each
          return 'ended'
        } finally {
          endsSettling = false
        }
      }
      const isUnsettled = async (): Promise<boolean> => {
        const { rows } = await sql<{ count: number }>`
          select (select count(*) from external_inquiry where state = 'asking' and transaction_id = ${transaction_id})
            + (select count(*) from parking_undo u join parking_voucher v on v.id = u.voucher_id
              where u.state = 'asking' and v.transaction_id = ${transaction_id}) as count`.execute(db)
        return rows[0]?.count !== 0
      }
      const settle = async () => {
        for (let round = 0; await isUnsettled(); round += 1) {
          expect(round).toBeLessThan(80)
          club.clock.advance(round < 9 ? 20_000 : 61 * minuteMs)
          for (const work of late.splice(0)) work()
          move()
          await run(() => newProcess().saga.askDue())
          await run(() => askDueUndos(newProcess()))
        }
        for (const work of late.splice(0)) work()
      }

      enter()
      const actor = { customer_id: person.customer_id, identified_session_id: null }
      const campaign_id = campaigns[fee].id
      const { id: transaction_id } = await startTransaction(club.deps, {
        ...actor,
        campaign_id,
        kind: 'parking_voucher',
        purchase_ids: [],
        service_channel: 'site',
      })
      const input = { ...actor, campaign_id, transaction_id, ticket_number }
      // The customer repeats the request until it is answered.
      for (let attempt = 0; attempt < 6; attempt += 1) {
        isRedeeming = true
        const outcome = await run(() => redeemVoucher(newProcess(), input))
        isRedeeming = false
        if (outcome !== 'ended') break
      }
      await settle()
      const voucherOf = async () => {
        const [voucher] = await listVouchersOf(db, [transaction_id])
        if (!voucher) throw new Error('The voucher was not stored')
        return voucher
      }
      const redeemed = await voucherOf()
      if (isUndone && redeemed.status.kind === 'applied') {
        const request = { voucher_id: redeemed.id, reason: 'Engano', staff_id: 'sara', undo_id: randomUUID() }
        for (let attempt = 0; attempt < 4; attempt += 1)
          if ((await run(() => undoVoucher(newProcess(), request))) !== 'ended') break
        await settle()
      }

      const { status } = await voucherOf()
      const application = books.applications().find((each) => each.key === transaction_id)
      const isLie = requests.some((behavior) => lies.some((each) => each === behavior))
      const context = JSON.stringify({ status, application })
      const spent = balance - (await club.balanceOf(person.customer_id))
      switch (status.kind) {
        case 'applied':
          expect(application, context).toMatchObject({
            discount_cents: status.discount_cents,
            undone_at: null,
          })
          expect(spent, context).toBe(50)
          break
        case 'undone':
          expect(application?.undone_at, context).toBeTypeOf('string')
          expect(spent, context).toBe(0)
          break
        case 'failed':
          expect(application, context).toBeUndefined()
          expect(spent, context).toBe(0)
          break
        case 'processing':
          // Only a car park that contradicts itself leaves it to staff.
          expect(isLie, context).toBe(true)
          expect(spent, context).toBe(50)
          break
        case 'undoing':
          throw new Error(`Nothing leaves an undo to staff: ${context}`)
        default:
          status satisfies never
      }
      counts[status.kind] += 1
    }),
    // Shrinking would repeat all steps for each attempt.
    { numRuns, seed: 20_261_124, endOnFailure: true },
  )
  for (const kind of ['applied', 'undone', 'failed', 'processing'] as const)
    expect(counts[kind], kind).toBeGreaterThan(0)
  expect(await proveNow(createParkingProof({ db }), club.clock.now())).toEqual([])
})
