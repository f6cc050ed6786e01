import type { SmsReport, SmsSender } from '../../ports/sms-sender.ts'
import { postToGateway, smsTimeoutMs, stringProperty } from './gateway.ts'

export type TwilioSettings = {
  readonly account_sid: string
  readonly auth_token: string
  /** The sender number or alphanumeric sender ID. */
  readonly from: string
  /** Status callback URL, including its secret. */
  readonly status_url: string
  readonly url?: string
  readonly timeoutMs?: number
}

/** Sends text messages through Twilio's Messages resource. */
export const createTwilioSender = (settings: TwilioSettings): SmsSender => {
  const { account_sid, auth_token, from, status_url, timeoutMs = smsTimeoutMs } = settings
  const { url = 'https://api.twilio.com' } = settings
  return {
    gateway: 'twilio',
    send: ({ cellphone, text }) =>
      postToGateway(
        {
          url: `${url}/2010-04-01/Accounts/${encodeURIComponent(account_sid)}/Messages.json`,
          headers: {
            authorization: `Basic ${Buffer.from(`${account_sid}:${auth_token}`).toString('base64')}`,
            'content-type': 'application/x-www-form-urlencoded',
          },
          body: new URLSearchParams({
            To: `+55${cellphone}`,
            From: from,
            Body: text,
            StatusCallback: status_url,
          }).toString(),
          timeoutMs,
        },
        (body) => stringProperty(body, 'sid'),
      ),
    readReport: (body) => {
      const reference = stringProperty(body, 'MessageSid')
      const delivery = deliveryOf(stringProperty(body, 'MessageStatus'))
      return reference === null || delivery === null ? null : { reference, delivery }
    },
  }
}

const deliveryOf = (status: string | null): SmsReport['delivery'] | null => {
  if (status === 'delivered') return 'delivered'
  return status === 'undelivered' || status === 'failed' ? 'undelivered' : null
}
