import { startTransactionCall } from '@clube/contract/campaigns/transaction-calls.ts'
import { drawScratchCardCall } from '@clube/contract/scratch-card/calls.ts'
import { prepareDeckCall, sealDeckCall } from '@clube/contract/scratch-card/deck-calls.ts'
import { spendRuleOf, type SpendRule } from '@clube/contract/campaigns/spend-rule.ts'
import type { ScratchCardSettings } from '@clube/contract/scratch-card/settings.ts'
import { defaultTimeZone } from '@clube/contract/kernel/club-time.ts'
import { systemRandom } from '../../adapters/random/system-random.ts'
import { promotionPointsOf } from '../../main/promotions.ts'
import { askForRatingOfDelivery } from '../../main/ratings.ts'
import { inTransaction, type Db } from '../../db/database.ts'
import type { ApiResponse, TestBrowser } from '../../testing/browser.ts'
import { creditDepsOf, promotionCreditOf } from '../../main/credit.ts'
import { useCreditClub } from '../../testing/credit-club.ts'
import type { CustomerNotice, PromotionDeps } from '../campaigns/index.ts'
import { sender } from '../messaging/message-rules.testing.ts'
import { createLimits } from '../limits/index.ts'
import type { Vault } from '../vault/index.ts'
import { findDeck } from './deck-store.ts'
import { issueCodes } from './issue-codes.ts'
import { createScratchCardPromotion } from './promotion.ts'

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

/** Settings whose cards all win. */
export const winningSettings: ScratchCardSettings = {
  cards: 240,
  prizes: [
    {
      kind: 'service',
      title: 'Jantar para dois',
      quantity: 40,
      value_cents: 12_000,
      pickup_place: 'Balcão do Piso 1',
      pickup_days: 30,
    },
    { kind: 'points', title: '100 pontos', quantity: 200, value_cents: 500, points: 100 },
  ],
  earned_by: ['paper'],
  limit_per_day: null,
  signature_from_cents: null,
  account_from_cents: null,
}

export const adults = { document_types: ['cpf' as const], minimum_age: 18 }

/** Issues codes of a campaign's deck directly. */
export const issue = async (db: Db, vault: Vault, campaign_id: string, count: number): Promise<string[]> => {
  const deck = await findDeck(db, campaign_id)
  if (!deck) throw new Error('The campaign has no deck')
  return inTransaction(db, (tx) =>
    issueCodes({ vault, random: systemRandom }, tx, {
      deck_id: deck.id,
      count,
      now: deck.prepared_at,
      purpose: 'Lojas',
      members: ['ana', 'bia'],
    }),
  )
}

type Person = { readonly customer_id: string; readonly browser: TestBrowser }

/** Campaigns with scratch cards over HTTP. */
export const useScratchClub = () => {
  /** People who sent wrong codes, one entry per code. */
  const guessers: string[] = []
  const creditDeps = () =>
    creditDepsOf({ db: club.database.db, clock: club.clock.now, time_zone: defaultTimeZone })
  const recorded = { notices: [] as CustomerNotice[], jobs: [] as { name: string; data: object }[] }
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
    points: promotionPointsOf({
      passwordless_sessions: { may: 'participate', points_per_day: 0 },
      points: { lifetime_days: 365 },
      time_zone: defaultTimeZone,
    }),
    credit: {
      use: (tx, input) => promotionCreditOf(creditDeps()).use(tx, input),
      preview: (input) => promotionCreditOf(creditDeps()).preview(input),
      release: (tx, ids) => promotionCreditOf(creditDeps()).release(tx, ids),
    },
    returnParticipations: async () => {},
    askForRating: askForRatingOfDelivery,
    sender,
    namesOfStaff: async (_db, ids) => new Map(ids.map((id) => [id, { name: `Nome de ${id}` }])),
    notify: async (_tx, notice) => {
      recorded.notices.push(notice)
    },
  }
  const promotion = createScratchCardPromotion(deps, {
    get limits() {
      return createLimits(club.database.db)
    },
    rules: { document_types: 'cpf', cnpj: 'numeric' },
    countGuesser: async (person) => void guessers.push(person.toString('hex')),
  })
  const club: ReturnType<typeof useCreditClub> = useCreditClub({ scratch_card: promotion })

  const prepare = (campaign_id: string, staff_id = 'ana') =>
    club.staff(staff_id, 'marketing').send(prepareDeckCall, { body: { campaign_id } })
  const seal = (campaign_id: string, commitment: string, staff_id = 'bia') =>
    club.staff(staff_id, 'approver').send(sealDeckCall, { body: { campaign_id, commitment } })

  /** An active campaign without a deck. */
  const campaign = (
    settings: Partial<ScratchCardSettings> = {},
    change: Parameters<typeof club.campaign>[0] = {},
  ) =>
    club.campaign({
      kind: 'scratch_card',
      audience: adults,
      settings: { ...winningSettings, ...settings },
      legal: {
        certificate_number: '04.030417/2026',
        authority: 'Secretaria de Prêmios e Apostas',
        prize_list: [{ title: 'Jantar para dois', quantity: 40, value_cents: 12_000 }],
      },
      ...change,
    })

  /** An active campaign with a sealed deck. */
  const sealedCampaign = async (...input: Parameters<typeof campaign>) => {
    const created = await campaign(...input)
    const { commitment } = dataOf(await prepare(created.id))
    dataOf(await seal(created.id, commitment))
    return created
  }

  /** An active campaign with a sealed deck, whose cards are earned by R$ 400 in receipts each. */
  const receiptsCampaign = (settings: Partial<ScratchCardSettings> = {}, rule: Partial<SpendRule> = {}) =>
    sealedCampaign(
      { earned_by: ['receipts'], ...settings },
      {
        spend_rule: { ...spendRuleOf({ every_cents: 40_000, participations: 1 }), ...rule },
        redeem_until: new Date('2027-01-10T03:00:00Z'),
      },
    )

  const start = async ({ browser }: Person, campaign_id: string): Promise<string> => {
    const body = { campaign_id, kind: 'scratch_card' as const }
    return dataOf(await browser.send(startTransactionCall, { body })).transaction_id
  }

  const draw = (
    { browser }: Person,
    body: { alphanumero: string; cd_identificador: number; transacao_id: string; id?: string },
  ) => browser.send(drawScratchCardCall, { body })

  /** Opens a participation and draws with a code. */
  const play = async (
    person: Person,
    { id, cd_identificador }: { id: string; cd_identificador: number },
    code: string,
  ) => draw(person, { alphanumero: code, cd_identificador, transacao_id: await start(person, id) })

  return {
    ...club,
    // A getter, because the URL is known only once the server listens.
    get url() {
      return club.url
    },
    guessers,
    promotion,
    scratchDeps: deps,
    ...recorded,
    prepare,
    seal,
    newCampaign: campaign,
    sealedCampaign,
    receiptsCampaign,
    start,
    draw,
    play,
    /** The number of a deck's codes, by kind and state. */
    countCodes: async (campaign_id: string) => {
      const rows = await club.database.db
        .selectFrom('scratch_code as c')
        .innerJoin('scratch_deck as k', 'k.id', 'c.deck_id')
        .select(({ fn }) => ['c.kind', 'c.state', fn.countAll<number>().as('codes')])
        .where('k.campaign_id', '=', campaign_id)
        .groupBy(['c.kind', 'c.state'])
        .execute()
      return Object.fromEntries(rows.map(({ kind, state, codes }) => [`${kind} ${state}`, codes]))
    },
    codes: (campaign_id: string, count: number) => issue(club.database.db, club.vault, campaign_id, count),
  }
}
