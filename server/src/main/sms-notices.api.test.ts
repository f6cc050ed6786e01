import {
  cancelReservationCall,
  confirmReservationCall,
  reserveCall,
} from '@clube/contract/event-tickets/calls.ts'
import { readConsentDocumentCall } from '@clube/contract/consent/calls.ts'
import { cancelSessionCall, updateSessionCall } from '@clube/contract/event-tickets/staff-calls.ts'
import { joinWaitingListCall } from '@clube/contract/event-tickets/waiting-list-calls.ts'
import { readProfileCall } from '@clube/contract/identity/profile-call.ts'
import {
  chooseExpiringPointsEmailCall,
  chooseSmsNoticeCall,
  noticeTopics,
  type NoticeTopic,
} from '@clube/contract/identity/notice-calls.ts'
import {
  clubDayOf,
  defaultTimeZone,
  formatDate,
  formatDay,
  startOfClubDayAt,
} from '@clube/contract/kernel/club-time.ts'
import { registerReceiptCall } from '@clube/contract/receipts/receipt-calls.ts'
import { approveReceiptCall, rejectReceiptCall } from '@clube/contract/receipts/receipt-staff-calls.ts'
import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { shops } from '../../seeds/demonstration/shops.ts'
import { inTransaction } from '../db/database.ts'
import {
  createEvent,
  createParticipants,
  createStaffToken,
  readPlan,
} from '../modules/event-tickets/event-fixtures.testing.ts'
import { dataOf } from '../modules/event-tickets/events-club.testing.ts'
import { earnPoints } from '../modules/points/index.ts'
import { useClub } from '../testing/club.ts'
import { freshCpfs, registerCustomer } from '../testing/joining.ts'
import { approvalOf, receiptKeyOf } from '../testing/receipts.ts'
import { skipJobDelays } from '../testing/jobs.ts'
import { signedInStaff, staffPersonas } from '../testing/staff.ts'

const club = useClub()
const db = () => club.database.db
let cellphones = 0
let receipts = 200

/** Customers in the same event, each with a confirmed cellphone of their own. */
const joinEvent = async (people: number, capacity = 10) => {
  const now = club.now()
  const event = await createEvent(db(), { capacity, now })
  const participants = await createParticipants(db(), { campaign_id: event.campaign_id, people, now })
  return Promise.all(
    participants.map(async (person) => {
      const cellphone = `119${(cellphones += 1) + 40_000_000}`
      await sql`update customer set cellphone = ${cellphone}, cellphone_verified_at = ${now},
        email = ${`${cellphone}@exemplo.com.br`}, email_verified_at = ${now}
        where id = ${person.customer_id}`.execute(db())
      const browser = club.browser()
      browser.cookies.set('sid', person.token)
      return { ...event, ...person, cellphone, browser }
    }),
  )
}
type Person = Awaited<ReturnType<typeof joinEvent>>[number]

const joinAlone = async (): Promise<Person> => {
  const [person] = await joinEvent(1)
  if (!person) throw new Error('The customer was not created')
  return person
}

const choose = ({ browser }: Person, topic: NoticeTopic, is_wanted: 'yes' | 'no' = 'yes') =>
  browser.send(chooseSmsNoticeCall, { body: { topic, is_wanted } })
const chooseAll = async (person: Person) => {
  for (const topic of noticeTopics) dataOf(await choose(person, topic))
}

/** The text messages and subjects of e-mails to a customer, once all have been sent or suppressed. */
const receivedBy = async ({ cellphone }: Person) => {
  await vi.waitFor(
    async () => {
      const { rows } = await sql`select 1 from message where state = 'queued'`.execute(db())
      expect(rows).toEqual([])
    },
    { timeout: 20_000, interval: 50 },
  )
  const { rows } = await sql<{ channel: 'email' | 'sms'; subject: string; text: string }>`
    select channel, subject, text from outbox_message
    where recipient in (${cellphone}, ${`${cellphone}@exemplo.com.br`}) order by created_at`.execute(db())
  return {
    sms: rows.flatMap(({ channel, text }) => (channel === 'sms' ? [text] : [])),
    emails: rows.flatMap(({ channel, subject }) => (channel === 'email' ? [subject] : [])),
  }
}

const submitReceipt = async ({ browser }: Person) => {
  // A series of its own: the next number of a known till is approved automatically.
  const series = (receipts += 1)
  const body = {
    receipt_key: receiptKeyOf({ now: club.now(), cnpj: shops[0].cnpj, number: 1, series }),
    amount_cents: 12_350,
    issued_on: clubDayOf(club.now(), defaultTimeZone),
  }
  return dataOf(await browser.send(registerReceiptCall, { body }))
}

const reserve = async ({ browser, transaction_id, session_id }: Person) => {
  const body = { transaction_id, session_id, quantity: 1 }
  const { reservation_id } = dataOf(await browser.send(reserveCall, { body }))
  const terms = await browser.send(readConsentDocumentCall, { params: { kind: 'event_terms' } })
  const confirmation = {
    reservation_id,
    participants: [{ name: 'Ana Lúcia Pereira' }],
    accepted_terms: 'yes' as const,
    ...(terms.ok ? { terms_version: terms.data.version } : {}),
  }
  dataOf(await browser.send(confirmReservationCall, { body: confirmation }))
  await skipJobDelays(club.database)
  return reservation_id
}

const marketing = async () => {
  const browser = club.browser()
  browser.cookies.set('staff', await createStaffToken(db(), 'marketing', club.now()))
  return browser
}

test('a customer who chose text messages about receipts gets each decision by e-mail and by a text message without shop or reason', async () => {
  const person = await joinAlone()
  const validator = await signedInStaff(club, staffPersonas.validator)
  dataOf(await validator.send(approveReceiptCall, approvalOf(await submitReceipt(person))))
  expect(await receivedBy(person)).toEqual({
    sms: [],
    emails: [expect.stringMatching(/^A sua nota foi aprovada/)],
  })

  expect(dataOf(await choose(person, 'receipts'))).toEqual({
    sms_topics: ['receipts'],
    expiring_points_email: 'yes',
    purchase_ratings_email: 'no',
  })
  const { purchase_id, issued_on } = await submitReceipt(person)
  dataOf(await validator.send(rejectReceiptCall, { body: { purchase_id, reason: 'amount_mismatch' } }))
  const { sms, emails } = await receivedBy(person)
  expect(emails).toHaveLength(2)
  expect(sms).toEqual([
    expect.stringMatching(
      new RegExp(
        `^[\\w ]+: A sua nota de ${formatDay(issued_on)} nao foi aprovada. Veja o motivo em Minhas notas.$`,
      ),
    ),
  ])
})

test('a topic that was not chosen, or was turned off, is announced by e-mail only', async () => {
  const person = await joinAlone()
  dataOf(await choose(person, 'points'))
  dataOf(await choose(person, 'receipts'))
  expect(dataOf(await choose(person, 'receipts', 'no')).sms_topics).toEqual(['points'])
  const validator = await signedInStaff(club, staffPersonas.validator)
  dataOf(await validator.send(approveReceiptCall, approvalOf(await submitReceipt(person))))
  const { sms, emails } = await receivedBy(person)
  expect([sms.length, emails.length]).toEqual([0, 1])
})

test('text messages require a confirmed cellphone, and none are sent to one that is no longer confirmed', async () => {
  const person = await joinAlone()
  dataOf(await choose(person, 'receipts'))
  await sql`update customer set cellphone_verified_at = null where id = ${person.customer_id}`.execute(db())
  expect(await choose(person, 'points')).toMatchObject({
    status: 409,
    code: 'identity.cellphone-unconfirmed',
    message: 'Confirme o seu celular para receber avisos por SMS.',
  })
  const validator = await signedInStaff(club, staffPersonas.validator)
  dataOf(await validator.send(approveReceiptCall, approvalOf(await submitReceipt(person))))
  const { sms, emails } = await receivedBy(person)
  expect([sms.length, emails.length]).toEqual([0, 1])
  expect(dataOf(await choose(person, 'receipts', 'no')).sms_topics).toEqual([])
})

test('a new customer has chosen no text messages, and can turn the e-mail about expiring points off and on again', async () => {
  const [cpf = ''] = freshCpfs(1, 350_000_000)
  const browser = await registerCustomer(club.browser(), cpf)
  expect(dataOf(await browser.send(readProfileCall))).toMatchObject({
    sms_topics: [],
    expiring_points_email: 'yes',
  })
  for (const is_wanted of ['no', 'yes'] as const) {
    const choices = dataOf(await browser.send(chooseExpiringPointsEmailCall, { body: { is_wanted } }))
    expect(choices.expiring_points_email).toBe(is_wanted)
    expect(dataOf(await browser.send(readProfileCall))).toMatchObject(choices)
  }
})

test('customers who chose them get text messages about a confirmed reservation, a changed session and a cancelled one', async () => {
  const person = await joinAlone()
  const waitForSms = (count: number) =>
    vi.waitFor(async () => expect((await receivedBy(person)).sms).toHaveLength(count), { timeout: 20_000 })
  await chooseAll(person)
  await reserve(person)
  await waitForSms(1)
  const desk = await marketing()
  const plan = await readPlan(db(), person.session_id)
  dataOf(await desk.send(updateSessionCall, { body: { ...plan, place: 'Teatro', people: 1 } }))
  await waitForSms(2)
  const { session_id } = person
  const reason = 'Chuva forte prevista para a noite.'
  dataOf(await desk.send(cancelSessionCall, { body: { session_id, reason, revision: 2, people: 1 } }))
  await waitForSms(3)
  const { sms, emails } = await receivedBy(person)
  expect(emails).toHaveLength(3)
  expect(sms).toEqual([
    expect.stringContaining('Reserva confirmada: 1 ingresso, '),
    expect.stringContaining('Sua sessao mudou: agora e '),
    expect.stringMatching(/Sua sessao de \S+ \S+ foi cancelada\./),
  ])
  for (const text of sms) expect(text).not.toMatch(/Ana|Natal no|Sabado|Chuva|Teatro/)
})

test('the text message about an offer from the waiting list contains a link to the club’s own site', async () => {
  const [holder, waiting] = await joinEvent(2, 1)
  if (!holder || !waiting) throw new Error('The customers were not created')
  await chooseAll(waiting)
  const reservation_id = await reserve(holder)
  const { session_id, campaign_id } = holder
  dataOf(await waiting.browser.send(joinWaitingListCall, { body: { session_id, quantity: 1 } }))
  dataOf(await holder.browser.send(cancelReservationCall, { body: { reservation_id, campaign_id } }))
  const { sms } = await receivedBy(waiting)
  expect(sms).toEqual([expect.stringMatching(/Ha 1 ingresso para voce .+ http:\/\/127\.0\.0\.1\/ingressos$/)])
})

test('points that expire soon are announced by e-mail and text message, unless the customer turned them off', async () => {
  const [both, none] = await joinEvent(2)
  if (!both || !none) throw new Error('The customers were not created')
  dataOf(await choose(both, 'expiring_points'))
  dataOf(await none.browser.send(chooseExpiringPointsEmailCall, { body: { is_wanted: 'no' } }))
  const expires_at = new Date(club.now().getTime() + 20 * 24 * 3_600_000)
  for (const { customer_id } of [both, none])
    await inTransaction(db(), (tx) =>
      earnPoints(tx, {
        customer_id,
        points: 187,
        source: { kind: 'purchase', id: customer_id },
        lifetime_days: 365,
        now: new Date(expires_at.getTime() - 365 * 24 * 3_600_000),
      }),
    )
  const noon = startOfClubDayAt(club.now(), defaultTimeZone).getTime() + 36 * 3_600_000
  club.advanceSeconds((noon - club.now().getTime()) / 1000)
  await club.purge()
  const day = formatDate(expires_at, defaultTimeZone)
  expect(await receivedBy(both)).toEqual({
    sms: [expect.stringContaining(`Voce tem 187 pontos que vencem em ${day}. Veja as datas em Meus pontos.`)],
    emails: [expect.stringMatching(/^Você tem pontos a vencer/)],
  })
  expect(await receivedBy(none)).toEqual({ sms: [], emails: [] })
})
