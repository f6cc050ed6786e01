import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { inTransaction } from '../db/database.ts'
import type { Jobs } from '../db/jobs.ts'
import {
  createSendMessage,
  registerDelivery,
  type MessageEvent,
  type DeliveryDeps,
  type OutgoingMessage,
} from '../modules/messaging/index.ts'
import { useDatabase } from '../testing/database.ts'
import { createTestJobs } from '../testing/jobs.ts'
import { codeForMaria, createMessagingDeps, createScriptedGateways } from '../testing/messaging.ts'

const database = useDatabase()
const gateways = createScriptedGateways()
const events: MessageEvent[] = []
const now = new Date('2026-11-21T12:00:00Z')
let jobs: Jobs
let deps: DeliveryDeps

beforeAll(async () => {
  jobs = createTestJobs(database)
  deps = createMessagingDeps({ database, jobs, gateways, clock: () => now, events })
  // Two workers share the limits.
  registerDelivery(deps)
  registerDelivery(deps)
  await jobs.start()
})
beforeEach(async () => {
  for (const recorded of [events, gateways.mail.sent, gateways.sms.sent]) recorded.length = 0
  await sql`truncate message, attempt_counter`.execute(database.db)
})

const contactChanged = {
  content: { template: 'contact-changed', changed: 'cellphone', at: now },
} satisfies Partial<OutgoingMessage>
const offer = {
  content: {
    template: 'promotion',
    name: 'waiting-list-offer',
    texts: { subject: 'Chegou a sua vez', paragraphs: [], code: null, short: '', warning: null },
  },
} satisfies Partial<OutgoingMessage>

/** Queues messages in one transaction and waits until each was sent or suppressed. */
const sendAll = async (messages: readonly Partial<OutgoingMessage>[]): Promise<void> => {
  const before = events.length
  await inTransaction(database.db, async (tx) => {
    for (const change of messages) await createSendMessage(deps)(tx, { ...codeForMaria, ...change })
  })
  await vi.waitFor(() => expect(events).toHaveLength(before + messages.length), { timeout: 30_000 })
}

test('ten changes of the cellphone send the old number only six text messages', async () => {
  const numbers = Array.from({ length: 20 }, (_, i) => (i % 2 === 0 ? '11987654321' : `1198000000${i % 10}`))
  await sendAll(numbers.map((to) => ({ ...contactChanged, channel: 'sms', to })))
  const toMaria = gateways.sms.sent.filter(({ cellphone }) => cellphone === '11987654321')
  expect(toMaria).toHaveLength(6)
  const reasons = events.filter(({ outcome }) => outcome === 'suppressed').map(({ reason }) => reason)
  expect(new Set(reasons)).toEqual(new Set(['sms-notices.person']))
})

test('when many waiting-list offers are queued together, only ten are sent by e-mail, and an account notice is still delivered', async () => {
  await sendAll([...Array.from({ length: 15 }, () => offer), contactChanged])
  const subjects = gateways.mail.sent.map(({ subject }) => subject)
  expect(subjects.filter((subject) => subject.startsWith('Chegou a sua vez'))).toHaveLength(10)
  expect(subjects).toHaveLength(11)
})

test('a flood of notices does not suppress a code', async () => {
  await sendAll([...Array.from({ length: 25 }, () => contactChanged), {}])
  const texts = gateways.mail.sent.map(({ text }) => text)
  expect(texts.filter((text) => text.includes('123456'))).toHaveLength(1)
  expect(texts).toHaveLength(21)
})

test.each(['email', 'sms'] as const)(
  'accounts that name a contact (%s) after its owner send it at most 3 notices a day, which do not count toward the owner’s limit',
  async (channel) => {
    const to = channel === 'email' ? 'vitima@exemplo.com.br' : '11966665555'
    const notice = { ...contactChanged, channel, to }
    const others = Array.from({ length: 10 }, () => ({ ...notice, is_verified: false }))
    await sendAll([...others, ...others.map((other) => ({ ...other, ...offer }))])
    const sent = (): number => events.filter(({ outcome }) => outcome === 'sent').length
    expect(sent()).toBe(3)
    const reasons = events.filter(({ outcome }) => outcome === 'suppressed').map(({ reason }) => reason)
    expect(new Set(reasons)).toEqual(new Set(['unverified-notices.contact']))
    events.length = 0
    await sendAll([notice, notice, notice])
    expect(sent()).toBe(3)
  },
)

test('a notice that an event session moved is sent to an unverified contact even after its limit on notices is reached', async () => {
  const unverified = { is_verified: false, to: 'nova@exemplo.com.br' }
  const texts = { ...offer.content.texts, subject: 'Sua sessão mudou' }
  const moved = { ...unverified, content: { ...offer.content, texts, is_essential: true } } as const
  await sendAll(Array.from({ length: 5 }, () => ({ ...contactChanged, ...unverified })))
  await sendAll([moved])
  expect(gateways.mail.sent.map(({ subject }) => subject)).toContain('Sua sessão mudou – Clube')
  expect(gateways.mail.sent).toHaveLength(4)
})

test('text messages to contacts named by fake accounts leave a third of the hourly limit to confirmed cellphones, and suppressed ones do not count toward the contacts’ limits', async () => {
  const notices = Array.from({ length: 210 }, (_, i) => ({
    ...contactChanged,
    channel: 'sms' as const,
    to: `119${70_000_000 + i}`,
    is_verified: false,
  }))
  await sendAll(notices)
  expect(gateways.sms.sent).toHaveLength(200)
  const reasons = events.flatMap(({ outcome, reason }) => (outcome === 'suppressed' ? [reason] : []))
  expect(new Set(reasons)).toEqual(new Set(['sms-unreserved.club']))
  const { rows } = await sql<{ spent: number }>`
    select sum(spent)::int as spent from attempt_counter where scope = 'unverified-notices.contact'`.execute(
    database.db,
  )
  expect(rows).toEqual([{ spent: 200 }])
})

test('notices chosen as text messages have their own daily limits and budget, and never use up those of codes', async () => {
  const approved = {
    channel: 'sms',
    content: { template: 'receipt-approved', shop_name: 'Livraria', issued_on: '2026-11-20', points: 1 },
  } satisfies Partial<OutgoingMessage>
  const person = (index: number) => ({ to: `119${50_000_000 + index}`, customer_id: null })
  // One person gets six, and a hundred people use up the club's hourly budget.
  await sendAll(Array.from({ length: 8 }, () => ({ ...approved, ...person(0) })))
  expect(gateways.sms.sent).toHaveLength(6)
  await sendAll(Array.from({ length: 100 }, (_, i) => ({ ...approved, ...person(i + 1) })))
  expect(gateways.sms.sent).toHaveLength(100)
  const essential = { ...offer.content, is_essential: true } as const
  await sendAll([{ channel: 'sms', content: essential, ...person(200) }])
  const reasons = events.flatMap(({ outcome, reason }) => (outcome === 'suppressed' ? [reason] : []))
  expect(new Set(reasons)).toEqual(new Set(['chosen-sms.person', 'chosen-sms.club']))
  expect(gateways.sms.sent).toHaveLength(100)
  for (const limit of ['sms.club', 'sms-unreserved.club'] as const)
    expect(await deps.limits.spentOf(limit, 'club', now)).toBe(0)
  await sendAll([{ ...approved, channel: 'email' }])
  expect(gateways.mail.sent).toHaveLength(1)
})
