import { pino } from 'pino'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTwilioSender } from '../../adapters/sms/twilio.ts'
import { createZenviaSender } from '../../adapters/sms/zenvia.ts'
import { createApp } from '../../http/app.ts'
import { useDatabase } from '../../testing/database.ts'
import { createVault } from '../vault/index.ts'
import { bindMessaging, findMessage, statusPath } from './index.ts'

const database = useDatabase()
const vault = createVault(Buffer.alloc(32, 'k'))
const logged: string[] = []
const id = '018f2b7c-7e1a-4b3c-9d00-123456789012'

const twilio = createTwilioSender({ account_sid: 'AC1', auth_token: 'x', from: '+5511', status_url: 'x' })
const zenvia = createZenviaSender({ token: 'x', from: 'clube' })

const serve = async (smsSender: typeof twilio) => {
  const log = pino({ level: 'info' }, { write: (line: string) => void logged.push(line) })
  const app = await createApp({ log, baseUrl: 'http://127.0.0.1', trustProxy: false })
  const binder = {
    app,
    guards: {
      identifiedAccess: 'participate' as const,
      findSession: async () => null,
      findStaffSession: async () => null,
      spendProof: async () => {},
    },
    clock: () => new Date(),
    secureCookies: false,
    checkResponses: true,
  }
  bindMessaging(binder, { db: database.db, vault, smsSender })
  return { url: await app.listen({ port: 0, host: '127.0.0.1' }), close: () => app.close() }
}

let twilioApp: Awaited<ReturnType<typeof serve>>
let zenviaApp: Awaited<ReturnType<typeof serve>>

beforeAll(async () => {
  twilioApp = await serve(twilio)
  zenviaApp = await serve(zenvia)
})
afterAll(async () => {
  await twilioApp.close()
  await zenviaApp.close()
})
beforeEach(async () => {
  logged.length = 0
  await sql`truncate message`.execute(database.db)
  await sql`insert into message (id, channel, template, state, next_attempt_at, created_at, finished_at, reference)
    values (${id}, 'sms', 'reset-code', 'sent', now(), now(), now(), 'SM1')`.execute(database.db)
})

const form = (MessageStatus: string, MessageSid = 'SM1') =>
  new URLSearchParams({ MessageSid, MessageStatus, To: '+5511987654321' })
const report = (path: string, body: URLSearchParams) => fetch(twilioApp.url + path, { method: 'POST', body })
const delivery = async () => {
  const message = await findMessage(database.db, id)
  return message?.state === 'sent' ? message.delivery : message
}

describe('a status callback', () => {
  test('Twilio’s status callback reports a delivered message', async () => {
    const path = statusPath(vault, 'twilio')
    expect(path).toMatch(/^\/api\/messaging\/sms-status\/twilio\/[\w-]{43}$/)
    expect((await report(path, form('undelivered'))).status).toBe(204)
    expect(await delivery()).toBe('undelivered')
    expect((await report(path, form('delivered'))).status).toBe(204)
    expect(await delivery()).toBe('delivered')
    await report(path, form('failed'))
    expect(await delivery()).toBe('delivered')
  })

  test('Zenvia’s status callback reports a delivered message', async () => {
    const response = await fetch(zenviaApp.url + statusPath(vault, 'zenvia'), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ messageId: 'SM1', messageStatus: { code: 'DELIVERED' } }),
    })
    expect(response.status).toBe(204)
    expect(await delivery()).toBe('delivered')
  })

  test.each([
    ['a wrong secret', statusPath(vault, 'twilio').replace(/.$/, '!')],
    ['the secret of another gateway', statusPath(vault, 'zenvia').replace('/zenvia/', '/twilio/')],
    ['a gateway that is not in use', statusPath(vault, 'zenvia')],
    ['a secret derived from another key', statusPath(createVault(Buffer.alloc(32, 'x')), 'twilio')],
  ])('a status callback with %s is not found', async (_name, path) => {
    expect((await report(path, form('delivered'))).status).toBe(404)
    expect(await delivery()).toBeNull()
  })

  test('an unknown status callback is accepted, so that the gateway does not repeat it', async () => {
    const path = statusPath(vault, 'twilio')
    expect((await report(path, form('sent'))).status).toBe(204)
    expect((await report(path, form('delivered', 'SM-unknown'))).status).toBe(204)
    expect((await report(path, new URLSearchParams('a=1&a=2&__proto__=3'))).status).toBe(204)
    expect(await delivery()).toBeNull()
  })

  test('an oversized status callback or one with another content type is rejected', async () => {
    const path = statusPath(vault, 'twilio')
    expect((await report(path, new URLSearchParams({ a: 'x'.repeat(20_000) }))).status).toBe(413)
    const headers = { 'content-type': 'application/xml' }
    const xml = await fetch(twilioApp.url + path, { method: 'POST', headers, body: '<a/>' })
    expect(xml.status).toBe(415)
  })

  test('the log contains neither the secret of a status callback nor the number', async () => {
    const path = statusPath(vault, 'twilio')
    await report(path, form('delivered'))
    expect(logged.join('')).toContain('/api/messaging/sms-status/:gateway/:secret')
    expect(logged.join('')).not.toMatch(new RegExp(`${path.split('/').at(-1)}|987654321`))
  })
})
