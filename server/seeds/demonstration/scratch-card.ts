import { createHash } from 'node:crypto'
import type { ScratchCardSettings } from '@clube/contract/scratch-card/settings.ts'
import { startTransaction, type CampaignDeps, type PromotionDeps } from '../../src/modules/campaigns/index.ts'
import { documentIndexOf, findByDocument } from '../../src/modules/identity/index.ts'
import { seedScratchCards, type ScratchCardSeed } from '../../src/modules/scratch-card/index.ts'
import type { Guest } from './guests.ts'
import { personas } from './personas.ts'
import { staffEmail, staffPersonas, type StaffPersona } from './staff.ts'

const pickup = { pickup_place: 'Balcão do Piso 1, ao lado da escada rolante', pickup_days: 60 } as const

/** Settings of the demonstration's scratch cards. */
export const scratchCardDemonstration: ScratchCardSettings = {
  cards: 1800,
  prizes: [
    { kind: 'card', title: 'Vale-compras de R$ 1.000', quantity: 5, value_cents: 100_000, ...pickup },
    { kind: 'service', title: 'Par de ingressos de cinema', quantity: 100, value_cents: 7_200, ...pickup },
    { kind: 'goods', title: 'Café com bolo', quantity: 500, value_cents: 2_400, ...pickup },
    { kind: 'goods', title: 'Copo térmico', quantity: 150, value_cents: 3_990, ...pickup },
  ],
  earned_by: ['paper', 'desk'],
  limit_per_day: 3,
  signature_from_cents: 50_000,
  account_from_cents: null,
}

/** Settings of the promotion that has ended, whose deck is revealed. */
export const endedScratchCards: ScratchCardSettings = {
  cards: 120,
  prizes: [
    { kind: 'service', title: 'Jantar para dois', quantity: 6, value_cents: 18_000, ...pickup },
    { kind: 'goods', title: 'Sorvete de duas bolas', quantity: 30, value_cents: 1_900, ...pickup },
  ],
  earned_by: ['paper'],
  limit_per_day: null,
  signature_from_cents: null,
  account_from_cents: null,
}

/**
 * The same deck and codes in every demonstration, so that both are known; no real campaign may use it. Numbers come from a
 * linear congruential generator.
 * @param name what the seed of the deck is derived from
 */
const fixedRandom = (start: number, name: string): ScratchCardSeed['random'] => {
  let state = start
  return {
    below: (limit) => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
      return Math.floor((state / 2 ** 32) * limit)
    },
    bytes: (count) => createHash('sha256').update(name).digest().subarray(0, count),
  }
}

const dayMs = 24 * 3_600_000
const hourMs = 3_600_000

/** Codes of the running promotion; the first ones are used. */
const printedCodes = 60

/** Unused codes of the running promotion, listed in the README. The first one used wins R$ 1.000, the second one nothing. */
export const demonstrationCodes = [
  'XNYH-FPJV-ZJE2-8TAZ',
  'ZQP8-HJFE-UAA5-QW85',
  'CQT6-VFEU-PMGR-9C7Z',
  'HNCA-E66K-KQFN-R5HN',
] as const

/**
 * A running promotion with draws of several days, prizes that wait or were delivered and a card that waits for Beatriz, and an
 * ended one with its revealed deck.
 */
export const seedDemonstrationScratchCards = async (
  deps: PromotionDeps,
  campaigns: CampaignDeps,
  guests: readonly Guest[],
): Promise<void> => {
  const { db, vault } = deps
  const now = deps.clock()
  const daysAgo = (days: number): Date => new Date(now.getTime() - days * dayMs)
  const campaignOf = (slug: string) =>
    db
      .selectFrom('campaign')
      .select(['id', 'cd_identificador'])
      .where('slug', '=', slug)
      .executeTakeFirstOrThrow()
  const drawOf = (
    campaign_id: string,
    customer_id: string,
    drawn_at: Date,
    delivery: ScratchCardSeed['draws'][number]['delivery'] = null,
  ) => ({
    customer_id,
    drawn_at,
    delivery,
    startTransaction: async (started_at: Date): Promise<string> => {
      const { id } = await startTransaction(
        { ...campaigns, clock: () => started_at },
        {
          customer_id,
          identified_session_id: null,
          campaign_id,
          kind: 'scratch_card',
          purchase_ids: [],
          service_channel: 'site',
        },
      )
      return id
    },
  })
  const beatriz = await findByDocument(
    db,
    documentIndexOf({ vault }, { document_id: personas.beatriz.document_id }),
  )
  if (!beatriz) throw new Error('The demonstration needs Beatriz')

  const idOf = async (persona: StaffPersona): Promise<string> => {
    const { id } = await db
      .selectFrom('staff')
      .select('id')
      .where('email', '=', staffEmail(persona))
      .executeTakeFirstOrThrow()
    return id
  }
  const attendant = await idOf(staffPersonas.attendant)
  const staff = {
    preparer: await idOf(staffPersonas.marketing),
    sealer: await idOf(staffPersonas.approver),
  }

  const ended = await campaignOf('raspadinha-da-primavera')
  await seedScratchCards(deps, {
    campaign_id: ended.id,
    cd_identificador: ended.cd_identificador,
    sealed_at: daysAgo(31),
    ...staff,
    purpose: 'Sorveteria da praça',
    count: 40,
    random: fixedRandom(1, 'raspadinha-da-primavera'),
    requested: null,
    gifts: [],
    draws: Array.from({ length: 24 }, (_, index) =>
      drawOf(
        ended.id,
        guests[index % guests.length]?.customer_id ?? beatriz.id,
        new Date(daysAgo(29).getTime() + index * 22 * hourMs),
      ),
    ),
  })

  const deliveryAt = (delivered_at: Date, birth_date: string) => ({
    staff_id: attendant,
    delivered_at,
    birth_date,
  })
  const running = await campaignOf('raspadinha-da-sorte')
  const draws = [
    ...guests.map(({ customer_id, birth_date }, index) =>
      drawOf(
        running.id,
        customer_id,
        new Date(daysAgo(9).getTime() + index * 20 * hourMs),
        index === 1 ? deliveryAt(now, birth_date) : null,
      ),
    ),
    drawOf(running.id, beatriz.id, daysAgo(6), deliveryAt(daysAgo(4), personas.beatriz.birth_date)),
    ...[5, 2, 1].map((days) => drawOf(running.id, beatriz.id, daysAgo(days))),
  ].toSorted((a, b) => a.drawn_at.getTime() - b.drawn_at.getTime())
  await seedScratchCards(deps, {
    campaign_id: running.id,
    cd_identificador: running.cd_identificador,
    sealed_at: daysAgo(10),
    ...staff,
    purpose: 'Embalagens das lojas participantes',
    count: printedCodes,
    // With this seed the second guest and Beatriz's first and last cards win.
    random: fixedRandom(2, 'raspadinha-da-sorte 2347'),
    draws,
    requested: {
      count: 200,
      purpose: 'Bilheteria do cinema',
      requested_at: new Date(now.getTime() - hourMs),
    },
    gifts: [
      {
        customer_id: beatriz.id,
        staff_id: attendant,
        cards: 1,
        reason: 'Espera longa no caixa da livraria',
        given_at: now,
      },
    ],
  })
}
