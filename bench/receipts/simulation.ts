import { receiptKeyOf } from '../../server/src/testing/receipts.ts'
import { createSeededRandom } from '../../server/src/testing/seeded-random.ts'
import type { SimulatedClub } from './simulated-club.ts'

/** How dishonest shoppers choose what to forge; all of them send up to `perDay` receipts a day. */
export const strategies = {
  'invent numbers': 'any number of series 001, R$ 299,00',
  'extend one receipt': 'numbers near one receipt bought on the first day, R$ 299,00',
  'watch every shop': 'numbers that each till issues that day, twice the usual amount of the shop',
  'know the rules': 'the same, within the limits of automatic approval',
} as const
export type Strategy = keyof typeof strategies

export type Simulation = {
  seed: string
  /** Days before dishonest shoppers join, during which staff approve the first receipts of tills. */
  launch: number
  days: number
  shops: number
  /** Honest customers who join each day. */
  joining: number
  dishonest: { count: number; strategy: Strategy }
}

export type Outcome = {
  /** Points of dishonest shoppers, minus reversed ones. */
  earned: number
  /** Genuine receipts during the launch, and after it those of customers who joined that day and of returning ones. */
  launch: Share
  first_day: Share
  returning: Share
}
/** A number of receipts, and how many of them were decided immediately. */
export type Share = { receipts: number; immediate: number }

type Draw = (limit: number) => number
type Till = { series: number; first: number; perDay: number }
type Shop = { cnpj: string; usual_cents: number; tills: Till[] }
type Event = { minute: number; run: () => Promise<void> }

const dayMs = 86_400_000
/** 10:00 in São Paulo; the mall is open for twelve hours. */
const opening = Date.parse('2026-11-16T13:00:00Z')
const openMinutes = 12 * 60
/** Receipts that a person may register in a day. */
const perDay = 10
/** Percentage of automatically approved receipts that staff check afterwards; forged ones are reversed. */
const checkedPercent = 2

/**
 * Simulates a club for the given number of days: honest shoppers, dishonest ones, and staff who decide all waiting
 * receipts each evening.
 */
export const simulate = async (club: SimulatedClub, simulation: Simulation): Promise<Outcome> => {
  // Separate streams, so that both checkouts have the same honest shoppers, regardless of the dishonest ones.
  const [below, belowForged, belowChecked] = ['honest', 'dishonest', 'checked'].map((stream) => {
    const random = createSeededRandom(`${simulation.seed} ${stream}`)
    return (limit: number) => random.below(Math.max(1, Math.floor(limit)))
  }) as [Draw, Draw, Draw]
  const shops: Shop[] = []
  for (let shop = 0; shop < simulation.shops; shop += 1) {
    const cnpj = cnpjOf(shop)
    await club.addShop(cnpj)
    const tills = Array.from({ length: 1 + (shop % 3) }, (_till, index) => ({
      series: index + 1,
      first: 1000 + below(900_000),
      perDay: 40 + below(160),
    }))
    shops.push({ cnpj, usual_cents: 1500 + below(9500), tills })
  }
  const used = new Set<string>()
  const share = (): Share => ({ receipts: 0, immediate: 0 })
  const outcome: Outcome = { earned: 0, launch: share(), first_day: share(), returning: share() }
  const honest: string[] = []
  const dishonest: string[] = []
  const waiting: { purchase_id: string; isForged: boolean }[] = []

  /** The current receipt number of a till. */
  const currentNumberOf = ({ first, perDay: rate }: Till, day: number, minute: number) =>
    first + Math.floor(rate * (day + minute / openMinutes))

  const register = async (input: {
    customer_id: string
    shop: Shop
    series: number
    number: number
    amount_cents: number
    isForged: boolean
  }): Promise<string | null> => {
    const { customer_id, shop, series, number, amount_cents, isForged } = input
    const code = isForged ? 1 : 2
    const receipt_key = receiptKeyOf({ now: club.now(), cnpj: shop.cnpj, series, number, code })
    const registered = await club.register({ customer_id, receipt_key, amount_cents })
    if (registered?.state === 'pending_review')
      waiting.push({ purchase_id: registered.purchase_id, isForged })
    if (registered?.state === 'auto_approved' && isForged && belowChecked(100) < checkedPercent)
      await club.reverse(registered.purchase_id)
    return registered?.state ?? null
  }

  const buy = async (customer_id: string, shop: Shop, day: number, minute: number, isNew: boolean) => {
    const till = shop.tills[below(shop.tills.length)]!
    let number = currentNumberOf(till, day, minute)
    while (used.has(`${shop.cnpj} ${till.series} ${number}`)) number += 1
    used.add(`${shop.cnpj} ${till.series} ${number}`)
    // Most purchases are near the usual amount, a few far above.
    const spread = (below(100) + below(100) + below(100)) / 150
    const amount_cents = Math.round(shop.usual_cents * (0.4 + spread ** 2))
    const receipt = { customer_id, shop, series: till.series, number, amount_cents, isForged: false }
    const state = await register(receipt)
    const counted = day < simulation.launch ? outcome.launch : isNew ? outcome.first_day : outcome.returning
    counted.receipts += 1
    counted.immediate += Number(state === 'auto_approved')
  }

  /** Automatic approvals of each dishonest shopper. */
  const approved = new Map<string, { day: number; cents: number; shop: Shop }[]>()
  const isWithinRules = (customer_id: string, shop: Shop, day: number, cents: number): boolean => {
    const own = (approved.get(customer_id) ?? []).filter((receipt) => day - receipt.day < 30)
    const sum = own.reduce((total, receipt) => total + receipt.cents, cents)
    const { limits } = club
    return (
      limits === null ||
      (sum <= limits.cents &&
        own.length < limits.count &&
        own.filter((receipt) => receipt.shop === shop).length < limits.per_shop)
    )
  }

  const forge = async (customer_id: string, shop: Shop, day: number, minute: number): Promise<void> => {
    const till = shop.tills[belowForged(shop.tills.length)]!
    const current = currentNumberOf(till, day, minute)
    const { strategy } = simulation.dishonest
    const watched = {
      series: till.series,
      number: current - belowForged(till.perDay / 2),
      amount_cents: Math.min(29_900, shop.usual_cents * 2),
    }
    const forged = {
      'invent numbers': { series: 1, number: 1 + belowForged(999_999_998), amount_cents: 29_900 },
      // They know one number, and guess how many a till issues in a day.
      'extend one receipt': {
        series: shop.tills[0]!.series,
        number:
          currentNumberOf(shop.tills[0]!, simulation.launch, 0) +
          100 * (day - simulation.launch) +
          belowForged(200),
        amount_cents: 29_900,
      },
      'watch every shop': watched,
      'know the rules': watched,
    }[strategy]
    if (strategy === 'know the rules' && !isWithinRules(customer_id, shop, day, watched.amount_cents)) return
    const state = await register({ customer_id, shop, ...forged, isForged: true })
    if (state !== 'auto_approved') return
    const own = approved.get(customer_id) ?? []
    approved.set(customer_id, [...own, { day, cents: forged.amount_cents, shop }])
  }

  const shuffledShops = (draw: Draw): Shop[] =>
    shops
      .map((shop) => ({ shop, order: draw(1_000_000) }))
      .toSorted((a, b) => a.order - b.order)
      .map(({ shop }) => shop)

  for (let day = 0; day < simulation.launch + simulation.days; day += 1) {
    if (day === simulation.launch)
      for (let i = 0; i < simulation.dishonest.count; i += 1) dishonest.push(await club.join())
    const events: Event[] = []
    for (let i = 0; i < simulation.joining; i += 1) {
      const minute = below(openMinutes)
      const count = 1 + below(2)
      events.push({
        minute,
        run: async () => {
          const customer_id = await club.join()
          honest.push(customer_id)
          for (const shop of shuffledShops(below).slice(0, count))
            await buy(customer_id, shop, day, minute, true)
        },
      })
    }
    for (const customer_id of honest.filter(() => below(10) === 0)) {
      const minute = below(openMinutes)
      events.push({
        minute,
        run: () => buy(customer_id, shops[below(shops.length)]!, day, minute, false),
      })
    }
    for (const customer_id of dishonest)
      for (const shop of shuffledShops(belowForged).slice(0, perDay)) {
        const minute = belowForged(openMinutes)
        events.push({ minute, run: () => forge(customer_id, shop, day, minute) })
      }
    for (const { minute, run } of events.toSorted((a, b) => a.minute - b.minute)) {
      club.setNow(new Date(opening + day * dayMs + minute * 60_000))
      await run()
    }
    for (const { purchase_id, isForged } of waiting.splice(0))
      await (isForged ? club.reject(purchase_id) : club.approve(purchase_id))
  }
  outcome.earned = dishonest.reduce((sum, customer_id) => sum + club.pointsOf(customer_id), 0)
  return outcome
}

/** A valid CNPJ of a simulated shop. */
const cnpjOf = (number: number): string => {
  const base = String(20_000_000 + number) + '0001'
  const digit = (text: string) => {
    let sum = 0
    let weight = 2
    for (const character of [...text].toReversed()) {
      sum += Number(character) * weight
      weight = weight === 9 ? 2 : weight + 1
    }
    return String(sum % 11 < 2 ? 0 : 11 - (sum % 11))
  }
  const first = digit(base)
  return base + first + digit(base + first)
}
