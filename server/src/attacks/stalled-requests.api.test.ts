import { connect } from 'node:net'
import { defineCall } from '@clube/contract/kernel/call.ts'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { createApp } from '../http/app.ts'
import { bindCall } from '../http/bind.ts'

const call = defineCall({
  method: 'POST',
  path: '/api/test/echo',
  summary: 'Repete um texto.',
  body: z.object({ text: z.string() }),
  data: z.object({ text: z.string() }),
  refusals: {},
})

let app: FastifyInstance
let url: string
beforeAll(async () => {
  app = await createApp({
    log: pino({ level: 'silent' }),
    baseUrl: 'http://127.0.0.1',
    trustProxy: false,
    timeouts: { headers_ms: 200, body_ms: 200, request_ms: 60_000, check_ms: 50 },
  })
  const guards = {
    identifiedAccess: 'participate' as const,
    findSession: () => Promise.resolve(null),
    findStaffSession: () => Promise.resolve(null),
    spendProof: () => Promise.resolve(),
  }
  const binder = { app, guards, clock: () => new Date(0), secureCookies: false, checkResponses: true }
  bindCall(binder, call, ({ body }) => Promise.resolve({ data: body }))
  url = await app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => app.close())

const head = [
  `POST ${call.path} HTTP/1.1`,
  'Host: x',
  'X-Requested-With: XMLHttpRequest',
  'Sec-Fetch-Site: same-origin',
  'Content-Type: application/json',
]

/** Sends raw text, then one more byte every few milliseconds, until the server closes the connection. */
const untilClosed = (text: string, dripped: string): Promise<void> =>
  new Promise((resolve) => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1', () => socket.write(text))
    const timer = dripped === '' ? undefined : setInterval(() => socket.write(dripped), 20)
    const end = () => {
      clearInterval(timer)
      resolve()
    }
    socket.on('error', end).on('close', end).resume()
  })

test.each([
  ['an unfinished header', head.join('\r\n'), ''],
  ['headers that never end', `${head.join('\r\n')}\r\nX-More: `, 'x'],
  ['a body that never arrives', `${[...head, 'Content-Length: 1000', ''].join('\r\n')}\r\n`, ''],
  ['a body sent byte by byte', `${[...head, 'Content-Length: 60000', ''].join('\r\n')}\r\n{"text":"`, 'x'],
])('the connection of a stalled request is closed: %s', async (_, text, dripped) => {
  await untilClosed(text, dripped)
  const response = await fetch(url + call.path, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-requested-with': 'XMLHttpRequest',
      'sec-fetch-site': 'same-origin',
    },
    body: JSON.stringify({ text: 'Ana' }),
  })
  expect(response.status).toBe(200)
})
