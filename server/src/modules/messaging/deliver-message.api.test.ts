import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { createSmtpMailer } from '../../adapters/mail/smtp-mailer.ts'
import { createTwilioSender } from '../../adapters/sms/twilio.ts'
import { createZenviaSender } from '../../adapters/sms/zenvia.ts'
import { inTransaction } from '../../db/database.ts'
import type { Jobs } from '../../db/jobs.ts'
import { useDatabase } from '../../testing/database.ts'
import { countOpenJobs, createTestJobs, makeJobsDue } from '../../testing/jobs.ts'
import { loopbackCertificate } from '../../testing/loopback-certificate.ts'
import { codeForMaria, createMessagingDeps, createScriptedGateways } from '../../testing/messaging.ts'
import { smtpPassword, smtpUser, startSmtpReceiver, type SmtpReceiver } from '../../testing/smtp-receiver.ts'
import { deliverMessage } from './deliver-message.ts'
import {
  createSendMessage,
  findMessage,
  listFailedMessages,
  purgeMessages,
  registerDelivery,
  type MessageEvent,
  type DeliveryDeps,
  type OutgoingMessage,
} from './index.ts'

const database = useDatabase()
const timing = { timeout: 20_000, interval: 20 }
const gateways = createScriptedGateways()
const events: MessageEvent[] = []
let now = new Date('2026-11-21T12:00:00Z')
let jobs: Jobs
let deps: DeliveryDeps

beforeAll(async () => {
  jobs = createTestJobs(database)
  deps = createMessagingDeps({ database, jobs, gateways, clock: () => now, events })
  registerDelivery(deps)
  await jobs.start()
})

beforeEach(async () => {
  now = new Date('2026-11-21T12:00:00Z')
  for (const recorded of [events, gateways.mail.sent, gateways.mail.responses, gateways.sms.sent])
    recorded.length = 0
  await sql`truncate message; delete from pgboss.job`.execute(database.db)
})

const send = (change: Partial<OutgoingMessage> = {}) =>
  inTransaction(database.db, (tx) => createSendMessage(deps)(tx, { ...codeForMaria, ...change }))

/** Waits until a message reaches a state, making its retries due. */
const waitForState = (id: string, state: string) =>
  vi.waitFor(async () => {
    await makeJobsDue(database)
    expect(await findMessage(database.db, id)).toMatchObject({ state })
  }, timing)

const rowOf = async (id: string) => {
  const { rows } = await sql<Record<string, unknown>>`select * from message where id = ${id}`.execute(
    database.db,
  )
  return rows[0] ?? {}
}

describe('a message', () => {
  test('a message is sent once its transaction commits, and its address and text are then erased', async () => {
    const id = await send()
    await waitForState(id, 'sent')
    expect(gateways.mail.sent).toMatchObject([
      {
        message_id: id,
        to: 'maria@exemplo.com.br',
        subject: 'Seu código de verificação – Clube',
        text: expect.stringContaining('123456'),
      },
    ])
    expect(await rowOf(id)).toMatchObject({ content_sealed: null, reference: 'ref-1', attempts: 1 })
    expect(events).toEqual([
      {
        message_id: id,
        channel: 'email',
        template: 'reset-code',
        attempts: 1,
        outcome: 'sent',
        reason: null,
      },
    ])
  })

  test('a message whose transaction is rolled back is not sent', async () => {
    const rolledBack = inTransaction(database.db, async (tx) => {
      await createSendMessage(deps)(tx, codeForMaria)
      throw new Error('undone')
    })
    await expect(rolledBack).rejects.toThrow('undone')
    const { rows } = await sql`select 1 from message union all select 1 from pgboss.job`.execute(database.db)
    expect(rows).toEqual([])
  })

  test('a queued message is sealed: address and code are not readable in the database', async () => {
    gateways.mail.responses.push({ outcome: 'unavailable', reason: 'down' })
    const id = await send()
    await vi.waitFor(async () => {
      expect(events).toMatchObject([{ outcome: 'postponed', reason: 'down' }])
    }, timing)
    const { rows } = await sql<{ text: string }>`
      select message::text || encode(content_sealed, 'escape') as text from message
      union all select data::text || coalesce(output::text, '') from pgboss.job`.execute(database.db)
    expect(rows.length).toBeGreaterThan(1)
    expect(rows.map(({ text }) => text).join('\n')).not.toMatch(/maria|exemplo\.com|123456/)
    expect(await findMessage(database.db, id)).toMatchObject({
      state: 'queued',
      attempts: 1,
      next_attempt_at: new Date('2026-11-21T12:00:05Z'),
    })
    await waitForState(id, 'sent')
    expect(gateways.mail.sent).toHaveLength(2)
    expect(gateways.mail.sent[1]).toEqual(gateways.mail.sent[0])
  })

  test('a text message is sent to the cellphone number', async () => {
    const id = await send({ channel: 'sms', to: '11987654321' })
    await waitForState(id, 'sent')
    expect(gateways.sms.sent).toEqual([
      {
        message_id: id,
        cellphone: '11987654321',
        text: 'Clube: 123456 e seu codigo de verificacao. Nao compartilhe. Vale 10 minutos.\n\n@clube.exemplo.com.br #123456',
      },
    ])
  })

  test('a message without a recipient is processed in the same way and becomes suppressed', async () => {
    const id = await send({ to: null })
    await waitForState(id, 'suppressed')
    expect(gateways.mail.sent).toEqual([])
    expect(await rowOf(id)).toMatchObject({ content_sealed: null, attempts: 1 })
  })

  test('a permanently rejected message becomes a dead letter', async () => {
    gateways.mail.responses.push({ outcome: 'refused', reason: '550' })
    const id = await send()
    await waitForState(id, 'failed')
    expect(await rowOf(id)).toMatchObject({ content_sealed: null, reason: 'refused' })
    expect(events).toMatchObject([{ outcome: 'failed', reason: '550' }])
    await expect.poll(() => countOpenJobs(database)).toBe(0)
    const { rows } = await sql`select id, reason from message_dead_letter`.execute(database.db)
    expect(rows).toEqual([{ id, reason: 'refused' }])
    expect(await listFailedMessages(database.db, { before: null, limit: 10 })).toMatchObject([
      { id, state: 'failed', reason: 'refused', attempts: 1 },
    ])
    expect(await listFailedMessages(database.db, { before: now, limit: 10 })).toEqual([])
  })

  test('a message is retried after the delay given by the gateway', async () => {
    gateways.mail.responses.push({ outcome: 'unavailable', reason: '429', retry_after_seconds: 300 })
    const id = await send()
    await vi.waitFor(() => expect(events).toHaveLength(1), timing)
    const { rows } = await sql<{ seconds: number }>`
      select round(extract(epoch from start_after - created_on))::int as seconds from pgboss.job
      where state = 'created'`.execute(database.db)
    expect(rows).toEqual([{ seconds: 300 }])
    expect(await findMessage(database.db, id)).toMatchObject({
      next_attempt_at: new Date('2026-11-21T12:05:00Z'),
    })
  })

  test('an expired message is not sent', async () => {
    const id = await send({ expires_at: new Date('2026-11-21T12:00:00Z') })
    await waitForState(id, 'failed')
    expect(gateways.mail.sent).toEqual([])
    expect(await rowOf(id)).toMatchObject({ reason: 'expired', content_sealed: null })
  })

  test('a message is abandoned after a day', async () => {
    gateways.mail.responses.push(
      ...Array.from({ length: 50 }, () => ({ outcome: 'unavailable', reason: 'x' }) as const),
    )
    const id = await send()
    await vi.waitFor(() => expect(events).toHaveLength(1), timing)
    now = new Date('2026-11-22T12:00:00Z')
    await waitForState(id, 'failed')
    expect(await rowOf(id)).toMatchObject({ reason: 'gave-up', content_sealed: null })
  })

  test('a message claimed by another worker is not sent, and is retried when the claim expires', async () => {
    const id = await inTransaction(database.db, async (tx) => {
      const message_id = await createSendMessage(deps)(tx, codeForMaria)
      await sql`update message set claim = gen_random_uuid(), claimed_until = '2026-11-21T12:00:45Z'
        where id = ${message_id}`.execute(tx)
      return message_id
    })
    await vi.waitFor(async () => {
      const { rows } = await sql<{ seconds: number }>`
        select round(extract(epoch from start_after - created_on))::int as seconds from pgboss.job
        where state = 'created'`.execute(database.db)
      expect(rows).toEqual([{ seconds: 45 }])
    }, timing)
    expect(gateways.mail.sent).toEqual([])
    now = new Date('2026-11-21T12:00:45Z')
    await waitForState(id, 'sent')
    expect(gateways.mail.sent).toHaveLength(1)
  })

  test('concurrent workers send a message once', async () => {
    const id = await send()
    await Promise.all(Array.from({ length: 16 }, () => deliverMessage(deps, id)))
    await waitForState(id, 'sent')
    expect(gateways.mail.sent).toHaveLength(1)
  })

  test('a message whose job was lost gets a new job', async () => {
    gateways.mail.responses.push({ outcome: 'unavailable', reason: 'down' })
    const id = await send()
    await vi.waitFor(() => expect(events).toHaveLength(1), timing)
    await sql`delete from pgboss.job`.execute(database.db)
    await purgeMessages(deps)
    expect(await countOpenJobs(database)).toBe(0)
    now = new Date('2026-11-21T12:10:06Z')
    await purgeMessages(deps)
    await waitForState(id, 'sent')
  })

  test('a finished message is deleted after 90 days', async () => {
    const id = await send()
    await waitForState(id, 'sent')
    now = new Date('2027-02-19T11:59:59Z')
    await purgeMessages(deps)
    expect(await findMessage(database.db, id)).toBeDefined()
    now = new Date('2027-02-19T12:00:01Z')
    await purgeMessages(deps)
    expect(await findMessage(database.db, id)).toBeUndefined()
  })
})

describe('with a real mail server', () => {
  let receiver: SmtpReceiver
  let smtp: ReturnType<typeof createSmtpMailer>
  const deferredIds = new Set<string>()

  const respond: NonNullable<Parameters<typeof startSmtpReceiver>[0]>['respond'] = (email) => {
    const id = email.messageId ?? ''
    if (email.text?.includes('000550')) return 550
    if (!email.text?.includes('000450') || deferredIds.has(id)) return undefined
    deferredIds.add(id)
    return 450
  }

  beforeAll(async () => {
    receiver = await startSmtpReceiver({ respond })
    smtp = createSmtpMailer({
      url: `smtp://${smtpUser}@localhost:${receiver.port}`,
      password: smtpPassword,
      from: 'Clube <nao-responda@exemplo.com.br>',
      authorities: loopbackCertificate,
    })
    const worker = createTestJobs(database)
    registerDelivery({
      ...createMessagingDeps({ database, jobs: worker, gateways, clock: () => now, events }),
      mailer: smtp,
    })
    await jobs.stop()
    await worker.start()
    deps = { ...deps, jobs: worker }
  })
  afterAll(async () => {
    await smtp.close()
    await receiver.close()
  })

  const recipients = () => receiver.emails.map(({ to }) => to?.[0]?.address ?? '')

  const sendCode = (code: string) =>
    send({ content: { template: 'reset-code', code, minutes: 10 }, to: `pessoa-${code}@exemplo.com.br` })

  test('with a real mail server, deferred e-mails and e-mails sent during an outage are delivered once, and rejected ones never', async () => {
    const { port } = receiver
    const first = [await sendCode('000001'), await sendCode('000450'), await sendCode('000550')]
    await waitForState(first[0] ?? '', 'sent')
    await waitForState(first[1] ?? '', 'sent')
    await waitForState(first[2] ?? '', 'failed')
    const deliveredBefore = recipients()
    await receiver.close()

    const queued = [await sendCode('000002'), await sendCode('000003')]
    await vi.waitFor(async () => {
      await makeJobsDue(database)
      for (const id of queued) {
        const message = await findMessage(database.db, id)
        expect(message).toMatchObject({ state: 'queued' })
        expect(message?.attempts).toBeGreaterThan(1)
      }
    }, timing)
    receiver = await startSmtpReceiver({ respond, port })
    for (const id of queued) await waitForState(id, 'sent')

    expect([...deliveredBefore, ...recipients()].toSorted()).toEqual([
      'pessoa-000001@exemplo.com.br',
      'pessoa-000002@exemplo.com.br',
      'pessoa-000003@exemplo.com.br',
      'pessoa-000450@exemplo.com.br',
    ])
  })
})

describe.each(['Zenvia', 'Twilio'] as const)('with the SMS gateway %s', (name) => {
  const requests: string[] = []
  let gateway: Server
  /** Responds with 503 to the first attempt for a number ending in 0450, and accepts everything else. */
  const open = (port: number): Promise<Server> => {
    const server = createServer((request, response) => {
      const chunks: Buffer[] = []
      request.on('data', (chunk: Buffer) => chunks.push(chunk))
      request.on('end', () => {
        const body = decodeURIComponent(Buffer.concat(chunks).toString())
        const number = /55119\d{8}/.exec(body)?.[0] ?? ''
        const isDeferred = number.endsWith('0450') && !requests.includes(`${number} deferred`)
        requests.push(isDeferred ? `${number} deferred` : number)
        response.writeHead(isDeferred ? 503 : 201, { 'content-type': 'application/json' })
        response.end(JSON.stringify({ id: `z-${requests.length}`, sid: `t-${requests.length}` }))
      })
    })
    return new Promise((resolve) => server.listen(port, '127.0.0.1', () => resolve(server)))
  }
  const close = async (): Promise<void> => {
    gateway.closeAllConnections()
    await new Promise((resolve) => gateway.close(resolve))
  }
  let port = 0

  beforeAll(async () => {
    gateway = await open(0)
    port = (gateway.address() as AddressInfo).port
    const url = `http://127.0.0.1:${port}`
    const smsSender =
      name === 'Zenvia'
        ? createZenviaSender({ token: 'chave', from: 'clube', url, timeoutMs: 2000 })
        : createTwilioSender({
            account_sid: 'AC1',
            auth_token: 'chave',
            from: '+551140028922',
            status_url: 'https://clube.exemplo.com.br/x',
            url,
            timeoutMs: 2000,
          })
    const worker = createTestJobs(database)
    registerDelivery({
      ...createMessagingDeps({ database, jobs: worker, gateways, clock: () => now, events }),
      smsSender,
    })
    await deps.jobs.stop()
    await worker.start()
    deps = { ...deps, jobs: worker }
  })
  afterAll(() => close())

  const sendSms = (ending: string) => send({ channel: 'sms', to: `1198765${ending}` })

  test('text messages queued during an outage of the SMS gateway are delivered once when it ends', async () => {
    requests.length = 0
    const deliveredBefore = [await sendSms('0001'), await sendSms('0450')]
    for (const id of deliveredBefore) await waitForState(id, 'sent')
    await close()

    const queued = [await sendSms('0002'), await sendSms('0003')]
    await vi.waitFor(async () => {
      await makeJobsDue(database)
      for (const id of queued) {
        const message = await findMessage(database.db, id)
        expect(message).toMatchObject({ state: 'queued' })
        expect(message?.attempts).toBeGreaterThan(1)
      }
    }, timing)
    gateway = await open(port)
    for (const id of queued) await waitForState(id, 'sent')

    expect(requests.filter((number) => !number.endsWith('deferred')).toSorted()).toEqual([
      '5511987650001',
      '5511987650002',
      '5511987650003',
      '5511987650450',
    ])
  })
})
