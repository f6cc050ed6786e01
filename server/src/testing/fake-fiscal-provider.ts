import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll } from 'vitest'
import type { FiscalReceipt } from '../ports/fiscal-registry.ts'

/** The provider's token in tests. */
export const fiscalToken = 'fiscal-token'

/** A fake server of the contracted provider, which tests can make hostile. */
export type FakeFiscalProvider = {
  readonly url: string
  /** Receipts known to the tax authority, by key. */
  readonly receipts: Map<string, FiscalReceipt>
  /** Queried keys, in order. */
  readonly queriedKeys: string[]
  /** Handles the next queries instead; null restores normal behavior. */
  override: RequestListener | null
}

export const hostileResponses: Readonly<Record<string, RequestListener>> = {
  'never responds': () => {},
  'stops in the middle of a response': (_request, response) => void response.writeHead(200).write('{'),
  'sends a huge response': (_request, response) => {
    response.writeHead(200)
    response.end(`"${'x'.repeat(1_000_000)}"`)
  },
  'sends a response that is not JSON': (_request, response) => void response.end('<html>'),
  'sends a response of another shape': (_request, response) =>
    void response.end('{"state":"authorized","amount_cents":"12"}'),
  'responds about another receipt': (_request, response) =>
    void response.end(
      JSON.stringify({
        receipt_key: '43181012384687000438651040002069031002069033',
        state: 'authorized',
        amount_cents: 12_350,
        issued_on: '2026-11-22',
      }),
    ),
  redirects: (_request, response) => void response.writeHead(302, { location: '/elsewhere' }).end(),
  'responds with an error': (_request, response) => void response.writeHead(500).end('{}'),
  'rejects the token': (_request, response) => void response.writeHead(401).end('{}'),
  'breaks the connection': (request) => void request.socket.destroy(),
}

/** Starts the provider for a test file. */
export const useFakeFiscalProvider = (): FakeFiscalProvider => {
  const receipts = new Map<string, FiscalReceipt>()
  const queriedKeys: string[] = []
  const handle = (request: IncomingMessage, response: ServerResponse): void => {
    const key = (request.url ?? '').split('/').at(-1) ?? ''
    queriedKeys.push(key)
    if (provider.override) return provider.override(request, response)
    const receipt = receipts.get(key)
    const isAllowed = request.headers.authorization === `Bearer ${fiscalToken}`
    response.writeHead(isAllowed ? (receipt ? 200 : 404) : 401, { 'content-type': 'application/json' })
    response.end(JSON.stringify(receipt && isAllowed ? { receipt_key: key, ...receipt } : {}))
  }
  const server = createServer(handle)
  let url = ''
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  afterAll(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  const provider: FakeFiscalProvider = {
    get url() {
      return url
    },
    receipts,
    queriedKeys,
    override: null,
  }
  return provider
}
