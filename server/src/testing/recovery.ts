import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import { pino } from 'pino'
import type { Role } from '@clube/contract/kernel/permissions.ts'
import { personas } from '../../seeds/demonstration/personas.ts'
import { systemRandom } from '../adapters/random/system-random.ts'
import { createApp } from '../http/app.ts'
import type { Binder } from '../http/bind.ts'
import { createSharedAnswers } from '../http/bind-shared.ts'
import { createUploads } from '../http/uploads.ts'
import { createAppendAuditLine } from '../modules/audit/index.ts'
import { bindCaptcha, spendProof, type CaptchaDeps } from '../modules/captcha/index.ts'
import {
  bindIdentity,
  createPasswordHasher,
  createRecoverableAccounts,
  difficultyOf,
  flowSeconds,
  seedCustomer,
  type IdentityDeps,
  type IdentityRules,
  type PasswordHasher,
} from '../modules/identity/index.ts'
import { createLimits, networkOf, type LimitPolicy } from '../modules/limits/index.ts'
import { reserveSendingSlot, type OutgoingMessage } from '../modules/messaging/index.ts'
import { createPhotoDecoder, type PhotoDecoder } from '../modules/photos/index.ts'
import {
  bindRecovery,
  bindRecoveryDesks,
  captchaWorkMultiplier,
  type RecoveryDeps,
} from '../modules/recovery/index.ts'
import { createSessionFinder } from '../modules/sessions/index.ts'
import { createVault } from '../modules/vault/index.ts'
import { TestBrowser } from './browser.ts'
import { useDatabase, type TestDatabase } from './database.ts'
import { generousLimits } from './generous-limits.ts'
import { createFakeClock } from './fake-clock.ts'
import { createMemoryPhotoStore, type MemoryPhotoStore } from './memory-photo-store.ts'

const terms_id = 'shd_auth_terms'
const members: Readonly<Record<string, { name: string; roles: readonly Role[] }>> = {
  ana: { name: 'Ana Souza', roles: ['account_security'] },
  bia: { name: 'Bia Lima', roles: ['account_security'] },
  rui: { name: 'Rui Alves', roles: ['attendant'] },
  leo: { name: 'Leo Dutra', roles: ['attendant'] },
  max: { name: 'Max Prado', roles: ['attendant'] },
  eva: { name: 'Eva Dias', roles: ['gate_steward'] },
}

/** A server with recovery only: no gateways, staff signed in by name, and a fake clock. */
export type TestRecovery = {
  readonly database: TestDatabase
  readonly deps: RecoveryDeps
  readonly url: string
  readonly store: MemoryPhotoStore
  /** All messages in queueing order. */
  readonly messages: OutgoingMessage[]
  readonly alarms: object[]
  readonly now: () => Date
  readonly advanceSeconds: (seconds: number) => void
  readonly browser: () => TestBrowser
  /** A staff browser: ana and bia are reviewers, rui, leo and max are at the desk, eva at the gate. */
  readonly staff: (name: 'ana' | 'bia' | 'rui' | 'leo' | 'max' | 'eva') => TestBrowser
}

/** Dependencies and rules that a test file overrides. */
type TestOverrides = {
  readonly limits?: LimitPolicy
  readonly enumeration?: IdentityRules['enumeration']
  readonly hasher?: PasswordHasher
  readonly decoder?: PhotoDecoder
}

/** Starts recovery for a test file; `resetRecovery` inserts the demonstration's personas before each test. */
export function useRecovery(overrides: TestOverrides = {}): TestRecovery {
  const { decoder = createPhotoDecoder() } = overrides
  const database = useDatabase()
  const clock = createFakeClock()
  const store = createMemoryPhotoStore(clock.now)
  const messages: OutgoingMessage[] = []
  const alarms: object[] = []
  let url = ''
  let deps: RecoveryDeps | undefined
  let close: () => Promise<void> = async () => {}

  beforeAll(async () => {
    const folder = mkdtempSync(join(tmpdir(), 'clube-recovery-'))
    const app = await createApp({
      log: pino({ level: 'silent' }),
      baseUrl: 'http://127.0.0.1',
      trustProxy: '127.0.0.1',
    })
    const identity = identityOf({ database, now: clock.now }, overrides)
    deps = depsOf({ identity, store, decoder, messages, alarms })
    const { db, limits, vault } = deps
    const captcha: CaptchaDeps = {
      db,
      clock: clock.now,
      limits,
      random: systemRandom,
      key: vault.derive('captcha'),
      maxnumber: 1000,
      assessor: null,
      requiredWork: async (input) =>
        Math.max(await difficultyOf({ limits }, input), await captchaWorkMultiplier(limits, input.now)),
    }
    const binder: Binder = {
      app,
      guards: {
        identifiedAccess: 'participate',
        findSession: createSessionFinder(db, clock.now),
        findStaffSession: async (token) => {
          const member = members[token]
          return member
            ? {
                session_id: token,
                staff_id: token,
                brand_id: null,
                can_give_second_signature: true,
                ...member,
              }
            : null
        },
        spendProof: (use) => spendProof(captcha, use),
      },
      clock: clock.now,
      secureCookies: false,
      checkResponses: true,
      sharedAnswers: createSharedAnswers(clock.now),
      uploads: createUploads({ folder, networkOf, now: () => clock.now().getTime() }),
    }
    bindCaptcha(binder, captcha, flowSeconds)
    bindIdentity(binder, identity)
    bindRecovery(binder, deps)
    bindRecoveryDesks(binder, deps)
    await seedPeople(deps)
    url = await app.listen({ port: 0, host: '127.0.0.1' })
    close = async () => {
      await app.close()
      decoder.close()
    }
  })
  afterAll(() => close())

  return {
    database,
    store,
    messages,
    alarms,
    now: clock.now,
    advanceSeconds: (seconds) => clock.advance(seconds * 1000),
    get deps() {
      if (!deps) throw new Error('Recovery exists only while tests and hooks run')
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

const identityOf = (
  { database, now: clock }: { database: TestDatabase; now: () => Date },
  overrides: TestOverrides,
): IdentityDeps => {
  const { db } = database
  const vault = createVault(Buffer.alloc(32, 'k'))
  return {
    db,
    clock,
    vault,
    limits: createLimits(
      db,
      overrides.limits ?? {
        overrides: { ...generousLimits, 'sms.club': 10_000, 'sms-unreserved.club': 10_000 },
        own_networks: [],
      },
    ),
    hasher: overrides.hasher ?? createPasswordHasher(),
    rules: {
      club_name: 'Clube Ipê',
      document_types: 'both',
      cnpj: 'alphanumeric',
      minimum_age: 18,
      time_zone: 'America/Sao_Paulo',
      terms_id,
      passwordless: 'no',
      access_key: null,
      // Unknown documents lead to the same step as known ones.
      enumeration: overrides.enumeration ?? 'strict',
    },
    checkPlace: () => Promise.resolve(null),
    namesTooLong: () => Promise.resolve([]),
    lockConsentDocuments: () => Promise.resolve([]),
    acceptDocuments: () => Promise.resolve(),
    carryOverDebts: () => Promise.resolve(),
    random: systemRandom,
    sendMessage: () => Promise.resolve(''),
    reserveSendingSlot: () => Promise.resolve({ kind: 'ok' }),
    notifyOfChange: () => Promise.resolve(),
    appendAuditLine: createAppendAuditLine({ vault, clock }),
  }
}

const depsOf = (input: {
  identity: IdentityDeps
  store: MemoryPhotoStore
  decoder: PhotoDecoder
  messages: OutgoingMessage[]
  alarms: object[]
}): RecoveryDeps => {
  const { db, clock, vault, limits } = input.identity
  return {
    time_zone: 'America/Sao_Paulo',
    base_url: 'https://clube.exemplo.com.br',
    db,
    clock,
    vault,
    limits,
    accounts: createRecoverableAccounts(input.identity),
    rules: {
      available_options: ['sms', 'local_support', 'remote_support'],
      confirmation_text: 'Senha alterada com sucesso!',
      answer_hours: 48,
    },
    sendMessage: (_tx, message) => Promise.resolve(String(input.messages.push(message))),
    reserveSendingSlot: (request) => reserveSendingSlot(input.identity, request),
    photos: { store: input.store, key: vault.derive('photos'), decoder: input.decoder },
    appendAuditLine: createAppendAuditLine({ vault, clock }),
    random: systemRandom,
    onAlarm: (alarm) => void input.alarms.push(alarm),
  }
}

const seedPeople = async ({ db, vault, clock }: RecoveryDeps): Promise<void> => {
  for (const persona of Object.values(personas)) await seedCustomer({ db, vault, persona, now: clock() })
}

/** Resets all recovery data. */
export const resetRecovery = async (recovery: TestRecovery): Promise<void> => {
  const { db } = recovery.database
  await db.deleteFrom('recovery_code').execute()
  await db.deleteFrom('company_representative').execute()
  await db.deleteFrom('recovery_request').execute()
  await db.deleteFrom('photo_view').execute()
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

/** Audited actions, oldest first. */
export const auditOf = async (recovery: TestRecovery): Promise<{ action: string; sentence: string }[]> =>
  recovery.database.db.selectFrom('audit_line').select(['action', 'sentence']).orderBy('position').execute()
