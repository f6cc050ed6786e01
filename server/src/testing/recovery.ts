import { randomBytes, randomInt } from 'node:crypto'
import { afterAll, beforeAll } from 'vitest'
import { pino } from 'pino'
import type { Role } from '@clube/contract/kernel/permissions.ts'
import { personas } from '../../seeds/demonstration/personas.ts'
import { createApp } from '../http/app.ts'
import type { Binder } from '../http/bind.ts'
import { createAppendAuditLine } from '../modules/audit/index.ts'
import { bindCaptcha, spendProof, type CaptchaDeps } from '../modules/captcha/index.ts'
import { bindIdentity, createPasswordHasher, flowSeconds, seedCustomer } from '../modules/identity/index.ts'
import { createLimits } from '../modules/limits/index.ts'
import { takeSendingSlot, type OutgoingMessage } from '../modules/messaging/index.ts'
import {
  bindRecovery,
  bindRecoveryDesks,
  codeGuessingWork,
  type RecoveryDeps,
} from '../modules/recovery/index.ts'
import { createSessionFinder } from '../modules/sessions/index.ts'
import { createVault } from '../modules/vault/index.ts'
import { TestBrowser } from './browser.ts'
import { useDatabase, type TestDatabase } from './database.ts'
import { createFakeClock } from './fake-clock.ts'
import { createMemoryPhotoStore, type MemoryPhotoStore } from './memory-photo-store.ts'

const terms_id = 'shd_auth_terms'
const members: Readonly<Record<string, { name: string; roles: readonly Role[] }>> = {
  ana: { name: 'Ana Souza', roles: ['account_security'] },
  bia: { name: 'Bia Lima', roles: ['account_security'] },
  rui: { name: 'Rui Alves', roles: ['attendant'] },
  eva: { name: 'Eva Dias', roles: ['gate_steward'] },
}

/** Recovery on its own: its server without gateways, with staff that is signed in by name and a clock that tests turn. */
export type TestRecovery = {
  readonly database: TestDatabase
  readonly deps: RecoveryDeps
  readonly url: string
  readonly store: MemoryPhotoStore
  /** Every message in the order in which it was queued. */
  readonly messages: OutgoingMessage[]
  readonly alarms: object[]
  readonly now: () => Date
  readonly pass: (seconds: number) => void
  readonly browser: () => TestBrowser
  /** A browser of somebody of the staff: ana and bia review, rui stands at the desk, eva at the gate. */
  readonly staff: (name: 'ana' | 'bia' | 'rui' | 'eva') => TestBrowser
}

/** Starts recovery for a test file; `seed` puts the demonstration's three people there before each test anew. */
export function useRecovery(): TestRecovery {
  const database = useDatabase()
  const clock = createFakeClock()
  const store = createMemoryPhotoStore(clock.now)
  const messages: OutgoingMessage[] = []
  const alarms: object[] = []
  let url = ''
  let deps: RecoveryDeps | undefined
  let close: () => Promise<void> = async () => {}

  beforeAll(async () => {
    const app = await createApp({
      log: pino({ level: 'silent' }),
      baseUrl: 'http://127.0.0.1',
      trustProxy: '127.0.0.1',
    })
    deps = depsOf({ database, now: clock.now, store, messages, alarms })
    const { db, limits, vault } = deps.identity
    const captcha: CaptchaDeps = {
      db,
      clock: clock.now,
      limits,
      chance: { bytes: randomBytes, upTo: (highest) => randomInt(highest + 1) },
      key: vault.derive('captcha'),
      maxnumber: 1000,
      assessor: null,
      workFor: ({ now }) => codeGuessingWork(db, now),
    }
    const binder: Binder = {
      app,
      guards: {
        findSession: createSessionFinder(db, clock.now),
        findStaffSession: async (token) => {
          const member = members[token]
          return member ? { session_id: token, staff_id: token, ...member } : null
        },
        spendProof: (use) => spendProof(captcha, use),
      },
      clock: clock.now,
      secureCookies: false,
      checkAnswers: true,
    }
    bindCaptcha(binder, captcha, flowSeconds)
    bindIdentity(binder, deps.identity)
    bindRecovery(binder, deps)
    bindRecoveryDesks(binder, deps)
    await seedPeople(deps)
    url = await app.listen({ port: 0, host: '127.0.0.1' })
    close = () => app.close()
  })
  afterAll(() => close())

  return {
    database,
    store,
    messages,
    alarms,
    now: clock.now,
    pass: (seconds) => clock.advance(seconds * 1000),
    get deps() {
      if (!deps) throw new Error('Recovery is there only while tests and hooks run')
      return deps
    },
    get url() {
      return url
    },
    browser: () => new TestBrowser(url),
    staff: (name) => {
      const browser = new TestBrowser(url)
      browser.cookies.set('staff', name)
      return browser
    },
  }
}

const depsOf = (input: {
  database: TestDatabase
  now: () => Date
  store: MemoryPhotoStore
  messages: OutgoingMessage[]
  alarms: object[]
}): RecoveryDeps => {
  const { db } = input.database
  const vault = createVault(Buffer.alloc(32, 'k'))
  const clock = input.now
  return {
    identity: {
      db,
      clock,
      vault,
      limits: createLimits(db),
      hasher: createPasswordHasher(),
      rules: {
        club_name: 'Clube Ipê',
        document_types: 'both',
        cnpj: 'alphanumeric',
        minimum_age: 18,
        terms_id,
        passwordless: 'no',
        access_key: null,
        // Unknown documents get as far as known ones.
        enumeration: 'strict',
        limits: {
          auth_failures_per_address: 1_000_000,
          check_accounts_per_address: 1_000_000,
          check_accounts_per_network: 1_000_000,
        },
      },
      checkPlace: () => Promise.resolve(null),
      acceptDocuments: () => Promise.resolve(),
      tellOfChange: () => Promise.resolve(),
      appendAuditLine: createAppendAuditLine({ vault, clock }),
    },
    rules: {
      available_options: ['sms', 'local_support', 'remote_support'],
      confirmation_text: 'Senha alterada com sucesso!',
      answer_hours: 48,
    },
    sendMessage: (_tx, message) => Promise.resolve(String(input.messages.push(message))),
    takeSendingSlot: (request) => takeSendingSlot({ db, smsPerHour: 10_000 }, request),
    photos: { store: input.store, key: vault.derive('photos') },
    appendAuditLine: createAppendAuditLine({ vault, clock }),
    chance: (highest) => randomInt(highest + 1),
    onAlarm: (alarm) => void input.alarms.push(alarm),
  }
}

const seedPeople = async ({ identity }: RecoveryDeps): Promise<void> => {
  const { db, vault, hasher } = identity
  for (const persona of Object.values(personas))
    await seedCustomer({ db, vault, hasher, persona, now: identity.clock() })
}

/** Puts everybody and everything about recovery back to the beginning. */
export const startOver = async (recovery: TestRecovery): Promise<void> => {
  const { db } = recovery.database
  await db.deleteFrom('recovery_code').execute()
  await db.deleteFrom('recovery_request').execute()
  await db.deleteFrom('photo_look').execute()
  await db.deleteFrom('photo').execute()
  await db.deleteFrom('attempt_counter').execute()
  await db.deleteFrom('attempt_lock').execute()
  await db.deleteFrom('sending_pause').execute()
  await db.deleteFrom('sign_in_flow').execute()
  await db.deleteFrom('customer').execute()
  await seedPeople(recovery.deps)
  recovery.store.objects.clear()
  recovery.messages.length = 0
  recovery.alarms.length = 0
}

/** What the audit says was done, oldest first. */
export const auditOf = async (recovery: TestRecovery): Promise<{ action: string; sentence: string }[]> =>
  recovery.database.db.selectFrom('audit_line').select(['action', 'sentence']).orderBy('position').execute()
