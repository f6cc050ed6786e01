import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { confirmReservationCall, reserveCall } from '@clube/contract/event-tickets/calls.ts'
import { doorEntryCall, overrideScanCall, scanTicketCall } from '@clube/contract/event-tickets/gate-calls.ts'
import { createEvent, createParticipants, sendAs } from '../modules/event-tickets/event-fixtures.testing.ts'
import { dataOf, findCounterMismatches, tally } from '../modules/event-tickets/events-club.testing.ts'
import { useTwoServers } from '../testing/two-servers.ts'

const servers = useTwoServers()
const db = () => servers.database.db
const now = () => new Date()

/** An event session with tickets of different customers. */
const sell = async (count: number) => {
  const event = await createEvent(db(), { capacity: count + 5, now: now() })
  const { campaign_id, session_id } = event
  const people = await createParticipants(db(), { campaign_id, people: count, now: now() })
  const codes = await Promise.all(
    people.map(async ({ token: sid, transaction_id }, i) => {
      const url = servers.urlOf(i)
      const reserved = await sendAs(url, { sid }, reserveCall, { transaction_id, session_id, quantity: 1 })
      const confirmed = await sendAs(url, { sid }, confirmReservationCall, {
        reservation_id: dataOf(reserved).reservation_id,
        participants: [{ name: 'Ana Lúcia Pereira' }],
        accepted_terms: 'yes',
      })
      return dataOf(confirmed).tickets[0]?.qr_code ?? ''
    }),
  )
  return { session_id, codes }
}
const scanOf = (session_id: string, ticket_code: string) => ({
  ticket_code,
  session_id,
  gate: 'Entrada B',
  scanned_at: now().toISOString(),
  client_scan_id: randomUUID(),
})
const reused = { status: 409, code: 'event-tickets.scan-reused' }

describe('two servers and one client_scan_id', () => {
  test('a known client_scan_id is refused with another ticket, session, gate, number of people or kind of scan', async () => {
    const { session_id, codes } = await sell(2)
    const [used = '', unused = ''] = codes
    const otherEvent = await sell(0)
    const supervisor = await servers.staff('gate_supervisor')
    const body = scanOf(session_id, used)
    const scan = (index: number, change: Partial<typeof body> = {}) =>
      supervisor.at(index).send(scanTicketCall, { body: { ...body, ...change } })
    expect(dataOf(await scan(0))).toMatchObject({ result: 'admitted', repeated: false })
    expect(dataOf(await scan(1))).toMatchObject({ result: 'admitted', repeated: true })
    for (const change of [
      { ticket_code: unused },
      { ticket_code: 'https://exemplo.com.br' },
      { session_id: otherEvent.session_id },
      { gate: 'Entrada A' },
    ])
      expect(await scan(1, change)).toMatchObject(reused)
    const unknown = scanOf(session_id, 'K7QM-2XPD-9FHT')
    expect(dataOf(await scan(0, unknown))).toMatchObject({ result: 'unknown' })
    expect(await scan(1, { ...unknown, ticket_code: 'K7QM-2XPD-9FHU' })).toMatchObject(reused)
    // The id of a scan cannot be reused for an override or a door entry.
    const reason = 'QR rasgado'
    expect(await supervisor.at(1).send(overrideScanCall, { body: { ...body, reason } })).toMatchObject(reused)
    const door = { ...scanOf(session_id, ''), quantity: 1 }
    expect(
      await supervisor.at(0).send(doorEntryCall, { body: { ...door, client_scan_id: body.client_scan_id } }),
    ).toMatchObject(reused)
    dataOf(await supervisor.at(0).send(doorEntryCall, { body: door }))
    expect(await supervisor.at(1).send(doorEntryCall, { body: { ...door, quantity: 2 } })).toMatchObject(
      reused,
    )
    expect(dataOf(await scan(1, scanOf(session_id, unused)))).toMatchObject({ result: 'admitted' })
    expect(await findCounterMismatches(db())).toEqual([])
  })

  test('when ten tickets are scanned concurrently with one client_scan_id, one is admitted and nine are refused without being used', async () => {
    const { session_id, codes } = await sell(10)
    const supervisor = await servers.staff('gate_supervisor')
    const { client_scan_id } = scanOf(session_id, '')
    const responses = await Promise.all(
      codes.map((code, index) =>
        supervisor.at(index).send(scanTicketCall, { body: { ...scanOf(session_id, code), client_scan_id } }),
      ),
    )
    expect(tally(responses)).toEqual({ ok: 1, 'event-tickets.scan-reused': 9 })
    const used = await db()
      .selectFrom('event_ticket')
      .select('id')
      .where('session_id', '=', session_id)
      .where('state', '=', 'used')
      .execute()
    expect(used).toHaveLength(1)
    expect(await findCounterMismatches(db())).toEqual([])
  })
})
