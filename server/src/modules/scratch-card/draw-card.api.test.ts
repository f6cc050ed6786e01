import { randomUUID } from 'node:crypto'
import { transactionLifetimeSeconds } from '@clube/contract/campaigns/transaction-states.ts'
import { listMyScratchCardsCall } from '@clube/contract/scratch-card/calls.ts'
import { codeHashOf, nextHead } from '@clube/contract/scratch-card/draw-chain.ts'
import { formatScratchCode } from '@clube/contract/scratch-card/scratch-code.ts'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { Finding } from '../proofs/index.ts'
import { createDeckProof } from './prove-decks.ts'
import { findDeck } from './deck-store.ts'
import { nodeHash } from './node-hash.ts'
import { dataOf, useScratchClub, winningSettings } from './scratch-club.testing.ts'

const club = useScratchClub()
const [dinner] = winningSettings.prizes
if (!dinner) throw new Error('The settings have no prizes')
/** Six winning cards among 48, two per day: twenty can be drawn on the tenth day. */
const scarce = { cards: 48, prizes: [{ ...dinner, quantity: 6 }] }

const findings = async (campaign_id: string): Promise<Finding[]> => {
  const { step } = createDeckProof({ db: club.database.db, vault: club.vault })
  const all: Finding[] = []
  let position: string | null = null
  for (;;) {
    const { findings: found, next } = await step({
      kind: 'full',
      position,
      mark: null,
      now: club.clock.now(),
    })
    all.push(...found)
    if (next.kind === 'end') return all.filter(({ subject }) => subject.startsWith(campaign_id))
    ;({ position } = next)
  }
}

describe('drawing a scratch card', () => {
  test('each code draws one card, and the chain of draws begins at the commitment', async () => {
    const campaign = await club.sealedCampaign(scarce)
    const deck = await findDeck(club.database.db, campaign.id)
    const codes = await club.codes(campaign.id, 6)
    let head = deck?.commitment.toString('hex') ?? ''
    for (const [index, code] of codes.entries()) {
      const card = dataOf(await club.play(await club.join(), campaign, formatScratchCode(code).toLowerCase()))
      const stored = await club.database.db
        .selectFrom('scratch_draw')
        .select(['prize_number'])
        .where('deck_id', '=', deck?.id ?? '')
        .where('position', '=', index + 1)
        .executeTakeFirstOrThrow()
      head = nextHead(nodeHash, head, {
        position: index + 1,
        prize: stored.prize_number ?? 0,
        code_hash: codeHashOf(nodeHash, { campaign_id: campaign.id, code }),
        drawn_at: card.drawn_at,
      })
      expect(card).toMatchObject({ campaign_id: campaign.id, position: index + 1, head })
      expect(card.prize?.title ?? null).toBe(stored.prize_number === null ? null : 'Jantar para dois')
    }
    expect(await findings(campaign.id)).toEqual([])
  })

  test('a code that a person sends again returns the same card, with the same, a new, an expired or an unknown participation', async () => {
    const campaign = await club.sealedCampaign()
    const person = await club.join()
    const [code = '', other = ''] = await club.codes(campaign.id, 2)
    const transacao_id = await club.start(person, campaign.id)
    const request = { alphanumero: code, cd_identificador: campaign.cd_identificador, transacao_id }
    const first = dataOf(await club.draw(person, request))
    expect(dataOf(await club.draw(person, request))).toEqual(first)
    const second = await club.start(person, campaign.id)
    expect(dataOf(await club.draw(person, { ...request, transacao_id: second }))).toEqual(first)
    // The new participation was not used up.
    expect(
      dataOf(await club.draw(person, { ...request, alphanumero: other, transacao_id: second })),
    ).toMatchObject({ position: 2 })
    const third = await club.start(person, campaign.id)
    club.clock.advance(transactionLifetimeSeconds * 1000)
    expect(dataOf(await club.draw(person, { ...request, transacao_id: third }))).toEqual(first)
    club.clock.advance(-transactionLifetimeSeconds * 1000)
    expect(dataOf(await club.draw(person, { ...request, transacao_id: randomUUID() }))).toEqual(first)
    expect(dataOf(await person.browser.send(listMyScratchCardsCall)).drawn).toHaveLength(2)
  })

  test('another passwordless session of the same person cannot see the card of a used code', async () => {
    const campaign = await club.sealedCampaign()
    const { customer_id } = await club.join()
    const [first, second] = [club.identify(customer_id), club.identify(customer_id)]
    const [code = ''] = await club.codes(campaign.id, 1)
    dataOf(await club.play({ customer_id, browser: first }, campaign, code))
    expect(await club.play({ customer_id, browser: second }, campaign, code)).toMatchObject({
      status: 409,
      code: 'scratch-card.code-used',
    })
  })

  test('a request for another customer is refused, and one with the customer’s id is accepted', async () => {
    const campaign = await club.sealedCampaign()
    const [person, other] = [await club.join(), await club.join()]
    const [alphanumero = ''] = await club.codes(campaign.id, 1)
    const { cd_identificador } = campaign
    const transacao_id = await club.start(person, campaign.id)
    const body = { alphanumero, cd_identificador, transacao_id }
    expect(await club.draw(person, { ...body, id: other.customer_id })).toMatchObject({ status: 403 })
    expect(await club.draw(person, { ...body, id: person.customer_id.toUpperCase() })).toMatchObject({
      status: 200,
    })
  })

  test('a participation in one campaign cannot draw a card of another', async () => {
    const [campaign, other] = [await club.sealedCampaign(), await club.sealedCampaign()]
    const person = await club.join()
    const [code = ''] = await club.codes(other.id, 1)
    expect(
      await club.play(person, { ...campaign, cd_identificador: other.cd_identificador }, code),
    ).toMatchObject({
      status: 404,
      code: 'campaigns.transaction-unknown',
    })
    expect(await club.play(await club.join(), other, code)).toMatchObject({ status: 200 })
  })

  test('a refused draw also returns its message as msg', async () => {
    const campaign = await club.sealedCampaign()
    const { browser } = await club.join()
    const response = await fetch(`${club.url}/api/legacy/autoatendimentoRasgadinha`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        cookie: [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        origin: club.url,
        'x-requested-with': 'clube',
      },
      body: JSON.stringify({
        alphanumero: 'errado',
        cd_identificador: campaign.cd_identificador,
        transacao_id: randomUUID(),
      }),
    })
    const body = (await response.json()) as { message: string; msg: string }
    expect(response.status).not.toBe(200)
    expect(body.msg).toBe(body.message)
  })

  test('a code that is void or unknown is refused like a typing error, and draws nothing', async () => {
    const campaign = await club.sealedCampaign()
    const person = await club.join()
    const [code = ''] = await club.codes(campaign.id, 1)
    await sql`update scratch_code set state = 'void', voided_at = now()`.execute(club.database.db)
    for (const typed of [code, '2222222222222222', '', 'x'.repeat(64), '💥'])
      expect(await club.play(person, campaign, typed)).toMatchObject({
        status: 422,
        errors: [{ path: 'alphanumero', message: 'Código inválido. Confira as letras e números impressos.' }],
      })
    expect((await findDeck(club.database.db, campaign.id))?.drawn).toBe(0)
  })
})

describe('the deck of a campaign', () => {
  test('the person who prepared a deck cannot seal it, and sealing requires its current commitment', async () => {
    const { id } = await club.newCampaign()
    expect(await club.seal(id, 'a'.repeat(64))).toMatchObject({ code: 'scratch-card.unknown-deck' })
    const first = dataOf(await club.prepare(id, 'ana'))
    expect(await club.seal(id, first.commitment, 'ana')).toMatchObject({ code: 'scratch-card.own-deck' })
    const second = dataOf(await club.prepare(id, 'carla'))
    expect(second).toMatchObject({ preparations: 2, state: 'prepared' })
    expect(second.commitment).not.toBe(first.commitment)
    expect(await club.seal(id, first.commitment)).toMatchObject({ code: 'scratch-card.other-deck' })
    const sealed = dataOf(await club.seal(id, second.commitment))
    expect(sealed).toEqual({
      ...second,
      state: 'sealed',
      is_own: false,
      sealed_by: 'Nome de bia',
      sealed_at: second.prepared_at,
    })
    expect(dataOf(await club.seal(id, second.commitment))).toEqual(sealed)
    expect(await club.prepare(id)).toMatchObject({ code: 'scratch-card.already-sealed' })
    expect(await club.seal(id, first.commitment)).toMatchObject({ code: 'scratch-card.already-sealed' })
  })

  test('a deck cannot be prepared for an unknown campaign or an ended one', async () => {
    expect(await club.prepare(randomUUID())).toMatchObject({ code: 'campaigns.unknown' })
    const { id } = await club.newCampaign()
    await sql`update campaign set state = 'ended', ended_at = now() where id = ${id}`.execute(
      club.database.db,
    )
    expect(await club.prepare(id)).toMatchObject({ code: 'campaigns.wrong-state' })
  })

  test('a damaged deck cannot be sealed', async () => {
    const { id } = await club.newCampaign()
    const { commitment } = dataOf(await club.prepare(id))
    const deck = await findDeck(club.database.db, id)
    await sql`update scratch_card set prize_sealed = (select prize_sealed from scratch_card c where c.deck_id = ${deck?.id}
      and c.position = 2) where deck_id = ${deck?.id} and position = 1`.execute(club.database.db)
    expect(await club.seal(id, commitment)).toMatchObject({ status: 500 })
    expect((await findDeck(club.database.db, id))?.state).toBe('prepared')
  })

  test('stored cards do not reveal which of them win: their sealed prizes have the same length and all differ', async () => {
    const campaign = await club.sealedCampaign(scarce)
    const deck = await findDeck(club.database.db, campaign.id)
    const { rows } = await sql<Record<string, unknown>>`
      select drawable_from, octet_length(prize_sealed) as length from scratch_card where deck_id = ${deck?.id}`.execute(
      club.database.db,
    )
    expect(rows).toHaveLength(48)
    expect(new Set(rows.map(({ length }) => length))).toEqual(new Set([33]))
    const { rows: sealed } = await sql<{ sealed: string }>`
      select encode(prize_sealed, 'hex') as sealed from scratch_card where deck_id = ${deck?.id}`.execute(
      club.database.db,
    )
    expect(new Set(sealed.map((each) => each.sealed)).size).toBe(48)
    const { rows: columns } = await sql<{ name: string }>`
      select column_name as name from information_schema.columns where table_name = 'scratch_card' order by 1`.execute(
      club.database.db,
    )
    expect(columns.map(({ name }) => name)).toEqual(['deck_id', 'drawable_from', 'position', 'prize_sealed'])
  })

  test('the proof of decks detects a changed card, prize, counter and draw', async () => {
    const campaign = await club.sealedCampaign()
    const { db } = club.database
    const deck = await findDeck(db, campaign.id)
    for (const code of await club.codes(campaign.id, 3))
      dataOf(await club.play(await club.join(), campaign, code))
    expect(await findings(campaign.id)).toEqual([])
    const checksAfter = async (change: ReturnType<typeof sql>, undo: ReturnType<typeof sql>) => {
      await change.execute(db)
      const found = await findings(campaign.id)
      await undo.execute(db)
      return [...new Set(found.map(({ check }) => check))]
    }
    const id = deck?.id ?? ''
    const swap = sql`update scratch_card a set prize_sealed = b.prize_sealed from scratch_card b
      where a.deck_id = ${id} and b.deck_id = ${id} and a.position in (10, 11) and b.position = 21 - a.position`
    expect(await checksAfter(swap, swap)).toEqual(['card-is-sealed'])
    expect(
      await checksAfter(
        sql`update campaign set settings = jsonb_set(settings, '{prizes,0,value_cents}', '1') where id = ${campaign.id}`,
        sql`update campaign set settings = jsonb_set(settings, '{prizes,0,value_cents}', '12000') where id = ${campaign.id}`,
      ),
    ).toEqual(['deck-is-committed'])
    expect(
      await checksAfter(
        sql`update scratch_prize set awarded = awarded + 1 where deck_id = ${id} and number = 1`,
        sql`update scratch_prize set awarded = awarded - 1 where deck_id = ${id} and number = 1`,
      ),
    ).toEqual(['awarded-matches-draws'])
    await sql`alter table scratch_draw disable trigger scratch_draw_stays`.execute(db)
    const move = (to: string) => sql`update scratch_draw set drawn_at = drawn_at + ${to}::interval
      where deck_id = ${id} and position = 2`
    expect(await checksAfter(move('1 hour'), move('-1 hour'))).toEqual(['chain-is-unbroken'])
    await sql`alter table scratch_draw enable trigger scratch_draw_stays`.execute(db)
    expect(await findings(campaign.id)).toEqual([])
  })

  test('database constraints reject invalid changes to decks, prizes, draws, awards and codes', async () => {
    const campaign = await club.sealedCampaign()
    const unsealed = await club.newCampaign()
    dataOf(await club.prepare(unsealed.id))
    const [code = ''] = await club.codes(campaign.id, 1)
    dataOf(await club.play(await club.join(), campaign, code))
    const { db } = club.database
    const deck = await findDeck(db, campaign.id)
    const open = await findDeck(db, unsealed.id)
    for (const [statement, constraint] of [
      [
        sql`update scratch_deck set sealed_by = prepared_by where id = ${deck?.id}`,
        'scratch_deck_two_people',
      ],
      [sql`update scratch_deck set drawn = 1 where id = ${open?.id}`, 'scratch_deck_drawn_sealed'],
      [sql`update scratch_deck set codes = cards + 1 where id = ${deck?.id}`, 'scratch_deck_codes'],
      [
        sql`update scratch_prize set awarded = quantity + 1 where deck_id = ${deck?.id}`,
        'scratch_prize_awarded',
      ],
      [
        sql`update scratch_draw set prize_number = null where deck_id = ${deck?.id}`,
        'draws and published heads never change',
      ],
      [sql`delete from scratch_draw where deck_id = ${deck?.id}`, 'draws and published heads never change'],
      [
        sql`update scratch_award set prize_number = 3 - prize_number where deck_id = ${deck?.id}`,
        'scratch_award_deck_id_position_prize_number_fkey',
      ],
      [
        sql`insert into scratch_draw select deck_id, position + 1, code_id, transaction_id, customer_id,
          identified_session_id, prize_number, code_hash, head, drawn_at from scratch_draw where deck_id = ${deck?.id}`,
        'scratch_draw_code_id_key',
      ],
    ] as const)
      await expect(statement.execute(db)).rejects.toThrow(constraint)
    await expect(club.codes(campaign.id, 240)).rejects.toThrow('fewer cards than codes')
  })
})
