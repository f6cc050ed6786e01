import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach } from 'vitest'

/**
 * A real HTTP server for tests of the API client. Every test begins without requests and without responses; the
 * connection of a request without a prepared response is closed.
 */
export function setUpLocalServer() {
  const local = {
    origin: '',
    requests: [] as (Pick<IncomingMessage, 'method' | 'url' | 'headers'> & { body: string })[],
    responses: [] as [status: number, body: string][],
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
      const prepared = local.responses.shift()
      if (prepared) response.writeHead(prepared[0], { 'content-type': 'application/json' }).end(prepared[1])
      else request.socket.destroy()
    })
  })
  beforeEach(async () => {
    Object.assign(local, { requests: [], responses: [] })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    local.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  afterEach(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  return {
    local,
    /** Prepares the next response. */
    respond: (status: number, body: unknown) => void local.responses.push([status, JSON.stringify(body)]),
  }
}
