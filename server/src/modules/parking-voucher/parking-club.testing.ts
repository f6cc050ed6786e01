import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { startTransactionCall } from '@clube/contract/campaigns/transaction-calls.ts'
import { spendRuleOf, type SpendRule } from '@clube/contract/campaigns/spend-rule.ts'
import { defaultTimeZone } from '@clube/contract/kernel/club-time.ts'
import { listMyParkingVouchersCall, redeemParkingVoucherCall } from '@clube/contract/parking-voucher/calls.ts'
import { decideParkingCaseCall } from '@clube/contract/parking-voucher/reconciliation-calls.ts'
import type { ParkingVoucherSettings } from '@clube/contract/parking-voucher/settings.ts'
import { startTestCarPark } from '../../../counterparts/counterparts.testing.ts'
import { systemRandom } from '../../adapters/random/system-random.ts'
import { inTransaction } from '../../db/database.ts'
import { creditDepsOf, promotionCreditOf, receiptUseOf } from '../../main/credit.ts'
import { openParticipationOf, promotionPointsOf } from '../../main/promotions.ts'
import type { CarPark } from '../../ports/car-park.ts'
import type { ApiResponse, TestBrowser } from '../../testing/browser.ts'
import { useCreditClub } from '../../testing/credit-club.ts'
import { returnParticipations, type CustomerNotice, type PromotionDeps } from '../campaigns/index.ts'
import { createLimits } from '../limits/index.ts'
import { sender } from '../messaging/message-rules.testing.ts'
import { earnPoints } from '../points/index.ts'
import { createParkingVoucherPromotion } from './promotion.ts'

const minuteMs = 60_000

/** Data of a successful response. @throws with the whole response otherwise */
export const dataOf = <Data>(response: ApiResponse<Data>): Data => {
  if (!response.ok) throw new Error(`Refused: ${JSON.stringify(response)}`)
  return response.data
}

/** Number of responses per outcome: refusal code or `ok`. */
export const tally = (responses: readonly ApiResponse<unknown>[]): Record<string, number> => {
  const counts: Record<string, number> = {}
  for (const response of responses) {
    const key = response.ok ? 'ok' : (response.code ?? String(response.status))
    counts[key] = (counts[key] ?? 0) + 1
  }
  return counts
}

/** Settings of a voucher of R$ 20 for 50 points. */
export const pointsSettings: ParkingVoucherSettings = {
  value: { kind: 'amount', cents: 20_00 },
  price: { kind: 'points', points: 50 },
  promotion_id: 'CLUBE',
  garages: [{ garage_id: 'G1', name: 'Subsolo' }],
  vehicles: ['car', 'motorcycle'],
  valid_hours: 12,
  courtesies_per_day: 2,
}

type Person = { readonly customer_id: string; readonly browser: TestBrowser }
type TestCarPark = Awaited<ReturnType<typeof startTestCarPark>>

/** Campaigns with parking vouchers over HTTP, and a real local car park on the club's clock. */
export const useParkingClub = () => {
  let started: TestCarPark | null = null
  const local = (): TestCarPark => {
    if (!started) throw new Error('The car park runs only while tests and hooks run')
    return started
  }
  let tickets = 0
  const recorded = { notices: [] as CustomerNotice[], jobs: [] as { name: string; data: object }[] }
  /** Replaces the connection to the car park. */
  const connection: { carPark: CarPark | null } = { carPark: null }

  const creditDeps = () =>
    creditDepsOf({ db: club.database.db, clock: club.clock.now, time_zone: defaultTimeZone })
  const points = promotionPointsOf({
    passwordless_sessions: { may: 'participate', points_per_day: 500 },
    points: { lifetime_days: 365 },
    time_zone: defaultTimeZone,
  })
  const deps: PromotionDeps = {
    get db() {
      return club.database.db
    },
    get clock() {
      return club.clock.now
    },
    time_zone: defaultTimeZone,
    get vault() {
      return club.vault
    },
    get audit() {
      return club.audit
    },
    jobs: {
      enqueue: async (_tx, { name }, data) => {
        recorded.jobs.push({ name, data })
      },
    },
    random: systemRandom,
    points,
    credit: {
      use: (tx, input) => promotionCreditOf(creditDeps()).use(tx, input),
      preview: (input) => promotionCreditOf(creditDeps()).preview(input),
      release: (tx, ids) => promotionCreditOf(creditDeps()).release(tx, ids),
    },
    returnParticipations: (tx, input) =>
      returnParticipations({ purchases: receiptUseOf(creditDeps()), points }, tx, input),
    askForRating: async () => {},
    sender,
    namesOfStaff: async (_db, ids) => new Map(ids.map((id) => [id, { name: `Nome de ${id}` }])),
    notify: async (_tx, notice) => {
      recorded.notices.push(notice)
    },
  }
  const services = {
    get limits() {
      return createLimits(club.database.db)
    },
    rules: { document_types: 'cpf', cnpj: 'numeric' },
    externalServices: {
      get carPark() {
        return connection.carPark
      },
    },
    openParticipation: (...[tx, input]: Parameters<ReturnType<typeof openParticipationOf>>) =>
      openParticipationOf(deps)(tx, input),
  } as const
  const promotion = createParkingVoucherPromotion(deps, services)
  const club: ReturnType<typeof useCreditClub> = useCreditClub({ parking_voucher: promotion })

  beforeAll(async () => {
    started = await startTestCarPark({ clock: club.clock.now, timeoutMs: 500, wait: async () => {} })
  })
  beforeEach(() => {
    local().behave()
    // A new connection, because a circuit breaker that opened in another test stays open.
    connection.carPark = local().connect({})
  })
  afterAll(() => started?.stop())

  /** An active campaign whose vouchers cost points. */
  const pointsCampaign = (
    settings: Partial<ParkingVoucherSettings> = {},
    change: Parameters<typeof club.campaign>[0] = {},
  ) => club.campaign({ kind: 'parking_voucher', settings: { ...pointsSettings, ...settings }, ...change })

  /** An active campaign whose vouchers are earned by R$ 150 in receipts of the day each. */
  const receiptsCampaign = (
    settings: Partial<ParkingVoucherSettings> = {},
    rule: Partial<SpendRule> = {},
    change: Parameters<typeof club.campaign>[0] = {},
  ) =>
    pointsCampaign(
      { price: { kind: 'receipts' }, ...settings },
      { spend_rule: { ...spendRuleOf({ every_cents: 150_00, participations: 1 }), ...rule }, ...change },
    )

  /** A car that entered 100 minutes ago, with R$ 14 due. @returns the ticket's number */
  const park = (change: Partial<Parameters<TestCarPark['enter']>[0]> = {}): string => {
    tickets += 1
    const ticket_number = String(900_000_000 + tickets)
    const entered_at = new Date(club.clock.now().getTime() - 100 * minuteMs).toISOString()
    local().enter({ ticket_number, garage_id: 'G1', entered_at, ...change })
    return change.ticket_number ?? ticket_number
  }

  const earn = (customer_id: string, amount: number) =>
    inTransaction(club.database.db, (tx) =>
      earnPoints(tx, {
        customer_id,
        points: amount,
        source: { kind: 'purchase', id: randomUUID() },
        lifetime_days: 365,
        now: club.clock.now(),
      }),
    )

  /** A customer with points for ten vouchers. */
  const join = async (...input: Parameters<typeof club.join>) => {
    const person = await club.join(...input)
    await earn(person.customer_id, 500)
    return person
  }

  const start = async ({ browser }: Person, campaign_id: string): Promise<string> => {
    const body = { campaign_id, kind: 'parking_voucher' as const }
    return dataOf(await browser.send(startTransactionCall, { body })).transaction_id
  }
  const redeem = (
    { browser }: Pick<Person, 'browser'>,
    request: { ticket_number: string; campaign_id: string; transaction_id: string },
  ) => {
    const { ticket_number, ...body } = request
    return browser.send(redeemParkingVoucherCall, { params: { ticket_number }, body })
  }

  return {
    ...club,
    // A getter, because the URL is known only once the server listens.
    get url() {
      return club.url
    },
    ...recorded,
    join,
    earn,
    promotion,
    parkingDeps: deps,
    services,
    connection,
    local,
    pointsCampaign,
    receiptsCampaign,
    park,
    start,
    redeem,
    /** Opens a participation and redeems a voucher. */
    use: async (person: Person, campaign_id: string, ticket_number: string) =>
      redeem(person, { ticket_number, campaign_id, transaction_id: await start(person, campaign_id) }),
    mine: async ({ browser }: Pick<Person, 'browser'>) =>
      dataOf(await browser.send(listMyParkingVouchersCall)),
    /** Puts a voucher that the car park did not confirm before staff, and decides it as not applied. */
    decideNotApplied: async (transaction_id: string) => {
      await club.database.db
        .updateTable('external_inquiry')
        .set({ state: 'desk' })
        .where('transaction_id', '=', transaction_id)
        .execute()
      const body = {
        transaction_id,
        kind: 'application',
        decision: 'not-done',
        reason: 'O operador confirmou por telefone.',
      } as const
      dataOf(await club.staff('ivan', 'reconciler').send(decideParkingCaseCall, { body }))
    },
    /** Points that the person can spend. */
    balanceOf: (customer_id: string) => points.readSpendable(club.database.db, customer_id, club.clock.now()),
    /** Discounts that the car park granted to a ticket and did not take back, in cents. */
    granted: (ticket_number: string) =>
      local()
        .books()
        .filter((each) => each.ticket_number === ticket_number && each.undone_at === null)
        .map(({ discount_cents }) => discount_cents),
  }
}
