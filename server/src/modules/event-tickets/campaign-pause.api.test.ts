import { afterEach, describe, expect, test } from 'vitest'
import { changeCampaignCall } from '@clube/contract/campaigns/campaign-staff-calls.ts'
import {
  cancelReservationCall,
  confirmReservationCall,
  listMyTicketsCall,
} from '@clube/contract/event-tickets/calls.ts'
import {
  acceptOfferCall,
  joinWaitingListCall,
  listMyWaitingEntriesCall,
} from '@clube/contract/event-tickets/waiting-list-calls.ts'
import { notifyOfPause, notifyOfResume } from './campaign-pause.ts'
import { dataOf, findCounterMismatches, useEventsClub } from './events-club.testing.ts'
import { releaseAllExpired, releaseExpired } from './release-expired.ts'
import { endWaitingLists } from './waiting-list/end-waiting-lists.ts'

const club = useEventsClub()
afterEach(async () => {
  const mismatches = await findCounterMismatches(club.database.db)
  if (mismatches.length > 0) throw new Error(`Wrong counters: ${JSON.stringify(mismatches)}`)
  club.clock.set('2026-12-10T15:00:00Z')
  club.notices.length = 0
})

type Person = Awaited<ReturnType<typeof club.join>>
type EventSession = { session_id: string; campaign_id: string }

const change = async ({ campaign_id }: EventSession, event: 'pause' | 'resume') =>
  dataOf(await club.desk().send(changeCampaignCall, { body: { campaign_id, event } }))
/** Resumes the campaign and runs the resulting jobs. */
const resume = async (session: EventSession) => {
  await change(session, 'resume')
  expect(club.jobs.slice(-2)).toEqual([
    { session_id: session.session_id, after: undefined },
    { session_id: session.campaign_id, after: undefined },
  ])
  await releaseExpired(club.eventDeps, session.session_id)
  await notifyOfResume(club.eventDeps, session.campaign_id, club.clock.now())
}
const joinWaitingList = async ({ browser }: Person, { session_id }: EventSession, quantity = 1) =>
  dataOf(await browser.send(joinWaitingListCall, { body: { session_id, quantity } }))
const entryOf = async ({ browser }: Person) => dataOf(await browser.send(listMyWaitingEntriesCall))[0]
const accept = async (person: Person, entry_id: string, transaction_id: string) =>
  person.browser.send(acceptOfferCall, { body: { transaction_id, entry_id } })
const cancel = async ({ browser, reservation }: Awaited<ReturnType<typeof club.ticketHolder>>) => {
  const { reservation_id, campaign_id } = reservation
  dataOf(await browser.send(cancelReservationCall, { body: { reservation_id, campaign_id } }))
}
const templatesFor = ({ customer_id }: Person) =>
  club.notices.filter((notice) => notice.customer_id === customer_id).map(({ template }) => template)

describe('event tickets of a paused campaign', () => {
  test('places returned during a pause are offered when the campaign is resumed', async () => {
    const session = await club.session({ capacity: 2 })
    const ticketHolder = await club.ticketHolder(session, 2)
    const [ana, eva] = [await club.join(), await club.join()]
    await joinWaitingList(ana, session, 2)
    await joinWaitingList(eva, session, 2)
    await change(session, 'pause')
    await cancel(ticketHolder)
    await releaseAllExpired(club.eventDeps)
    expect(await entryOf(ana)).toMatchObject({ state: 'waiting', position: 1 })
    club.clock.advance(3_600_000)
    await resume(session)
    expect(await entryOf(ana)).toMatchObject({
      state: 'offered',
      offer_expires_at: '2026-12-10T16:30:00.000Z',
    })
    expect(await entryOf(eva)).toMatchObject({ state: 'waiting', position: 1 })
    expect(templatesFor(ana)).toEqual(['waiting-list-offer'])
  })

  test('a pause extends a live offer by its duration, and the customer is notified of the pause and of the new deadline', async () => {
    const session = await club.session({ capacity: 1 })
    const ticketHolder = await club.ticketHolder(session)
    const [ana, eva] = [await club.join(), await club.join()]
    const { entry_id } = await joinWaitingList(ana, session)
    await joinWaitingList(eva, session)
    const transaction_id = await club.start(ana, session.campaign_id)
    await cancel(ticketHolder)
    club.clock.set('2026-12-10T15:10:00Z')
    await change(session, 'pause')
    expect(club.jobs.at(-1)?.session_id).toBe(session.campaign_id)
    await notifyOfPause(club.eventDeps, session.campaign_id)
    club.clock.set('2026-12-10T15:45:00Z')
    await releaseAllExpired(club.eventDeps)
    expect(await entryOf(ana)).toMatchObject({
      state: 'offered',
      offer_expires_at: '2026-12-10T16:05:00.000Z',
      is_paused: true,
    })
    expect(await entryOf(eva)).toMatchObject({ state: 'waiting', is_paused: true })
    expect(await accept(ana, entry_id, transaction_id)).toMatchObject({ code: 'campaigns.paused' })
    await resume(session)
    expect(club.jobs.at(-1)).toEqual({ session_id: session.session_id, after: 20 * 60 + 1 })
    expect(club.notices.at(-1)).toMatchObject({ expires_at: new Date('2026-12-10T16:05:00Z') })
    expect(templatesFor(ana)).toEqual(['waiting-list-offer', 'paused-offer', 'offer-extended'])
    club.clock.set('2026-12-10T15:59:00Z')
    await releaseAllExpired(club.eventDeps)
    expect(await accept(ana, entry_id, transaction_id)).toMatchObject({ status: 200 })
    expect(await entryOf(eva)).toMatchObject({ state: 'waiting', is_paused: false })
  })

  test('an offer paused in its last seconds can be accepted for ten minutes after the campaign is resumed', async () => {
    const session = await club.session({ capacity: 1 })
    const buyer = await club.ticketHolder(session)
    const ana = await club.join()
    const { entry_id } = await joinWaitingList(ana, session)
    await cancel(buyer)
    club.clock.set('2026-12-10T15:29:58Z')
    await change(session, 'pause')
    club.clock.set('2026-12-10T16:00:00Z')
    await resume(session)
    expect(await entryOf(ana)).toMatchObject({ offer_expires_at: '2026-12-10T16:10:00.000Z' })
    expect(club.notices.at(-1)).toMatchObject({ expires_at: new Date('2026-12-10T16:10:00Z') })
    club.clock.set('2026-12-10T16:09:59Z')
    await releaseAllExpired(club.eventDeps)
    const transaction_id = await club.start(ana, session.campaign_id)
    expect(await accept(ana, entry_id, transaction_id)).toMatchObject({ status: 200 })
  })

  test('jobs that run repeatedly notify each customer once per pause and once per extended offer', async () => {
    const session = await club.session({ capacity: 2 })
    const ticketHolder = await club.ticketHolder(session)
    const [ana, eva] = [await club.join(), await club.join()]
    await club.reserve(eva, session)
    await joinWaitingList(ana, session)
    await cancel(ticketHolder)
    club.notices.length = 0
    await change(session, 'pause')
    const notify = () => notifyOfPause(club.eventDeps, session.campaign_id)
    await Promise.all([notify(), notify()])
    await notify()
    expect(club.notices.map(({ template }) => template).sort()).toEqual(['paused-hold', 'paused-offer'])
    for (const { texts } of club.notices) {
      expect(texts.paragraphs[0]).toContain(', de 12 de dezembro de 2026 às 19h, foi pausada.')
      expect(texts.short).toContain('para 12/12 19h')
    }
    club.clock.advance(60_000)
    await resume(session)
    await notifyOfResume(club.eventDeps, session.campaign_id, club.clock.now())
    expect(templatesFor(ana)).toEqual(['paused-offer', 'offer-extended'])
    await change(session, 'pause')
    await notify()
    expect(templatesFor(eva)).toEqual(['paused-hold', 'paused-hold'])
  })

  test('an offer that had expired before the pause is not extended', async () => {
    const session = await club.session({ capacity: 1 })
    const ticketHolder = await club.ticketHolder(session)
    const [ana, eva] = [await club.join(), await club.join()]
    await joinWaitingList(ana, session)
    await joinWaitingList(eva, session)
    await cancel(ticketHolder)
    club.clock.advance(1_800_001)
    await change(session, 'pause')
    await notifyOfPause(club.eventDeps, session.campaign_id)
    club.clock.advance(3_600_000)
    await resume(session)
    expect(await entryOf(ana)).toMatchObject({ state: 'expired' })
    expect(await entryOf(eva)).toMatchObject({ state: 'offered' })
    expect(templatesFor(ana)).toEqual(['waiting-list-offer'])
  })

  test('a hold in a paused campaign keeps its 900 seconds, during which it can be confirmed', async () => {
    const session = await club.session({ capacity: 2 })
    const [ana, eva] = [await club.join(), await club.join()]
    const { reservation_id } = await club.reserve(ana, session)
    const lost = await club.reserve(eva, session)
    await change(session, 'pause')
    await notifyOfPause(club.eventDeps, session.campaign_id)
    expect(club.notices.map(({ template }) => template)).toEqual(['paused-hold', 'paused-hold'])
    club.clock.advance(900_000)
    const confirm = (person: Person, id: string) =>
      person.browser.send(confirmReservationCall, { body: club.confirmBody(id, 1) })
    expect(await confirm(ana, reservation_id)).toMatchObject({ status: 200 })
    club.clock.advance(1)
    expect(await confirm(eva, lost.reservation_id)).toMatchObject({
      code: 'event-tickets.reservation-expired',
    })
    expect(dataOf(await eva.browser.send(listMyTicketsCall))).toEqual([])
  })

  test.each([
    { released: 'before the campaign is resumed', release: releaseAllExpired },
    { released: 'when the campaign is resumed', release: async () => {} },
  ])(
    'the first offer goes to a customer whose hold expired during a pause, if the hold is released $released',
    async ({ release }) => {
      const session = await club.session({ capacity: 3 })
      const [early, ida, eva] = [await club.join(), await club.join(), await club.join()]
      await club.reserve(early, session)
      club.clock.advance(600_000)
      await club.reserve(ida, session, 2)
      await joinWaitingList(eva, session, 2)
      club.clock.advance(300_001)
      // The first hold has expired, the second is live.
      await change(session, 'pause')
      club.clock.advance(3_600_000)
      await release(club.eventDeps)
      await resume(session)
      expect(await entryOf(ida)).toMatchObject({ state: 'offered', quantity: 2 })
      expect(await entryOf(eva)).toMatchObject({ state: 'waiting', position: 1 })
      expect(await entryOf(early)).toBeUndefined()
      expect(templatesFor(ida)).toEqual(['lost-hold-offer'])
      const transaction_id = await club.start(ida, session.campaign_id)
      const { entry_id = '' } = (await entryOf(ida)) ?? {}
      expect(await accept(ida, entry_id, transaction_id)).toMatchObject({
        status: 200,
        data: { quantity: 2 },
      })
    },
  )

  test('a customer whose hold expired during a pause is offered the released places first, even when also waiting for others', async () => {
    const session = await club.session({ capacity: 3 })
    await club.ticketHolder(session)
    const [ida, eva] = [await club.join(), await club.join()]
    await club.reserve(ida, session, 2)
    await joinWaitingList(eva, session, 2)
    await joinWaitingList(ida, session, 1)
    await change(session, 'pause')
    club.clock.advance(900_001)
    await releaseAllExpired(club.eventDeps)
    expect(await entryOf(ida)).toMatchObject({ state: 'waiting', position: 1, quantity: 2 })
    await resume(session)
    expect(await entryOf(ida)).toMatchObject({ state: 'offered', quantity: 2 })
  })

  test('offers of a paused campaign end with their waiting list when the campaign ends', async () => {
    const session = await club.session({
      capacity: 1,
      starts_at: '2026-12-30T22:00:00Z',
      ends_at: null,
      sales_until: '2026-12-30T21:00:00Z',
      no_show_from: null,
    })
    const ticketHolder = await club.ticketHolder(session)
    const ana = await club.join()
    await joinWaitingList(ana, session)
    await cancel(ticketHolder)
    await change(session, 'pause')
    club.clock.set('2026-12-25T01:00:00Z')
    await releaseAllExpired(club.eventDeps)
    expect(await entryOf(ana)).toMatchObject({ state: 'left', has_list_ended: true })
    await endWaitingLists(club.eventDeps)
    expect(await entryOf(ana)).toMatchObject({ state: 'left', has_list_ended: true })
    const counters = await club.database.db
      .selectFrom('event_session')
      .select(['held', 'offered'])
      .where('id', '=', session.session_id)
      .executeTakeFirst()
    expect(counters).toEqual({ held: 0, offered: 0 })
  })
})
