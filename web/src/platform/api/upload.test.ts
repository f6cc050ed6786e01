// @vitest-environment jsdom
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { multipartOf } from './multipart.ts'
import { upload } from './request.ts'

let server: Server
let url: string
let seen: { headers: IncomingMessage['headers']; body: string }[]
let breaks: boolean

beforeEach(async () => {
  seen = []
  breaks = false
  server = createServer((request, response) => {
    // The test page's origin differs from its server's.
    response.setHeader('access-control-allow-origin', '*')
    response.setHeader('access-control-allow-headers', '*')
    if (request.method === 'OPTIONS') return void response.end()
    if (breaks) return void request.socket.destroy()
    let body = ''
    request.on('data', (chunk) => (body += String(chunk)))
    request.on('end', () => {
      seen.push({ headers: request.headers, body })
      response.writeHead(409, { 'content-type': 'application/json' }).end('{"success":false,"message":"Não"}')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
})

afterEach(async () => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

it('a multipart body is flattened as in spec §7', async () => {
  const photo = new Blob(['abc'], { type: 'image/jpeg' })
  const altcha_challenge = { number: 7, salt: 'x' }
  const form = multipartOf({
    name: 'Ana',
    previous: null,
    gone: undefined,
    a: { b: { c: 1 } },
    photo,
    altcha_challenge,
  })
  expect([...form.keys()]).toEqual(['name', 'previous', 'a[b][c]', 'photo', 'altcha_challenge'])
  expect(form.get('previous')).toBe('')
  expect(form.get('a[b][c]')).toBe('1')
  expect(form.get('photo')).toMatchObject({ type: 'image/jpeg', size: 3 })
  const proof = form.get('altcha_challenge')
  expect(typeof proof === 'string' && JSON.parse(atob(proof))).toEqual(altcha_challenge)
})

it('an upload reports its progress, and any status is an answer', async () => {
  const shares: number[] = []
  const answer = await upload(url, { name: 'Ana' }, { onProgress: (share) => shares.push(share) })
  expect(answer).toEqual({ status: 409, body: { success: false, message: 'Não' } })
  expect(seen[0]?.headers['content-type']).toMatch(/^multipart\/form-data; boundary=/)
  expect(seen[0]?.headers).toMatchObject({
    accept: 'application/json',
    'x-requested-with': 'XMLHttpRequest',
  })
  expect(seen[0]?.body).toContain('name="name"\r\n\r\nAna')
  expect(shares.at(-1)).toBe(1)
})

it('a network failure is distinguished from an abort', async () => {
  breaks = true
  expect(await upload(url, {}, {})).toEqual({ kind: 'network', during: 'call' })
  const leaving = new AbortController()
  const sending = upload(url, {}, { signal: leaving.signal })
  leaving.abort()
  expect(await sending).toEqual({ kind: 'aborted' })
  expect(await upload(url, {}, { signal: leaving.signal })).toEqual({ kind: 'aborted' })
})
