import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { createSmtpMailer } from '../../adapters/mail/smtp-mailer.ts'
import { createOutboxMailer, createOutboxSmsSender } from '../../adapters/outbox/local-outbox.ts'
import { inTransaction } from '../../db/database.ts'
import { createJobs, type Jobs } from '../../db/jobs.ts'
import { useDatabase } from '../../testing/database.ts'
import { makeJobsDue } from '../../testing/jobs.ts'
import { loopbackCertificate } from '../../testing/loopback-certificate.ts'
import { killPoints } from '../../testing/message-worker.ts'
import { codeForMaria, createMessagingDeps } from '../../testing/messaging.ts'
import { smtpPassword, smtpUser, startSmtpReceiver, type SmtpReceiver } from '../../testing/smtp-receiver.ts'
import { createSendMessage, registerDelivery, type MessagingDeps } from './index.ts'

const database = useDatabase()
const workerFile = join(import.meta.dirname, '../../testing/message-worker.ts')

/** Runs a worker until it kills itself. */
const workUntilKilled = (env: Record<string, string>): Promise<NodeJS.Signals | null> =>
  new Promise((resolve) => {
    const child = spawn('setpriv', ['--pdeathsig', 'KILL', process.execPath, workerFile], {
      env: { ...process.env, DATABASE_URL: database.url, ...env },
      stdio: 'ignore',
    })
    child.once('close', (_code, signal) => resolve(signal))
  })

/** Queues three codes without delivering them. */
const queueThreeCodes = async (deps: MessagingDeps): Promise<void> => {
  await inTransaction(database.db, async (tx) => {
    for (const name of ['ana', 'bia', 'cris'])
      await createSendMessage(deps)(tx, { ...codeForMaria, to: `${name}@exemplo.com.br` })
  })
}

/** Starts a worker after the killed worker's claims have expired, and waits until it has sent everything. */
const deliverRemaining = async (gateways: Pick<MessagingDeps, 'mailer' | 'smsSender'>): Promise<void> => {
  const jobs = createJobs({ url: database.url, onError: () => {}, pollSeconds: 0.5, superviseSeconds: 1 })
  const clock = () => new Date(Date.now() + 60_000)
  registerDelivery(createMessagingDeps({ database, jobs, gateways, clock }))
  await jobs.start()
  try {
    await vi.waitFor(
      async () => {
        await makeJobsDue(database)
        const { rows } = await sql`select state, count(*) from message group by state`.execute(database.db)
        expect(rows).toEqual([{ state: 'sent', count: 3 }])
      },
      { timeout: 20_000, interval: 50 },
    )
  } finally {
    await jobs.stop()
  }
}

const localOutbox = () => ({
  mailer: createOutboxMailer(database.db),
  smsSender: createOutboxSmsSender(database.db),
})

let queue: Jobs

beforeAll(async () => {
  // The first worker that is registered for a queue creates the queue.
  const first = createJobs({ url: database.url, onError: () => {} })
  registerDelivery(createMessagingDeps({ database, jobs: first, gateways: localOutbox() }))
  await first.start()
  await first.stop()
  queue = createJobs({ url: database.url, onError: () => {} })
  await queue.start()
})
afterAll(() => queue.stop())
beforeEach(async () => {
  await sql`truncate message, outbox_message; delete from pgboss.job`.execute(database.db)
})

describe.each(killPoints)('a worker killed %s', (killPoint) => {
  test('no message to the local outbox is lost or duplicated by a killed worker', async () => {
    await queueThreeCodes(createMessagingDeps({ database, jobs: queue, gateways: localOutbox() }))
    expect(await workUntilKilled({ KILL_AT: killPoint })).toBe('SIGKILL')
    await deliverRemaining(localOutbox())
    const { rows } = await sql`select recipient from outbox_message order by recipient`.execute(database.db)
    expect(rows).toEqual([
      { recipient: 'ana@exemplo.com.br' },
      { recipient: 'bia@exemplo.com.br' },
      { recipient: 'cris@exemplo.com.br' },
    ])
  })

  describe('with a mail server', () => {
    let receiver: SmtpReceiver
    beforeEach(async () => {
      receiver = await startSmtpReceiver()
      return () => receiver.close()
    })

    test('no e-mail is lost by a killed worker; one already sent may be repeated with the same Message-ID', async () => {
      const mailer = createSmtpMailer({
        url: `smtp://${smtpUser}@localhost:${receiver.port}`,
        password: smtpPassword,
        from: 'Clube <nao-responda@exemplo.com.br>',
        authorities: loopbackCertificate,
      })
      await queueThreeCodes(createMessagingDeps({ database, jobs: queue, gateways: localOutbox() }))
      expect(await workUntilKilled({ KILL_AT: killPoint, SMTP_PORT: String(receiver.port) })).toBe('SIGKILL')
      const before = receiver.emails.map(({ messageId }) => messageId)
      await deliverRemaining({ ...localOutbox(), mailer })
      await mailer.close()

      const ids = receiver.emails.map(({ messageId }) => messageId)
      expect(new Set(ids).size).toBe(3)
      expect(new Set(receiver.emails.map(({ to, text }) => `${to?.[0]?.address} ${text}`)).size).toBe(3)
      // Only e-mails sent but not recorded are repeated, each once.
      const repeated = ids.filter((id, index) => ids.indexOf(id) !== index)
      const recorded = killPoint === 'after recording' ? 1 : 0
      expect(repeated.length).toBeLessThanOrEqual(before.length - recorded)
      expect(repeated.every((id) => before.includes(id))).toBe(true)
    })
  })
})
