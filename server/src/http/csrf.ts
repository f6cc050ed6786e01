import type { FastifyRequest } from 'fastify'
import { refuseRequest } from '../kernel/refusal.ts'

/**
 * CSRF check: a state-changing call must come from our own page: X-Requested-With, a JSON or multipart body, and
 * Sec-Fetch-Site `same-origin` or our own Origin. Also applies before sign-in, so that no one is signed in to an
 * attacker's account (login CSRF).
 */
export const refuseCsrf = (request: FastifyRequest, origin: string): void => {
  if (request.method === 'GET' || request.method === 'HEAD') return
  const { headers } = request
  const isSameOrigin =
    headers['sec-fetch-site'] === undefined
      ? headers.origin === origin
      : headers['sec-fetch-site'] === 'same-origin'
  const isXhr = headers['x-requested-with'] === 'XMLHttpRequest'
  const type = headers['content-type'] ?? ''
  const isAllowedType =
    type === '' || type.startsWith('application/json') || type.startsWith('multipart/form-data')
  if (!isSameOrigin || !isXhr || !isAllowedType) throw refuseRequest('request.forged')
}
