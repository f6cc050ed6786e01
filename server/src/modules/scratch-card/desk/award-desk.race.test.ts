import { randomUUID } from 'node:crypto'
import { deliverAwardCall, undoAwardDeliveryCall } from '@clube/contract/scratch-card/award-desk-calls.ts'
import { drawScratchCardCall } from '@clube/contract/scratch-card/calls.ts'
import { prepareDeckCall, sealDeckCall } from '@clube/contract/scratch-card/deck-calls.ts'
import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { testRootKey } from '../../../testing/club.ts'
import { useTwoServers, type SignedIn } from '../../../testing/two-servers.ts'
import { readBalance } from '../../points/index.ts'
import { proveNow } from '../../proofs/index.ts'
import { createVault } from '../../vault/index.ts'
import { expireDueAwards } from '../awards/award-store.ts'
import { createDeckProof } from '../prove-decks.ts'
import { dataOf, issue, tally, winningSettings } from '../scratch-club.testing.ts'
import { createScratchCampaign } from '../scratch-fixtures.testing.ts'
import { inTransaction } from '../../../db/database.ts'
import { createDeliveryProof } from './prove-deliveries.ts'

const servers = useTwoServers()
const { database } = servers
const vault = createVault(testRootKey)
const [dinner, bonus] = winningSettings.prizes
if (!dinner || !bonus) throw new Error('The settings lack prizes')

afterEach(async () => {
  const { db } = database
  const findings = [
    ...(await proveNow(createDeliveryProof({ db }), new Date())),
    ...(await proveNow(createDeckProof({ db, vault }), new Date())),
  ]
  if (findings.length > 0) throw new Error(`The proofs failed: ${JSON.stringify(findings)}`)
})

/** A campaign whose cards all win this prize, with a deck that two members of staff prepared and sealed. */
const campaignOf = async (prize: typeof dinner) => {
  const campaign = await createScratchCampaign(database.db, {
    now: new Date(),
    prizes: [{ ...prize, quantity: 1200 }],
  })
  const body = { campaign_id: campaign.id }
  const { commitment } = dataOf(
    await (await servers.staff('marketing')).at(0).send(prepareDeckCall, { body }),
  )
  dataOf(await (await servers.staff('approver')).at(1).send(sealDeckCall, { body: { ...body, commitment } }))
  return campaign
}
type Campaign = Awaited<ReturnType<typeof campaignOf>>

/** An open participation, inserted directly. */
const open = async ({ id }: SignedIn, campaign_id: string): Promise<string> => {
  const { rows } = await sql<{ id: string }>`
    insert into promotion_transaction (protocol_year, customer_id, campaign_id, kind, state, service_channel,
      purchase_ids, created_at, expires_at)
    values (2026, ${id}, ${campaign_id}, 'scratch_card', 'open', 'site', '{}', now(), now() + interval '1 hour')
    returning id`.execute(database.db)
  return rows[0]?.id ?? ''
}

/** Lets new customers win awards. @returns the awards' ids */
const winAwards = async (
  { id: campaign_id, cd_identificador }: Campaign,
  count: number,
): Promise<string[]> => {
  const codes = await issue(database.db, vault, campaign_id, count)
  const positions: number[] = []
  for (const [index, alphanumero] of codes.entries()) {
    const person = await servers.customer()
    const transacao_id = await open(person, campaign_id)
    const body = { alphanumero, cd_identificador, transacao_id }
    positions.push(dataOf(await person.at(index).send(drawScratchCardCall, { body })).position)
  }
  const { rows } = await sql<{ id: string }>`
    select a.id from scratch_award a join scratch_deck k on k.id = a.deck_id
    where k.campaign_id = ${campaign_id} order by a.position`.execute(database.db)
  return rows.map(({ id }) => id)
}

const deliver = (
  staff: SignedIn,
  index: number,
  award_id: string,
  client_delivery_id: string = randomUUID(),
  birth_date = '20/03/1990',
) =>
  staff.at(index).send(deliverAwardCall, {
    body: { award_id, client_delivery_id, birth_date, signature: null },
  })
const undo = (staff: SignedIn, index: number, award_id: string, client_delivery_id: string) =>
  staff.at(index).send(undoAwardDeliveryCall, {
    body: { award_id, client_delivery_id, reason: 'Prêmio de outra pessoa.' },
  })
const times = <Result>(count: number, work: (index: number) => Promise<Result>) =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)))
const statesOf = async (award_ids: readonly string[]) => {
  const { rows } = await sql<{ state: string; awards: number }>`
    select state, count(*)::int as awards from scratch_award where id = any(${[...award_ids]}::uuid[])
    group by 1`.execute(database.db)
  return Object.fromEntries(rows.map(({ state, awards }) => [state, awards]))
}

test('a prize whose delivery is requested 50 times at once on two servers is delivered once', async () => {
  const [award_id = ''] = await winAwards(await campaignOf(dinner), 1)
  const staff = await servers.staff('attendant')
  const responses = await times(50, (index) => deliver(staff, index, award_id))
  expect(tally(responses)).toEqual({ ok: 1, 'scratch-card.already-delivered': 49 })
})

test('only five of forty wrong birth dates for a prize, sent at once to two servers, are compared', async () => {
  const [award_id = ''] = await winAwards(await campaignOf(dinner), 1)
  const staff = await servers.staff('attendant')
  const responses = await times(40, (index) =>
    deliver(staff, index, award_id, randomUUID(), `${1950 + index}-01-01`),
  )
  expect(tally(responses)).toEqual({
    'scratch-card.birth-date-differs': 5,
    'scratch-card.too-many-birth-dates': 35,
  })
  expect(await statesOf([award_id])).toEqual({ pending: 1 })
})

test('only thirty of a staff member’s fifty wrong birth dates for ten prizes, sent at once to two servers, are compared', async () => {
  const award_ids = await winAwards(await campaignOf(dinner), 10)
  const staff = await servers.staff('attendant')
  const responses = await times(50, (index) =>
    deliver(staff, index, award_ids[index % 10] ?? '', randomUUID(), `${1940 + index}-01-01`),
  )
  expect(tally(responses)).toEqual({
    'scratch-card.birth-date-differs': 30,
    'scratch-card.too-many-birth-dates': 20,
  })
})

test('a delivery sent 30 times at once to two servers is stored once, and every response shows the same award', async () => {
  const [award_id = ''] = await winAwards(await campaignOf(dinner), 1)
  const staff = await servers.staff('attendant')
  const client_delivery_id = randomUUID()
  const responses = (await times(30, (index) => deliver(staff, index, award_id, client_delivery_id))).map(
    dataOf,
  )
  expect(responses.filter(({ repeated }) => !repeated)).toHaveLength(1)
  for (const { award } of responses) expect(award).toEqual(responses[0]?.award)
})

test('a delivery id sent for ten prizes at once delivers only one of them', async () => {
  const award_ids = await winAwards(await campaignOf(dinner), 10)
  const staff = await servers.staff('attendant')
  const client_delivery_id = randomUUID()
  const responses = await Promise.all(
    award_ids.map((award_id, index) => deliver(staff, index, award_id, client_delivery_id)),
  )
  expect(tally(responses)).toEqual({ ok: 1, 'scratch-card.delivery-reused': 9 })
  expect(await statesOf(award_ids)).toEqual({ delivered: 1, pending: 9 })
})

test('prizes delivered while they expire are either delivered or expired', async () => {
  const award_ids = await winAwards(await campaignOf(dinner), 20)
  const staff = await servers.staff('attendant')
  // Expiry runs with a clock beyond the deadline, deliveries with one before it.
  const afterDeadline = new Date(Date.now() + 40 * 24 * 3_600_000)
  const [responses] = await Promise.all([
    Promise.all(award_ids.map((award_id, index) => deliver(staff, index, award_id))),
    times(10, () => inTransaction(database.db, (tx) => expireDueAwards(tx, afterDeadline, 2))),
  ])
  const { ok = 0, 'scratch-card.award-expired': expired = 0, ...others } = tally(responses)
  expect(others).toEqual({})
  expect(ok + expired).toBe(20)
  const states = await statesOf(award_ids)
  expect(states['delivered'] ?? 0).toBe(ok)
  expect((states['expired'] ?? 0) + (states['pending'] ?? 0)).toBe(20 - ok)
})

test('a delivery undone 20 times at once, while its prize is delivered again, is undone once', async () => {
  const [award_id = ''] = await winAwards(await campaignOf(dinner), 1)
  const staff = await servers.staff('gift_supervisor')
  const client_delivery_id = randomUUID()
  dataOf(await deliver(staff, 0, award_id, client_delivery_id))
  const [undone, delivered] = await Promise.all([
    times(20, (index) => undo(staff, index, award_id, client_delivery_id)),
    times(20, (index) => deliver(staff, index + 1, award_id)),
  ])
  expect(undone.map(dataOf).filter(({ repeated }) => !repeated)).toHaveLength(1)
  const { ok = 0, 'scratch-card.already-delivered': refused = 0 } = tally(delivered)
  expect(ok).toBeLessThanOrEqual(1)
  expect(ok + refused).toBe(20)
  expect(await statesOf([award_id])).toEqual({ [ok === 1 ? 'delivered' : 'pending']: 1 })
})

test('a code that wins points, sent 20 times at once to two servers, credits them once', async () => {
  const { id: campaign_id, cd_identificador } = await campaignOf(bonus)
  const [alphanumero = ''] = await issue(database.db, vault, campaign_id, 1)
  const person = await servers.customer()
  const transacao_id = await open(person, campaign_id)
  const responses = await times(20, (index) =>
    person.at(index).send(drawScratchCardCall, { body: { alphanumero, cd_identificador, transacao_id } }),
  )
  expect(tally(responses)).toEqual({ ok: 20 })
  expect(await readBalance(database.db, person.id)).toEqual({ balance: 100, debt: 0 })
})
