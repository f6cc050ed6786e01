import { randomUUID } from 'node:crypto'
import { readResultsCall } from '@clube/contract/campaigns/results-calls.ts'
import type { Role } from '@clube/contract/kernel/permissions.ts'
import { requestCodeBatchCall } from '@clube/contract/scratch-card/batch-calls.ts'
import { readBoardCall } from '@clube/contract/scratch-card/board-calls.ts'
import { listScratchCampaignsCall, readDeckCall } from '@clube/contract/scratch-card/deck-calls.ts'
import type { ScratchCardSettings } from '@clube/contract/scratch-card/settings.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { dataOf, useScratchClub } from './scratch-club.testing.ts'

const club = useScratchClub()
const dayMs = 24 * 3_600_000

const board = (campaign_id: string, role: Role = 'auditor') =>
  club.staff('vera', role).send(readBoardCall, { query: { campaign_id } })
const deckOf = (campaign_id: string, staff_id: string) =>
  club.staff(staff_id, 'marketing').send(readDeckCall, { query: { campaign_id } })
const listed = async (campaign_id: string) =>
  dataOf(await club.staff('ana', 'marketing').send(listScratchCampaignsCall)).find(
    (each) => each.campaign_id === campaign_id,
  )

/** Two kinds, of which goods have two prizes. */
const prizes: ScratchCardSettings['prizes'] = [
  {
    kind: 'goods',
    title: 'Televisor',
    quantity: 1,
    value_cents: 300_000,
    pickup_place: 'Piso 1',
    pickup_days: 30,
  },
  {
    kind: 'goods',
    title: 'Caneca',
    quantity: 199,
    value_cents: 2000,
    pickup_place: 'Piso 1',
    pickup_days: 30,
  },
  { kind: 'points', title: '100 pontos', quantity: 40, value_cents: 500, points: 100 },
]

test('the board counts cards, draws by club day, prizes, codes and awards as they are drawn', async () => {
  const campaign = await club.newCampaign({ prizes })
  expect(dataOf(await board(campaign.id))).toMatchObject({
    deck_state: null,
    cards: 240,
    drawn: 0,
    drawable: 0,
    days: [],
    awards: [],
  })
  const { commitment } = dataOf(await club.prepare(campaign.id))
  expect(dataOf(await board(campaign.id))).toMatchObject({ deck_state: 'prepared', drawable: 0 })
  dataOf(await club.seal(campaign.id, commitment))
  // Ten of the campaign's 24 days have begun.
  expect(dataOf(await board(campaign.id))).toMatchObject({ drawable: 100 })

  for (const code of await club.codes(campaign.id, 3))
    dataOf(await club.play(await club.join(), campaign, code))
  club.clock.advance(dayMs)
  const [used = '', unused = ''] = await club.codes(campaign.id, 2)
  dataOf(await club.play(await club.join(), campaign, used))
  expect(unused).not.toBe('')

  const counted = dataOf(await board(campaign.id))
  expect(counted).toMatchObject({ deck_state: 'sealed', drawn: 4, codes: { issued: 1, used: 4, void: 0 } })
  expect(counted.drawable).toBe(110 - 4)
  expect(counted.days.map(({ drawn, won }) => [drawn, won])).toEqual([
    [3, 3],
    [1, 1],
  ])
  const units = (list: readonly { quantity: number; awarded: number }[] | null) => ({
    quantity: list?.reduce((sum, { quantity }) => sum + quantity, 0),
    awarded: list?.reduce((sum, { awarded }) => sum + awarded, 0),
  })
  expect(counted.kinds.map(({ kind }) => kind)).toEqual(['goods', 'points'])
  expect(units(counted.kinds)).toEqual({ quantity: 240, awarded: 4 })
  expect(counted.prizes?.map(({ title }) => title)).toEqual(['Televisor', 'Caneca', '100 pontos'])
  expect(units(counted.prizes)).toEqual({ quantity: 240, awarded: 4 })
  expect(counted.awards.reduce((sum, { count }) => sum + count, 0)).toBe(4)
})

test('marketing staff and approvers see prizes only by kind, on the board and in the results', async () => {
  const campaign = await club.sealedCampaign({ prizes })
  for (const role of ['marketing', 'approver'] as const) {
    const response = await board(campaign.id, role)
    expect(dataOf(response)).toMatchObject({
      prizes: null,
      kinds: [
        { kind: 'goods', quantity: 200, awarded: 0 },
        { kind: 'points', quantity: 40, awarded: 0 },
      ],
    })
    expect(JSON.stringify(response)).not.toContain('Televisor')
  }
  const results = await club
    .staff('ana', 'marketing')
    .send(readResultsCall, { query: { campaign_id: campaign.id } })
  expect(dataOf(results).tables).toEqual([
    {
      title: 'Prêmios, ganhos até ontem',
      columns: ['Tipo', 'Quantidade', 'Ganhos', 'Restantes'],
      rows: [
        { title: 'Produto', values: [200, 0, 200] },
        { title: 'Pontos', values: [40, 0, 40] },
      ],
    },
    {
      title: 'Entrega dos prêmios, ganhos até ontem',
      columns: ['Tipo', 'Para retirar', 'Entregues', 'Prazo encerrado', 'Cancelados'],
      rows: [
        { title: 'Produto', values: [0, 0, 0, 0] },
        { title: 'Pontos', values: [0, 0, 0, 0] },
      ],
    },
  ])
})

test('marketing staff and approvers see no values, and until the deck is revealed only wins of earlier club days; auditors see everything', async () => {
  const campaign = await club.sealedCampaign({ prizes })
  const drawCards = async (count: number) => {
    for (const code of await club.codes(campaign.id, count))
      dataOf(await club.play(await club.join(), campaign, code))
  }
  const wonIn = ({ kinds }: { kinds: readonly { awarded: number }[] }) =>
    kinds.reduce((sum, { awarded }) => sum + awarded, 0)
  const countOf = ({ awards }: { awards: readonly { count: number }[] }) =>
    awards.reduce((sum, { count }) => sum + count, 0)
  const resultsOf = async () => {
    const query = { campaign_id: campaign.id }
    const { tables } = dataOf(await club.staff('ana', 'marketing').send(readResultsCall, { query }))
    return tables[0]?.rows.reduce((sum, { values }) => sum + Number(values[1]), 0)
  }
  await drawCards(3)
  for (const role of ['marketing', 'approver'] as const) {
    const shown = dataOf(await board(campaign.id, role))
    expect(shown).toMatchObject({ drawn: 3, codes: { used: 3 }, awards: [], prizes: null })
    expect(shown.days.map(({ drawn, won }) => [drawn, won])).toEqual([[3, 0]])
    expect(wonIn(shown)).toBe(0)
  }
  expect(await resultsOf()).toBe(0)

  club.clock.advance(dayMs)
  await drawCards(2)
  for (const role of ['marketing', 'approver'] as const) {
    const shown = dataOf(await board(campaign.id, role))
    expect(shown.wins_before).not.toBeNull()
    expect(new Date(shown.wins_before ?? '') <= club.clock.now()).toBe(true)
    expect(shown.days.map(({ drawn, won }) => [drawn, won])).toEqual([
      [3, 3],
      [2, 0],
    ])
    expect([wonIn(shown), countOf(shown)]).toEqual([3, 3])
    expect(shown.awards.map(({ value_cents }) => value_cents).filter((value) => value !== null)).toEqual([])
  }
  expect(await resultsOf()).toBe(3)
  const all = dataOf(await board(campaign.id, 'auditor'))
  expect(all.wins_before).toBeNull()
  expect([wonIn(all), countOf(all)]).toEqual([5, 5])
  expect(all.awards.every(({ value_cents }) => value_cents !== null)).toBe(true)

  await sql`update scratch_deck set state = 'revealed' where campaign_id = ${campaign.id}`.execute(
    club.database.db,
  )
  const afterReveal = dataOf(await board(campaign.id, 'marketing'))
  expect([afterReveal.wins_before, wonIn(afterReveal), await resultsOf()]).toEqual([null, 5, 5])
  expect(afterReveal.awards.every(({ value_cents }) => value_cents === null)).toBe(true)
  club.clock.advance(-dayMs)
})

test('staff see who prepared and sealed a deck, and whether it is their own', async () => {
  const campaign = await club.newCampaign()
  expect(dataOf(await deckOf(campaign.id, 'ana'))).toMatchObject({ campaign_state: 'active', deck: null })
  expect(await listed(campaign.id)).toMatchObject({ state: 'active', cards: 240, deck: null })
  const { commitment } = dataOf(await club.prepare(campaign.id))
  expect(dataOf(await deckOf(campaign.id, 'ana')).deck).toMatchObject({ is_own: true, sealed_at: null })
  expect(dataOf(await deckOf(campaign.id, 'carla')).deck).toMatchObject({
    state: 'prepared',
    commitment,
    is_own: false,
    preparations: 1,
  })
  dataOf(await club.seal(campaign.id, commitment))
  expect(dataOf(await deckOf(campaign.id, 'ana')).deck).toMatchObject({
    state: 'sealed',
    sealed_at: club.clock.now().toISOString(),
  })
  expect(await listed(campaign.id)).toMatchObject({ deck: { state: 'sealed', drawn: 0, codes: 0 } })
})

test('a deck or batch counts as waiting for every member except its author, a deck until it is sealed or its campaign ends', async () => {
  const { db } = club.database
  const waiting = club.promotion.waiting['scratch.approve']!
  const countFor = (staff_id: string, limit = 100) => waiting(db, { staff_id, brand_id: null, limit })
  const before = await countFor('bia')
  const [first, second] = [await club.newCampaign(), await club.newCampaign()]
  const { commitment } = dataOf(await club.prepare(first.id, 'dora'))
  dataOf(await club.prepare(second.id, 'dora'))
  expect([await countFor('bia'), await countFor('bia', 1), await countFor('dora')]).toEqual([
    before + 2,
    1,
    before,
  ])
  dataOf(await club.seal(first.id, commitment))
  expect(await countFor('bia')).toBe(before + 1)
  await sql`update campaign set state = 'ended' where id = ${second.id}`.execute(db)
  expect(await countFor('bia')).toBe(before)

  const body = { batch_id: randomUUID(), campaign_id: first.id, count: 2, purpose: 'Livraria' }
  dataOf(await club.staff('dora', 'marketing').send(requestCodeBatchCall, { body }))
  expect([await countFor('bia'), await countFor('dora')]).toEqual([before + 1, before])
})

test('campaigns that are unknown, not approved or of another kind have neither board nor deck', async () => {
  const draft = await club.newCampaign()
  await sql`update campaign set state = 'draft' where id = ${draft.id}`.execute(club.database.db)
  const other = await club.campaign({})
  for (const id of [draft.id, other.id, '00000000-0000-4000-8000-000000000000']) {
    expect(await board(id)).toMatchObject({ status: 404, code: 'campaigns.unknown' })
    expect(await deckOf(id, 'ana')).toMatchObject({ status: 404, code: 'campaigns.unknown' })
    expect(await listed(id)).toBeUndefined()
  }
})
