import { timingSafeEqual } from 'node:crypto'
import type { Binder } from '../../http/bind.ts'
import { refuseRequest } from '../../kernel/refusal.ts'
import { fingerprint, type Vault } from '../vault/index.ts'
import type { MessagingDeps } from './deps.ts'
import { recordReport } from './message-store.ts'

/** Secret path segment that authenticates a gateway's status callback, one per gateway. */
export const statusSecret = (vault: Vault, gateway: string): string =>
  vault.derive(`sms-status/${gateway}`).toString('base64url')

/** URL of a gateway's delivery reports, set in the gateway's settings or in each message. */
export const statusPath = (vault: Vault, gateway: string): string =>
  `/api/messaging/sms-status/${gateway}/${statusSecret(vault, gateway)}`

/**
 * Binds the gateways' status callbacks. Requests without the secret get a 404; a report that cannot be
 * parsed is accepted nevertheless, or the gateway would repeat it for hours.
 */
export const bindMessaging = (
  binder: Binder,
  deps: Pick<MessagingDeps, 'db' | 'vault' | 'smsSender'>,
): void => {
  const { smsSender } = deps
  const secret = fingerprint(statusSecret(deps.vault, smsSender.gateway))
  void binder.app.register(async (scope) => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: 16 * 1024 },
      (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    )
    scope.post<{ Params: { gateway: string; secret: string } }>(
      '/api/messaging/sms-status/:gateway/:secret',
      { schema: { hide: true }, config: { isWebhook: true } },
      async (request, reply) => {
        const { params } = request
        const isAuthentic =
          params.gateway === smsSender.gateway && timingSafeEqual(fingerprint(params.secret), secret)
        if (!isAuthentic) throw refuseRequest('request.not-found')
        const report = smsSender.readReport(request.body)
        if (report) await recordReport(deps.db, 'sms', report)
        return reply.code(204).send()
      },
    )
  })
}
