import { sql } from 'kysely'
import { describe, expect, test, vi } from 'vitest'
import { startTransactionCall } from '@clube/contract/campaigns/transaction-calls.ts'
import { confirmReservationCall, reserveCall } from '@clube/contract/event-tickets/calls.ts'
import { readProfileCall } from '@clube/contract/identity/profile-call.ts'
import { sessionInfoCall } from '@clube/contract/identity/session-calls.ts'
import { checkAccountCall, signInWithPasswordCall } from '@clube/contract/identity/sign-in-calls.ts'
import {
  deskCancelDeletionCall,
  deskRequestDeletionCall,
  requestDeletionCall,
} from '@clube/contract/privacy/deletion-calls.ts'
import {
  forgotPasswordCall,
  resetPasswordCall,
  verifyResetCodeCall,
} from '@clube/contract/recovery/code-calls.ts'
import type { BodyOf } from '@clube/contract/kernel/call.ts'
import type { TestBrowser } from '../../testing/browser.ts'
import { testRootKey, useClub } from '../../testing/club.ts'
import { freshCpfs, registerCustomer } from '../../testing/joining.ts'
import { signedInStaff, staffPersonas } from '../../testing/staff.ts'
import { searchAudit } from '../audit/index.ts'
import { documentLabel, findByDocument } from '../identity/index.ts'
import { createVault } from '../vault/index.ts'

const club = useClub()
const cpfs = freshCpfs(40, 410_000_000)
const password = 'Jabuticaba-9'
const terms_id = 'shd_auth_terms'

const join = async () => {
  const document_id = cpfs.pop() ?? ''
  // The outbox simulates a failing gateway for the default cellphone of registrations.
  const browser = await registerCustomer(club.browser(), document_id, { cellphone: '(11) 97777-1234' })
  const index = createVault(testRootKey).indexOf(documentLabel, document_id)
  // These accounts share their contacts, and an unverified contact gets few messages.
  await sql`update customer set email_verified_at = now(), cellphone_verified_at = now()
    where document_index = ${index}`.execute(club.database.db)
  const customer = await findByDocument(club.database.db, index)
  return { document_id, browser, customer_id: customer?.id ?? '' }
}
const check = (browser: TestBrowser, document_id: string) =>
  browser.send(checkAccountCall, { body: { document_id, terms_id } })
const signIn = async (document_id: string, change: { password?: string; remember_me?: 'yes' } = {}) => {
  const browser = club.browser()
  await check(browser, document_id)
  const body = { document_id, terms_id, password, ...change }
  return { browser, response: await browser.send(signInWithPasswordCall, { body }) }
}
const requestDeletion = (browser: TestBrowser, current_password = password) =>
  browser.send(requestDeletionCall, { body: { current_password } })
const reserveTicket = async (browser: TestBrowser): Promise<void> => {
  const { rows } = await sql<{ session_id: string; campaign_id: string }>`
    select id as session_id, campaign_id from event_session where title = 'Concerto de abertura'`.execute(
    club.database.db,
  )
  const { session_id = '', campaign_id = '' } = rows[0] ?? {}
  const started = await browser.send(startTransactionCall, { body: { campaign_id, kind: 'event_tickets' } })
  const transaction_id = started.ok ? started.data.transaction_id : ''
  const held = await browser.send(reserveCall, { body: { transaction_id, session_id, quantity: 1 } })
  const confirmed = await browser.send(confirmReservationCall, {
    body: {
      reservation_id: held.ok ? held.data.reservation_id : '',
      participants: [{ name: 'Ana Melo', birth_date: '1990-03-20' }],
      accepted_terms: 'yes',
      terms_version: '1.0',
    },
  })
  if (!confirmed.ok) throw new Error(confirmed.message)
}
const statusOf = async (customer_id: string) => {
  const { rows } = await sql<{ account_status: string; deletion_requested_at: Date | null }>`
    select account_status, deletion_requested_at from customer where id = ${customer_id}`.execute(
    club.database.db,
  )
  return rows[0]
}
const auditOf = async (customer_id: string) =>
  (await searchAudit(club.database.db, { subject_id: customer_id, cursor: null, limit: 10 })).lines.map(
    ({ action, actor }) => `${actor.kind} ${action}`,
  )
const messagesTo = (customer_id: string, template: string, count: number) =>
  vi.waitFor(async () => {
    const { rows } = await sql<{ channel: string; text: string; subject: string }>`
      select outbox_message.channel, text, subject from message join outbox_message on message_id = message.id
      where customer_id = ${customer_id} and template = ${template} order by 1`.execute(club.database.db)
    expect(rows).toHaveLength(count)
    return rows
  }, 60_000)

describe('requesting account deletion', () => {
  test('a deletion request suspends the account, revokes all sessions and remembered devices, and notifies all contacts', async () => {
    const { document_id, browser, customer_id } = await join()
    const remembered = await signIn(document_id, { remember_me: 'yes' })
    const credential = remembered.response.ok ? (remembered.response.data.device_credential ?? '') : ''
    const before = club.now().getTime()
    const response = await requestDeletion(browser)
    expect(response).toMatchObject({ status: 200 })
    const deletes_at = response.ok ? Date.parse(response.data.deletes_at) : 0
    expect(deletes_at - before).toBeGreaterThanOrEqual(30 * 24 * 3_600_000)
    expect(deletes_at - before).toBeLessThan(30 * 24 * 3_600_000 + 60_000)
    expect(await statusOf(customer_id)).toEqual({
      account_status: 'deletion_pending',
      deletion_requested_at: new Date(deletes_at - 30 * 24 * 3_600_000),
    })
    expect((await browser.send(readProfileCall)).status).toBe(401)
    expect((await remembered.browser.send(readProfileCall)).status).toBe(401)
    const silent = await club.browser().send(signInWithPasswordCall, {
      body: { document_id, password: credential, remember_me: 'yes' },
    })
    expect(silent).toMatchObject({ status: 401, code: 'identity.wrong-device-credential' })
    expect(await statusOf(customer_id)).toMatchObject({ account_status: 'deletion_pending' })
    const [email, sms] = await messagesTo(customer_id, 'deletion-requested', 2)
    expect(email?.subject).toMatch(/^Recebemos o seu pedido de exclusão/)
    expect(email?.text).toMatch(
      /Em \d+ de \p{L}+ de \d{4} às \d+h(?:\d\d)? seus dados serão apagados\.[^]*Para desistir/u,
    )
    expect(email?.text).toContain(
      'os ingressos de sessões futuras e os vales que você não usou são cancelados',
    )
    expect(email?.text, 'the person has no ticket').not.toContain('continua valendo')
    expect(sms?.text).toContain('Para desistir, entre no clube.')
    expect(await auditOf(customer_id)).toEqual(['customer privacy.request-deletion'])
  })

  test('the e-mail about a deletion request explains how to use a valid ticket, if the person has one', async () => {
    const [holder, admitted] = [await join(), await join()]
    await reserveTicket(holder.browser)
    await reserveTicket(admitted.browser)
    await sql`update event_ticket t set state = 'used', used_at = now(), used_gate = 'Entrada A'
      from event_reservation r where r.id = t.reservation_id and r.customer_id = ${admitted.customer_id}`.execute(
      club.database.db,
    )
    await requestDeletion(holder.browser)
    await requestDeletion(admitted.browser)
    const [email] = await messagesTo(holder.customer_id, 'deletion-requested', 2)
    expect(email?.text).toContain('Até lá, o que está na sua Carteira continua valendo: mostre o PDF')
    const [other] = await messagesTo(admitted.customer_id, 'deletion-requested', 2)
    expect(other?.text).not.toContain('continua valendo')
  })

  test('a deletion request requires the password, and is throttled after five wrong ones', async () => {
    const { browser, customer_id } = await join()
    for (let attempt = 1; attempt <= 5; attempt += 1)
      expect(await requestDeletion(browser, 'Errada-123')).toMatchObject({
        status: 422,
        errors: [{ path: 'current_password', message: 'Senha atual incorreta.' }],
      })
    expect(await requestDeletion(browser)).toMatchObject({ status: 429, code: 'identity.throttled' })
    expect(await statusOf(customer_id)).toMatchObject({ account_status: 'active' })
    expect((await requestDeletion(club.browser())).status).toBe(401)
  })

  test('a pending deletion is not visible to anonymous visitors', async () => {
    const pending = await join()
    const active = await join()
    await requestDeletion(pending.browser)
    const checkedAccount = async (document_id: string) => {
      const response = await check(club.browser(), document_id)
      return response.ok ? response.data : response
    }
    expect(await checkedAccount(pending.document_id)).toEqual(await checkedAccount(active.document_id))
    const signInWithWrongPassword = async (document_id: string) => {
      const { response } = await signIn(document_id, { password: 'Errada-123' })
      return response.ok ? response : [response.status, response.code, response.message, response.errors]
    }
    expect(await signInWithWrongPassword(pending.document_id)).toEqual(
      await signInWithWrongPassword(active.document_id),
    )
    expect(await statusOf(pending.customer_id)).toMatchObject({ account_status: 'deletion_pending' })
  })
})

describe('signing in while a deletion is pending', () => {
  test('signing in cancels a pending deletion, reports it once, notifies all contacts, and is audited', async () => {
    const { document_id, browser, customer_id } = await join()
    await requestDeletion(browser)
    const first = await signIn(document_id)
    expect(first.response).toMatchObject({
      status: 200,
      message: 'O pedido de exclusão foi cancelado. Bom ter você de volta.',
      data: { customer_name: 'Ana' },
    })
    expect(await statusOf(customer_id)).toEqual({ account_status: 'active', deletion_requested_at: null })
    expect((await first.browser.send(readProfileCall)).status).toBe(200)
    // Sessions opened before the request remain invalid.
    expect((await browser.send(sessionInfoCall)).status).toBe(401)
    const second = await signIn(document_id)
    expect(second.response.ok && second.response.message).toBeUndefined()
    await messagesTo(customer_id, 'deletion-cancelled', 2)
    expect(await auditOf(customer_id)).toEqual([
      'customer privacy.give-up-deletion',
      'customer privacy.request-deletion',
    ])
  })

  test('a session opened concurrently with a deletion request is invalid, even after the deletion is cancelled', async () => {
    const { document_id, browser, customer_id } = await join()
    const concurrent = await signIn(document_id)
    const { rows } = await sql`select * from session where customer_id = ${customer_id}`.execute(
      club.database.db,
    )
    await requestDeletion(browser)
    for (const row of rows)
      await club.database.db
        .insertInto('session')
        .values(row as never)
        .execute()
    expect((await concurrent.browser.send(readProfileCall)).status).toBe(401)
    await signIn(document_id)
    expect((await concurrent.browser.send(readProfileCall)).status).toBe(401)
  })
})

describe('recovering the password while a deletion is pending', () => {
  test('recovering the password cancels a pending deletion', async () => {
    const { document_id, browser, customer_id } = await join()
    await requestDeletion(browser)
    const recovering = club.browser()
    await check(recovering, document_id)
    await recovering.send(forgotPasswordCall, { body: { document_id, terms_id, recovery_method: 'email' } })
    const [message] = await messagesTo(customer_id, 'reset-code', 1)
    const verification_code = /\b\d{6}\b/.exec(message?.text ?? '')?.[0] ?? ''
    const verified = await recovering.send(verifyResetCodeCall, { body: { verification_code, terms_id } })
    const recovery_token = verified.ok ? verified.data.recovery_token : ''
    const body = { password: 'Pitanga-Doce-4', recovery_token, terms_id }
    expect(await recovering.send(resetPasswordCall, { body })).toMatchObject({
      status: 200,
      message: 'O pedido de exclusão foi cancelado. Bom ter você de volta.',
    })
    expect(await statusOf(customer_id)).toEqual({ account_status: 'active', deletion_requested_at: null })
    expect((await recovering.send(readProfileCall)).status).toBe(200)
    await messagesTo(customer_id, 'deletion-cancelled', 2)
  })
})

describe('at the desk', () => {
  const yes: BodyOf<typeof deskRequestDeletionCall>['checklist'] = {
    original_document: 'yes',
    holder_or_representative: 'yes',
    understands_deletion: 'yes',
  }
  const request = (staff: TestBrowser, customer_id: string, checklist = yes) =>
    staff.send(deskRequestDeletionCall, { body: { customer_id, checklist, reason: 'own_request' } })

  test('staff can request a deletion once, with a checklist and a reason, and can cancel it', async () => {
    const { browser, customer_id } = await join()
    const staff = await signedInStaff(club, staffPersonas.attendant)
    expect(await request(staff, customer_id, { ...yes, understands_deletion: 'no' })).toMatchObject({
      status: 422,
      message: 'Só é possível registrar o pedido quando todos os itens conferem.',
    })
    expect(await request(staff, customer_id)).toMatchObject({
      status: 200,
      message: 'Pedido de exclusão registrado.',
    })
    expect(await request(staff, customer_id)).toMatchObject({
      status: 409,
      message: 'A exclusão desta conta já foi pedida.',
    })
    expect((await browser.send(readProfileCall)).status).toBe(401)
    await messagesTo(customer_id, 'deletion-requested', 2)
    const cancelDeletion = () => staff.send(deskCancelDeletionCall, { body: { customer_id } })
    expect(await cancelDeletion()).toMatchObject({ status: 200, message: 'Pedido de exclusão cancelado.' })
    expect(await cancelDeletion()).toMatchObject({ status: 409, code: 'privacy.not-requested' })
    expect(await statusOf(customer_id)).toMatchObject({ account_status: 'active' })
    expect(await auditOf(customer_id)).toEqual([
      'staff privacy.give-up-deletion',
      'staff privacy.request-deletion',
    ])
  })

  test('deletion of an incomplete account can be requested, and the account is incomplete again when the request is cancelled', async () => {
    const { id } = await club.database.db
      .selectFrom('customer')
      .select('id')
      .where('account_status', '=', 'incomplete')
      .executeTakeFirstOrThrow()
    const staff = await signedInStaff(club, staffPersonas.attendant)
    expect((await request(staff, id)).status).toBe(200)
    expect(await statusOf(id)).toMatchObject({ account_status: 'deletion_pending' })
    expect((await staff.send(deskCancelDeletionCall, { body: { customer_id: id } })).status).toBe(200)
    expect(await statusOf(id)).toMatchObject({ account_status: 'incomplete' })
  })

  test('deletion of a blocked account or of an unknown account is refused at the desk', async () => {
    const { customer_id } = await join()
    const staff = await signedInStaff(club, staffPersonas.attendant)
    await sql`update customer set account_status = 'blocked' where id = ${customer_id}`.execute(
      club.database.db,
    )
    expect(await request(staff, customer_id)).toMatchObject({ status: 403, code: 'privacy.account-blocked' })
    const unknownId = '01a1fdbb-01d2-7c5b-af13-491f5d989bb5'
    expect(await request(staff, unknownId)).toMatchObject({ status: 404, code: 'privacy.unknown-customer' })
    expect(await staff.send(deskCancelDeletionCall, { body: { customer_id: unknownId } })).toMatchObject({
      status: 404,
    })
  })
})
