import { cpSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import { clubDayOf, defaultTimeZone } from '@clube/contract/kernel/club-time.ts'
import { personas } from '../../seeds/demonstration/personas.ts'
import { seedDemonstration } from '../../seeds/demonstration/seed.ts'
import { openDatabase } from '../db/database.ts'
import { checkClubConfiguration, type ClubConfigurationFile } from '../main/club-configuration.ts'
import { createLog } from '../main/log.ts'
import { startCounterparts, type Counterparts } from '../main/counterparts.ts'
import { wire } from '../main/wiring.ts'
import { createVault } from '../modules/vault/index.ts'
import { TestBrowser } from './browser.ts'
import { fiscalToken } from './fake-fiscal-provider.ts'
import { configuration as quick } from './quick-club.ts'
import { templateDatabase } from './postgres-for-tests.ts'
import { smtpPassword } from './smtp-receiver.ts'
import { copyDatabase, urlOfDatabase, useDatabase, type TestDatabase } from './database.ts'

/** A whole server in this process with a seeded database and a fake clock. */
export type TestClub = {
  readonly database: TestDatabase
  readonly url: string
  /** Data folder of the server, with its photo store. */
  readonly folder: string
  /** Advances the server's clock. */
  readonly advanceSeconds: (seconds: number) => void
  readonly now: () => Date
  readonly browser: () => TestBrowser
  /** Runs every periodic job once. */
  readonly purge: () => Promise<void>
  readonly personas: typeof personas
  /** The local partner programmes and car park, which know what the demonstration contains. */
  readonly counterparts: () => Counterparts
}

/** Allows tests to read `/health/detail`. */
export const testHealthToken = 'health-token-of-the-test-club-0000'

/** Root key of test databases; servers sharing a database share it. */
export const testRootKey = Buffer.alloc(32, 'k')

/** A database with the demonstration data, and the folder with the books of the counterparts that know its tickets. */
export type DemonstrationTemplate = { readonly name: string; readonly books: string }

/** The demonstration data that this worker last seeded. */
let seeded: (DemonstrationTemplate & { at: Date }) | undefined
const maxSeedAgeMs = 120_000

/**
 * The demonstration data, to be copied by a test file. Seeding takes twenty times as long as copying, so
 * test files share the data while it is of the same day and at most two minutes old.
 */
export async function demonstrationTemplate(): Promise<DemonstrationTemplate> {
  const now = new Date()
  const dayOf = (time: Date) => clubDayOf(time, defaultTimeZone)
  if (seeded && now.getTime() - seeded.at.getTime() < maxSeedAgeMs && dayOf(now) === dayOf(seeded.at))
    return seeded
  const books = mkdtempSync(join(tmpdir(), 'clube-books-'))
  const name = await copyDatabase(templateDatabase)
  const { db, close } = openDatabase(urlOfDatabase(name), { poolSize: 10 })
  try {
    await seedDemonstration({ db, vault: createVault(testRootKey), now, counterparts: books })
  } finally {
    // Databases with open connections cannot be copied.
    await close()
  }
  seeded = { name, books, at: now }
  return seeded
}

/**
 * Starts the demonstration club for a test file, with easy captchas. `change` adapts the club's
 * configuration, for instance its mode.
 */
export function useClub(
  change: Partial<ClubConfigurationFile> & { club?: never } = {},
  club: object = {},
): TestClub {
  let seededBooks = ''
  const database = useDatabase({
    template: async () => {
      const { name, books } = await demonstrationTemplate()
      seededBooks = books
      return name
    },
  })
  let offsetMs = 0
  let url = ''
  let folder = ''
  let close: () => Promise<void> = async () => {}
  let counterparts: Counterparts | null = null
  let purge: () => Promise<void> = async () => {}
  const now = () => new Date(Date.now() + offsetMs)

  beforeAll(async () => {
    const configuration = checkClubConfiguration('test', {
      ...quick,
      ...change,
      club: { ...quick.club, ...club },
    })
    const data_folder = mkdtempSync(join(tmpdir(), 'clube-'))
    folder = data_folder
    const books = join(data_folder, 'counterparts')
    cpSync(seededBooks, books, { recursive: true })
    counterparts = await startCounterparts({ configuration, clock: now, folder: books })
    const wired = await wire({
      counterparts,
      environment: {
        port: 0,
        host: '127.0.0.1',
        base_url: 'http://127.0.0.1',
        database_url: null,
        data_folder,
        club_config: '',
        processes: 1,
        pool_size: 10,
        log_level: process.env['TEST_LOG'] ?? 'silent',
        trust_proxy: '127.0.0.1',
        recaptcha_api_key: null,
        photo_store_keys: null,
        smtp_password: smtpPassword,
        zenvia_token: null,
        fiscal_token: fiscalToken,
        twilio_auth_token: null,
        partner_secrets: {},
        car_park_api_key: null,
        health_token: testHealthToken,
        local_messaging: true,
        dev_pages: true,
        allows_demonstration_data: true,
        seed: true,
        check_responses: true,
      },
      configuration,
      database: { db: database.db, pool: database.pool, close: async () => {} },
      databaseUrl: database.url,
      rootKey: testRootKey,
      clock: now,
      log: createLog(process.env['TEST_LOG'] ?? 'silent'),
    })
    const { app } = wired
    purge = wired.maintenance.runAll
    url = await app.listen({ port: 0, host: '127.0.0.1' })
    const started = counterparts
    close = async () => {
      await app.close()
      await started.stop()
    }
  })
  afterAll(() => close())

  return {
    database,
    personas,
    now,
    counterparts: () => {
      if (!counterparts) throw new Error('The club has not started')
      return counterparts
    },
    get url() {
      return url
    },
    get folder() {
      return folder
    },
    advanceSeconds: (seconds) => {
      offsetMs += seconds * 1000
    },
    browser: () => new TestBrowser(url),
    purge: () => purge(),
  }
}
