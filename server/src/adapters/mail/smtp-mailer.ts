import { createTransport } from 'nodemailer'
import type { DeliveryResult } from '../../ports/delivery.ts'
import type { Email, Mailer } from '../../ports/mailer.ts'

export type SmtpSettings = {
  /** `smtps://user@host:465` (TLS from the start) or `smtp://user@host:587` (STARTTLS required). */
  readonly url: string
  readonly password: string | null
  /** `Clube Exemplo <nao-responda@exemplo.com.br>`. */
  readonly from: string
  /** Certificates to trust besides the system's, in PEM. */
  readonly authorities?: string
  /** Time limit for a whole attempt; must be below the time for which a worker claims a message. */
  readonly timeoutMs?: number
}

const defaultTimeoutMs = 20_000

/** Sends through an SMTP server, always encrypted, with pooled connections. */
export const createSmtpMailer = (settings: SmtpSettings): Mailer => {
  const { url, password, from, authorities, timeoutMs = defaultTimeoutMs } = settings
  const { protocol, hostname, port, username } = new URL(url)
  const secure = protocol === 'smtps:'
  const host = hostname.replace(/^\[|\]$/g, '')
  const transport = createTransport({
    pool: true,
    maxConnections: 2,
    host,
    port: port === '' ? (secure ? 465 : 587) : Number(port),
    secure,
    requireTLS: !secure,
    ...(username === '' ? {} : { auth: { user: decodeURIComponent(username), pass: password ?? '' } }),
    connectionTimeout: Math.min(10_000, timeoutMs),
    greetingTimeout: Math.min(10_000, timeoutMs),
    socketTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
    tls: { minVersion: 'TLSv1.2', ...(authorities === undefined ? {} : { ca: authorities }) },
  })
  return {
    send: async (email) => {
      try {
        const sent = await transport.sendMail({
          ...mailOptionsOf(email, from),
          signal: AbortSignal.timeout(timeoutMs),
        })
        return { outcome: 'accepted', reference: sent.messageId }
      } catch (error) {
        return deliveryResultOf(error)
      }
    },
    close: async () => transport.close(),
  }
}

const mailOptionsOf = (email: Email, from: string) => ({
  from,
  to: { name: '', address: email.to },
  subject: email.subject,
  text: email.text,
  html: email.html,
  attachments: email.attachments.map(({ filename, content_type, content }) => ({
    filename,
    contentType: content_type,
    content,
  })),
  // The same for every attempt: mail clients show duplicates with the same Message-ID once.
  messageId: `<${email.message_id}@${domainOf(from)}>`,
  headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
})

const domainOf = (from: string): string => /@([^\s>@]+)>?\s*$/.exec(from)?.[1] ?? 'localhost'

/** Only rejections of this e-mail are permanent; wrong credentials or certificates are configuration errors. */
const deliveryResultOf = (error: unknown): DeliveryResult => {
  const { code, responseCode, permanent } = error as {
    code?: string
    responseCode?: number
    permanent?: boolean
  }
  const reason = String(responseCode ?? code ?? 'unknown')
  const isAboutMessage = code === 'EENVELOPE' || code === 'EMESSAGE'
  return { outcome: permanent === true && isAboutMessage ? 'refused' : 'unavailable', reason }
}
