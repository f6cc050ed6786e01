import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { inTransaction } from '../db/database.ts'
import { personas } from '../../seeds/demonstration/personas.ts'
import {
  createSendMessage,
  recordContacts,
  registerDelivery,
  reserveSendingSlot,
  type MessageEvent,
  type DeliveryDeps,
  type OutgoingMessage,
} from '../modules/messaging/index.ts'
import { freshCpfs } from '../testing/joining.ts'
import { createTestJobs } from '../testing/jobs.ts'
import { exampleContents } from '../modules/messaging/message-examples.ts'
import { createMessagingDeps, createScriptedGateways } from '../testing/messaging.ts'
import { submissionOf, submitRequest } from '../testing/recovery-submission.ts'
import { useRecovery } from '../testing/recovery.ts'

const recovery = useRecovery()
const { maria } = personas
const now = new Date('2026-11-21T12:00:00Z')
const events: MessageEvent[] = []
let messaging: DeliveryDeps
let owner: { id: string; email: string | null; cellphone: string | null }

beforeAll(async () => {
  const { database } = recovery
  const jobs = createTestJobs(database)
  messaging = createMessagingDeps({
    database,
    jobs,
    gateways: createScriptedGateways(),
    clock: () => now,
    events,
  })
  registerDelivery(messaging)
  await jobs.start()
  owner = await database.db
    .selectFrom('customer')
    .select(['id', 'email', 'cellphone'])
    .where('email', '=', maria.email)
    .executeTakeFirstOrThrow()
})
beforeEach(async () => {
  events.length = 0
  recovery.messages.length = 0
  await sql`truncate message, attempt_counter, sending_pause`.execute(recovery.database.db)
})

/** Queues messages in one transaction and waits until each was sent or suppressed. */
const deliver = async (messages: readonly OutgoingMessage[]): Promise<void> => {
  const before = events.length
  await inTransaction(messaging.db, async (tx) => {
    for (const message of messages) await createSendMessage(messaging)(tx, message)
  })
  await vi.waitFor(() => expect(events).toHaveLength(before + messages.length), { timeout: 30_000 })
}

/** Every account notice, to the owner's e-mail and cellphone. */
const notices: readonly OutgoingMessage[] = [
  exampleContents['password-changed'],
  exampleContents['contact-changed'],
  exampleContents['device-credential-reused'],
  exampleContents['recovery-received'],
  exampleContents['recovery-held'],
  exampleContents['recovery-stopped'],
  exampleContents['recovery-at-desk'],
  exampleContents['deletion-requested'],
].flatMap((content) =>
  (['email', 'sms'] as const).flatMap((channel) =>
    // Six text messages per account and day; the others are sent by e-mail.
    channel === 'sms' && content.template.startsWith('recovery-re')
      ? []
      : [{ channel, to: '', is_verified: true, customer_id: null, content, expires_at: null }],
  ),
)

const expectAllSent = async (): Promise<void> => {
  events.length = 0
  const addressed = notices.map((notice) => ({
    ...notice,
    to: notice.channel === 'email' ? owner.email : owner.cellphone,
    customer_id: owner.id,
  }))
  await deliver(addressed)
  const suppressed = events.filter(({ outcome }) => outcome !== 'sent')
  expect(suppressed.map(({ channel, template, reason }) => `${channel} ${template} ${reason}`)).toEqual([])
}

test('recovery requests by other people that name the owner’s e-mail do not suppress any security notice to the owner', async () => {
  const [unregistered = ''] = freshCpfs(1, 730_000_000)
  await submitRequest(recovery, await submissionOf({ document_id: unregistered, email: maria.email }))
  const received = recovery.messages.filter(({ content }) => content.template === 'recovery-received')
  expect(received).toMatchObject([{ to: maria.email }])
  const rejected = { ...exampleContents['recovery-rejected'] }
  const caused = received.flatMap((message) => [message, { ...message, content: rejected }])
  await deliver(Array.from({ length: 15 }, () => caused).flat())
  expect(events.filter(({ outcome }) => outcome === 'sent')).toHaveLength(10)
  await expectAllSent()
})

test('text-message codes that attackers request for many accounts do not suppress any security notice to the owner', async () => {
  const request = (index: number) =>
    reserveSendingSlot(messaging, {
      channel: 'sms',
      account_key: `fake ${index}`,
      contact: `119${10_000_000 + index}`,
      is_verified: true,
      customer_id: null,
      code_for: 'password',
      ip: `10.${index}.0.1`,
      is_established: false,
      now,
    })
  let sent = 0
  while ((await request(sent)).kind === 'ok') sent += 1
  expect(sent).toBeGreaterThan(100)
  await expectAllSent()
})

test('recovery requests for the owner’s account by other people do not use up the account’s notices', async () => {
  const about = {
    channel: 'email',
    to: 'estranha@exemplo.com.br',
    is_verified: false,
    expires_at: null,
  } as const
  const { protocol } = exampleContents['recovery-received']
  const applicant = { ...exampleContents['recovery-received'], sent_to: 'applicant' } as const
  const asked = { ...exampleContents['recovery-asked-again'], protocol }
  await deliver(
    [applicant, asked].flatMap((content) =>
      Array.from({ length: 15 }, () => ({ ...about, customer_id: owner.id, content })),
    ),
  )
  await expectAllSent()
})

test.each(['email', 'sms'] as const)(
  'messages that anonymous visitors trigger for an account with an unconfirmed contact (%s) do not use up its notices from sessions and staff',
  async (channel) => {
    const to = channel === 'email' ? 'vitima@exemplo.com.br' : '11966665555'
    const unverified = { channel, to, is_verified: false, customer_id: owner.id, expires_at: null } as const
    await inTransaction(messaging.db, (tx) =>
      recordContacts(tx, { customer_id: owner.id, contacts: [unverified], now }),
    )
    const caused = [exampleContents['recovery-received'], exampleContents['reset-code-withheld']]
    await deliver(caused.flatMap((content) => Array.from({ length: 5 }, () => ({ ...unverified, content }))))
    expect(events.filter(({ outcome }) => outcome === 'sent')).toHaveLength(3)
    events.length = 0
    const takeover = ['recovery-at-desk', 'password-changed', 'contact-changed'] as const
    await deliver(takeover.map((template) => ({ ...unverified, content: exampleContents[template] })))
    expect(events.map(({ outcome }) => outcome)).toEqual(['sent', 'sent', 'sent'])
  },
)

test.each([
  ['password-changed', 0],
  ['password-changed', 3],
  ['recovery-received', 3],
] as const)(
  'when 210 notices (%s) go to unconfirmed cellphones named %i days ago, 200 are sent, and the remaining text messages are reserved for confirmed cellphones',
  async (template, days) => {
    const named_at = new Date(now.getTime() - days * 24 * 3_600_000)
    const contacts = Array.from({ length: 70 }, (_, index) => ({
      channel: 'sms' as const,
      to: `119${days}${template.length}${10_000 + index}`,
      is_verified: false,
    }))
    await inTransaction(messaging.db, (tx) =>
      recordContacts(tx, { customer_id: owner.id, contacts, now: named_at }),
    )
    const content = exampleContents[template]
    const notice = { customer_id: owner.id, content, expires_at: null }
    await deliver(contacts.flatMap((contact) => Array.from({ length: 3 }, () => ({ ...contact, ...notice }))))
    expect(events.filter(({ outcome }) => outcome === 'sent')).toHaveLength(200)
    const request = (index: number) =>
      reserveSendingSlot(messaging, {
        channel: 'sms',
        account_key: `known ${index}`,
        contact: `119${20_000_000 + index}`,
        is_verified: true,
        customer_id: null,
        code_for: 'password',
        ip: `10.${index}.0.1`,
        is_established: true,
        now,
      })
    let left = 0
    while ((await request(left)).kind === 'ok') left += 1
    expect(left).toBe(100)
  },
)
