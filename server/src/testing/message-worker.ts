import { createSmtpMailer } from '../adapters/mail/smtp-mailer.ts'
import { createOutboxMailer, createOutboxSmsSender } from '../adapters/outbox/local-outbox.ts'
import { openDatabase } from '../db/database.ts'
import { createJobs, type Jobs } from '../db/jobs.ts'
import { registerDelivery } from '../modules/messaging/index.ts'
import type { Mailer } from '../ports/mailer.ts'
import { loopbackCertificate } from './loopback-certificate.ts'
import { createMessagingDeps } from './messaging.ts'
import { smtpPassword, smtpUser } from './smtp-receiver.ts'

/** The step of sending at which the process kills itself. */
export const killPoints = [
  'before the claim',
  'after the claim',
  'after sending',
  'after recording',
  'after postponing',
] as const

/** A worker process that kills itself at `KILL_AT` without cleanup. Started by the kill test only. */
const work = async (): Promise<void> => {
  const url = process.env['DATABASE_URL'] ?? ''
  const killPoint = process.env['KILL_AT']
  const killAt = (step: (typeof killPoints)[number]): void => {
    if (step === killPoint) process.kill(process.pid, 'SIGKILL')
  }
  const database = openDatabase(url, { poolSize: 4 })
  const jobs = createJobs({ url, onError: () => {}, pollSeconds: 0.5, superviseSeconds: 1 })
  const gateway = process.env['SMTP_PORT']
    ? smtpMailer(process.env['SMTP_PORT'])
    : createOutboxMailer(database.db)
  const mailer: Mailer = {
    send: async (email) => {
      killAt('after the claim')
      if (killPoint === 'after postponing') return { outcome: 'unavailable', reason: 'down' }
      const result = await gateway.send(email)
      killAt('after sending')
      return result
    },
    close: () => gateway.close(),
  }
  const killableJobs: Jobs = {
    ...jobs,
    work: (queue, handler) =>
      jobs.work(queue, async (data) => {
        killAt('before the claim')
        await handler(data)
        killAt('after recording')
        killAt('after postponing')
      }),
  }
  registerDelivery(
    createMessagingDeps({
      database,
      jobs: killableJobs,
      gateways: { mailer, smsSender: createOutboxSmsSender(database.db) },
    }),
  )
  await jobs.start()
}

const smtpMailer = (port: string): Mailer =>
  createSmtpMailer({
    url: `smtp://${smtpUser}@localhost:${port}`,
    password: smtpPassword,
    from: 'Clube <nao-responda@exemplo.com.br>',
    authorities: loopbackCertificate,
  })

if (process.env['KILL_AT'] !== undefined) await work()
