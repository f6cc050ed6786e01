/* Row 7 of the performance table: what asking costs with 1,000,000 customers, the same with 10,000 = 1. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createHash } from 'node:crypto'
import pg from 'pg'
import { openDatabase, type Database } from '../server/src/db/database.ts'
import { startEmbeddedPostgres } from '../server/src/db/embedded-postgres.ts'
import { migrate } from '../server/src/db/migrate.ts'
import { createLimits } from '../server/src/modules/limits/index.ts'
import { createPasswordHasher } from '../server/src/modules/identity/index.ts'
import { checkAccount } from '../server/src/modules/identity/check-account.ts'
import type { IdentityDeps } from '../server/src/modules/identity/deps.ts'
import { createSessionFinder } from '../server/src/modules/sessions/index.ts'
import { createVault } from '../server/src/modules/vault/index.ts'
import { describeRatios, measurePaired, median } from './measure.ts'

const small = Number(process.env['SMALL'] ?? 10_000)
const large = Number(process.env['LARGE'] ?? 1_000_000)
const questions = Number(process.env['QUERIES'] ?? 300)
const pairs = Number(process.env['PAIRS'] ?? 10)

const folder = await mkdtemp(join(tmpdir(), 'clube-bench-growth-'))
const postgres = await startEmbeddedPostgres({ folder, settings: { shared_buffers: '512MB', jit: 'off' } })
try {
  const clubs = [await clubOf('small_club', small), await clubOf('large_club', large)] as const
  for (const question of ['check-account', 'session'] as const) {
    const [floor, ours] = clubs.map((club) => () => club.p50(question)) as [
      () => Promise<number>,
      () => Promise<number>,
    ]
    const found = await measurePaired({ ours, floor, pairs })
    console.log(describeRatios(`${question}, ${large} / ${small} customers`, 'ms', found))
  }
  await Promise.all(clubs.map((club) => club.close()))
} finally {
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
}

/** A club of its own database with so many customers, one session each. */
async function clubOf(name: string, customers: number) {
  const administration = new pg.Client({ connectionString: postgres.url })
  await administration.connect()
  await administration.query(`create database ${name}`)
  await administration.end()
  const address = new URL(postgres.url)
  address.pathname = `/${name}`
  await migrate(address.href)
  const database = openDatabase(address.href, { poolSize: 4, statementTimeoutMs: 0 })
  await fill(database, customers)
  const find = createSessionFinder(database.db, () => new Date())
  const deps = depsOf(database)
  let asked = 0
  const ask = {
    session: async () => {
      const session = await find(
        `token-${1 + Math.floor((customers * (asked += 1) * 0.618_034) % customers)}`,
      )
      if (!session) throw new Error('A session was not found')
    },
    'check-account': async () => {
      const document_id = String(1 + Math.floor((customers * (asked += 1) * 0.618_034) % customers)).padStart(
        11,
        '0',
      )
      const document = { document_type: 'cpf', document_id } as Parameters<typeof checkAccount>[1]['document']
      const { registration } = await checkAccount(deps, {
        flow_id: `flow-${asked}`,
        document,
        address: '203.0.113.5',
      })
      if (registration !== 'complete') throw new Error('An account was not found')
    },
  }
  return {
    close: database.close,
    p50: async (question: keyof typeof ask): Promise<number> => {
      const times: number[] = []
      for (let at = 0; at < questions; at += 1) {
        const start = performance.now()
        await ask[question]()
        times.push(performance.now() - start)
      }
      return median(times)
    },
  }
}

/** Index values that the product's own key would give cannot be made by SQL; here the key is a plain hash. */
async function fill({ pool }: Database, customers: number): Promise<void> {
  await pool.query(
    `insert into customer (document_type, document_index, document_sealed, account_status, name, birth_date, cellphone,
       email, created_at, registered_at, updated_at)
     select 'cpf', sha256(lpad(n::text, 11, '0')::bytea), '\\x00', 'active', 'Cliente Número', '1980-01-01',
       '11' || lpad(n::text, 9, '9'), n || '@exemplo.com.br', now(), now(), now()
     from generate_series(1, $1::int) n`,
    [customers],
  )
  await pool.query(
    `insert into session (token_hash, customer_id, level, remembered, created_at, last_seen_at, idle_expires_at,
       absolute_expires_at)
     select sha256(('token-' || row_number() over ())::bytea), id, 'customer', true, now(), now(),
       now() + interval '1 day', now() + interval '1 day' from customer`,
  )
  await pool.query('vacuum analyze customer')
  await pool.query('vacuum analyze session')
}

function depsOf({ db }: Database): IdentityDeps {
  const vault = createVault(Buffer.alloc(32, 'k'))
  return {
    db,
    clock: () => new Date(),
    vault: { ...vault, indexOf: (_, text) => plainHash(text) },
    limits: createLimits(db),
    hasher: createPasswordHasher(),
    rules: {
      club_name: 'Clube',
      document_types: 'both',
      cnpj: 'alphanumeric',
      minimum_age: 18,
      terms_id: 'x',
      passwordless: 'no',
      access_key: null,
      enumeration: 'spec',
      limits: {
        auth_failures_per_address: 1_000_000,
        check_accounts_per_address: 1_000_000,
        check_accounts_per_network: 1_000_000,
      },
    },
    checkPlace: async () => null,
    acceptDocuments: async () => {},
  }
}

function plainHash(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
