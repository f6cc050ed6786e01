import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import { personas } from '../../seeds/demonstration/personas.ts'
import { seedDemonstration } from '../../seeds/demonstration/seed.ts'
import { checkClubConfiguration, type ClubConfigurationFile } from '../main/club-configuration.ts'
import { createLog } from '../main/log.ts'
import { startCounterparts, type Counterparts } from '../main/counterparts.ts'
import { wire } from '../main/wiring.ts'
import { createVault } from '../modules/vault/index.ts'
import { TestBrowser } from './browser.ts'
import { fiscalToken } from './fake-fiscal-provider.ts'
import { configuration as quick } from './quick-club.ts'
import { smtpPassword } from './smtp-receiver.ts'
import { useDatabase, type TestDatabase } from './database.ts'

/** A whole server in this process with a seeded database and a fake clock. */
export type TestClub = {
  readonly database: TestDatabase
  readonly url: string
  /** Advances the server's clock. */
  readonly advanceSeconds: (seconds: number) => void
  readonly now: () => Date
  readonly browser: () => TestBrowser
  /** Runs every periodic job once. */
  readonly purge: () => Promise<void>
  readonly personas: typeof personas
  /** The local partner programmes and car park, in memory. */
  readonly counterparts: () => Counterparts
}

/** Allows tests to read `/health/detail`. */
export const testHealthToken = 'health-token-of-the-test-club-0000'

/** Root key of test databases; servers sharing a database share it. */
export const testRootKey = Buffer.alloc(32, 'k')

/**
 * Starts the demonstration club for a test file, with easy captchas. `change` adapts the club's
 * configuration, for instance its mode.
 */
export function useClub(
  change: Partial<ClubConfigurationFile> & { club?: never } = {},
  club: object = {},
): TestClub {
  const database = useDatabase()
  let offsetMs = 0
  let url = ''
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
    await seedDemonstration({ db: database.db, vault: createVault(testRootKey), now: now() })
    counterparts = await startCounterparts({ configuration, clock: now, folder: null })
    const wired = await wire({
      counterparts,
      environment: {
        port: 0,
        host: '127.0.0.1',
        base_url: 'http://127.0.0.1',
        database_url: null,
        data_folder: mkdtempSync(join(tmpdir(), 'clube-')),
        club_config: '',
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
    advanceSeconds: (seconds) => {
      offsetMs += seconds * 1000
    },
    browser: () => new TestBrowser(url),
    purge: () => purge(),
  }
}
