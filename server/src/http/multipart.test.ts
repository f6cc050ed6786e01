import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileSchema } from '@clube/contract/kernel/file.ts'
import { defineCall } from '@clube/contract/kernel/call.ts'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { createApp } from './app.ts'
import { bindCall } from './bind.ts'
import { acceptMultipart, receiveMultipart } from './multipart.ts'
import { createUploads } from './uploads.ts'

const uploadCall = defineCall({
  method: 'POST',
  path: '/api/test/upload',
  summary: 'Recebe uma foto.',
  multipart: ['photo'],
  captcha_weight: 4,
  body: z.object({
    name: z.string('Este campo não pode estar vazio'),
    previous_email: z.nullable(z.string()),
    address: z.object({ city: z.string() }),
    photo: fileSchema('Tire a foto novamente.'),
  }),
  data: z.object({ bytes: z.number(), name: z.string(), previous_email: z.nullable(z.string()) }),
  refusals: {},
})
const plainCall = defineCall({
  method: 'POST',
  path: '/api/test/plain',
  summary: 'Sem arquivos.',
  data: z.object({}),
  refusals: {},
})

const folder = mkdtempSync(join(tmpdir(), 'clube-multipart-'))
let app: FastifyInstance
let url: string
let spent: unknown

beforeAll(async () => {
  app = await createApp({ log: pino({ level: 'silent' }), baseUrl: 'http://127.0.0.1', trustProxy: false })
  const binder = {
    app,
    guards: {
      identifiedAccess: 'participate' as const,
      findSession: () => Promise.resolve(null),
      findStaffSession: () => Promise.resolve(null),
      spendProof: ({ body }: { body: unknown }) => {
        spent = body
        return Promise.resolve()
      },
    },
    clock: () => new Date(0),
    secureCookies: false,
    checkResponses: true,
    uploads: createUploads({ folder, networkOf: (ip) => ip }),
  }
  bindCall(binder, plainCall, () => Promise.resolve({ data: {} }))
  bindCall(binder, uploadCall, async ({ body: { photo, name, previous_email } }) => ({
    data: { bytes: (await photo.arrayBuffer()).byteLength, name, previous_email },
  }))
  acceptMultipart(app, (scope) => {
    scope.post<{ Params: { limit: string } }>('/api/test/slow/:limit', (request, reply) =>
      receiveMultipart(
        {
          request,
          reply,
          folder,
          files: ['photo'],
          admit: () => Promise.resolve(),
          limits: {
            file_bytes: 100,
            body_bytes: 1000,
            fields: 1,
            field_bytes: 10,
            fields_bytes: 10,
            fields_ms: request.params.limit === 'texts' ? 50 : 60_000,
            body_ms: request.params.limit === 'body' ? 50 : 60_000,
            interval_bytes: 10,
            interval_ms: request.params.limit === 'interval' ? 50 : 60_000,
          },
        },
        () => Promise.resolve({}),
      ),
    )
  })
  url = await app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true })
})
beforeEach(() => {
  spent = undefined
})

const pageHeaders = { 'x-requested-with': 'XMLHttpRequest', 'sec-fetch-site': 'same-origin' }
const multipart = { ...pageHeaders, 'content-type': 'multipart/form-data; boundary=b' }

const post = async (
  path: string,
  body: NonNullable<RequestInit['body']>,
  headers: Record<string, string> = pageHeaders,
) => {
  const streaming = body instanceof ReadableStream ? { duplex: 'half' } : {}
  const response = await fetch(url + path, { method: 'POST', headers, body, ...streaming } as RequestInit)
  return { status: response.status, headers: response.headers, body: (await response.json()) as object }
}

const jpeg = (bytes: number) => new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' })
/** Files follow all text fields. */
const formOf = (entries: Record<string, string | Blob>) => {
  const form = new FormData()
  const isText = ([, value]: [string, string | Blob]) => typeof value === 'string'
  const all = Object.entries(entries)
  for (const [name, value] of all.filter(isText)) form.append(name, value)
  for (const [name, value] of all.filter((entry) => !isText(entry))) form.append(name, value)
  return form
}
const good = { name: 'Ana', previous_email: '', 'address[city]': 'Campinas', photo: jpeg(3) }
const tooLarge = {
  status: 413,
  body: {
    code: 'request.too-large',
    message: 'Os arquivos são grandes demais: até 5 MB cada um e 16 MB no total.',
  },
}
const filePartHeader =
  '\r\ncontent-disposition: form-data; name="photo"; filename="a"\r\ncontent-type: image/jpeg\r\n\r\nx'
const malformed = {
  status: 400,
  body: { code: 'request.malformed', message: 'Não foi possível processar os dados informados!' },
}
const megabyte = 1024 * 1024

describe('a multipart call', () => {
  it('a multipart call receives nested fields, files as bytes and null for empty text', async () => {
    expect(await post('/api/test/upload', formOf(good))).toMatchObject({
      status: 200,
      body: { success: true, data: { bytes: 3, name: 'Ana', previous_email: null } },
    })
  })

  it('the number of a captcha proof in a multipart body is parsed as an integer', async () => {
    const proof = { 'altcha_challenge[number]': '123', 'altcha_challenge[salt]': '456' }
    await post('/api/test/upload', formOf({ ...good, ...proof, recaptcha_token: 'disabled' }))
    expect(spent).toMatchObject({
      altcha_challenge: { number: 123, salt: '456' },
      recaptcha_token: 'disabled',
    })
  })

  it('missing multipart fields are reported by name', async () => {
    const { photo: _, ...rest } = good
    expect(await post('/api/test/upload', formOf({ ...rest, name: '' }))).toMatchObject({
      status: 422,
      body: {
        errors: [
          { path: 'name', message: 'Este campo não pode estar vazio' },
          { path: 'photo', message: 'Tire a foto novamente.' },
        ],
      },
    })
  })

  it('an uploaded file of 5 MB is accepted, and one byte more is rejected', async () => {
    expect(await post('/api/test/upload', formOf({ ...good, photo: jpeg(5 * megabyte) }))).toMatchObject({
      status: 200,
      body: { data: { bytes: 5_242_880 } },
    })
    expect(await post('/api/test/upload', formOf({ ...good, photo: jpeg(5 * megabyte + 1) }))).toMatchObject(
      tooLarge,
    )
  })

  it('a body above 16 MB is rejected by its Content-Length, with a readable response', async () => {
    const four = formOf({
      a: jpeg(5 * megabyte),
      b: jpeg(5 * megabyte),
      c: jpeg(5 * megabyte),
      d: jpeg(2 * megabyte),
    })
    const response = await post('/api/test/upload', four)
    expect(response).toMatchObject(tooLarge)
    expect(response.headers.get('connection')).not.toBe('close')
  })

  it('a body with a far larger Content-Length is rejected without being read', async () => {
    const response = await rawResponse(
      [
        'POST /api/test/upload HTTP/1.1',
        'Host: x',
        'X-Requested-With: XMLHttpRequest',
        'Sec-Fetch-Site: same-origin',
        'Content-Type: multipart/form-data; boundary=b',
        'Content-Length: 999999999999',
        '',
        '--b',
      ].join('\r\n'),
    )
    expect(response).toContain('HTTP/1.1 413')
    expect(response.toLowerCase()).toContain('connection: close')
  })

  it('the size limit of a chunked body includes bytes outside of parts', async () => {
    const chunk = new Uint8Array(256 * 1024).fill(97)
    const endless = new ReadableStream({
      pull: (controller) => controller.enqueue(chunk),
    })
    const response = await post('/api/test/upload', endless, multipart).catch((error: unknown) => error)
    // The server closes the connection of an endless body; the response may or may not arrive first.
    if (response instanceof Error) expect(response.message).toBe('fetch failed')
    else expect(response).toMatchObject(tooLarge)
    expect(await post('/api/test/upload', formOf(good))).toMatchObject({ status: 200 })
  })

  it.each<[string, [string, string | Blob][]]>([
    ['a file that the call does not expect', [['other', jpeg(1)]]],
    [
      'the same file twice',
      [
        ['photo', jpeg(1)],
        ['photo', jpeg(1)],
      ],
    ],
    [
      'a text field after a file',
      [
        ['photo', jpeg(1)],
        ['more', 'x'],
      ],
    ],
  ])('a multipart body with %s is rejected', async (_, parts) => {
    const form = formOf({ name: 'Ana', previous_email: '', 'address[city]': 'Campinas' })
    for (const [name, value] of parts) form.append(name, value)
    const { status } = await post('/api/test/upload', form)
    expect([400, 413]).toContain(status)
  })

  it('text fields are limited to 64 kB in total', async () => {
    const texts = Object.fromEntries(
      Array.from({ length: 5 }, (_, index) => [`t${index}`, 'x'.repeat(15_000)]),
    )
    expect(await post('/api/test/upload', formOf({ ...good, ...texts }))).toMatchObject(malformed)
  })

  it('an invalid text field is reported without spending the captcha proof', async () => {
    const { status, body } = await post('/api/test/upload', formOf({ ...good, name: '' }))
    expect(status).toBe(422)
    expect(body).toMatchObject({ errors: [{ path: 'name' }] })
    expect(spent, 'the proof was spent').toBeUndefined()
  })

  it('no received file remains in the upload folder after the call', async () => {
    expect(await post('/api/test/upload', formOf(good))).toMatchObject({ status: 200 })
    expect(readdirSync(folder)).toEqual([])
  })

  it.each<[string, Record<string, string>]>([
    ['one field too many', Object.fromEntries(Array.from({ length: 81 }, (_, index) => [`f${index}`, 'x']))],
    ['a text field that is too long', { name: 'x'.repeat(16 * 1024 + 1) }],
    ['a field name that is too long', { ['x'.repeat(500)]: 'x' }],
    ['a prototype-polluting name', { '__proto__[polluted]': 'x' }],
    ['the name of an inherited property', { constructor: 'x' }],
    ['a scalar value for a field that is also an object', { address: 'x' }],
  ])('a multipart body with %s is rejected', async (_, fields) => {
    expect(await post('/api/test/upload', formOf({ ...good, ...fields }))).toMatchObject(malformed)
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
  })

  it.each<[string, string, Record<string, string>]>([
    ['no boundary', 'x', { ...pageHeaders, 'content-type': 'multipart/form-data' }],
    ['an unfinished part', '--b\r\ncontent-disposition: form-data; name="a"\r\n\r\nx', multipart],
    ['an unfinished part header', '--b\r\ncontent-disposition: form-da', multipart],
    ['a part without a name', '--b\r\ncontent-disposition: form-data\r\n\r\nx\r\n--b--', multipart],
    ['no part at all', 'just text', multipart],
    ['JSON', '{"name":"Ana"}', { ...pageHeaders, 'content-type': 'application/json' }],
    [
      'a prototype-polluting JSON field',
      '--b\r\ncontent-disposition: form-data; name="a"\r\ncontent-type: application/json\r\n\r\n{"__proto__":1}\r\n--b--',
      multipart,
    ],
    [
      'a JSON field',
      '--b\r\ncontent-disposition: form-data; name="a"\r\ncontent-type: application/json\r\n\r\n{"a":1}\r\n--b--',
      multipart,
    ],
  ])('a malformed multipart body (%s) gets a 4xx response', async (_, body, headers) => {
    const { status, body: response } = await post('/api/test/upload', body, headers)
    expect([400, 422]).toContain(status)
    expect(response).toMatchObject({ success: false })
  })

  it('a multipart body of random bytes gets a 4xx response', async () => {
    let seed = 7
    const random = () => (seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648) % 256
    for (let round = 0; round < 60; round += 1) {
      const noise = Uint8Array.from({ length: 400 }, random)
      const body = new Blob(['--b\r\ncontent-disposition: form-data; name="a"', noise, '\r\n--b', noise])
      const { status } = await post('/api/test/upload', body, multipart)
      expect([400, 422]).toContain(status)
    }
  })

  it.each([
    ['stalls before the first file', 'texts', ''],
    ['stalls in a file', 'interval', filePartHeader],
    ['exceeds the total time limit', 'body', filePartHeader],
  ])('an upload that %s is aborted', async (_, limit, sent) => {
    const start = `--b${sent}`
    const response = await rawResponse(
      [
        `POST /api/test/slow/${limit} HTTP/1.1`,
        'Host: x',
        'X-Requested-With: XMLHttpRequest',
        'Sec-Fetch-Site: same-origin',
        'Content-Type: multipart/form-data; boundary=b',
        'Content-Length: 1000',
        '',
        start,
      ].join('\r\n'),
    )
    expect(response).toContain('HTTP/1.1 400')
    expect(response.toLowerCase()).toContain('connection: close')
  })

  it('calls that are not multipart reject multipart bodies', async () => {
    const { status } = await post('/api/test/plain', formOf({ a: 'x' }))
    expect(status).toBe(415)
  })

  it('multipart calls are documented in the API reference', async () => {
    await app.ready()
    const described = JSON.stringify(app.swagger().paths?.['/api/test/upload']?.post)
    expect(described).toContain('multipart/form-data')
    expect(described).toContain('"413"')
  })
})

/** Sends raw text and collects the response until the connection closes. */
const rawResponse = (text: string): Promise<string> =>
  new Promise((resolve) => {
    let response = ''
    const socket = connect({ port: Number(new URL(url).port), host: '127.0.0.1' }, () => socket.write(text))
    socket.on('data', (chunk: Buffer) => (response += chunk.toString()))
    socket.on('error', () => resolve(response))
    socket.on('close', () => resolve(response))
  })
