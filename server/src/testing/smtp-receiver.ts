import type { AddressInfo } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { loopbackCertificate, loopbackKey } from './loopback-certificate.ts'

/** A mail server on the loopback interface that stores accepted e-mails. */
export type SmtpReceiver = {
  readonly port: number
  readonly emails: Email[]
  readonly close: () => Promise<void>
}

export const smtpUser = 'clube'
export const smtpPassword = 'Segredo-do-Correio'

/** Decides on an e-mail: undefined accepts, an SMTP status rejects. */
export type SmtpResponder = (email: Email) => Promise<number | undefined> | number | undefined

/**
 * Starts a mail server that requires TLS and a password.
 * @param options.port a port to reuse after an outage; otherwise a free one
 */
export const startSmtpReceiver = async (
  options: { port?: number; respond?: SmtpResponder } & Pick<
    SMTPServerOptions,
    'secure' | 'onRcptTo' | 'onAuth'
  > = {},
): Promise<SmtpReceiver> => {
  const { port = 0, respond = () => undefined, ...rest } = options
  const emails: Email[] = []
  const server = new SMTPServer({
    key: loopbackKey,
    cert: loopbackCertificate,
    authMethods: ['PLAIN'],
    onAuth: ({ username, password }, _session, done) =>
      username === smtpUser && password === smtpPassword
        ? done(null, { user: username })
        : done(smtpError(535)),
    onData: (stream, _session, done) => {
      receive(stream, respond, emails).then(
        (status) => done(status === undefined ? null : smtpError(status)),
        () => done(smtpError(451)),
      )
    },
    closeTimeout: 100,
    ...rest,
  })
  // Tests abort connections on purpose.
  server.on('error', () => {})
  await listen(server, port)
  return {
    port: (server.server.address() as AddressInfo).port,
    emails,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

/** Listens on the port, retrying while a connection of a concurrent test occupies it. */
const listen = (server: SMTPServer, port: number): Promise<void> =>
  new Promise((resolve) => {
    const attempt = (): void => void server.listen(port, '127.0.0.1')
    server.server.on('listening', () => resolve())
    server.server.on('error', () => setTimeout(attempt, 50))
    attempt()
  })

const receive = async (
  stream: AsyncIterable<Buffer>,
  respond: SmtpResponder,
  emails: Email[],
): Promise<number | undefined> => {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk)
  const email = await PostalMime.parse(Buffer.concat(chunks))
  const status = await respond(email)
  if (status === undefined) emails.push(email)
  return status
}

/** An SMTP error whose text contains the address, as those of real servers do. */
export const smtpError = (responseCode: number): Error =>
  Object.assign(new Error('mailbox of maria@exemplo.com.br'), { responseCode })
