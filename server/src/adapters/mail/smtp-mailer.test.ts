import { createServer, type Server } from 'node:net'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import type { Mailer } from '../../ports/mailer.ts'
import { loopbackCertificate } from '../../testing/loopback-certificate.ts'
import { smtpError, smtpPassword, smtpUser, startSmtpReceiver } from '../../testing/smtp-receiver.ts'
import { createSmtpMailer, type SmtpSettings } from './smtp-mailer.ts'

const cleanups: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of cleanups.splice(0).toReversed()) await close()
})

const receiver = async (options: Parameters<typeof startSmtpReceiver>[0] = {}) => {
  const started = await startSmtpReceiver(options)
  cleanups.push(started.close)
  return started
}

const mailer = (port: number, overrides: Partial<SmtpSettings> = {}, scheme = 'smtp'): Mailer => {
  const created = createSmtpMailer({
    url: `${scheme}://${smtpUser}@localhost:${port}`,
    password: smtpPassword,
    from: 'Clube Ipê <nao-responda@exemplo.com.br>',
    authorities: loopbackCertificate,
    ...overrides,
  })
  cleanups.push(() => created.close())
  return created
}

const email = {
  message_id: '018f2b7c-7e1a-4b3c-9d00-123456789012',
  to: 'maria@exemplo.com.br',
  subject: 'Seu código de verificação',
  html: '<p>Olá, <b>123456</b></p>',
  text: 'Olá, 123456',
  attachments: [],
}

describe('the SMTP mailer', () => {
  test.each([
    ['smtp', false],
    ['smtps', true],
  ])('e-mails are sent over %s, encrypted, with a stable Message-ID', async (scheme, secure) => {
    const { port, emails } = await receiver({ secure })
    const smtp = mailer(port, {}, scheme)
    const expected = {
      outcome: 'accepted',
      reference: '<018f2b7c-7e1a-4b3c-9d00-123456789012@exemplo.com.br>',
    }
    expect(await smtp.send(email)).toEqual(expected)
    expect(await smtp.send(email)).toEqual(expected)
    expect(emails).toHaveLength(2)
    expect(emails[0]).toMatchObject({
      from: { name: 'Clube Ipê', address: 'nao-responda@exemplo.com.br' },
      to: [{ name: '', address: 'maria@exemplo.com.br' }],
      subject: 'Seu código de verificação',
      text: 'Olá, 123456\n',
      html: '<p>Olá, <b>123456</b></p>\n',
      messageId: '<018f2b7c-7e1a-4b3c-9d00-123456789012@exemplo.com.br>',
    })
    expect(emails[1]?.messageId).toBe(emails[0]?.messageId)
    expect(emails[0]?.headers).toContainEqual(
      expect.objectContaining({ key: 'auto-submitted', value: 'auto-generated' }),
    )
  })

  test('line breaks in an address cannot add recipients', async () => {
    const { port, emails } = await receiver()
    const to = 'maria@exemplo.com.br\r\nBcc: ladra@exemplo.com.br, outra@exemplo.com.br'
    await mailer(port).send({ ...email, to })
    expect(emails.flatMap((received) => [...(received.bcc ?? []), ...(received.cc ?? [])])).toEqual([])
  })

  test('e-mails are sent with their attachments', async () => {
    const { port, emails } = await receiver()
    const content = Buffer.from('%PDF-1.7 ção')
    const file = { filename: 'ingressos.pdf', content_type: 'application/pdf', content }
    await mailer(port).send({ ...email, attachments: [file] })
    expect(emails[0]?.attachments).toMatchObject([{ filename: 'ingressos.pdf', mimeType: 'application/pdf' }])
    expect(Buffer.from(emails[0]?.attachments[0]?.content as ArrayBuffer)).toEqual(content)
  })

  test('line breaks in a subject cannot add headers', async () => {
    const { port, emails } = await receiver()
    await mailer(port).send({ ...email, subject: 'Oi\r\nBcc: ladra@exemplo.com.br\r\n\r\n<b>' })
    expect(emails[0]?.bcc ?? []).toEqual([])
    expect(emails[0]?.text).toBe('Olá, 123456\n')
  })

  test('a permanently rejected e-mail is not retried', async () => {
    const { port } = await receiver({ respond: () => 550 })
    expect(await mailer(port).send(email)).toEqual({ outcome: 'refused', reason: '550' })
  })

  test('an e-mail to an unknown recipient is not retried', async () => {
    const { port } = await receiver({ onRcptTo: (_address, _session, done) => done(smtpError(553)) })
    expect(await mailer(port).send(email)).toEqual({ outcome: 'refused', reason: '553' })
  })

  test.each([421, 450, 451, 452])('an e-mail is retried after SMTP status %i', async (status) => {
    const { port } = await receiver({ respond: () => status })
    expect(await mailer(port).send(email)).toMatchObject({ outcome: 'unavailable' })
  })

  test('an e-mail refused because of wrong SMTP credentials is retried', async () => {
    const { port, emails } = await receiver()
    expect(await mailer(port, { password: 'errada' }).send(email)).toEqual({
      outcome: 'unavailable',
      reason: '535',
    })
    expect(emails).toEqual([])
  })

  test('the SMTP password is not sent to a server with an untrusted certificate', async () => {
    const credentials: unknown[] = []
    const { port } = await receiver({
      onAuth: ({ username, password }, _session, done) => {
        credentials.push(username, password)
        done(null, { user: username ?? '' })
      },
    })
    const withoutAuthority = mailer(port, { authorities: undefined })
    expect(await withoutAuthority.send(email)).toMatchObject({ outcome: 'unavailable' })
    expect(credentials).toEqual([])
  })

  test('an e-mail is retried after a refused SMTP connection', async () => {
    const { port, close } = await startSmtpReceiver()
    await close()
    expect(await mailer(port).send(email)).toMatchObject({ outcome: 'unavailable' })
  })

  test('an e-mail to an unresponsive SMTP server times out and is retried', async () => {
    const server: Server = createServer(() => {})
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    cleanups.push(() => new Promise((resolve) => server.close(resolve)))
    const { port } = server.address() as AddressInfo
    expect(await mailer(port, { timeoutMs: 200 }).send(email)).toMatchObject({ outcome: 'unavailable' })
  })

  test('an e-mail to a slow SMTP server times out and is retried', async () => {
    let release = () => {}
    const { port } = await receiver({
      respond: () => new Promise((resolve) => (release = () => resolve(undefined))),
    })
    expect(await mailer(port, { timeoutMs: 300 }).send(email)).toMatchObject({ outcome: 'unavailable' })
    release()
  })

  test('an e-mail is not sent over an unencrypted SMTP connection', async () => {
    const plain: Server = createServer((socket) => {
      socket.on('error', () => {})
      socket.write('220 localhost ESMTP\r\n')
      socket.on('data', () => socket.write('250 localhost\r\n'))
    })
    await new Promise<void>((resolve) => plain.listen(0, '127.0.0.1', resolve))
    cleanups.push(() => new Promise((resolve) => plain.close(resolve)))
    const { port } = plain.address() as AddressInfo
    expect(await mailer(port).send(email)).toMatchObject({ outcome: 'unavailable' })
  })
})
