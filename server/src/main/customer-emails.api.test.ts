import { randomUUID } from 'node:crypto'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { sql } from 'kysely'
import type { Attachment, Email } from 'postal-mime'
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { listTransactionsCall, reverseTransactionCall } from '@clube/contract/campaigns/transaction-calls.ts'
import { readConsentDocumentCall } from '@clube/contract/consent/calls.ts'
import {
  cancelReservationCall,
  confirmReservationCall,
  readReservationCall,
  reserveCall,
} from '@clube/contract/event-tickets/calls.ts'
import { clubDayOf, defaultTimeZone, formatDay } from '@clube/contract/kernel/club-time.ts'
import { adjustPointsCall } from '@clube/contract/points/adjustment-calls.ts'
import { registerReceiptCall } from '@clube/contract/receipts/receipt-calls.ts'
import {
  approveReceiptCall,
  rejectReceiptCall,
  requestReceiptPhotoCall,
  reverseReceiptCall,
} from '@clube/contract/receipts/receipt-staff-calls.ts'
import { shops } from '../../seeds/demonstration/shops.ts'
import { cancelSessionCall, updateSessionCall } from '@clube/contract/event-tickets/staff-calls.ts'
import {
  createEvent,
  createParticipants,
  createStaffToken,
  readPlan,
} from '../modules/event-tickets/event-fixtures.testing.ts'
import { dataOf } from '../modules/event-tickets/events-club.testing.ts'
import { useClub } from '../testing/club.ts'
import { skipJobDelays } from '../testing/jobs.ts'
import { loopbackCertificate } from '../testing/loopback-certificate.ts'
import { readPdf } from '../testing/read-pdf.ts'
import { approvalOf, receiptKeyOf } from '../testing/receipts.ts'
import { signedInStaff, staffPersonas } from '../testing/staff.ts'
import { startSmtpReceiver, smtpUser } from '../testing/smtp-receiver.ts'

setDefaultCACertificates([...getCACertificates(), loopbackCertificate])
const statuses: number[] = []
const { port, emails, close } = await startSmtpReceiver({ respond: () => statuses.shift() })
afterAll(close)

const from = 'Clube Ipê <nao-responda@exemplo.com.br>'
const club = useClub({
  messaging: {
    mail: { kind: 'smtp', url: `smtp://${smtpUser}@localhost:${port}`, from },
    sms: { kind: 'outbox' },
    sms_per_hour: 300,
  },
})
const db = () => club.database.db

beforeEach(() => {
  emails.length = 0
})

const timing = { timeout: 20_000, interval: 50 }
const receivedBy = (address: string): Promise<Email> =>
  vi.waitFor(() => {
    const email = emails.find(({ to }) => to?.some((recipient) => recipient.address === address))
    if (!email) throw new Error('No e-mail arrived')
    return email
  }, timing)

/** Waits until every message has been sent or suppressed. */
const waitForDelivery = () =>
  vi.waitFor(async () => {
    await skipJobDelays(club.database)
    const { rows } = await sql`select 1 from message where state = 'queued'`.execute(db())
    expect(rows).toEqual([])
  }, timing)

const contentOf = ({ content }: Attachment): Buffer => Buffer.from(content as ArrayBuffer)

/** A customer in a browser, with an open participation in an event, and an e-mail address of their own. */
const joinEvent = async ({ is_verified }: { is_verified: boolean }) => {
  const now = club.now()
  const event = await createEvent(db(), { capacity: 10, now })
  const [person] = await createParticipants(db(), { campaign_id: event.campaign_id, people: 1, now })
  if (!person) throw new Error('The customer was not created')
  const email = `ana.${randomUUID()}@exemplo.com.br`
  await sql`update customer set email = ${email}, email_verified_at = ${is_verified ? now : null}
    where id = ${person.customer_id}`.execute(db())
  const browser = club.browser()
  browser.cookies.set('sid', person.token)
  return { ...event, ...person, email, browser }
}
type Person = Awaited<ReturnType<typeof joinEvent>>

const confirm = async ({ browser, transaction_id, session_id }: Person, names: readonly string[]) => {
  const body = { transaction_id, session_id, quantity: names.length }
  const { reservation_id } = dataOf(await browser.send(reserveCall, { body }))
  const terms = await browser.send(readConsentDocumentCall, { params: { kind: 'event_terms' } })
  const confirmation = {
    reservation_id,
    participants: names.map((name) => ({ name })),
    accepted_terms: 'yes' as const,
    ...(terms.ok ? { terms_version: terms.data.version } : {}),
  }
  dataOf(await browser.send(confirmReservationCall, { body: confirmation }))
  await skipJobDelays(club.database)
  return { reservation_id, repeat: () => browser.send(confirmReservationCall, { body: confirmation }) }
}

describe('the e-mail about a confirmed reservation', () => {
  test('a confirmed reservation is e-mailed once with its tickets as a PDF and its calendar file', async () => {
    const person = await joinEvent({ is_verified: true })
    const { reservation_id, repeat } = await confirm(person, ['Ana Lúcia Pereira', 'João Gonçalves'])
    await repeat()
    const email = await receivedBy(person.email)
    await waitForDelivery()
    expect(emails).toHaveLength(1)
    expect(email.subject).toMatch(/^Reserva confirmada – /)
    expect(email.text).toContain('A sua reserva de 2 ingressos para Natal no Ipê está confirmada.')
    expect(email.text).toContain('Os ingressos em PDF e o evento para a sua agenda estão anexados.')
    expect(email.text).toContain('http://127.0.0.1/ingressos')
    expect(email.html).toContain('<html lang="pt-BR">')
    const [pdf, calendar] = email.attachments
    if (!pdf || !calendar) throw new Error('An attachment is missing')
    expect(email.attachments.map(({ filename, mimeType }) => [filename, mimeType])).toEqual([
      ['ingressos.pdf', 'application/pdf'],
      ['evento.ics', 'text/calendar'],
    ])
    const { tickets } = dataOf(await person.browser.send(readReservationCall, { params: { reservation_id } }))
    const { language, elements } = await readPdf(contentOf(pdf))
    expect(language).toBe('pt-BR')
    const texts = elements.map(({ text }) => text)
    for (const { participant_name, short_code } of tickets)
      expect(texts).toEqual(expect.arrayContaining([participant_name, `Código ${short_code}`]))
    expect(contentOf(calendar).toString()).toMatch(
      new RegExp(
        `UID:${reservation_id}@clube\r?\nSEQUENCE:1\r?\n[^]*SUMMARY:Natal no Ipê: Concerto de Natal`,
      ),
    )
    for (const { short_code, qr_code, participant_name } of tickets)
      for (const secret of [short_code, qr_code, participant_name])
        expect(`${email.subject}${email.text}${email.html}`).not.toContain(secret)
  })

  test('tickets are not e-mailed to an address that the customer has not confirmed', async () => {
    const person = await joinEvent({ is_verified: false })
    await confirm(person, ['Ana Lúcia Pereira'])
    const email = await receivedBy(person.email)
    expect(email.attachments).toEqual([])
    expect(email.text).toContain('confirme este endereço em Meu perfil')
    expect(email.text).not.toContain('anexados')
  })

  test('the e-mail about a reservation that was cancelled before its delivery is not sent', async () => {
    const person = await joinEvent({ is_verified: true })
    statuses.push(451)
    const { reservation_id } = await confirm(person, ['Ana Lúcia Pereira'])
    await vi.waitFor(() => expect(statuses).toEqual([]), timing)
    const body = { reservation_id, campaign_id: person.campaign_id }
    dataOf(await person.browser.send(cancelReservationCall, { body }))
    await waitForDelivery()
    expect(emails.map(({ subject }) => subject)).toEqual([expect.stringMatching(/^Reserva cancelada/)])
    const { rows } = await sql`select state from message where customer_id = ${person.customer_id}
      order by created_at`.execute(db())
    expect(rows).toEqual([{ state: 'suppressed' }, { state: 'sent' }])
  })

  test('text written by staff cannot add HTML or headers to the e-mail about a reservation', async () => {
    const person = await joinEvent({ is_verified: true })
    const hostile = `<img src=x onerror=alert(1)>\r\nBcc: ladra@exemplo.com.br`
    await sql`update campaign set title = ${hostile} where id = ${person.campaign_id}`.execute(db())
    await sql`update event_session set title = ${hostile}, place = ${hostile}
      where id = ${person.session_id}`.execute(db())
    await confirm(person, ['Ana Lúcia Pereira'])
    const email = await receivedBy(person.email)
    await waitForDelivery()
    expect(emails).toHaveLength(1)
    expect(email.bcc ?? []).toEqual([])
    expect(email.html).not.toContain('<img')
    const calendar = contentOf(email.attachments[1] as Attachment)
      .toString()
      .replaceAll(/\r?\n /g, '')
    expect(calendar).toContain('LOCATION:<img src=x onerror=alert(1)>\\nBcc')
  })
})

describe('the e-mail about a reservation that its customer cancelled', () => {
  const cancel = ({ browser, campaign_id }: Person, reservation_id: string) =>
    browser.send(cancelReservationCall, { body: { reservation_id, campaign_id } })

  test('cancelling tickets sends one e-mail, with a calendar file that removes the event of the confirmation', async () => {
    const person = await joinEvent({ is_verified: true })
    const { reservation_id } = await confirm(person, ['Ana Lúcia Pereira', 'João Gonçalves'])
    const firstEmail = await receivedBy(person.email)
    await waitForDelivery()
    emails.length = 0
    for (const _attempt of [1, 2]) dataOf(await cancel(person, reservation_id))
    const email = await receivedBy(person.email)
    await waitForDelivery()
    expect(emails).toHaveLength(1)
    expect(email.subject).toMatch(/^Reserva cancelada – /)
    expect(email.text).toContain('Você cancelou a sua reserva de 2 ingressos para Natal no Ipê.')
    expect(email.text).toContain('Os ingressos não valem mais na entrada, mesmo impressos ou guardados.')
    expect(email.text).toContain('O arquivo anexado retira o evento da sua agenda.')
    expect(email.text).not.toContain('devolvido')
    const files = [firstEmail.attachments[1], email.attachments[0]] as Attachment[]
    expect(email.attachments).toHaveLength(1)
    expect(files.map(({ method }) => method)).toEqual(['PUBLISH', 'CANCEL'])
    for (const [index, file] of files.entries()) {
      expect(contentOf(file).toString()).toContain(`UID:${reservation_id}@clube`)
      expect(contentOf(file).toString()).toContain(`SEQUENCE:${index + 1}`)
    }
    expect(contentOf(files[1] as Attachment).toString()).toMatch(/METHOD:CANCEL\r?\n[^]*STATUS:CANCELLED/)
  })

  test('no calendar file is sent to an unconfirmed address, and no e-mail is sent about a cancelled hold', async () => {
    const person = await joinEvent({ is_verified: false })
    const { reservation_id } = await confirm(person, ['Ana Lúcia Pereira'])
    await receivedBy(person.email)
    await waitForDelivery()
    emails.length = 0
    dataOf(await cancel(person, reservation_id))
    const email = await receivedBy(person.email)
    expect(email.text).toContain('O ingresso não vale mais na entrada, mesmo impresso ou guardado.')
    expect(email.text).not.toContain('anexado')
    expect(email.attachments).toEqual([])

    const other = await joinEvent({ is_verified: true })
    const { transaction_id, session_id } = other
    const body = { transaction_id, session_id, quantity: 1 }
    const held = dataOf(await other.browser.send(reserveCall, { body }))
    dataOf(await cancel(other, held.reservation_id))
    await waitForDelivery()
    expect(emails).toHaveLength(1)
  })

  test('after a session change, the e-mail about a cancellation states what was returned', async () => {
    const person = await joinEvent({ is_verified: true })
    const { reservation_id } = await confirm(person, ['Ana Lúcia Pereira'])
    await receivedBy(person.email)
    emails.length = 0
    const marketing = club.browser()
    marketing.cookies.set('staff', await createStaffToken(db(), 'marketing', club.now()))
    const plan = await readPlan(db(), person.session_id)
    dataOf(await marketing.send(updateSessionCall, { body: { ...plan, place: 'Teatro', people: 1 } }))
    expect((await receivedBy(person.email)).subject).toMatch(/^A sua sessão mudou/)
    emails.length = 0
    dataOf(await cancel(person, reservation_id))
    const email = await receivedBy(person.email)
    expect(email.text).toContain('O que você usou para participar, como notas e pontos, foi devolvido.')
    expect(contentOf(email.attachments[0] as Attachment).toString()).toContain('SEQUENCE:3')
  })
})

describe('the e-mail about a changed session', () => {
  test('holders get a link to their tickets and a calendar file that replaces the previous event', async () => {
    const person = await joinEvent({ is_verified: true })
    const { reservation_id } = await confirm(person, ['Ana Lúcia Pereira'])
    const firstEmail = await receivedBy(person.email)
    await waitForDelivery()
    emails.length = 0
    const marketing = club.browser()
    marketing.cookies.set('staff', await createStaffToken(db(), 'marketing', club.now()))
    const plan = await readPlan(db(), person.session_id)
    const body = { ...plan, place: 'Teatro do piso L3', people: 1 }
    dataOf(await marketing.send(updateSessionCall, { body }))
    const email = await receivedBy(person.email)
    expect(email.text).toContain('http://127.0.0.1/ingressos')
    expect(email.text).toContain('o evento anexado atualiza a sua agenda')
    const calendars = [firstEmail.attachments[1], email.attachments[0]].map((file) =>
      contentOf(file as Attachment).toString(),
    )
    for (const [index, calendar] of calendars.entries()) {
      expect(calendar).toContain(`UID:${reservation_id}@clube`)
      expect(calendar).toContain(`SEQUENCE:${index + 1}`)
    }
    expect(calendars[1]).toContain('LOCATION:Teatro do piso L3')
  })
})

describe('the e-mail about a cancelled session', () => {
  test('customers with a confirmed reservation get a calendar file that cancels the event of the first e-mail', async () => {
    const person = await joinEvent({ is_verified: true })
    const { reservation_id } = await confirm(person, ['Ana Lúcia Pereira'])
    const firstEmail = await receivedBy(person.email)
    await waitForDelivery()
    emails.length = 0
    const marketing = club.browser()
    marketing.cookies.set('staff', await createStaffToken(db(), 'marketing', club.now()))
    const { session_id } = person
    const body = { session_id, reason: 'Chuva forte prevista para a noite.', revision: 1, people: 1 }
    dataOf(await marketing.send(cancelSessionCall, { body }))
    const email = await receivedBy(person.email)
    expect(email.text).toContain('o arquivo anexado retira o evento da sua agenda')
    const files = [firstEmail.attachments[1], email.attachments[0]] as Attachment[]
    expect(files.map(({ method }) => method)).toEqual(['PUBLISH', 'CANCEL'])
    for (const [index, file] of files.entries()) {
      expect(contentOf(file).toString()).toContain(`UID:${reservation_id}@clube`)
      expect(contentOf(file).toString()).toContain(`SEQUENCE:${index + 1}`)
    }
    expect(contentOf(files[1] as Attachment).toString()).toMatch(/METHOD:CANCEL\r?\n[^]*STATUS:CANCELLED/)
  })
})

describe('e-mails about receipts, points and participations', () => {
  /** A customer with a receipt that waits for staff. */
  const submitReceipt = async () => {
    const person = await joinEvent({ is_verified: true })
    const body = {
      receipt_key: receiptKeyOf({
        now: club.now(),
        cnpj: shops[0].cnpj,
        number: (receipts += 1),
        series: 77,
      }),
      amount_cents: 12_350,
      issued_on: clubDayOf(club.now(), defaultTimeZone),
    }
    const receipt = dataOf(await person.browser.send(registerReceiptCall, { body }))
    expect(receipt.state).toBe('pending_review')
    return { ...person, receipt, day: formatDay(body.issued_on) }
  }
  let receipts = 100

  test('an approved receipt is announced with its points, and its reversal with the reason', async () => {
    const person = await submitReceipt()
    const validator = await signedInStaff(club, staffPersonas.validator)
    await validator.send(approveReceiptCall, approvalOf(person.receipt))
    const approved = await receivedBy(person.email)
    expect(approved.subject).toMatch(/^A sua nota foi aprovada – /)
    expect(approved.text).toContain(`A nota da loja ${shops[0].name}, de ${person.day}, foi aprovada.`)
    expect(approved.text).toContain('Você ganhou 123 pontos.')
    emails.length = 0
    const { purchase_id } = person.receipt
    await validator.send(reverseReceiptCall, { body: { purchase_id, reason: 'A loja cancelou a nota.' } })
    const reversed = await receivedBy(person.email)
    expect(reversed.text).toContain('Motivo: A loja cancelou a nota.')
    expect(reversed.text).toContain('Ela tinha dado 123 pontos, que foram retirados.')
  })

  test('a rejected receipt is announced once, with the reason and how to appeal', async () => {
    const person = await submitReceipt()
    const validator = await signedInStaff(club, staffPersonas.validator)
    const { purchase_id } = person.receipt
    const body = { purchase_id, reason: 'amount_mismatch' } as const
    await Promise.all([1, 2, 3].map(() => validator.send(rejectReceiptCall, { body })))
    const email = await receivedBy(person.email)
    await waitForDelivery()
    expect(emails).toHaveLength(1)
    expect(email.text).toContain('Motivo: Valor diferente: o valor informado não é o da nota.')
    expect(email.text).toContain('abra a nota em Minhas notas e peça uma nova análise')
    expect(email.text).toContain('http://127.0.0.1/notas')
  })

  test('a request for a photo of a receipt is announced once, with a link to send it', async () => {
    const person = await submitReceipt()
    const validator = await signedInStaff(club, staffPersonas.validator)
    const { purchase_id } = person.receipt
    const request = () => validator.send(requestReceiptPhotoCall, { body: { purchase_id } })
    await Promise.all([request(), request()])
    const email = await receivedBy(person.email)
    await waitForDelivery()
    expect(emails).toHaveLength(1)
    expect(email.subject).toMatch(/^Falta a foto de uma nota – /)
    expect(email.text).toContain(`foto da nota da loja ${shops[0].name}, de ${person.day}`)
    expect(email.text).toContain('http://127.0.0.1/notas')
  })

  test('points that staff add are announced with the reason', async () => {
    const { email } = club.personas.maria
    const { rows } = await sql<{ id: string }>`select id from customer where email = ${email}`.execute(db())
    const customer_id = rows[0]?.id ?? ''
    const approver = await signedInStaff(club, staffPersonas.approver)
    const adjustment = { points: 1200, reason: 'goodwill', note: 'A fila do balcão demorou.' } as const
    const body = { adjustment_id: randomUUID(), customer_id, ...adjustment }
    dataOf(await approver.send(adjustPointsCall, { body }))
    const { text } = await receivedBy(email)
    expect(text).toContain('O clube acrescentou 1.200 pontos à sua conta.')
    expect(text).toContain('Motivo: Cortesia do clube.')
    expect(text).not.toContain(adjustment.note)
  })

  test('a reversed participation is announced with its protocol and the reason', async () => {
    const person = await joinEvent({ is_verified: true })
    await confirm(person, ['Ana Lúcia Pereira'])
    await receivedBy(person.email)
    emails.length = 0
    const [transaction] = dataOf(await person.browser.send(listTransactionsCall))
    const approver = await signedInStaff(club, staffPersonas.approver)
    const body = { protocol: transaction?.protocol ?? '', reason: 'Pedido feito no balcão.' }
    dataOf(await approver.send(reverseTransactionCall, { body }))
    const email = await receivedBy(person.email)
    expect(email.text).toContain(`A participação ${body.protocol}, na promoção Natal no Ipê, foi estornada`)
    expect(email.text).toContain('Motivo: Pedido feito no balcão.')
  })
})
