import http from 'node:http'
import https from 'node:https'
import type { AddressInfo, Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { loopbackCertificate, loopbackKey } from '../testing/loopback-certificate.ts'
import { JsonFailure, requestJson } from './fetch-json.ts'

const listen = async (server: http.Server | https.Server): Promise<string> => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return `${server instanceof https.Server ? 'https' : 'http'}://127.0.0.1:${port}`
}
/** A server that answers with these bytes, whatever is requested, and closes the connection. */
const answering = (...parts: readonly string[]): Promise<string> => {
  const server = http.createServer()
  server.on('connection', (socket: Socket) => {
    socket.once('data', () => socket.end(parts.join('\r\n')))
    socket.on('error', () => {})
  })
  return listen(server)
}
const ask = (url: string, timeoutMs = 5_000) =>
  requestJson(url, { signal: AbortSignal.timeout(timeoutMs), reads: (status) => status === 200 }).catch(
    (error: unknown) => {
      if (error instanceof JsonFailure) return error.code
      throw error
    },
  )

test('a certificate of an unknown authority is refused, before anything is sent', async () => {
  let requests = 0
  const server = https.createServer({ cert: loopbackCertificate, key: loopbackKey }, (_, response) => {
    requests += 1
    response.end('{}')
  })
  expect(await ask(await listen(server))).toBe('no-connection')
  expect(requests).toBe(0)
})

test('a response that ends early, switches protocols or is no HTTP is no answer', async () => {
  const early = ['HTTP/1.1 200 OK', 'content-length: 20', '', '{"a":']
  const switching = ['HTTP/1.1 101 Switching Protocols', 'upgrade: other', 'connection: upgrade', '', '{}']
  for (const parts of [early, switching, ['hello'], []])
    expect(await ask(await answering(...parts)), parts.join()).toBe('no-connection')
})

test('a body is sent with its length in bytes, and the connection is used again', async () => {
  const sockets = new Set<Socket>()
  const bodies: string[] = []
  const server = http.createServer((request, response) => {
    sockets.add(request.socket)
    let body = ''
    request.setEncoding('utf8').on('data', (chunk: string) => (body += chunk))
    request.on('end', () => {
      bodies.push(`${request.headers['content-length']} ${body}`)
      response.end('{"ok":true}')
    })
  })
  const url = await listen(server)
  for (const name of ['ação', 'b'])
    expect(
      await requestJson(url, {
        method: 'POST',
        body: JSON.stringify({ name }),
        signal: AbortSignal.timeout(5_000),
        reads: () => true,
      }),
    ).toEqual({ status: 200, body: { ok: true } })
  expect(bodies).toEqual(['17 {"name":"ação"}', '12 {"name":"b"}'])
  expect(sockets.size).toBe(1)
})

test('the time limit holds for the headers and for the body', async () => {
  const silent = http.createServer(() => {})
  const stalled = http.createServer((_, response) => {
    response.writeHead(200).write('{')
  })
  for (const server of [silent, stalled]) expect(await ask(await listen(server), 60)).toBe('timeout')
})
