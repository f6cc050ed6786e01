import type { FastifyRequest } from 'fastify'
import { refuseRequest } from '../kernel/refusal.ts'

/** Whether a host name or listening address reaches only this machine. */
export const isLoopback = (host: string): boolean =>
  host === 'localhost' || host.endsWith('.localhost') || /^127(\.\d{1,3}){3}$|^(\[::1\]|::1)$/.test(host)

/** Headers added by proxies and content delivery networks, but never by a browser. */
const isForwardingHeader = (name: string): boolean =>
  /^x-forwarded-|^(?:forwarded|via|x-real-ip|x-client-ip|true-client-ip|cf-connecting-ip)$/.test(name)

/** Whether a header is absent, or a URL of this machine. */
const isLocalUrl = (url: string | undefined): boolean =>
  url === undefined || url === 'null' || isLoopback(URL.parse(url)?.hostname ?? '')

/**
 * Refuses requests that reach a demonstration from another machine: through a proxy on this one, or from a page whose
 * host name was made to resolve to this machine (DNS rebinding). A proxy that adds no header is recognized by the
 * origin of the page, or by HTTP/1.0, which no browser sends.
 * @throws {Refusal} request.not-found
 */
export const refuseForwarded = ({ headers, raw }: FastifyRequest): void => {
  const isForwarded = raw.httpVersion === '1.0' || Object.keys(headers).some(isForwardingHeader)
  const host = (headers.host ?? '').replace(/:\d+$/, '')
  const isLocal = isLoopback(host) && isLocalUrl(headers.origin) && isLocalUrl(headers.referer)
  if (isForwarded || !isLocal) throw refuseRequest('request.not-found')
}
