import type { SmsReport, SmsSender } from '../../ports/sms-sender.ts'
import { postToGateway, smsTimeoutMs, stringProperty } from './gateway.ts'

export type ZenviaSettings = {
  readonly token: string
  /** The sender's name or number agreed with Zenvia. */
  readonly from: string
  readonly url?: string
  readonly timeoutMs?: number
}

/** Sends text messages through Zenvia's API v2. Reports use the webhook configured in Zenvia's panel. */
export const createZenviaSender = (settings: ZenviaSettings): SmsSender => {
  const { token, from, url = 'https://api.zenvia.com', timeoutMs = smsTimeoutMs } = settings
  return {
    gateway: 'zenvia',
    send: ({ message_id, cellphone, text }) =>
      postToGateway(
        {
          url: `${url}/v2/channels/sms/messages`,
          headers: { 'x-api-token': token, 'content-type': 'application/json' },
          body: JSON.stringify({
            from,
            to: `55${cellphone}`,
            contents: [{ type: 'text', text }],
            externalId: message_id,
          }),
          timeoutMs,
        },
        (body) => stringProperty(body, 'id'),
      ),
    readReport: (body) => {
      const reference = stringProperty(body, 'messageId')
      const status = (body as { messageStatus?: unknown } | null)?.messageStatus
      const delivery = deliveryOf(stringProperty(status, 'code'))
      return reference === null || delivery === null ? null : { reference, delivery }
    },
  }
}

const deliveryOf = (code: string | null): SmsReport['delivery'] | null => {
  if (code === 'DELIVERED' || code === 'READ') return 'delivered'
  return code === 'NOT_DELIVERED' || code === 'REJECTED' ? 'undelivered' : null
}
