import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { confirmReservationCall, reserveCall } from '@clube/contract/event-tickets/calls.ts'
import {
  overrideScanCall,
  scanTicketCall,
  undoAdmissionCall,
} from '@clube/contract/event-tickets/gate-calls.ts'
import { useTwoServers } from '../../../testing/two-servers.ts'
import { createEvent, createParticipants, sendAs } from '../event-fixtures.testing.ts'
import { dataOf, findCounterMismatches, tally } from '../events-club.testing.ts'

const servers = useTwoServers()
const db = () => servers.database.db
const now = () => new Date()
const concurrently = <Result>(count: number, work: (index: number) => Promise<Result>): Promise<Result[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)))

/** A ticket of a new session, and the gate at which it is scanned. */
const prepare = async () => {
  const { campaign_id, session_id } = await createEvent(db(), { capacity: 2, now: now() })
  const [person] = await createParticipants(db(), { campaign_id, people: 1, now: now() })
  if (!person) throw new Error('No customer was created')
  const { token: sid, transaction_id } = person
  const hold = { transaction_id, session_id, quantity: 1 }
  const { reservation_id } = dataOf(await sendAs(servers.urlOf(0), { sid }, reserveCall, hold))
  const { tickets } = dataOf(
    await sendAs(servers.urlOf(1), { sid }, confirmReservationCall, {
      reservation_id,
      participants: [{ name: 'Ana Lúcia Pereira' }],
      accepted_terms: 'yes',
    }),
  )
  const steward = await servers.staff('gate_steward')
  const supervisor = await servers.staff('gate_supervisor')
  const attempt = () => ({
    ticket_code: tickets[0]?.qr_code ?? '',
    session_id,
    gate: 'Entrada B',
    scanned_at: now().toISOString(),
    client_scan_id: randomUUID(),
  })
  const scan = (index: number, more: { client_scan_id?: string; admitted_offline?: boolean } = {}) =>
    steward.at(index).send(scanTicketCall, { body: { ...attempt(), ...more } })
  const override = (index: number) =>
    supervisor
      .at(index)
      .send(overrideScanCall, { body: { ...attempt(), reason: 'A pessoa mostrou a reserva.' } })
  const client_scan_id = randomUUID()
  expect(dataOf(await scan(0, { client_scan_id }))).toMatchObject({ result: 'admitted' })
  const undo = (index: number) =>
    steward.at(index).send(undoAdmissionCall, { body: { session_id, client_scan_id } })
  const recorded = () =>
    db().selectFrom('event_scan').select('result').where('session_id', '=', session_id).execute()
  return { client_scan_id, scan, override, undo, recorded }
}
const undoLines = () =>
  db()
    .selectFrom('audit_line')
    .select('position')
    .where('action', '=', 'event-tickets.undo-admission')
    .execute()

test('an admission undone 20 times concurrently on two servers is undone once', async () => {
  const { undo, recorded } = await prepare()
  const before = (await undoLines()).length
  const responses = (await concurrently(20, undo)).map((response) => dataOf(response))
  expect(responses.filter(({ repeated }) => !repeated)).toHaveLength(1)
  expect(await recorded()).toEqual([{ result: 'undone' }])
  expect(await undoLines()).toHaveLength(before + 1)
  expect(await findCounterMismatches(db())).toEqual([])
})

test('when an admission is undone while the ticket is scanned again, at most one of the scans is admitted', async () => {
  for (let round = 0; round < 10; round += 1) {
    const { undo, scan, recorded } = await prepare()
    const [undone, scans] = await Promise.all([undo(round), concurrently(8, (index) => scan(index))])
    expect(dataOf(undone)).toEqual({ repeated: false })
    const results = scans.map((response) => dataOf(response).result)
    const admitted = results.filter((result) => result === 'admitted').length
    expect(admitted).toBeLessThanOrEqual(1)
    expect(results.filter((result) => result === 'already_used')).toHaveLength(8 - admitted)
    expect((await recorded()).filter(({ result }) => result === 'admitted')).toHaveLength(admitted)
    expect(dataOf(await scan(0)).result).toBe(admitted === 1 ? 'already_used' : 'admitted')
  }
  expect(await findCounterMismatches(db())).toEqual([])
})

test('a scan that is sent again while its admission is undone is never admitted afterwards', async () => {
  const { undo, scan, client_scan_id } = await prepare()
  const [, repeats] = await Promise.all([
    undo(0),
    concurrently(10, (index) => scan(index, { client_scan_id })),
  ])
  for (const response of repeats)
    if (response.ok) expect(response.data).toMatchObject({ result: 'admitted', repeated: true })
    else expect(response.code).toBe('event-tickets.scan-undone')
  expect(tally(await concurrently(4, (index) => scan(index, { client_scan_id })))).toEqual({
    'event-tickets.scan-undone': 4,
  })
  expect(dataOf(await scan(1))).toMatchObject({ result: 'admitted', repeated: false })
})

test('when an admission is undone while a supervisor overrides a scan of its ticket, the ticket admits nobody else', async () => {
  for (let round = 0; round < 10; round += 1) {
    const { undo, override, scan } = await prepare()
    const [undone, overridden] = await Promise.all([undo(round), override(round + 1)])
    expect(dataOf(overridden)).toEqual({ repeated: false })
    if (!undone.ok) expect(undone.code).toBe('event-tickets.overridden')
    expect(dataOf(await scan(0)).result).toBe('already_used')
  }
  expect(await findCounterMismatches(db())).toEqual([])
})

test('when an admission is undone while an offline gate reports its own, the ticket admits nobody else', async () => {
  for (let round = 0; round < 20; round += 1) {
    const { undo, scan, recorded } = await prepare()
    const [undone, late] = await Promise.all([undo(round), scan(round + 1, { admitted_offline: true })])
    // Either the reported entry uses the ticket, or the undo is refused.
    if (undone.ok) expect(dataOf(late).result).toBe('admitted')
    else {
      expect(undone.code).toBe('event-tickets.entered-twice')
      expect(dataOf(late).result).toBe('already_used')
    }
    expect((await recorded()).filter(({ result }) => result === 'admitted')).toHaveLength(1)
    expect(dataOf(await scan(0)).result).toBe('already_used')
  }
  expect(await findCounterMismatches(db())).toEqual([])
})
