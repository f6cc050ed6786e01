import { createServer, type Server } from 'node:http'
import type { IncomingMessage, RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createTwilioSender } from './twilio.ts'
import { createZenviaSender } from './zenvia.ts'

type ReceivedRequest = { method: string; url: string; headers: IncomingMessage['headers']; body: string }

let server: Server
let url: string
let received: ReceivedRequest[]
let respond: RequestListener

beforeEach(async () => {
  received = []
  server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { method = '', url: path = '', headers } = request
      received.push({ method, url: path, headers, body: Buffer.concat(chunks).toString() })
      respond(request, response)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterEach(async () => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

const respondWith =
  (status: number, body: unknown, headers: Record<string, string> = {}): RequestListener =>
  (_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers })
    response.end(typeof body === 'string' ? body : JSON.stringify(body))
  }

const sms = {
  message_id: '018f2b7c-7e1a-4b3c-9d00-123456789012',
  cellphone: '11987654321',
  text: 'Clube: 123456 e seu codigo de verificacao.\n\n@clube.exemplo.com.br #123456',
}
const zenvia = (timeoutMs = 2000) => createZenviaSender({ token: 'chave', from: 'clube', url, timeoutMs })
const twilio = (timeoutMs = 2000) =>
  createTwilioSender({
    account_sid: 'AC1',
    auth_token: 'chave',
    from: '+551140028922',
    status_url: 'https://clube.exemplo.com.br/api/messaging/sms-status/twilio/segredo',
    url,
    timeoutMs,
  })

test('Zenvia receives the text with a Brazilian number and our message id', async () => {
  respond = respondWith(200, { id: 'z-1', from: 'clube', to: '5511987654321' })
  expect(await zenvia().send(sms)).toEqual({ outcome: 'accepted', reference: 'z-1' })
  expect(received).toMatchObject([
    { method: 'POST', url: '/v2/channels/sms/messages', headers: { 'x-api-token': 'chave' } },
  ])
  expect(JSON.parse(received[0]?.body ?? '')).toEqual({
    from: 'clube',
    to: '5511987654321',
    contents: [{ type: 'text', text: sms.text }],
    externalId: '018f2b7c-7e1a-4b3c-9d00-123456789012',
  })
})

test('Twilio receives a form with a Brazilian number and the status callback', async () => {
  respond = respondWith(201, { sid: 'SM1', status: 'queued' })
  expect(await twilio().send(sms)).toEqual({ outcome: 'accepted', reference: 'SM1' })
  expect(received).toMatchObject([
    {
      method: 'POST',
      url: '/2010-04-01/Accounts/AC1/Messages.json',
      headers: {
        authorization: `Basic ${Buffer.from('AC1:chave').toString('base64')}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
    },
  ])
  expect(Object.fromEntries(new URLSearchParams(received[0]?.body))).toEqual({
    To: '+5511987654321',
    From: '+551140028922',
    Body: sms.text,
    StatusCallback: 'https://clube.exemplo.com.br/api/messaging/sms-status/twilio/segredo',
  })
})

describe.each([
  ['Zenvia', zenvia],
  ['Twilio', twilio],
])('the SMS gateway %s', (_name, create) => {
  test.each([400, 404, 422])('SMS gateway status %i is a permanent rejection', async (status) => {
    respond = respondWith(status, { code: 21211, message: 'invalid number +5511987654321' })
    expect(await create().send(sms)).toEqual({ outcome: 'refused', reason: String(status) })
  })

  test.each([401, 403, 500, 502, 503])('SMS gateway status %i is retried', async (status) => {
    respond = respondWith(status, 'no')
    expect(await create().send(sms)).toEqual({ outcome: 'unavailable', reason: String(status) })
  })

  test('SMS gateway status 429 is retried after its delay', async () => {
    respond = respondWith(429, {}, { 'retry-after': '37' })
    expect(await create().send(sms)).toEqual({
      outcome: 'unavailable',
      reason: '429',
      retry_after_seconds: 37,
    })
  })

  test.each(['-1', '99999999', 'Wed, 21 Oct 2026 07:28:00 GMT'])(
    'an invalid Retry-After of %j is ignored',
    async (retryAfter) => {
      respond = respondWith(429, {}, { 'retry-after': retryAfter })
      expect(await create().send(sms)).toEqual({ outcome: 'unavailable', reason: '429' })
    },
  )

  test('a text message to an unresponsive SMS gateway times out and is retried', async () => {
    respond = () => {}
    expect(await create(100).send(sms)).toEqual({ outcome: 'unavailable', reason: 'TimeoutError' })
  })

  test('a text message is retried after a refused connection', async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
    expect(await create().send(sms)).toMatchObject({ outcome: 'unavailable' })
  })

  test('SMS gateway redirects are not followed', async () => {
    respond = respondWith(307, '', { location: 'http://127.0.0.1:1/' })
    expect(await create().send(sms)).toMatchObject({ outcome: 'unavailable' })
    expect(received).toHaveLength(1)
  })

  test.each(['', 'not json', '[]', '{"id":7,"sid":7}'])(
    'a message counts as sent when the response is 2xx with the body %j',
    async (body) => {
      respond = respondWith(200, body)
      expect(await create().send(sms)).toEqual({ outcome: 'accepted', reference: null })
    },
  )

  test.each([null, 7, 'text', [], {}, { MessageSid: 7 }, { messageId: 'z', messageStatus: null }])(
    'a status callback of %j is ignored',
    (body) => {
      expect(create().readReport(body)).toBeNull()
    },
  )
})

test.each([
  ['delivered', { reference: 'SM1', delivery: 'delivered' }],
  ['undelivered', { reference: 'SM1', delivery: 'undelivered' }],
  ['failed', { reference: 'SM1', delivery: 'undelivered' }],
  ['sent', null],
])('a Twilio status callback with %s is parsed', (MessageStatus, report) => {
  expect(twilio().readReport({ MessageSid: 'SM1', MessageStatus, To: '+5511987654321' })).toEqual(report)
})

test.each([
  ['DELIVERED', { reference: 'z-1', delivery: 'delivered' }],
  ['NOT_DELIVERED', { reference: 'z-1', delivery: 'undelivered' }],
  ['REJECTED', { reference: 'z-1', delivery: 'undelivered' }],
  ['SENT', null],
])('a Zenvia status callback with %s is parsed', (code, report) => {
  expect(zenvia().readReport({ type: 'MESSAGE_STATUS', messageId: 'z-1', messageStatus: { code } })).toEqual(
    report,
  )
})
