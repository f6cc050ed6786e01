import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll } from 'vitest'
import type { Role } from '@clube/contract/kernel/permissions.ts'
import { seedDemonstrationShops } from '../../seeds/demonstration/shops.ts'
import { findByDocument, seedCustomer } from '../modules/identity/index.ts'
import { createVault, fingerprint } from '../modules/vault/index.ts'
import { TestBrowser } from './browser.ts'
import { testRootKey } from './club.ts'
import { useDatabase, type TestDatabase } from './database.ts'
import { freshCpfs } from './joining.ts'
import { startServerProcess, type ServerProcess } from './server-process.ts'

/** A session valid on both servers. */
export type SignedIn = {
  readonly id: string
  /** A browser on one of the two servers, alternating by index. */
  readonly at: (index: number) => TestBrowser
}

export type TwoServers = {
  readonly database: TestDatabase
  /** Data folder of both servers. */
  readonly folder: string
  /** Base URL of the servers, alternating. */
  readonly urlOf: (index: number) => string
  /** A customer with a session, inserted directly. */
  readonly customer: () => Promise<SignedIn>
  /** A passwordless session of a customer. */
  readonly identify: (customer_id: string) => Promise<SignedIn>
  /** A staff member with one role and a session; an analyst works for a brand. */
  readonly staff: (role: Role, brand_id?: string | null) => Promise<SignedIn>
}

const hourMs = 3_600_000

/** Two server processes on one database with the demonstration's shops, for races over HTTP. */
export const useTwoServers = (): TwoServers => {
  const database = useDatabase()
  const vault = createVault(testRootKey)
  const cpfs = freshCpfs(400, 700_000_000)
  const folder = mkdtempSync(join(tmpdir(), 'clube-two-'))
  let servers: readonly ServerProcess[] = []
  beforeAll(async () => {
    await seedDemonstrationShops(database.db, new Date())
    const env = {
      DATABASE_URL: database.url,
      CLUB_SECRET: testRootKey.toString('base64'),
      CLUB_CONFIG: join(import.meta.dirname, 'quick-club.ts'),
      DATA_FOLDER: folder,
      SEED: 'no',
      CHECK_RESPONSES: 'yes',
    }
    servers = await Promise.all([startServerProcess({ env }), startServerProcess({ env })])
  })
  afterAll(async () => {
    await Promise.all(servers.map((server) => server.kill('SIGKILL')))
    rmSync(folder, { recursive: true, force: true })
  })

  const urlOf = (index: number): string => servers[index % 2]?.url ?? ''
  const signedIn = (id: string, cookie: 'sid' | 'staff', token: string): SignedIn => ({
    id,
    at: (index) => {
      const browser = new TestBrowser(urlOf(index))
      browser.cookies.set(cookie, token)
      return browser
    },
  })
  const newToken = () => randomBytes(32).toString('base64url')
  const sessionExpiry = () => new Date(Date.now() + hourMs)

  const openSession = async (customer_id: string, level: 'customer' | 'identified'): Promise<SignedIn> => {
    const token = newToken()
    await sql`
      insert into session (token_hash, customer_id, level, access_version, created_at, last_seen_at,
        idle_expires_at, absolute_expires_at)
      select ${fingerprint(token)}, id, ${level}, access_version, now(), now(), ${sessionExpiry()}, ${sessionExpiry()}
      from customer where id = ${customer_id}`.execute(database.db)
    return signedIn(customer_id, 'sid', token)
  }

  return {
    database,
    folder,
    urlOf,
    customer: async () => {
      const { db } = database
      const document_id = cpfs.pop() ?? ''
      const persona = {
        document_type: 'cpf' as const,
        document_id,
        name: 'Ana Lúcia Pereira',
        birth_date: '1990-03-20',
        cellphone: '11988887777',
        email: `${document_id}@exemplo.com.br`,
        password: 'x',
      }
      // No password sign-in happens here.
      await seedCustomer({ db, vault, hash: async () => 'not a hash', now: new Date(), persona })
      const customer = await findByDocument(db, vault.indexOf('customer.document', document_id))
      if (!customer) throw new Error('The customer was not found')
      return openSession(customer.id, 'customer')
    },
    identify: (customer_id) => openSession(customer_id, 'identified'),
    staff: async (role, brand_id = null) => {
      const { db } = database
      const token = newToken()
      const email = `${randomBytes(6).toString('hex')}@exemplo.com.br`
      const { rows } = await sql<{ staff_id: string }>`
        with s as (
          insert into staff (email, name, roles, brand_id, state, password_hash, totp_sealed, last_signed_in_at, created_at, updated_at)
          values (${email}, 'Diego Prado', ${[role]}, ${brand_id}, 'active', '!', '\\x00', now(), now(), now()) returning id
        )
        insert into staff_session (token_hash, staff_id, state, created_at, last_seen_at, idle_expires_at,
          absolute_expires_at)
        select ${fingerprint(token)}, id, 'open', now(), now(), ${sessionExpiry()}, ${sessionExpiry()} from s
        returning staff_id`.execute(db)
      return signedIn(rows[0]?.staff_id ?? '', 'staff', token)
    },
  }
}
