import { randomUUID } from 'node:crypto'
import { printGiftCall } from '@clube/contract/free-gifts/calls.ts'
import type { FreeGiftSettings, GiftPlan, GiftPrice } from '@clube/contract/free-gifts/settings.ts'
import { receiveStockCall } from '@clube/contract/free-gifts/stock-calls.ts'
import { startTransactionCall } from '@clube/contract/campaigns/transaction-calls.ts'
import { defaultTimeZone } from '@clube/contract/kernel/club-time.ts'
import { systemRandom } from '../../adapters/random/system-random.ts'
import { inTransaction, type Db } from '../../db/database.ts'
import { creditDepsOf, promotionCreditOf, receiptUseOf } from '../../main/credit.ts'
import { promotionPointsOf } from '../../main/promotions.ts'
import { askForRatingOfDelivery } from '../../main/ratings.ts'
import type { ApiResponse, TestBrowser } from '../../testing/browser.ts'
import { createMemoryPhotoStore } from '../../testing/memory-photo-store.ts'
import { useCreditClub } from '../../testing/credit-club.ts'
import { returnParticipations, type CustomerNotice } from '../campaigns/index.ts'
import { sender } from '../messaging/message-rules.testing.ts'
import { earnPoints } from '../points/index.ts'
import { findMembers } from '../staff/index.ts'
import type { FreeGiftDeps } from './deps.ts'
import { createFreeGiftsPromotion } from './promotion.ts'

type Person = { readonly customer_id: string; readonly browser: TestBrowser }

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

const giftOf = (number: number, title: string, price: GiftPrice): GiftPlan => ({
  gift_id: `0197f0a0-0000-7000-8000-00000000000${number}`,
  title,
  variant: title === 'Copo térmico' ? 'Azul' : '',
  description: '',
  picture: null,
  value_cents: 8990,
  price,
})

/** A gift of each price: for R$ 400 in receipts, for 100 points, and for both. */
export const gifts = {
  cup: giftOf(1, 'Copo térmico', { kind: 'receipts' }),
  bag: giftOf(2, 'Sacola de pano', { kind: 'points', points: 100 }),
  basket: giftOf(3, 'Cesta de Natal', { kind: 'receipts-and-points', points: 100 }),
} as const

const pickupPointOf = (number: number, name: string) => ({
  pickup_point_id: `0197f0a0-0000-7000-8000-00000000001${number}`,
  name,
  location: 'Piso 1, ao lado da escada rolante',
  opening_hours: 'Todos os dias, das 10h às 22h',
})
export const pickupPoints = {
  north: pickupPointOf(1, 'Balcão Norte'),
  south: pickupPointOf(2, 'Balcão Sul'),
} as const

export const giftSettings: FreeGiftSettings = {
  gifts: Object.values(gifts),
  pickup_points: Object.values(pickupPoints),
  valid_days: 10,
  needs_signature: false,
}

type Choice = { gift?: GiftPlan; point?: { pickup_point_id: string } }

/** Dependencies of free gifts on a database, with real credit and points. */
export const giftDepsOf = (
  club: { readonly clock: { now: () => Date } } & Pick<FreeGiftDeps, 'vault' | 'audit'>,
  db: () => Db,
  recorded: { notices: CustomerNotice[]; jobs: { name: string; data: object }[] } = { notices: [], jobs: [] },
): FreeGiftDeps => {
  const creditDeps = () => creditDepsOf({ db: db(), clock: club.clock.now, time_zone: defaultTimeZone })
  const pointsOfClub = promotionPointsOf({
    passwordless_sessions: { may: 'participate', points_per_day: 1000 },
    points: { lifetime_days: 365 },
    time_zone: defaultTimeZone,
  })
  return {
    get db() {
      return db()
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
    points: pointsOfClub,
    credit: {
      use: (tx, input) => promotionCreditOf(creditDeps()).use(tx, input),
      preview: (input) => promotionCreditOf(creditDeps()).preview(input),
      release: (tx, ids) => promotionCreditOf(creditDeps()).release(tx, ids),
    },
    returnParticipations: (tx, input) =>
      returnParticipations({ purchases: receiptUseOf(creditDeps()), points: pointsOfClub }, tx, input),
    askForRating: askForRatingOfDelivery,
    sender,
    namesOfStaff: findMembers,
    notify: async (_tx, notice) => {
      recorded.notices.push(notice)
    },
  }
}

/** Campaigns with free gifts over HTTP, with receipts and points. */
export const useGiftsClub = () => {
  const recorded = { notices: [] as CustomerNotice[], jobs: [] as { name: string; data: object }[] }
  const deps: FreeGiftDeps = giftDepsOf(
    {
      get clock() {
        return club.clock
      },
      get vault() {
        return club.vault
      },
      get audit() {
        return club.audit
      },
    },
    () => club.database.db,
    recorded,
  )
  const exhausted = new Set<string>()
  const store = createMemoryPhotoStore(() => club.clock.now())
  const promotion = createFreeGiftsPromotion(deps, {
    photos: { store, decoder: { clean: async () => ({ ok: false, error: 'damaged' }) } },
    limits: { spend: async (limit, key) => !exhausted.has(`${limit}/${key}`) },
    rules: { document_types: 'both', cnpj: 'alphanumeric' },
  })
  const handlers = new Map<string, (data: object) => Promise<void>>()
  promotion.registerJobs({
    work: ({ name }, handler) => void handlers.set(name, handler as (data: object) => Promise<void>),
  })
  const club: ReturnType<typeof useCreditClub> = useCreditClub({ free_gifts: promotion })
  const stockDesk = () => club.staff('bruno', 'marketing')

  const tryReceive = (
    campaign_id: string,
    units: number,
    {
      gift = gifts.cup,
      point = pickupPoints.north,
      client_movement_id = randomUUID(),
    }: Choice & {
      client_movement_id?: string
    } = {},
  ) =>
    stockDesk().send(receiveStockCall, {
      body: {
        campaign_id,
        gift_id: gift.gift_id,
        pickup_point_id: point.pickup_point_id,
        client_movement_id,
        reason: 'Entrega do fornecedor',
        units,
      },
    })

  const start = async ({ browser }: Person, campaign_id: string): Promise<string> => {
    const body = { campaign_id, kind: 'free_gifts' as const }
    return dataOf(await browser.send(startTransactionCall, { body })).transaction_id
  }

  const print = (
    { browser }: Person,
    request: {
      campaign_id: string
      transaction_id: string
      print_request_id?: string
      service_channel?: string
    },
    { gift = gifts.cup, point = pickupPoints.north }: Choice = {},
  ) =>
    browser.send(printGiftCall, {
      body: {
        print_request_id: randomUUID(),
        ...request,
        gift_id: gift.gift_id,
        pickup_point_id: point.pickup_point_id,
      },
    })

  const earn = (customer_id: string, amount: number, available_at: Date | null = null, lifetime_days = 365) =>
    inTransaction(club.database.db, (tx) =>
      earnPoints(tx, {
        customer_id,
        points: amount,
        source: { kind: 'purchase', id: randomUUID() },
        available_at,
        lifetime_days,
        now: club.clock.now(),
      }),
    )

  /** A campaign with the gifts, and `units` of each at the north desk. */
  const giftCampaign = async (
    units = 10,
    change: Parameters<typeof club.spendCampaign>[1] = {},
    rule: Parameters<typeof club.spendCampaign>[0] = {},
  ) => {
    const campaign = await club.spendCampaign(rule, { settings: giftSettings, ...change })
    for (const gift of units === 0 ? [] : Object.values(gifts))
      dataOf(await tryReceive(campaign.id, units, { gift }))
    return campaign
  }

  /** A customer with 100 points and the given number of receipts of R$ 400. */
  const shopper = async (receipts = 1): Promise<Person> => {
    const person = await club.join()
    for (let n = 0; n < receipts; n += 1) await club.receipt(person.customer_id, 40_000)
    await earn(person.customer_id, 100)
    return person
  }

  const tryChoose = async (person: Person, campaign_id: string, choice: Choice = {}) =>
    print(person, { campaign_id, transaction_id: await start(person, campaign_id) }, choice)

  return {
    ...club,
    // A getter, because the URL is known only once the server listens.
    get url() {
      return club.url
    },
    giftDeps: deps,
    /** Exhausted limits: `limit/staff member`. */
    exhausted,
    /** Where pictures are stored. */
    store,
    promotion,
    ...recorded,
    /** Runs the queued jobs. */
    runJobs: async () => {
      for (const { name, data } of recorded.jobs.splice(0)) await handlers.get(name)?.(data)
    },
    tryReceive,
    giftCampaign,
    shopper,
    earn,
    start,
    print,
    tryChoose,
    /** A customer with a voucher for the chosen gift. */
    voucherHolder: async (campaign_id: string, choice: Choice = {}) => {
      const person = await shopper()
      const transaction_id = await start(person, campaign_id)
      const voucher = dataOf(await print(person, { campaign_id, transaction_id }, choice))
      return { ...person, transaction_id, voucher }
    },
    stockOf: async (campaign_id: string, gift: GiftPlan = gifts.cup) =>
      club.database.db
        .selectFrom('gift_stock')
        .select(['on_hand', 'reserved', 'delivered'])
        .where('campaign_id', '=', campaign_id)
        .where('gift_id', '=', gift.gift_id)
        .where('pickup_point_id', '=', pickupPoints.north.pickup_point_id)
        .executeTakeFirstOrThrow(),
  }
}
