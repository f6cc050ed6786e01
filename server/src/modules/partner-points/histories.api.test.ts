import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createPartnerBooks, type PartnerBooks } from '../../../counterparts/partner-books.ts'
import { inTransaction } from '../../db/database.ts'
import { isRefusal } from '../../kernel/refusal.ts'
import type { PartnerDebit, PartnerProgramme } from '../../ports/partner-programme.ts'
import { startTransaction } from '../campaigns/index.ts'
import { proveNow } from '../proofs/index.ts'
import type { PartnerDeps } from './deps.ts'
import { findLiveLink, replaceQuote } from './links/link-store.ts'
import { partnerName, partnerSlug, usePartnerClub } from './partner-club.testing.ts'
import { createDayProof, createRedemptionProof } from './prove-redemptions.ts'
import { createRedemptionSaga, redeemPoints } from './redemptions/redeem-points.ts'
import { findRedemptions } from './redemptions/redemption-store.ts'
import { askDueRefunds, confirmRefund, proposeRefund } from './refunds/refund-redemption.ts'

const club = usePartnerClub()

/**
 * What happens to one request to the partner. `dead`: it never arrives. `lost`: the partner acts, and its answer is lost. `hangs-…`: the process
 * ends before or after the partner acted. The others are contradictions.
 */
const honest = ['ok', 'dead', 'lost', 'throws', 'twice', 'hangs-before', 'hangs-after'] as const
const lies = ['other-points', 'other-member', 'denies'] as const
type Behavior = (typeof honest)[number] | (typeof lies)[number]

/** One redemption: what happens to its requests in order, after which the partner behaves, and when the process ends. */
type History = {
  readonly requests: readonly Behavior[]
  /** Ends before the participation is committed, or while its answers are stored. */
  readonly ends: readonly ('begin' | 'settle')[]
  readonly isRefunded: boolean
  readonly refunds: readonly Behavior[]
}

const behaviors = (isLiar: boolean) =>
  fc.array(fc.constantFrom<Behavior>(...honest, ...(isLiar ? lies : [])), { maxLength: 6 })
const historyOf = (isLiar: boolean): fc.Arbitrary<History> =>
  fc.record({
    requests: behaviors(isLiar),
    ends: fc.array(fc.constantFrom<'begin' | 'settle'>('begin', 'settle'), { maxLength: 2 }),
    isRefunded: fc.boolean(),
    refunds: behaviors(false),
  })
/** A fifth of the partners contradict themselves. */
const history = fc.oneof(
  { weight: 4, arbitrary: historyOf(false) },
  { weight: 1, arbitrary: historyOf(true) },
)

class ProcessEnded extends Error {}
const never = new Promise<never>(() => {})

type Running = History & {
  readonly customer_id: string
  readonly transaction_id: string
  requestsLeft: Behavior[]
  endsLeft: ('begin' | 'settle')[]
  refundsLeft: Behavior[]
  /** Called when its process ends in a request. */
  end: () => void
}

/** A partner in memory that does with each participation's requests what its history draws. */
const programmeOf = (books: PartnerBooks, running: ReadonlyMap<string, Running>): PartnerProgramme => {
  const now = () => club.clock.now().toISOString()
  const debitOf = (debit: {
    reference: string
    member_number: string
    points: number
    debited_at: string
  }): PartnerDebit => ({
    reference: debit.reference,
    member_number: debit.member_number,
    points: debit.points,
    debited_at: new Date(debit.debited_at),
  })
  const unknown = { kind: 'unknown', cause: 'timeout' } as const
  const act = async <Answer>(
    key: string,
    left: 'requestsLeft' | 'refundsLeft',
    work: () => Answer,
    lie: (answer: Answer, behavior: Behavior) => Answer,
  ): Promise<Answer | typeof unknown> => {
    const of = running.get(key)
    const behavior = of?.[left].shift() ?? 'ok'
    switch (behavior) {
      case 'dead':
        return unknown
      case 'lost':
        work()
        return unknown
      case 'throws':
        throw new Error('The adapter is broken')
      case 'twice':
        work()
        return work()
      case 'hangs-before':
        of?.end()
        return never
      case 'hangs-after':
        work()
        of?.end()
        return never
      default:
        return lie(work(), behavior)
    }
  }
  const lie = <Answer extends { kind: string }>(answer: Answer, behavior: Behavior): Answer => {
    if (answer.kind !== 'done') return answer
    const { result } = answer as unknown as { result: PartnerDebit }
    switch (behavior) {
      case 'other-points':
        return { ...answer, result: { ...result, points: result.points + 1 } }
      case 'other-member':
        return { ...answer, result: { ...result, member_number: '70000000' } }
      default:
        return answer
    }
  }
  return {
    link: async () => ({ kind: 'linked' }),
    quote: async () => ({ kind: 'refused', reason: 'not-authorized' }),
    debit: ({ key, member_number, points, quote_reference, valid_until }) =>
      act(
        key,
        'requestsLeft',
        () => {
          const result = books.execute({
            kind: 'debit',
            key,
            member_number,
            points,
            quote_reference,
            valid_until: valid_until.toISOString(),
            at: now(),
          })
          return result.kind === 'debited'
            ? ({ kind: 'done', result: debitOf(result.debit) } as const)
            : ({ kind: 'refused', reason: 'quote-expired' } as const)
        },
        (answer, behavior) =>
          behavior === 'denies' ? { kind: 'refused', reason: 'quote-expired' } : lie(answer, behavior),
      ),
    findDebit: (key) =>
      act(
        key,
        'requestsLeft',
        () => {
          const found = books.findDebit(key)
          return found ? ({ kind: 'done', result: debitOf(found) } as const) : ({ kind: 'absent' } as const)
        },
        (answer, behavior) => (behavior === 'denies' ? { kind: 'absent' } : lie(answer, behavior)),
      ),
    refund: (key) =>
      act(
        key,
        'refundsLeft',
        () => {
          const result = books.execute({ kind: 'refund', key, at: now() })
          return result.kind === 'refunded'
            ? ({ kind: 'done', result: { refunded_at: new Date(result.refunded_at) } } as const)
            : ({ kind: 'refused', reason: 'unknown-debit' } as const)
        },
        (answer) => answer,
      ),
  }
}

const people: { customer_id: string; member_number: string }[] = []
const perRun = 125

/** Customers with linked accounts, shared by the runs. */
const requirePeople = async () => {
  while (people.length < perRun) people.push(await club.linked())
  return people
}

const points = 2_000

/** The drill `outside` runs 1,000. */
const histories = Number(process.env['OUTCOME_HISTORIES'] ?? 2 * perRun)

test('after any history of failures, contradictions and ended processes, both books agree or the difference is at the desk', async () => {
  await requirePeople()
  const { id: campaign_id } = await club.partnerCampaign()
  // The numbers of debits are unique in all runs.
  const books = createPartnerBooks()
  let completed = 0
  let contradicted = 0
  await fc.assert(
    fc.asyncProperty(fc.array(history, { minLength: perRun, maxLength: perRun }), async (drawnHistories) => {
      const running = new Map<string, Running>()
      const programme = programmeOf(books, running)
      const endsIn = (transaction_id: string, at: 'begin' | 'settle') => {
        const left = running.get(transaction_id)?.endsLeft
        if (left?.[0] !== at) return
        left.shift()
        throw new ProcessEnded()
      }
      const { kindDeps, services } = club
      const deps: PartnerDeps = {
        ...kindDeps,
        db: club.database.db,
        limits: services.limits,
        confirmPassword: services.confirmPassword,
        partners: new Map([[partnerSlug, { title: partnerName, programme }]]),
        jobs: {
          enqueue: async (_tx, _queue, data) =>
            endsIn((data as { transaction_id?: string }).transaction_id ?? '', 'begin'),
        },
        points: {
          ...kindDeps.points,
          grant: async (tx, grants, now) => {
            const granted = await kindDeps.points.grant(tx, grants, now)
            for (const { transaction_id } of grants) endsIn(transaction_id, 'settle')
            return granted
          },
        },
        notify: async () => {},
      }
      // Each stands for a new process.
      const newSaga = () => createRedemptionSaga(deps)

      const open = async (drawn: History, index: number) => {
        const { customer_id = '', member_number = '' } = people[index] ?? {}
        const actor = { customer_id, identified_session_id: null }
        books.execute({
          kind: 'add-member',
          member: { member_number, document_id: '1', proof: '1', balance: 1e9, is_authorized: true },
        })
        const at = club.clock.now().toISOString()
        const booked = books.execute({ kind: 'quote', member_number, points, at })
        const link = await findLiveLink(club.database.db, { customer_id, partner: partnerSlug })
        if (booked.kind !== 'quoted' || !link) throw new Error('The partner gave no quote')
        const { reference, club_points, expires_at } = booked.quote
        const { id: transaction_id } = await startTransaction(club.deps, {
          ...actor,
          campaign_id,
          kind: 'partner_points',
          purchase_ids: [],
          service_channel: 'site',
        })
        const quote_id = await inTransaction(club.database.db, (tx) =>
          replaceQuote(tx, {
            link_id: link.id,
            campaign_id,
            partner_points: points,
            club_points,
            reference,
            quoted_at: club.clock.now(),
            expires_at: new Date(expires_at),
          }),
        )
        const { promise: ended, resolve: end } = Promise.withResolvers<void>()
        running.set(transaction_id, {
          ...drawn,
          customer_id,
          transaction_id,
          requestsLeft: [...drawn.requests],
          endsLeft: [...drawn.ends],
          refundsLeft: [...drawn.refunds],
          end,
        })
        const input = {
          customer_id,
          partner: partnerSlug,
          transaction_id,
          named_transaction_id: undefined,
          campaign_id,
          points,
          quote_id,
          current_password: undefined,
        }
        // The customer repeats the request until it is stored.
        for (let attempt = 0; attempt < 4; attempt += 1) {
          const answered = await Promise.race([
            redeemPoints(deps, newSaga(), input).catch((error: unknown) => {
              if (!isRefusal(error) && !(error instanceof ProcessEnded)) throw error
              return isRefusal(error) ? 'refused' : null
            }),
            ended,
          ])
          if (answered !== null) return
        }
      }
      /** Runs what is due in a new process, which a hanging request does not keep. */
      const askDue = async () => {
        const { promise: ended, resolve: end } = Promise.withResolvers<void>()
        for (const each of running.values()) each.end = end
        await Promise.race([
          Promise.all([newSaga().askDue(), askDueRefunds(deps)]).catch((error: unknown) => {
            const errors = error instanceof AggregateError ? error.errors : [error]
            for (const each of errors) if (!(each instanceof ProcessEnded)) throw each
          }),
          ended,
        ])
      }
      const settle = async () => {
        for (let round = 0; await isUnsettled(); round += 1) {
          expect(round).toBeLessThan(300)
          club.clock.advance(round < 9 ? 20_000 : 120_000)
          await askDue()
        }
      }

      await Promise.all(drawnHistories.map(open))
      await settle()
      const ids = [...running.keys()]
      for (const redemption of (await findRedemptions(club.database.db, ids)).values()) {
        const { transaction_id, state } = redemption
        if (state !== 'completed' || !running.get(transaction_id)?.isRefunded) continue
        const refund_id = randomUUID()
        await proposeRefund(deps, { refund_id, transaction_id, reason: 'Pedido.', staff_id: 'ivo' })
        const { promise: ended, resolve: end } = Promise.withResolvers<void>()
        const of = running.get(transaction_id)
        if (of) of.end = end
        await Promise.race([confirmRefund(deps, { refund_id, staff_id: 'ida' }), ended])
      }
      await settle()

      const redemptions = await findRedemptions(club.database.db, ids)
      const credits = await readCredits(ids)
      const atDesk = await readDesk(ids)
      for (const { transaction_id, requests, isRefunded } of running.values()) {
        const redemption = redemptions.get(transaction_id)
        const debit = books.debits().find(({ key }) => key === transaction_id)
        const isLie = requests.some((behavior) => lies.some((each) => each === behavior))
        const context = JSON.stringify({ requests, state: redemption?.state, debit })
        if (isLie) contradicted += 1
        else expect(atDesk.has(transaction_id), context).toBe(false)
        expect(credits.get(transaction_id) ?? 0, context).toBe(redemption?.state === 'completed' ? 1_000 : 0)
        switch (redemption?.state) {
          case undefined:
            throw new Error('A redemption was not stored')
          case 'processing':
            expect(atDesk.has(transaction_id), context).toBe(true)
            break
          case 'completed':
            completed += 1
            expect(isRefunded, context).toBe(false)
            expect(debit, context).toMatchObject({ points, refunded_at: null })
            break
          case 'refunded':
            expect(debit?.refunded_at, context).toBeTypeOf('string')
            break
          case 'failed':
            // Only a partner that denied the debit in a lookup has it; its file shows it to the desk.
            if (debit) expect(requests, context).toContain('denies')
            break
          default:
            redemption?.state satisfies undefined
        }
      }
    }),
    // Shrinking would repeat all redemptions for each attempt.
    { numRuns: Math.ceil(histories / perRun), seed: 20_261_124, endOnFailure: true },
  )
  expect(completed).toBeGreaterThan(histories / 10)
  expect(contradicted).toBeGreaterThan(histories / 20)
  const { db } = club.database
  for (const proof of [
    createRedemptionProof({ db, points: club.kindDeps.points }),
    createDayProof({ db, time_zone: club.kindDeps.time_zone }),
  ])
    expect(await proveNow(proof, club.clock.now())).toEqual([])
})

/** Whether a redemption or a refund will be asked about again. */
const isUnsettled = async (): Promise<boolean> => {
  const { rows } = await sql<{ count: number }>`
    select (select count(*) from external_inquiry where state = 'asking')
      + (select count(*) from partner_refund where state = 'sending') as count`.execute(club.database.db)
  return rows[0]?.count !== 0
}

/** Points that participations credited, less those taken back. */
const readCredits = async (ids: readonly string[]): Promise<ReadonlyMap<string, number>> => {
  const { rows } = await sql<{ source_id: string; points: number }>`
    select p.source_id, sum(e.points)::int as points from points_posting p join points_entry e on e.posting_id = p.id
    where p.source_kind = 'transaction' and p.source_id = any(${[...ids]}::text[]) and e.account <> 'issuance'
    group by 1`.execute(club.database.db)
  return new Map(rows.map(({ source_id, points: sum }) => [source_id, sum]))
}

/** Participations that wait for staff. */
const readDesk = async (ids: readonly string[]): Promise<ReadonlySet<string>> => {
  const { rows } = await sql<{ transaction_id: string }>`
    select transaction_id from external_inquiry where state = 'desk' and transaction_id = any(${[...ids]}::uuid[])`.execute(
    club.database.db,
  )
  return new Set(rows.map(({ transaction_id }) => transaction_id))
}
