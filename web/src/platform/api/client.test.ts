import { defineCall, type Call } from '@clube/contract/kernel/call.ts'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import { setUpLocalServer } from '../../testing/local-server.ts'
import type { CaptchaSource } from './captcha-source.ts'
import { createSend, type Send } from './client.ts'
import type { Failure } from './failure.ts'

const saveCall = defineCall({
  method: 'POST',
  path: '/api/things/:id/save',
  summary: '',
  params: z.object({ id: z.string() }),
  body: z.object({ name: z.string() }),
  data: z.object({ saved: z.boolean() }),
  refusals: {},
})
const guardedCall = defineCall({ ...saveCall, path: '/api/guarded', params: z.object({}), captcha_weight: 2 })
const listCall = defineCall({
  method: 'GET',
  path: '/api/things',
  summary: '',
  query: z.object({ text: z.optional(z.string()), id: z.optional(z.nullable(z.int())) }),
  data: z.array(z.string()),
  refusals: {},
})
const lookup = { ...listCall, lookup: true } as const

let send: Send
const proof = { captcha_type: 'altcha', altcha_challenge: 'proof', recaptcha_token: 'disabled' } as const
const captcha = {
  fields: vi.fn<CaptchaSource['fields']>(async () => ({ ok: true, fields: proof })),
  warmUp: () => {},
  discard: vi.fn<CaptchaSource['discard']>(),
}

const { local, respond } = setUpLocalServer()
beforeEach(() => {
  vi.clearAllMocks()
  send = createSend({ origin: local.origin, captcha })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const succeed = (data: unknown) => respond(200, { success: true, data })
const list = () => send(listCall, { query: {} })
const lookUp = (endpoint?: string) => send(lookup, { query: {}, endpoint })
const saveGuarded = () => send(guardedCall, { params: {}, body: { name: 'Ana' } })
const failureOf = async (call: ReturnType<Send>) => {
  const sent = await call
  return sent.ok ? null : sent.failure
}

it('a call sends the headers of spec §7 and yields the data', async () => {
  respond(200, {
    success: true,
    data: { saved: true },
    message: 'Pronto',
    server_time: '2026-11-21T10:00:00Z',
  })
  const sent = await send(saveCall, { params: { id: 'a/b' }, body: { name: 'Ana' } })
  expect(sent).toMatchObject({ ok: true, data: { saved: true }, message: 'Pronto', status: 200 })
  expect(local.requests[0]).toMatchObject({
    method: 'POST',
    url: '/api/things/a%2Fb/save',
    body: '{"name":"Ana"}',
  })
  expect(local.requests[0]?.headers).toMatchObject({
    accept: 'application/json',
    'x-requested-with': 'XMLHttpRequest',
    'content-type': 'application/json',
  })
})

it('a lookup response of a club’s own server is read with or without an envelope', async () => {
  const read = async (body: unknown) => {
    respond(200, body)
    return lookUp('/busca')
  }
  const found = { ok: true, data: ['Sé'] }
  expect(await read(['Sé'])).toMatchObject(found)
  expect(await read({ data: ['Sé'] })).toMatchObject(found)
  expect(await read({ results: ['Sé'], next_cursor: 'b' })).toMatchObject({ ...found, next_cursor: 'b' })
  expect(await read({ data: null, results: ['Sé'] })).toMatchObject(found)
  expect(await read({ success: true, results: ['Sé'] })).toMatchObject(found)
  const one = { ...lookup, data: z.object({ bairro: z.string() }) }
  respond(200, { bairro: 'Sé' })
  expect(await send(one, { query: {} })).toMatchObject({ ok: true, data: { bairro: 'Sé' } })
  respond(200, ['Sé'])
  expect(await failureOf(list())).toMatchObject({ kind: 'unrecognized', status: 200 })
})

it('a configured endpoint on another origin keeps its port and gets its placeholders filled', async () => {
  succeed({ saved: true })
  const sendWithoutOrigin = createSend({ captcha })
  await sendWithoutOrigin(saveCall, {
    params: { id: 'a' },
    body: { name: 'Ana' },
    endpoint: `${local.origin}/fora/:id`,
  })
  expect(local.requests.map(({ url }) => url)).toEqual(['/fora/a'])
})

it('a refusal of a club’s own server is read with or without an envelope', async () => {
  respond(422, { message: 'CEP fora da área', errors: [] })
  expect(await failureOf(lookUp())).toMatchObject({ kind: 'invalid', message: 'CEP fora da área' })
  respond(404, { msg: 'CEP desconhecido' })
  expect(await failureOf(lookUp())).toMatchObject({
    kind: 'unrecognized',
    status: 404,
    message: 'CEP desconhecido',
  })
  respond(200, 'manutenção')
  expect(await failureOf(lookUp())).toMatchObject({ kind: 'unrecognized' })
})

it('empty query values are left out of the URL, even for configured endpoints', async () => {
  succeed([])
  succeed([])
  await send(listCall, { query: { text: 'São João', id: null } })
  await send(listCall, { query: { text: 'x', id: null }, endpoint: '/outro?a=1' })
  expect(local.requests.map(({ url }) => url)).toEqual([
    '/api/things?text=S%C3%A3o+Jo%C3%A3o',
    '/outro?a=1&text=x',
  ])
})

it('captcha fields are added to calls with a weight', async () => {
  succeed({ saved: true })
  await saveGuarded()
  expect(JSON.parse(local.requests[0]?.body ?? '')).toEqual({ name: 'Ana', ...proof })
})

it('a call with a rejected captcha proof is retried once with a new one', async () => {
  const refusal = { success: false, message: 'x', errors: [{ path: 'altcha_challenge', message: 'x' }] }
  respond(422, refusal)
  respond(422, refusal)
  expect(await failureOf(saveGuarded())).toMatchObject({ kind: 'invalid' })
  expect(local.requests).toHaveLength(2)
  expect(captcha.fields).toHaveBeenCalledTimes(2)
  expect(captcha.discard).toHaveBeenCalledOnce()
})

it('an on-demand call has captcha fields only once the server requires them', async () => {
  const onDemandCall = { ...guardedCall, captcha_on_demand: true } as const
  respond(422, { success: false, message: 'x', errors: [{ path: 'altcha_challenge', message: 'x' }] })
  succeed({ saved: true })
  const sent = await send(onDemandCall, { params: {}, body: { name: 'Ana' } })
  expect(sent).toMatchObject({ ok: true, data: { saved: true } })
  expect(local.requests.map(({ body }) => JSON.parse(body ?? ''))).toEqual([
    { name: 'Ana' },
    { name: 'Ana', ...proof },
  ])
})

it('the server is not called without a captcha proof', async () => {
  const failure = { kind: 'unverified', reason: 'no-solution' } as const
  captcha.fields.mockResolvedValueOnce({ ok: false, failure })
  expect(await saveGuarded()).toEqual({ ok: false, failure })
  expect(local.requests).toEqual([])
})

it('a call distinguishes a network failure from an abort', async () => {
  expect(await failureOf(list())).toEqual({ kind: 'network', during: 'call' })
  const stop = new AbortController()
  const call = send(listCall, { query: {}, signal: stop.signal })
  stop.abort()
  expect(await failureOf(call)).toEqual({ kind: 'aborted' })
})

it.each([
  ['a read', () => list(), 15_000],
  ['an action', () => send(saveCall, { params: { id: 'a' }, body: { name: 'Ana' } }), 30_000],
])('%s without a response in time is a network failure', async (_name, call, limitMs) => {
  vi.useFakeTimers()
  let signal: AbortSignal | undefined
  vi.stubGlobal('fetch', (_url: string, init: { signal: AbortSignal }) => {
    ;({ signal } = init)
    const { promise, reject } = Promise.withResolvers<Response>()
    init.signal.addEventListener('abort', () => reject(new DOMException('', 'AbortError')))
    return promise
  })
  const failure = failureOf(call())
  await vi.advanceTimersByTimeAsync(limitMs - 1)
  expect(signal?.aborted).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  expect(await failure).toEqual({ kind: 'network', during: 'call' })
})

it.each([
  [
    500,
    { success: false, message: 'Segredo', request_id: 'r-1' },
    { kind: 'server', status: 500, request_id: 'r-1' },
  ],
  [200, { success: true, data: 'no list' }, { kind: 'unrecognized', status: 200, message: null }],
  [200, { ok: 1 }, { kind: 'unrecognized', status: 200, message: null }],
  [200, { success: false, msg: 'Não deu' }, { kind: 'refused', status: 200, message: 'Não deu' }],
  [
    409,
    { success: false, message: 'Já existe', code: 'a.b' },
    { kind: 'refused', status: 409, code: 'a.b', message: 'Já existe' },
  ],
  [400, { success: false, message: 'Ruim' }, { kind: 'invalid', status: 400, message: 'Ruim', errors: [] }],
  [
    422,
    { success: false, errors: [{ path: 'a', message: 'b' }] },
    { kind: 'invalid', message: 'Verifique os dados informados!', errors: [{ path: 'a', message: 'b' }] },
  ],
])('the failure of a call with status %i is read from the body %j', async (status, body, failure) => {
  respond(status, body)
  expect(await failureOf(list())).toMatchObject(failure)
})

it('a response that is not JSON is unrecognized, or a server error if its status is at least 500', async () => {
  local.responses.push([200, '<html>'], [502, '<html>'])
  expect(await failureOf(list())).toMatchObject({ kind: 'unrecognized', status: 200 })
  expect(await failureOf(list())).toMatchObject({ kind: 'server', status: 502 })
})

it('a failed call is passed to onFailure once', async () => {
  const reported: string[] = []
  const onFailure = ({ kind }: Failure, { path }: Call) => void reported.push(`${kind} ${path}`)
  send = createSend({ origin: local.origin, captcha, onFailure })
  respond(401, { success: false, message: 'Entre na sua conta para continuar.', code: 'session.required' })
  await list()
  expect(reported).toEqual(['refused /api/things'])
})
