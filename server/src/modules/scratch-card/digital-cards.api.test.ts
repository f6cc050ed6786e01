import { randomUUID } from 'node:crypto'
import { reverseTransactionCall, startTransactionCall } from '@clube/contract/campaigns/transaction-calls.ts'
import { listMyScratchCardsCall } from '@clube/contract/scratch-card/calls.ts'
import { codeHashOf } from '@clube/contract/scratch-card/draw-chain.ts'
import {
  findCardReceiverCall,
  giveScratchCardsCall,
  listGivingCampaignsCall,
  undoScratchGiftCall,
} from '@clube/contract/scratch-card/gift-calls.ts'
import { parseScratchCode } from '@clube/contract/scratch-card/scratch-code.ts'
import { describe, expect, test } from 'vitest'
import { inTransaction } from '../../db/database.ts'
import { freshCpfs } from '../../testing/joining.ts'
import { createDeckProof } from './prove-decks.ts'
import { findDeck } from './deck-store.ts'
import { findGift } from './gift-store.ts'
import { nodeHash } from './node-hash.ts'
import { dataOf, useScratchClub, type winningSettings } from './scratch-club.testing.ts'
import { documentLabel } from '../identity/index.ts'

const club = useScratchClub()
type Person = Awaited<ReturnType<typeof club.join>>
type Campaign = Awaited<ReturnType<typeof club.sealedCampaign>>

const mine = async ({ browser }: Pick<Person, 'browser'>) =>
  dataOf(await browser.send(listMyScratchCardsCall))
const reason = 'Ficou sem cartela no quiosque.'
const give = (campaign_id: string, customer_id: string, cards = 1, gift_id: string = randomUUID()) =>
  club
    .staff('duda', 'attendant')
    .send(giveScratchCardsCall, { body: { gift_id, campaign_id, customer_id, cards, reason } })
const undo = (gift_id: string) =>
  club
    .staff('iris', 'attendant')
    .send(undoScratchGiftCall, { body: { gift_id, reason: 'Dadas à pessoa errada.' } })
/** Today's gifts as the desk sees them. */
const giftsOf = async ({ customer_id }: Person, campaign_id: string) => {
  const { document_sealed } = await club.database.db
    .selectFrom('customer')
    .select('document_sealed')
    .where('id', '=', customer_id)
    .executeTakeFirstOrThrow()
  const document_id = club.vault.open(documentLabel, document_sealed ?? Buffer.alloc(0))
  const found = await club
    .staff('iris', 'attendant')
    .send(findCardReceiverCall, { body: { document_id, campaign_id } })
  return dataOf(found).person?.gifts
}
const deskCampaign = (settings: Partial<typeof winningSettings> = {}) =>
  club.sealedCampaign({ earned_by: ['desk'], ...settings })

const findings = async (campaign_id: string) => {
  const { step } = createDeckProof({ db: club.database.db, vault: club.vault })
  const found = []
  let position: string | null = null
  for (;;) {
    const { findings: errors, next } = await step({
      kind: 'full',
      position,
      mark: null,
      now: club.clock.now(),
    })
    found.push(...errors)
    if (next.kind === 'end') return found.filter(({ subject }) => subject.startsWith(campaign_id))
    ;({ position } = next)
  }
}

describe('cards given at the desk', () => {
  test('a card given at the desk is listed with its code for its owner, who can draw it', async () => {
    const campaign = await deskCampaign()
    const person = await club.join()
    expect(dataOf(await give(campaign.id, person.customer_id, 2))).toEqual({
      cards: 2,
      left_today: 3,
      repeated: false,
    })
    const { waiting, drawn } = await mine(person)
    expect(drawn).toEqual([])
    expect(waiting).toMatchObject([
      {
        campaign_id: campaign.id,
        cd_identificador: campaign.cd_identificador,
        campaign_title: 'Natal no Ipê',
      },
      { campaign_id: campaign.id },
    ])
    const [first] = waiting
    expect(parseScratchCode(first?.code ?? '').kind).toBe('code')
    const card = dataOf(await club.play(person, campaign, first?.code ?? ''))
    const afterDraw = await mine(person)
    expect(afterDraw.waiting.map(({ code }) => code)).toEqual([waiting[1]?.code])
    expect(afterDraw.drawn).toMatchObject([{ ...card, code: first?.code }])
    expect(dataOf(await club.play(person, campaign, first?.code ?? ''))).toEqual(card)
    expect(await club.countCodes(campaign.id)).toEqual({ 'digital issued': 1, 'digital used': 1 })
    expect(await findings(campaign.id)).toEqual([])
  })

  test('the code of a given card is invalid for anyone else, and a session without a password does not see the card', async () => {
    const campaign = await deskCampaign()
    const [owner, other] = [await club.join(), await club.join()]
    dataOf(await give(campaign.id, owner.customer_id))
    const [card] = (await mine(owner)).waiting
    expect(await club.play(other, campaign, card?.code ?? '')).toMatchObject({
      status: 422,
      code: 'scratch-card.invalid-code',
    })
    expect((await mine({ browser: club.identify(owner.customer_id) })).waiting).toEqual([])
    dataOf(await club.play(owner, campaign, card?.code ?? ''))
    expect(await club.play(other, campaign, card?.code ?? '')).toMatchObject({
      code: 'scratch-card.invalid-code',
    })
  })

  test('a repeated gift request gives no further cards, and one with other data is refused', async () => {
    const campaign = await deskCampaign()
    const person = await club.join()
    const gift_id = randomUUID()
    dataOf(await give(campaign.id, person.customer_id, 2, gift_id))
    expect(dataOf(await give(campaign.id, person.customer_id, 2, gift_id.toUpperCase()))).toEqual({
      cards: 2,
      left_today: 3,
      repeated: true,
    })
    expect(await give(campaign.id, person.customer_id, 1, gift_id)).toMatchObject({
      code: 'scratch-card.gift-reused',
    })
    expect(await give(campaign.id, (await club.join()).customer_id, 2, gift_id)).toMatchObject({
      code: 'scratch-card.gift-reused',
    })
    expect((await mine(person)).waiting).toHaveLength(2)
  })

  test('the desk can take back the undrawn cards of a gift, with a reason, once', async () => {
    const campaign = await deskCampaign()
    const person = await club.join()
    const gift_id = randomUUID()
    dataOf(await give(campaign.id, person.customer_id, 3, gift_id))
    const [drawn, lost] = (await mine(person)).waiting
    dataOf(await club.play(person, campaign, drawn?.code ?? ''))
    const given = { gift_id, cards: 3, given_by: 'Nome de duda' }
    expect(await giftsOf(person, campaign.id)).toMatchObject([{ ...given, waiting: 2, taken_back: 0 }])

    expect(dataOf(await undo(gift_id))).toEqual({ taken_back: 2, drawn: 1, repeated: false })
    expect(dataOf(await undo(gift_id.toUpperCase()))).toEqual({ taken_back: 2, drawn: 1, repeated: true })
    expect((await mine(person)).waiting).toEqual([])
    expect(await club.play(person, campaign, lost?.code ?? '')).toMatchObject({
      code: 'scratch-card.invalid-code',
    })
    expect(await giftsOf(person, campaign.id)).toMatchObject([{ ...given, waiting: 0, taken_back: 2 }])
    expect(await club.countCodes(campaign.id)).toEqual({ 'digital used': 1, 'digital void': 2 })
    expect((await findDeck(club.database.db, campaign.id))?.codes).toBe(1)
    // Cards that were taken back do not count toward the person's limit.
    expect(dataOf(await give(campaign.id, person.customer_id, 4))).toMatchObject({ left_today: 0 })
    const lines = await club.database.db
      .selectFrom('audit_line')
      .select(['actor_id', 'subject_id', 'sentence'])
      .where('action', '=', 'scratch-card.undo-gift')
      .where('subject_id', '=', person.customer_id)
      .execute()
    expect(lines).toMatchObject([
      {
        actor_id: 'iris',
        sentence: expect.stringMatching(
          /^Desfez 2 raspadinhas da promoção .* Motivo: Dadas à pessoa errada\.$/,
        ),
      },
    ])
    expect(await findings(campaign.id)).toEqual([])
  })

  test('a gift that does not exist, or whose cards were all drawn, cannot be taken back', async () => {
    const campaign = await deskCampaign()
    const person = await club.join()
    const gift_id = randomUUID()
    dataOf(await give(campaign.id, person.customer_id, 1, gift_id))
    const [card] = (await mine(person)).waiting
    dataOf(await club.play(person, campaign, card?.code ?? ''))
    expect(await undo(gift_id)).toMatchObject({ status: 409, code: 'scratch-card.gift-drawn' })
    expect(await undo(randomUUID())).toMatchObject({ status: 404, code: 'scratch-card.unknown-gift' })
    expect(await club.countCodes(campaign.id)).toEqual({ 'digital used': 1 })
  })

  test('a person gets at most five cards a day at the desk', async () => {
    const campaign = await deskCampaign()
    const { customer_id } = await club.join()
    dataOf(await give(campaign.id, customer_id, 4))
    expect(await give(campaign.id, customer_id, 2)).toMatchObject({
      code: 'scratch-card.gift-limit',
      message: 'Uma pessoa recebe no balcão até 5 raspadinhas por dia. Hoje ainda resta 1.',
    })
    dataOf(await give(campaign.id, customer_id, 1))
    expect(await give(campaign.id, customer_id, 1)).toMatchObject({ code: 'scratch-card.gift-limit' })
    club.clock.advance(24 * 3_600_000)
    dataOf(await give(campaign.id, customer_id, 5))
    club.clock.advance(-24 * 3_600_000)
  })

  test('cards cannot be given to ineligible people, in campaigns without cards of the desk, or beyond the cards of the deck', async () => {
    const campaign = await deskCampaign({ cards: 240 })
    const person = await club.join()
    expect(await give(campaign.id, randomUUID())).toMatchObject({ code: 'scratch-card.unknown-person' })
    expect(await give(randomUUID(), person.customer_id)).toMatchObject({ code: 'campaigns.unknown' })
    const minor = await club.join({ birth_date: '2012-05-05' })
    expect(await give(campaign.id, minor.customer_id)).toMatchObject({ code: 'campaigns.under-age' })
    const paper = await club.sealedCampaign()
    expect(await give(paper.id, person.customer_id)).toMatchObject({ code: 'scratch-card.not-given-here' })
    const unsealed = await club.newCampaign({ earned_by: ['desk'] })
    expect(await give(unsealed.id, person.customer_id)).toMatchObject({
      code: 'scratch-card.not-open-for-gifts',
    })
    await club.codes(campaign.id, 239)
    expect(await give(campaign.id, person.customer_id, 2)).toMatchObject({
      code: 'scratch-card.no-cards-left',
    })
    dataOf(await give(campaign.id, person.customer_id, 1))
  })

  test('the desk lists campaigns whose cards it can give, and shows why a person cannot receive any', async () => {
    const campaign = await deskCampaign()
    const paper = await club.sealedCampaign()
    const attendant = club.staff('edu', 'attendant')
    const ids = dataOf(await attendant.send(listGivingCampaignsCall)).map(({ campaign_id }) => campaign_id)
    expect(ids).toContain(campaign.id)
    expect(ids).not.toContain(paper.id)

    const minor = await club.join({ birth_date: '2012-05-05' })
    const { document_sealed } = await club.database.db
      .selectFrom('customer')
      .select('document_sealed')
      .where('id', '=', minor.customer_id)
      .executeTakeFirstOrThrow()
    const document_id = club.vault.open(documentLabel, document_sealed)
    const find = (text: string) =>
      attendant.send(findCardReceiverCall, { body: { document_id: text, campaign_id: campaign.id } })
    expect(dataOf(await find(document_id)).person).toEqual({
      customer_id: minor.customer_id,
      name: expect.any(String),
      document_end: document_id.slice(-3),
      left_today: 5,
      gifts: [],
      reasons: ['Esta promoção é para maiores de 18 anos.'],
    })
    const [unknown = ''] = freshCpfs(1, 990_000_000)
    expect(dataOf(await find(unknown))).toEqual({ person: null })
    expect(await find('111')).toMatchObject({ status: 422 })
  })

  test('when an account is erased, its undrawn cards become void, drawn ones are kept, and the reason that staff wrote is erased', async () => {
    const campaign = await deskCampaign()
    const person = await club.join()
    const gift_id = randomUUID()
    dataOf(await give(campaign.id, person.customer_id, 3, gift_id))
    dataOf(await club.play(person, campaign, (await mine(person)).waiting[0]?.code ?? ''))
    const deletion = { customer_id: person.customer_id, now: club.clock.now() }
    const { promotion } = club
    await inTransaction(club.database.db, (tx) =>
      promotion.releaseOnDeletion(tx, { ...deletion, stage: 'requested' }),
    )
    expect((await mine(person)).waiting).toHaveLength(2)
    const own = await promotion.readOwnData(person.customer_id)
    expect(own).toMatchObject({ scratch_gifts: [{ id: gift_id, cards: 3, reason }] })
    await inTransaction(club.database.db, async (tx) => {
      await promotion.releaseOnDeletion(tx, { ...deletion, stage: 'final' })
      await promotion.erasePersonalData(tx, person.customer_id)
    })
    expect(await club.countCodes(campaign.id)).toEqual({ 'digital void': 2, 'digital used': 1 })
    expect((await findDeck(club.database.db, campaign.id))?.codes).toBe(1)
    expect(await findGift(club.database.db, gift_id)).toMatchObject({ reason: null, cards: 3 })
    expect(await findings(campaign.id)).toEqual([])
  })
})

describe('cards earned by receipts', () => {
  const drawEarned = async (person: Person, campaign: Campaign) => club.play(person, campaign, '')

  test('a participation with receipts draws once without a code, and its digital code matches the published hash of the draw', async () => {
    const campaign = await club.receiptsCampaign()
    const person = await club.join()
    await club.receipt(person.customer_id, 40_000)
    const transacao_id = await club.start(person, campaign.id)
    const request = { alphanumero: '', cd_identificador: campaign.cd_identificador, transacao_id }
    const card = dataOf(await club.draw(person, request))
    expect(dataOf(await club.draw(person, request))).toEqual(card)
    const [drawn] = (await mine(person)).drawn
    const parsed = parseScratchCode(drawn?.code ?? '')
    if (parsed.kind === 'slip') throw new Error('The list has no code')
    const { code_hash } = await club.database.db
      .selectFrom('scratch_draw')
      .select('code_hash')
      .where('transaction_id', '=', transacao_id)
      .executeTakeFirstOrThrow()
    expect(code_hash.toString('hex')).toBe(
      codeHashOf(nodeHash, { campaign_id: campaign.id, code: parsed.code }),
    )
    expect(await drawEarned(person, campaign)).toMatchObject({ code: 'scratch-card.missing-receipts' })
    expect(await club.countCodes(campaign.id)).toEqual({ 'digital used': 1 })
    expect(await findings(campaign.id)).toEqual([])
  })

  test('a draw without enough receipts is refused with the missing amount, and draws no card', async () => {
    const campaign = await club.receiptsCampaign()
    const person = await club.join()
    await club.receipt(person.customer_id, 31_250)
    expect(await drawEarned(person, campaign)).toMatchObject({
      status: 409,
      code: 'scratch-card.missing-receipts',
      message: 'Faltam R$ 87,50 para você ganhar uma raspadinha.'.replace(' 8', '\u00A08'),
    })
    expect((await findDeck(club.database.db, campaign.id))?.drawn).toBe(0)
    await club.receipt(person.customer_id, 8_750)
    dataOf(await drawEarned(person, campaign))
  })

  test('a campaign whose cards are not earned by receipts requires a code', async () => {
    const guessers = club.guessers.length
    const campaign = await club.sealedCampaign()
    expect(await club.play(await club.join(), campaign, '')).toMatchObject({
      code: 'scratch-card.invalid-code',
    })
    expect(club.guessers).toHaveLength(guessers)
  })

  test('a refused draw returns the receipts that it used', async () => {
    const campaign = await club.receiptsCampaign({ limit_per_day: 1 })
    const person = await club.join()
    await club.receipt(person.customer_id, 80_000)
    dataOf(await drawEarned(person, campaign))
    expect(await drawEarned(person, campaign)).toMatchObject({ code: 'scratch-card.daily-limit' })
    const allocations = await club.database.db
      .selectFrom('purchase_allocation')
      .select('amount_cents')
      .where('campaign_id', '=', campaign.id)
      .execute()
    expect(allocations).toEqual([{ amount_cents: 40_000 }])
    club.clock.advance(24 * 3_600_000)
    dataOf(await drawEarned(person, campaign))
    club.clock.advance(-24 * 3_600_000)
  })

  test('a reversed participation returns its receipts, and its card stays drawn', async () => {
    const campaign = await club.receiptsCampaign()
    const person = await club.join()
    await club.receipt(person.customer_id, 40_000)
    const opened = dataOf(
      await person.browser.send(startTransactionCall, {
        body: { campaign_id: campaign.id, kind: 'scratch_card' },
      }),
    )
    const { cd_identificador } = campaign
    dataOf(
      await club.draw(person, { alphanumero: '', cd_identificador, transacao_id: opened.transaction_id }),
    )
    dataOf(
      await club
        .staff('bia', 'approver')
        .send(reverseTransactionCall, { body: { protocol: opened.protocol, reason: 'Pedido no balcão.' } }),
    )
    expect(dataOf(await drawEarned(person, campaign))).toMatchObject({ position: 2 })
    expect(await findings(campaign.id)).toEqual([])
  })

  test('receipts cannot draw cards that are reserved for printed codes', async () => {
    const campaign = await club.receiptsCampaign({ earned_by: ['receipts', 'paper'] })
    await club.codes(campaign.id, 239)
    const [first, second] = [await club.join(), await club.join()]
    for (const { customer_id } of [first, second]) await club.receipt(customer_id, 40_000)
    dataOf(await drawEarned(first, campaign))
    expect(await drawEarned(second, campaign)).toMatchObject({ code: 'scratch-card.no-cards-for-receipts' })
    expect((await findDeck(club.database.db, campaign.id))?.codes).toBe(240)
  })
})
