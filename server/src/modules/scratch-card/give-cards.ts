import type { PersonDocument } from '@clube/contract/brazil/document.ts'
import type { DataOf } from '@clube/contract/kernel/call.ts'
import type { DataAccessDescription } from '@clube/contract/privacy/data-access.ts'
import { campaignStateAt } from '@clube/contract/campaigns/campaign-states.ts'
import { startOfClubDayAt } from '@clube/contract/kernel/club-time.ts'
import {
  findCardReceiverCall,
  giveScratchCardsCall,
  type GivenCards,
  type listGivingCampaignsCall,
  maxGivenCards,
} from '@clube/contract/scratch-card/gift-calls.ts'
import { inTransaction, type Db } from '../../db/database.ts'
import { refusalsOf, refuseRequest } from '../../kernel/refusal.ts'
import { describeReason, findIneligibilityReasons, listCampaignsOfKind } from '../campaigns/index.ts'
import { documentEndOf, documentIndexOf, findByDocument, lockUsable } from '../identity/index.ts'
import { codeIndexOf, digitalCodeOf } from './code-at-rest.ts'
import { insertDigitalCodes, newCodeIds } from './code-store.ts'
import type { ScratchDeck } from './deck.ts'
import { findDeck, lockDeck } from './deck-store.ts'
import type { ScratchCardDeps, ScratchServices } from './deps.ts'
import { countGivenSince, findGift, insertGift, listGiftsSince } from './gift-store.ts'
import { countFreeCards } from './request-batch.ts'
import { findScratchCampaign } from './scratch-campaign.ts'

const give = { desk: 'Raspadinhas', permission: 'scratch.give' } as const

/** Descriptions of staff accesses to a customer's data while giving cards, by audit action. */
export const giftDataAccesses: Readonly<Record<string, DataAccessDescription>> = {
  'scratch-card.find-receiver': { ...give, what: 'Procurou você pelo seu documento' },
  'scratch-card.give-cards': { ...give, what: 'Deu raspadinhas a você' },
  'scratch-card.undo-gift': { ...give, what: 'Desfez raspadinhas que você não usou' },
}

/** The campaigns whose cards can be given at the desk now. */
export const listGivingCampaigns = async ({
  db,
  clock,
}: ScratchCardDeps): Promise<DataOf<typeof listGivingCampaignsCall>> => {
  const campaigns = await listCampaignsOfKind(db, 'scratch_card')
  const open: DataOf<typeof listGivingCampaignsCall> = []
  for (const facts of campaigns.filter((each) => campaignStateAt(each, clock()) === 'active')) {
    const campaign = await findScratchCampaign(db, facts.id)
    const deck = await findDeck(db, facts.id)
    if (campaign?.settings.earned_by.includes('desk') && deck?.state === 'sealed')
      open.push({ campaign_id: facts.id, title: facts.title, ends_at: facts.ends_at.toISOString() })
  }
  return open
}

/** Cards that can still be given to a person today. */
const countLeftToday = async (
  { clock, time_zone }: ScratchCardDeps,
  db: Db,
  { deck, customer_id }: { deck: Pick<ScratchDeck, 'id'> | undefined; customer_id: string },
): Promise<number> => {
  if (!deck) return 0
  const since = startOfClubDayAt(clock(), time_zone)
  return Math.max(0, maxGivenCards - (await countGivenSince(db, { deck_id: deck.id, customer_id, since })))
}

/** Cards given to a person today, by any member. */
const viewGiftsToday = async (
  { clock, time_zone, namesOfStaff }: ScratchCardDeps,
  db: Db,
  { deck, customer_id }: { deck: Pick<ScratchDeck, 'id'> | undefined; customer_id: string },
): Promise<GivenCards[]> => {
  if (!deck) return []
  const since = startOfClubDayAt(clock(), time_zone)
  const gifts = await listGiftsSince(db, { deck_id: deck.id, customer_id, since })
  const names = await namesOfStaff(
    db,
    gifts.map(({ given_by }) => given_by),
  )
  return gifts.map(({ id, cards, waiting, taken_back, given_at, given_by }) => ({
    gift_id: id,
    cards,
    waiting,
    taken_back,
    given_at: given_at.toISOString(),
    given_by: names.get(given_by)?.name ?? null,
  }))
}

const refuseSearch = refusalsOf(findCardReceiverCall)

/**
 * Finds the person who would receive cards, by document. The search is audited, with or without a result, and counts
 * toward the limit on customer searches.
 * @throws {Refusal} request.rate-limited, campaigns.unknown
 */
export const findReceiver = async (
  deps: ScratchCardDeps & Pick<ScratchServices, 'limits'>,
  input: { campaign_id: string; document: PersonDocument; staff_id: string },
): Promise<DataOf<typeof findCardReceiverCall>> => {
  const { campaign_id, document, staff_id } = input
  const now = deps.clock()
  if (!(await deps.limits.spend('customer-searches', staff_id, now)))
    throw refuseRequest('request.rate-limited')
  return inTransaction(deps.db, async (tx) => {
    const campaign = await findScratchCampaign(tx, campaign_id)
    if (!campaign) throw refuseSearch('campaigns.unknown')
    const customer = await findByDocument(tx, documentIndexOf(deps, document))
    const deck = await findDeck(tx, campaign_id)
    const person = customer && {
      customer_id: customer.id,
      name: customer.name,
      document_end: documentEndOf(deps.vault, customer),
      left_today: await countLeftToday(deps, tx, { deck, customer_id: customer.id }),
      gifts: await viewGiftsToday(deps, tx, { deck, customer_id: customer.id }),
      reasons: (
        await findIneligibilityReasons(tx, { ...deps, campaign_id, customer_id: customer.id, now })
      ).map((reason) => describeReason(reason).message),
    }
    await deps.audit(tx, {
      actor: { kind: 'staff', id: staff_id },
      action: 'scratch-card.find-receiver',
      subject: customer ? { kind: 'customer', id: customer.id } : null,
      sentence: customer
        ? `Procurou um cadastro pelo documento para dar raspadinhas da promoção ${campaign.slug}.`
        : `Procurou um documento que não tem cadastro para dar raspadinhas da promoção ${campaign.slug}.`,
    })
    return { person: person ?? null }
  })
}

const refuse = refusalsOf(giveScratchCardsCall)

type Gift = {
  readonly gift_id: string
  readonly campaign_id: string
  readonly customer_id: string
  readonly cards: number
  readonly reason: string
  readonly staff_id: string
}

/**
 * Gives a person cards of a sealed deck, as digital codes that only this person can use. A repeat gives no further cards.
 * @throws {Refusal} one of the call's refusals, request.rate-limited
 */
export const giveCards = (
  deps: ScratchCardDeps & Pick<ScratchServices, 'limits'>,
  input: Gift,
): Promise<DataOf<typeof giveScratchCardsCall>> =>
  inTransaction(deps.db, async (tx) => {
    const { customer_id, cards, reason, staff_id } = input
    const [gift_id, campaign_id] = [input.gift_id.toLowerCase(), input.campaign_id.toLowerCase()]
    const now = deps.clock()
    const campaign = await findScratchCampaign(tx, campaign_id)
    if (!campaign) throw refuse('campaigns.unknown')
    // A concurrent erasure of the account waits, and then voids these codes.
    const isUsable = (await lockUsable(tx, [customer_id])).size > 0
    const deck = await lockDeck(tx, campaign_id)
    const earlier = await findGift(tx, gift_id)
    if (earlier) {
      const isSame =
        earlier.deck_id === deck?.id &&
        earlier.customer_id === customer_id.toLowerCase() &&
        earlier.cards === cards &&
        earlier.given_by === staff_id
      if (!isSame) throw refuse('scratch-card.gift-reused')
      return { cards, left_today: await countLeftToday(deps, tx, { deck, customer_id }), repeated: true }
    }
    if (!isUsable) throw refuse('scratch-card.unknown-person')
    const [ineligible] = await findIneligibilityReasons(tx, { ...deps, campaign_id, customer_id, now })
    if (ineligible) throw refuse(ineligible)
    if (!campaign.settings.earned_by.includes('desk')) throw refuse('scratch-card.not-given-here')
    if (deck?.state !== 'sealed') throw refuse('scratch-card.not-open-for-gifts')
    const left = await countLeftToday(deps, tx, { deck, customer_id })
    if (cards > left) throw refuse('scratch-card.gift-limit', { n: maxGivenCards, left })
    if (cards > (await countFreeCards(tx, deck))) throw refuse('scratch-card.no-cards-left')
    for (let card = 0; card < cards; card += 1)
      if (!(await deps.limits.within(tx).spend('scratch-gifts', staff_id, now)))
        throw refuseRequest('request.rate-limited')

    // Only a concurrent gift in another campaign can have taken the id.
    if (
      !(await insertGift(tx, {
        id: gift_id,
        deck_id: deck.id,
        customer_id,
        cards,
        reason,
        given_by: staff_id,
        given_at: now,
      }))
    )
      throw refuse('scratch-card.gift-reused')
    const codes = (await newCodeIds(tx, cards)).map((id) => ({
      id,
      gift_id,
      customer_id,
      code_index: codeIndexOf(deps.vault, digitalCodeOf(deps.vault, id)),
    }))
    if (!(await insertDigitalCodes(tx, { deck_id: deck.id, codes, now })))
      throw new Error('The locked deck was changed')
    await deps.audit(tx, {
      actor: { kind: 'staff', id: staff_id },
      action: 'scratch-card.give-cards',
      subject: { kind: 'customer', id: customer_id },
      sentence: `Deu ${cards} ${cards === 1 ? 'raspadinha' : 'raspadinhas'} da promoção ${campaign.slug} a um cadastro. Motivo: ${reason}`,
    })
    return { cards, left_today: left - cards, repeated: false }
  })
