import type { FastifyRequest } from 'fastify'
import { refuseRequest } from '../kernel/refusal.ts'

/** Whether only this machine is reached by a host name or listening address. */
export const isLoopback = (host: string): boolean =>
  host === 'localhost' || host.endsWith('.localhost') || /^127(\.\d{1,3}){3}$|^(\[::1\]|::1)$/.test(host)

const forwardingHeaders = [
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
]

/**
 * Refuses what reaches a demonstration from elsewhere: through a proxy on this machine, or from a page whose host name
 * was made to resolve to this machine.
 * @throws {Refusal} request.not-found
 */
export const refuseForwarded = ({ headers }: FastifyRequest): void => {
  const isForwarded = forwardingHeaders.some((name) => headers[name] !== undefined)
  const host = (headers.host ?? '').replace(/:\d+$/, '')
  if (isForwarded || !isLoopback(host)) throw refuseRequest('request.not-found')
}
