import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach } from 'vitest'

/**
 * A real HTTP server for tests of the API client. Every test begins without requests and without answers; the
 * connection of a request without a prepared answer is closed.
 */
export function setUpLocalServer() {
  const local = {
    origin: '',
    requests: [] as (Pick<IncomingMessage, 'method' | 'url' | 'headers'> & { body: string })[],
    answers: [] as [status: number, body: string][],
  }
  const server = createServer((request, response) => {
    // The origin of a jsdom page differs from the server's.
    response.setHeader('access-control-allow-origin', '*').setHeader('access-control-allow-headers', '*')
    if (request.method === 'OPTIONS') return void response.end()
    const { method, url, headers } = request
    let body = ''
    request.on('data', (chunk) => (body += String(chunk)))
    request.on('end', () => {
      local.requests.push({ method, url, headers, body })
      const answer = local.answers.shift()
      if (answer) response.writeHead(answer[0], { 'content-type': 'application/json' }).end(answer[1])
      else request.socket.destroy()
    })
  })
  beforeEach(async () => {
    Object.assign(local, { requests: [], answers: [] })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    local.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  afterEach(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  return {
    local,
    /** Prepares the next answer. */
    answer: (status: number, body: unknown) => void local.answers.push([status, JSON.stringify(body)]),
  }
}
