import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { redeemParkingVoucherCall } from '@clube/contract/parking-voucher/calls.ts'
import {
  applyParkingVoucherCall,
  undoParkingVoucherCall,
} from '@clube/contract/parking-voucher/desk-calls.ts'
import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { openJournal } from '../../../counterparts/journal.ts'
import {
  createParkingBooks,
  type BookedApplication,
  type ParkingCommand,
  type ParkingResult,
} from '../../../counterparts/parking-books.ts'
import { inTransaction } from '../../db/database.ts'
import { useTwoServers, type SignedIn } from '../../testing/two-servers.ts'
import { earnPoints, proveLedger } from '../points/index.ts'
import { proveNow } from '../proofs/index.ts'
import { pointsSettings, tally } from './parking-club.testing.ts'
import { createParkingProof } from './prove-vouchers.ts'

const servers = useTwoServers()
const { database } = servers

/** The discounts that the local car park, which both servers share, granted to a ticket and did not take back. */
const grantedTo = (ticket_number: string): BookedApplication[] => {
  const books = createParkingBooks()
  openJournal<ParkingCommand, ParkingResult>(
    join(servers.folder, 'counterparts', 'car-park.jsonl'),
    books.execute,
  )
  return books
    .applications()
    .filter((each) => each.ticket_number === ticket_number && each.undone_at === null)
}

afterEach(async () => {
  const findings = [
    ...(await proveNow(createParkingProof(database), new Date())),
    ...(await proveLedger(database.db)),
  ]
  if (findings.length > 0) throw new Error(`The proofs failed: ${JSON.stringify(findings)}`)
})

const createCampaign = async (settings: object = {}): Promise<string> => {
  const { rows } = await sql<{ id: string }>`
    insert into campaign (slug, kind, state, title, summary, description, starts_at, ends_at, audience, legal, settings,
      edited_by, approved_by, created_at, updated_at)
    values (${`vale-${randomUUID()}`}, 'parking_voucher', 'active', 'Vale', 'Vale.', 'Vale.', now() - interval '1 day',
      now() + interval '1 day', '{"document_types":["cpf"],"minimum_age":null}',
      '{"certificate_number":null,"authority":null,"prize_list":[]}',
      ${JSON.stringify({ ...pointsSettings, ...settings })}, '{ana}', 'bia', now(), now())
    returning id`.execute(database.db)
  return rows[0]?.id ?? ''
}
let tickets = 0
/** A car that entered 140 minutes before its ticket is read. */
const park = (): string => `1${String((tickets += 1)).padStart(11, '0')}`

const customer = async (points = 500): Promise<SignedIn> => {
  const person = await servers.customer()
  await inTransaction(database.db, (tx) =>
    earnPoints(tx, {
      customer_id: person.id,
      points,
      source: { kind: 'purchase', id: randomUUID() },
      lifetime_days: 365,
      now: new Date(),
    }),
  )
  return person
}
const participation = async ({ id }: SignedIn, campaign_id: string): Promise<string> => {
  const { rows } = await sql<{ id: string }>`
    insert into promotion_transaction (protocol_year, customer_id, campaign_id, kind, state, service_channel,
      purchase_ids, created_at, expires_at)
    values (2026, ${id}, ${campaign_id}, 'parking_voucher', 'open', 'site', '{}', now(), now() + interval '1 hour')
    returning id`.execute(database.db)
  return rows[0]?.id ?? ''
}
const redeem = (
  index: number,
  person: SignedIn,
  request: { campaign_id: string; transaction_id: string; ticket_number: string },
) => {
  const { ticket_number, ...body } = request
  return person.at(index).send(redeemParkingVoucherCall, { params: { ticket_number }, body })
}
const balanceOf = async ({ id }: SignedIn): Promise<number> => {
  const { rows } = await sql<{ balance: number }>`
    select balance from points_balance where customer_id = ${id}`.execute(database.db)
  return rows[0]?.balance ?? 0
}
const voucherOf = async (transaction_id: string) => {
  const { rows } = await sql<{ id: string; state: string }>`
    select id, state from parking_voucher where transaction_id = ${transaction_id}`.execute(database.db)
  return rows[0]
}

test('a ticket for which 50 people redeem concurrently on two servers gets 1 voucher, and the others keep their points', async () => {
  const campaign_id = await createCampaign()
  const ticket_number = park()
  const people = await Promise.all(Array.from({ length: 50 }, () => customer()))
  const requests = await Promise.all(
    people.map(async (person) => ({
      campaign_id,
      ticket_number,
      transaction_id: await participation(person, campaign_id),
    })),
  )
  const responses = await Promise.all(people.map((person, index) => redeem(index, person, requests[index]!)))
  const { ok, ...refused } = tally(responses)
  expect(ok).toBe(1)
  // The last ones read a ticket that is already free.
  for (const code of Object.keys(refused))
    expect(['parking-voucher.already-applied', 'parking-voucher.nothing-due']).toContain(code)
  expect(grantedTo(ticket_number)).toHaveLength(1)
  const balances = await Promise.all(people.map(balanceOf))
  expect(balances.filter((balance) => balance === 500)).toHaveLength(49)
})

test('a participation redeemed 12 times concurrently on two servers has one voucher and one discount', async () => {
  const campaign_id = await createCampaign()
  const person = await customer()
  const ticket_number = park()
  const transaction_id = await participation(person, campaign_id)
  const request = { campaign_id, ticket_number, transaction_id }
  const responses = await Promise.all(
    Array.from({ length: 12 }, (_, index) => redeem(index, person, request)),
  )
  expect(tally(responses)).toEqual({ ok: 12 })
  expect(await redeem(0, person, request)).toMatchObject({ ok: true, data: { status: 'applied' } })
  expect(grantedTo(ticket_number)).toHaveLength(1)
  expect(await balanceOf(person)).toBe(450)
})

test('points for 3 vouchers, redeemed for 10 tickets concurrently, pay for exactly 3', async () => {
  const person = await customer(150)
  const requests: { campaign_id: string; ticket_number: string; transaction_id: string }[] = []
  for (let count = 0; count < 10; count += 1) {
    // A person has one open participation per campaign.
    const campaign_id = await createCampaign()
    requests.push({
      campaign_id,
      ticket_number: park(),
      transaction_id: await participation(person, campaign_id),
    })
  }
  const responses = await Promise.all(requests.map((request, index) => redeem(index, person, request)))
  expect(tally(responses)).toEqual({ ok: 3, 'points.insufficient': 7 })
  expect(requests.flatMap(({ ticket_number }) => grantedTo(ticket_number))).toHaveLength(3)
  expect(await balanceOf(person)).toBe(0)
})

test('a voucher that two supervisors undo while its customer redeems again is undone once, and the stay has one live voucher at most', async () => {
  const campaign_id = await createCampaign()
  const supervisor = await servers.staff('gift_supervisor')
  for (let round = 0; round < 6; round += 1) {
    const person = await customer()
    const ticket_number = park()
    const first = { campaign_id, ticket_number, transaction_id: await participation(person, campaign_id) }
    expect(await redeem(round, person, first)).toMatchObject({ ok: true })
    const voucher = await voucherOf(first.transaction_id)
    const second = { campaign_id, ticket_number, transaction_id: await participation(person, campaign_id) }
    const undo = (index: number) =>
      supervisor.at(index).send(undoParkingVoucherCall, {
        body: { undo_id: randomUUID(), voucher_id: voucher?.id ?? '', reason: 'Engano' },
      })
    const [one, other, again] = await Promise.all([undo(0), undo(1), redeem(round, person, second)])
    expect(tally([one, other])).toEqual({ ok: 1, 'parking-voucher.not-applied': 1 })
    expect(await voucherOf(first.transaction_id)).toMatchObject({ state: 'undone' })
    expect(grantedTo(ticket_number)).toHaveLength(again.ok ? 1 : 0)
    expect(await balanceOf(person)).toBe(again.ok ? 450 : 500)
  }
})

test('a ticket that the desk applies by hand while its customer redeems it gets 1 voucher', async () => {
  const campaign_id = await createCampaign()
  const attendant = await servers.staff('attendant')
  for (let round = 0; round < 6; round += 1) {
    const person = await customer()
    const ticket_number = park()
    const transaction_id = await participation(person, campaign_id)
    const body = {
      application_id: randomUUID(),
      campaign_id,
      customer_id: person.id,
      ticket_number,
      basis: 'right',
      reason: 'Celular sem bateria',
    } as const
    const [first, repeated, own] = await Promise.all([
      attendant.at(0).send(applyParkingVoucherCall, { body }),
      attendant.at(1).send(applyParkingVoucherCall, { body }),
      redeem(round, person, { campaign_id, ticket_number, transaction_id }),
    ])
    // The desk's repeated request gets the same voucher.
    const atDesk = tally([first, repeated])
    expect(atDesk.ok ?? 0).toBe(own.ok ? 0 : 2)
    if (first.ok && repeated.ok) expect(first.data.voucher.voucher_id).toBe(repeated.data.voucher.voucher_id)
    const refusals = [first, repeated, own].flatMap((each) => (each.ok ? [] : [each.code]))
    for (const code of refusals)
      expect([
        'campaigns.transaction-reused',
        'parking-voucher.already-applied',
        'parking-voucher.nothing-due',
      ]).toContain(code)
    expect(grantedTo(ticket_number)).toHaveLength(1)
    expect(await balanceOf(person)).toBe(450)
  }
})

test('exactly the 3 courtesies that the day allows are applied when 20 are requested concurrently on two servers', async () => {
  const campaign_id = await createCampaign({ courtesies_per_day: 3 })
  const attendant = await servers.staff('attendant')
  const people = await Promise.all(Array.from({ length: 20 }, () => customer()))
  const stays = people.map(() => park())
  const responses = await Promise.all(
    people.map(({ id: customer_id }, index) =>
      attendant.at(index).send(applyParkingVoucherCall, {
        body: {
          application_id: randomUUID(),
          campaign_id,
          customer_id,
          ticket_number: stays[index] ?? '',
          basis: 'courtesy',
          reason: 'Cancela com defeito',
        },
      }),
    ),
  )
  expect(tally(responses)).toEqual({ ok: 3, 'parking-voucher.no-courtesies-left': 17 })
  expect(stays.flatMap(grantedTo)).toHaveLength(3)
})
