import { createSmtpMailer } from '../adapters/mail/smtp-mailer.ts'
import { createOutboxMailer, createOutboxSmsSender } from '../adapters/outbox/local-outbox.ts'
import { openDatabase } from '../db/database.ts'
import { createJobs, type Jobs } from '../db/jobs.ts'
import { workOnMessages } from '../modules/messaging/index.ts'
import type { Mailer } from '../ports/mailer.ts'
import { loopbackCertificate } from './loopback-certificate.ts'
import { createMessagingDeps } from './messaging.ts'
import { smtpPassword, smtpUser } from './smtp-receiver.ts'

/** The step of sending at which the process dies. */
export const deaths = [
  'before the claim',
  'after the claim',
  'after handing over',
  'after recording',
  'after postponing',
] as const

/** A worker process that kills itself at `DEATH` without cleanup. Started by the kill test only. */
const work = async (): Promise<void> => {
  const url = process.env['DATABASE_URL'] ?? ''
  const death = process.env['DEATH']
  const dieAt = (step: (typeof deaths)[number]): void => {
    if (step === death) process.kill(process.pid, 'SIGKILL')
  }
  const database = openDatabase(url, { poolSize: 4 })
  const jobs = createJobs({ url, onError: () => {}, pollSeconds: 0.5, superviseSeconds: 1 })
  const gateway = process.env['SMTP_PORT']
    ? smtpMailer(process.env['SMTP_PORT'])
    : createOutboxMailer(database.db)
  const mailer: Mailer = {
    send: async (email) => {
      dieAt('after the claim')
      if (death === 'after postponing') return { outcome: 'unavailable', reason: 'down' }
      const handedOver = await gateway.send(email)
      dieAt('after handing over')
      return handedOver
    },
    close: () => gateway.close(),
  }
  const mortal: Jobs = {
    ...jobs,
    work: (queue, handler) =>
      jobs.work(queue, async (data) => {
        dieAt('before the claim')
        await handler(data)
        dieAt('after recording')
        dieAt('after postponing')
      }),
  }
  workOnMessages(
    createMessagingDeps({
      database,
      jobs: mortal,
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

if (process.env['DEATH'] !== undefined) await work()
