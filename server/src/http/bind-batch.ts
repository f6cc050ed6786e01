import type { IncomingHttpHeaders } from 'node:http'
import { batchCall } from '@clube/contract/kernel/batch.ts'
import type { Call } from '@clube/contract/kernel/call.ts'
import { serverTimeHeader } from '@clube/contract/kernel/envelope.ts'
import type { RouteOptions } from 'fastify'
import { InvalidInput } from '../kernel/refusal.ts'
import { bindCall, type Binder } from './bind.ts'

/**
 * Binds the batch of reads. Each part runs as a request of its own, with the headers and the IP of the batch, through the
 * same hooks, guards and limits. Must be bound before all calls, because it learns their routes.
 */
export const bindBatch = (binder: Binder): void => {
  const isRead = readsOf(binder)
  bindCall(binder, batchCall, async ({ query: { urls }, reply: { request } }) => {
    const isKnown = urls.every((url) => isRead(url.replace(/\?.*/, '')))
    if (!isKnown) throw new InvalidInput([{ path: 'urls', message: 'Consulta desconhecida' }])
    const headers = partHeadersOf(request.headers)
    const remoteAddress = request.socket.remoteAddress ?? ''
    const read = async (url: string) => {
      const response = await binder.app.inject({ method: 'GET', url, headers, remoteAddress })
      const server_time = response.headers[serverTimeHeader]
      return {
        status: response.statusCode,
        server_time: typeof server_time === 'string' ? server_time : null,
        body: response.json<unknown>(),
      }
    }
    return { data: await Promise.all(urls.map(read)) }
  })
}

/**
 * Whether a path belongs to a call that may be part of a batch: a read of customers. Files and streams may be endless, and
 * batches would nest. A path with a route of its own never matches the placeholders of another.
 */
const readsOf = ({ app }: Binder): ((path: string) => boolean) => {
  const exact = new Map<string, boolean>()
  const patterns: { pattern: RegExp; isRead: boolean }[] = []
  app.addHook('onRoute', (route) => {
    const { url, method } = route
    if (method !== 'GET' || url.includes('*')) return
    const isRead = isCustomerRead(route)
    if (url.includes(':'))
      patterns.push({ pattern: new RegExp(`^${url.replaceAll(/:\w+/g, '[^/]+')}$`), isRead })
    else exact.set(url, isRead)
  })
  return (path) => {
    const known = exact.get(path)
    if (known !== undefined) return known
    const matching = patterns.filter(({ pattern }) => pattern.test(path))
    return matching.length > 0 && matching.every(({ isRead }) => isRead)
  }
}

const isCustomerRead = ({ config }: RouteOptions): boolean => {
  const declared = config?.declared
  return declared !== undefined && isCall(declared) && declared.session !== 'staff' && declared !== batchCall
}

/** Files and streams declare no data. */
const isCall = (declared: object): declared is Call => 'data' in declared

/** Headers that concern the connection or the body of the batch itself, or would leave a part without a body. */
const ownHeaders = [
  'connection',
  'content-length',
  'content-type',
  'transfer-encoding',
  'if-none-match',
  'if-modified-since',
]

const partHeadersOf = (headers: IncomingHttpHeaders): IncomingHttpHeaders =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !ownHeaders.includes(name)))
