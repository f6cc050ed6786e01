import { join } from 'node:path'
import pg from 'pg'
import { clubDayOf, defaultTimeZone } from '@clube/contract/kernel/club-time.ts'
import { receiptKeyOf } from '../../server/src/testing/receipts.ts'
import { startServerProcess } from '../../server/src/testing/server-process.ts'
import { hashPassword } from '../../server/src/modules/identity/index.ts'
import { createVault } from '../../server/src/modules/vault/index.ts'
import { shops } from '../../server/seeds/demonstration/shops.ts'
import { addPeople } from '../sign-in/people.ts'

export type Person = { document_id: string; password: string; email: string; ip: string }

/** The product of one checkout, with the demonstration and customers who have not visited it. */
export type Club = {
  readonly url: string
  readonly stop: () => Promise<unknown>
  /** The next customer, with an IP of their own. */
  readonly nextPerson: () => Person
  /** A receipt from yesterday, the next one of a known till. */
  readonly nextReceipt: () => { key: string; day: string }
}

const rootKey = Buffer.alloc(32, 'k')
const password = 'Girassol-27'
const dayMs = 86_400_000
/** The last receipt number of the demonstration's tills. */
const lastNumber = shops[0].tills[0].number

/**
 * Starts the server of the checkout at `root` on an empty database, with the default limits, captchas and password
 * hashing, and messages to the outbox.
 */
export const startClub = async (
  root: string,
  { database_url, folder, people }: { database_url: string; folder: string; people: number },
): Promise<Club> => {
  const server = await startServerProcess({
    file: join(root, 'server/src/main/start.ts'),
    env: {
      DATABASE_URL: database_url,
      DATA_FOLDER: folder,
      CLUB_SECRET: rootKey.toString('base64'),
      CLUB_CONFIG: join(root, 'server/seeds/demonstration/club.ts'),
      // Only tests may run the demonstration behind a proxy, which lets each person have an IP of their own.
      NODE_ENV: 'test',
      SEED: 'yes',
      CHECK_RESPONSES: 'no',
      TRUST_PROXY: '127.0.0.1',
      LOG_LEVEL: 'error',
    },
  })
  const pool = new pg.Pool({ connectionString: database_url, max: 1 })
  const documents = await addPeople(pool, {
    vault: createVault(rootKey),
    count: people,
    password_hash: await hashPassword(password),
  })
  // Each has their own contacts, because messages are limited per contact.
  const emails = documents.map((document_id) => `pessoa.${document_id}@exemplo.com.br`)
  await pool.query(
    `update customer set email = contact.email, cellphone = contact.cellphone
    from (select id, row_number() over (order by id) as row from customer where email = 'prova@exemplo.com.br') as person
    join unnest($1::text[], $2::text[]) with ordinality as contact(email, cellphone, row) using (row)
    where customer.id = person.id`,
    [emails, documents.map((_, i) => `119${String(10_000_000 + i)}`)],
  )
  // In checkouts that verify contacts, these are verified.
  const { rowCount } = await pool.query(
    `select from information_schema.columns where table_name = 'customer' and column_name = 'email_verified_at'`,
  )
  if (rowCount)
    await pool.query(
      `update customer set email_verified_at = now(), cellphone_verified_at = now() where email is not null`,
    )
  await pool.query('update event_session set capacity = 100000')
  await pool.end()
  let visits = 0
  let receipts = 0
  return {
    url: server.url,
    stop: () => server.kill(),
    nextPerson: () => {
      const [document_id = '', email = ''] = [documents[visits], emails[visits]]
      visits += 1
      return { document_id, password, email, ip: `10.0.${visits}.7` }
    },
    nextReceipt: () => {
      receipts += 1
      const now = new Date(Date.now() - dayMs)
      const [year, month, day] = clubDayOf(now, defaultTimeZone).split('-')
      const key = receiptKeyOf({ now, cnpj: shops[0].cnpj, number: lastNumber + receipts })
      return { key, day: `${day}/${month}/${year}` }
    },
  }
}
