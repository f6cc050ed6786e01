import { randomUUID } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { clubDayOf, defaultTimeZone } from '@clube/contract/kernel/club-time.ts'
import { startTransactionCall } from '@clube/contract/campaigns/transaction-calls.ts'
import { confirmReservationCall, reserveCall } from '@clube/contract/event-tickets/calls.ts'
import { scanTicketCall } from '@clube/contract/event-tickets/gate-calls.ts'
import { joinWaitingListCall } from '@clube/contract/event-tickets/waiting-list-calls.ts'
import { readProfileCall } from '@clube/contract/identity/profile-call.ts'
import { checkAccountCall, signInWithPasswordCall } from '@clube/contract/identity/sign-in-calls.ts'
import { adjustPointsCall } from '@clube/contract/points/adjustment-calls.ts'
import { requestDeletionCall } from '@clube/contract/privacy/deletion-calls.ts'
import {
  appealReceiptCall,
  listReceiptsCall,
  registerReceiptCall,
} from '@clube/contract/receipts/receipt-calls.ts'
import {
  addNoteCall,
  answerTicketCall,
  uploadDeskAttachmentCall,
} from '@clube/contract/customer-service/action-calls.ts'
import {
  newTicketCall,
  rateServiceCall,
  uploadAttachmentCall,
} from '@clube/contract/customer-service/calls.ts'
import { openTicketCall } from '@clube/contract/customer-service/staff-calls.ts'
import { acceptDocumentsCall } from '@clube/contract/consent/acceptance-calls.ts'
import type { DataOf } from '@clube/contract/kernel/call.ts'
import { listOpenRatingsCall, saveRatingCall } from '@clube/contract/ratings/calls.ts'
import { recordFollowUpCall } from '@clube/contract/ratings/staff-calls.ts'
import { receiptQueueCall, rejectReceiptCall } from '@clube/contract/receipts/receipt-staff-calls.ts'
import { forgotPasswordCall } from '@clube/contract/recovery/code-calls.ts'
import { shops } from '../../../seeds/demonstration/shops.ts'
import { drawRecoveryPhotos } from '../../../seeds/demonstration/recovery-photos.ts'
import type { ApiResponse, TestBrowser } from '../../testing/browser.ts'
import { testRootKey, useClub } from '../../testing/club.ts'
import { freshCpfs, registerCustomer } from '../../testing/joining.ts'
import { createMemoryPhotoStore } from '../../testing/memory-photo-store.ts'
import { sendPhoto } from '../../testing/receipt-photos.ts'
import { receiptKeyOf } from '../../testing/receipts.ts'
import { jpeg } from '../../testing/jpeg.ts'
import { signedInStaff, staffPersonas } from '../../testing/staff.ts'
import { findCounterMismatches } from '../event-tickets/events-club.testing.ts'
import { documentLabel, findByDocument } from '../identity/index.ts'
import { proveLedger } from '../points/index.ts'
import { seedRecoveryRequest } from '../recovery/index.ts'
import { createVault } from '../vault/index.ts'

const club = useClub()
const vault = createVault(testRootKey)
const [{ cnpj }] = shops
const daySeconds = 24 * 3600
const [document_id = ''] = freshCpfs(1, 620_000_000)
const terms_id = 'shd_auth_terms'
const password = 'Jabuticaba-9'

/** Values that are unique in the database. */
const person = {
  name: 'Zuleica Brandimarte Ximenes',
  email: 'zuleica.brandimarte@exemplo.com.br',
  cellphone: '(31) 97654-3219',
  birth_date: '13/07/1987',
  street_number: '17 QZW',
  complement: 'bloco Krajcberg',
}
const companion = 'Tertuliano Ximenes'
const document_index = vault.indexOf(documentLabel, document_id)
const texts = [
  'Zuleica',
  'zuleica',
  // Its stem, by which messages are found.
  'zuleic',
  'Brandimarte',
  'brandimarte',
  'Ximenes',
  'Tertuliano',
  'Krajcberg',
  '17 QZW',
]
const numbers = ['31976543219', '97654-3219', '1987-07-13', '13/07/1987', document_id]
const searched = [...texts, ...numbers]

/** Tables that contain any of the person's values, as text or bytes, in all schemas. */
const tablesWith = async (values: readonly string[]): Promise<string[]> => {
  const { rows: tables } = await sql<{ name: string }>`
    select format('%I.%I', table_schema, table_name) as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')
    order by 1`.execute(club.database.db)
  expect(tables.length).toBeGreaterThan(40)
  const patterns = values.flatMap((value) => [`%${value}%`, `%${Buffer.from(value).toString('hex')}%`])
  const found: string[] = []
  for (const { name } of tables) {
    const { rows } = await sql<{ one: number }>`
      select 1 as one from ${sql.raw(name)} as t where t::text like any(${patterns}::text[]) limit 1`.execute(
      club.database.db,
    )
    if (rows.length > 0) found.push(name)
  }
  return found
}

const dataOf = <Data>(response: ApiResponse<Data>): Data => {
  if (!response.ok) throw new Error(`Refused: ${JSON.stringify(response)}`)
  return response.data
}
const countsOf = async (customer_id: string) => {
  const { rows } = await sql`
    select (select count(*) from purchase where customer_id = c.id) as receipts,
      (select count(*) from promotion_transaction where customer_id = c.id) as participations,
      (select count(*) from event_reservation where customer_id = c.id) as reservations,
      (select count(*) from points_entry where customer_id = c.id) as entries,
      (select balance from points_balance where customer_id = c.id) as balance,
      (select array_agg(rating) from purchase_rating where customer_id = c.id) as ratings,
      (select count(*) from consent_acceptance where customer_id = c.id) as acceptances,
      (select count(*) from recovery_request where customer_id = c.id) as requests
    from customer c where id = ${customer_id}`.execute(club.database.db)
  return rows[0]
}
const placesOf = async (title: string) => {
  const { rows } = await sql<{ id: string; campaign_id: string; held: number; sold: number }>`
    select id, campaign_id, held, sold from event_session where title = ${title}`.execute(club.database.db)
  if (!rows[0]) throw new Error(`No session ${title}`)
  return rows[0]
}

const orchestra = 'Orquestra do bairro'
const concert = 'Concerto de abertura'
const choir = 'Coral das crianças'

describe('anonymization of an account', () => {
  let customer_id = ''
  let browser: TestBrowser
  let used_key = ''
  let attachments: { sent: string[]; unsent: string[] } = { sent: [], unsent: [] }
  let objects: string[] = []
  let before: Awaited<ReturnType<typeof countsOf>>

  beforeAll(async () => {
    browser = await registerCustomer(club.browser(), document_id, person)
    customer_id = (await findByDocument(club.database.db, document_index))?.id ?? ''
    await buyAndAppeal()
    await reserve()
    await visitServiceDesk()
    await rate()
    await writeToCustomerService()
    await requestRecovery()
    await vi.waitFor(async () => {
      const { rows } = await sql`select 1 from message where state = 'queued'`.execute(club.database.db)
      if (rows.length > 0) throw new Error('Messages are still waiting')
    }, 60_000)
  }, 60_000)

  let receiptNumber = 0
  const register = async (amount_cents: number) => {
    const receipt_key = receiptKeyOf({ now: club.now(), cnpj, number: (receiptNumber += 1) })
    const body = { receipt_key, amount_cents, issued_on: clubDayOf(club.now(), defaultTimeZone) }
    const { purchase_id } = dataOf(await browser.send(registerReceiptCall, { body }))
    return { receipt_key, purchase_id }
  }
  const buyAndAppeal = async () => {
    used_key = (await register(12_350)).receipt_key
    const waiting = await register(50_000)
    await sendPhoto(browser, { purchase_id: waiting.purchase_id, photo: await jpeg() })
    const { purchase_id } = await register(60_000)
    const staff = await signedInStaff(club, staffPersonas.validator)
    expect((await staff.send(receiptQueueCall)).ok).toBe(true)
    dataOf(await staff.send(rejectReceiptCall, { body: { purchase_id, reason: 'unreadable' } }))
    const message = 'Aqui é Zuleica, a nota é minha.'
    dataOf(await browser.send(appealReceiptCall, { body: { purchase_id, message } }))
  }
  const hold = async (title: string, quantity: number) => {
    const { id: session_id, campaign_id } = await placesOf(title)
    const body = { campaign_id, kind: 'event_tickets' as const }
    const { transaction_id } = dataOf(await browser.send(startTransactionCall, { body }))
    return dataOf(await browser.send(reserveCall, { body: { transaction_id, session_id, quantity } }))
  }
  const reserve = async () => {
    const { reservation_id } = await hold(orchestra, 2)
    const { tickets } = dataOf(
      await browser.send(confirmReservationCall, {
        body: {
          reservation_id,
          participants: [{ name: person.name, birth_date: '1987-07-13' }, { name: companion }],
          accepted_terms: 'yes',
          terms_version: '1.0',
        },
      }),
    )
    await hold(concert, 2)
    const { id: session_id } = await placesOf(choir)
    dataOf(await browser.send(joinWaitingListCall, { body: { session_id, quantity: 1 } }))
    const gate = await signedInStaff(club, staffPersonas.gate_steward)
    const scan = await gate.send(scanTicketCall, {
      body: {
        ticket_code: tickets[0]?.qr_code ?? '',
        session_id,
        gate: 'Entrada B',
        scanned_at: club.now().toISOString(),
        client_scan_id: randomUUID(),
      },
    })
    expect(dataOf(scan)).toMatchObject({ result: 'wrong_session', participant_name: 'Zuleica' })
    // Far enough in the future to be upcoming when the account is anonymized.
    await sql`update event_session set starts_at = starts_at + interval '60 days',
      ends_at = ends_at + interval '60 days' where title = ${orchestra}`.execute(club.database.db)
  }
  const rate = async () => {
    const [asked] = dataOf(await browser.send(listOpenRatingsCall))
    const body = {
      purchase_id: asked?.purchase_id ?? '',
      rating: 2,
      comment: 'Aqui é Zuleica, e a fila estava longa.',
      allow_contact: 'yes' as const,
    }
    dataOf(await browser.send(saveRatingCall, { body }))
    const { id: rating_id } = await club.database.db
      .selectFrom('purchase_rating')
      .select('id')
      .where('customer_id', '=', customer_id)
      .executeTakeFirstOrThrow()
    const staff = await signedInStaff(club, staffPersonas.service_agent)
    const note = 'Zuleica aceitou as desculpas da loja.'
    dataOf(await staff.send(recordFollowUpCall, { body: { rating_id, outcome: 'talked', note } }))
  }
  const writeToCustomerService = async () => {
    const documents = [{ kind: 'sac' as const, version: '1.0' }]
    dataOf(await browser.send(acceptDocumentsCall, { body: { documents } }))
    const photo = new Uint8Array(await jpeg())
    const upload = async (from: TestBrowser, name: string) => {
      const form = new FormData()
      form.append('name', name)
      form.append('file', new Blob([photo]), 'file')
      const call = from === browser ? uploadAttachmentCall : uploadDeskAttachmentCall
      return dataOf(await from.raw<DataOf<typeof uploadAttachmentCall>>('POST', call.path, form)).upload_id
    }
    const own = await upload(browser, 'Zuleica.jpg')
    const { ticket_id } = dataOf(
      await browser.send(newTicketCall, {
        body: {
          category: 'account',
          subject: 'Zuleica não recebe e-mails',
          message: 'Aqui é Zuleica, e não recebo os avisos.',
          attachments: [own],
          client_request_id: randomUUID(),
        },
      }),
    )
    const agent = await signedInStaff(club, staffPersonas.service_agent)
    const answered = await upload(agent, 'Resposta a Zuleica.jpg')
    const { version } = dataOf(await agent.send(openTicketCall, { body: { ticket_id } }))
    const answer = {
      ticket_id,
      version,
      message: 'Olá, Zuleica. Veja a foto.',
      outcome: 'resolve' as const,
      attachments: [answered],
      client_message_id: randomUUID(),
    }
    dataOf(await agent.send(answerTicketCall, { body: answer }))
    const rating = { ticket_id, rating: 4, comment: 'Zuleica agradece.' }
    dataOf(await browser.send(rateServiceCall, { body: rating }))
    const noted = await upload(agent, 'Ficha de Zuleica.jpg')
    const note = {
      ticket_id,
      message: 'Zuleica ligou ontem.',
      attachments: [noted],
      client_message_id: randomUUID(),
    }
    dataOf(await agent.send(addNoteCall, { body: note }))
    attachments = {
      sent: [own, answered, noted],
      // Uploads of both sides without a message.
      unsent: [await upload(browser, 'Zuleica 2.jpg'), await upload(agent, 'Zuleica 3.jpg')],
    }
    objects = (await attachmentRows()).map(({ object_key }) => object_key)
  }
  const serviceRatings = () =>
    club.database.db
      .selectFrom('service_ticket')
      .select(['rating', 'rating_comment'])
      .where('customer_id', '=', customer_id)
      .execute()
  const attachmentRows = () =>
    club.database.db
      .selectFrom('service_attachment')
      .select(['object_key', 'sealed_data_key', 'name', 'purged_at'])
      .where('id', 'in', [...attachments.sent, ...attachments.unsent])
      .orderBy('object_key')
      .execute()
  const storedObjects = (): string[] => {
    const stored = readdirSync(join(club.folder, 'photo-store'), { recursive: true, encoding: 'utf8' })
    return objects.filter((key) => stored.includes(key))
  }
  const openAtDesk = async (attachment_id: string) => {
    const agent = await signedInStaff(club, staffPersonas.service_agent)
    return agent.raw('GET', `/api/staff/customer-service/attachment/${attachment_id}/anexo.jpg`)
  }
  const visitServiceDesk = async () => {
    const staff = await signedInStaff(club, staffPersonas.approver)
    dataOf(
      await staff.send(adjustPointsCall, {
        body: {
          adjustment_id: randomUUID(),
          customer_id,
          points: 40,
          reason: 'goodwill',
          note: 'Zuleica esperou na fila do estacionamento.',
        },
      }),
    )
  }
  const requestRecovery = async () => {
    const photos = { store: createMemoryPhotoStore(club.now), key: vault.derive('photos') }
    await seedRecoveryRequest({
      time_zone: defaultTimeZone,
      db: club.database.db,
      vault,
      photos,
      document_id,
      form: {
        name: person.name,
        birth_date: '1987-07-13',
        cellphone_status: 'unchanged',
        cellphone: '31976543219',
        previous_cellphone: null,
        email_status: 'unchanged',
        email: person.email,
        previous_email: null,
        extra_information: 'no',
        extra_information_description: null,
      },
      files: await drawRecoveryPhotos({
        person: { ...person, document_id, birth_date: '1987-07-13' },
        day: club.now(),
      }),
      answer_hours: 48,
      submitted_at: club.now(),
    })
    const recovering = club.browser()
    await recovering.send(checkAccountCall, { body: { document_id, terms_id } })
    const body = { document_id, terms_id, recovery_method: 'email' as const }
    expect((await recovering.send(forgotPasswordCall, { body })).status).toBe(200)
  }

  test('a deletion request releases holds and waiting-list entries immediately and keeps tickets', async () => {
    const sold = (await placesOf(orchestra)).sold
    const held = (await placesOf(concert)).held
    expect((await browser.send(requestDeletionCall, { body: { current_password: password } })).status).toBe(
      200,
    )
    expect((await placesOf(concert)).held).toBe(held - 2)
    expect((await placesOf(orchestra)).sold).toBe(sold)
    const { rows } = await sql`select state from event_waiting where customer_id = ${customer_id}`.execute(
      club.database.db,
    )
    expect(rows).toEqual([{ state: 'left' }])
    expect(await findCounterMismatches(club.database.db)).toEqual([])
  })

  test('an account is not anonymized before its due date', async () => {
    club.advanceSeconds(30 * daySeconds - 120)
    await club.purge()
    const { rows } = await sql`select account_status, name from customer where id = ${customer_id}`.execute(
      club.database.db,
    )
    expect(rows).toEqual([{ account_status: 'deletion_pending', name: person.name }])
    // Sanity check: the search below finds every kind of value.
    expect(await tablesWith(searched)).toEqual(
      expect.arrayContaining([
        'public.customer',
        'public.customer_address',
        'public.event_scan',
        'public.event_ticket',
        'public.outbox_message',
        'public.points_adjustment',
        'public.purchase',
        'public.purchase_rating',
        'public.rating_follow_up',
        'public.service_attachment',
        'public.service_message',
        'public.service_message_word',
        'public.service_ticket',
      ]),
    )
    expect(await tablesWith([document_index.toString('hex')])).toEqual(
      expect.arrayContaining(['public.customer', 'public.recovery_request']),
    )
    expect(await serviceRatings()).toEqual([{ rating: 4, rating_comment: 'Zuleica agradece.' }])
    before = await countsOf(customer_id)
    // Those without a message were purged after a day.
    expect(storedObjects()).toHaveLength(3)
  })

  test('anonymization removes every trace of the person from every table', async () => {
    const { sold } = await placesOf(orchestra)
    club.advanceSeconds(600)
    await club.purge()
    expect(await tablesWith(searched)).toEqual([])
    expect(await tablesWith([document_index.toString('hex')])).toEqual([])
    const { rows } = await sql<{ document_sealed: Buffer }>`
      select account_status, document_sealed from customer where id = ${customer_id}`.execute(
      club.database.db,
    )
    expect(rows).toMatchObject([{ account_status: 'anonymized' }])
    expect(vault.open(documentLabel, rows[0]?.document_sealed ?? Buffer.alloc(0))).toBe('')
    for (const table of erasedTables) expect(await rowsOf(table, customer_id), table).toBe(0)
    expect((await placesOf(orchestra)).sold).toBe(sold - 2)
    expect(await findCounterMismatches(club.database.db)).toEqual([])
  })

  test('anonymization deletes photos and their keys', async () => {
    const { rows } = await sql`
      select p.purged_at is not null as purged, p.sealed_data_key from photo p
      where subject_id in (select id from purchase where customer_id = ${customer_id}
        union select id from recovery_request where customer_id = ${customer_id})`.execute(club.database.db)
    expect(rows).toHaveLength(4)
    expect(rows).toEqual(Array(4).fill({ purged: true, sealed_data_key: null }))
    const { rows: requests } = await sql`
      select at, form_sealed, state ->> 'reason' as reason from recovery_request
      where customer_id = ${customer_id}`.execute(club.database.db)
    expect(requests).toEqual([{ at: 'rejected', form_sealed: null, reason: 'A conta foi excluída.' }])
  })

  test('anonymization deletes the files, keys and names of the attachments in customer service, of staff as well', async () => {
    expect(storedObjects()).toEqual([])
    expect(await attachmentRows()).toEqual(
      objects.map((object_key) => ({
        object_key,
        sealed_data_key: null,
        name: 'anexo',
        purged_at: expect.any(Date),
      })),
    )
    for (const attachment_id of [...attachments.sent, ...attachments.unsent])
      expect(await openAtDesk(attachment_id)).toMatchObject({ status: 404, message: 'Anexo não encontrado.' })
  })

  test('anonymization keeps the rating of customer service for the figures, without its comment', async () => {
    expect(await serviceRatings()).toEqual([{ rating: 4, rating_comment: null }])
  })

  test('anonymization keeps the accounting records unchanged under a pseudonymous id', async () => {
    expect(await countsOf(customer_id)).toEqual(before)
    expect(before).toMatchObject({ receipts: 3, balance: 163, acceptances: 4, requests: 1 })
    expect(await proveLedger(club.database.db)).toEqual([])
    const { rows } = await sql<{ state: string; reason: string | null; appeal: string | null }>`
      select state, reason, appeal from purchase where customer_id = ${customer_id} order by id`.execute(
      club.database.db,
    )
    expect(rows).toMatchObject([
      { state: 'auto_approved', reason: null },
      { state: 'rejected', reason: 'A conta foi excluída.' },
      { state: 'rejected', appeal: null },
    ])
    const { rows: evidence } = await sql`
      select distinct ip, octet_length(document_hash) as hash from consent_acceptance
      where customer_id = ${customer_id}`.execute(club.database.db)
    expect(evidence).toEqual([{ ip: '', hash: 32 }])
  })

  test('an account is anonymized once, no matter how often the job runs', async () => {
    const { held, sold } = await placesOf(orchestra)
    await Promise.all([club.purge(), club.purge()])
    expect(await placesOf(orchestra)).toMatchObject({ held, sold })
    const { rows } = await sql`
      select actor_kind, sentence from audit_line
      where subject_id = ${customer_id} and action = 'privacy.anonymise'`.execute(club.database.db)
    expect(rows).toEqual([
      { actor_kind: 'system', sentence: 'Anonimizou uma conta, 30 dias depois do pedido de exclusão.' },
    ])
  })

  test('anonymization is final: sign-in fails, and the document can be registered again with an empty account', async () => {
    const visitor = club.browser()
    const checked = await visitor.send(checkAccountCall, { body: { document_id, terms_id } })
    expect(checked).toMatchObject({ data: { registration: 'unregistered', hints: {} } })
    const signIn = await visitor.send(signInWithPasswordCall, { body: { document_id, terms_id, password } })
    expect(signIn.ok).toBe(false)
    expect((await browser.send(readProfileCall)).status).toBe(401)

    const again = await registerCustomer(club.browser(), document_id)
    expect(dataOf(await again.send(listReceiptsCall))).toEqual([])
    // A used receipt stays used.
    expect(
      await again.send(registerReceiptCall, {
        body: {
          receipt_key: used_key,
          amount_cents: 12_350,
          issued_on: clubDayOf(club.now(), defaultTimeZone),
        },
      }),
    ).toMatchObject({ ok: false })
  })
})

/** Tables without any rows of an erased account. */
const erasedTables = [
  'contact_code',
  'customer_address',
  'company_representative',
  'customer_correction',
  'customer_password',
  'device_family',
  'known_device',
  'message',
  'named_contact',
  'notice_choice',
  'rating_customer',
  'recovery_code',
  'recovery_token',
  'registration_ticket',
  'session',
]
/** Tables whose rows remain under the account's id without personal data, as verified by the search above. */
const pseudonymousTables = [
  'brand_project',
  'service_attachment',
  'service_ticket',
  'purchase_rating',
  'rating_request',
  'campaign_regulation_notice',
  'event_session_notice',
  'consent_acceptance',
  'event_reservation',
  'event_waiting',
  'former_account',
  'gift_voucher',
  'parking_voucher',
  'partner_link',
  'partner_redemption',
  'points_adjustment',
  'points_balance',
  'points_entry',
  'points_expiry_notice',
  'points_lot',
  'points_posting',
  'points_spent_identified',
  'promotion_transaction',
  'purchase',
  'purchase_credit',
  'recovery_request',
  'scratch_award',
  'scratch_code',
  'scratch_draw',
  'scratch_gift',
]

const rowsOf = async (table: string, customer_id: string): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*) from ${sql.table(table)} where customer_id = ${customer_id}`.execute(club.database.db)
  return rows[0]?.count ?? -1
}

test('every table that references a customer is listed as erased or pseudonymous', async () => {
  const { rows } = await sql<{ table_name: string }>`
    select c.table_name from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where c.column_name = 'customer_id' and table_schema = 'public' and table_type = 'BASE TABLE'
    order by 1`.execute(club.database.db)
  expect(rows.map(({ table_name }) => table_name)).toEqual(
    [...erasedTables, ...pseudonymousTables].toSorted(),
  )
})
