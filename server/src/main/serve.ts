import { join } from 'node:path'
import type { Logger } from 'pino'
import { personas } from '../../seeds/demonstration/personas.ts'
import { recoveringPersona } from '../../seeds/demonstration/recovery-case.ts'
import { seedDemonstration } from '../../seeds/demonstration/seed.ts'
import { hasDemonstrationStaff, staffEmail, staffPersonas } from '../../seeds/demonstration/staff.ts'
import type { Database } from '../db/database.ts'
import { stopAccepting } from '../http/draining.ts'
import { hasCustomers } from '../modules/identity/index.ts'
import { createVault } from '../modules/vault/index.ts'
import { noCounterparts, startCounterparts } from './counterparts.ts'
import { ConfigurationError, readClubConfiguration, type ClubConfiguration } from './club-configuration.ts'
import { createDatabaseClock } from './database-clock.ts'
import { serveDevPages } from './dev-pages.ts'
import { readRootKey, type Environment } from './environment.ts'
import { openMigratedDatabase } from './open-migrated-database.ts'
import { servePages } from './pages.ts'
import { photoStoreOf } from './photo-storage.ts'
import { lowerPoolPriority } from './pool-priority.ts'
import { wire } from './wiring.ts'

const webFolder = join(import.meta.dirname, '../../../web/dist')
/** Short, because the monotonic clock does not advance while the machine is suspended. */
const synchronizeEveryMs = 10_000

/** A process that answers requests. */
export type Serving = {
  /** Prints the URL, and the accounts of the demonstration. */
  readonly announce: () => void
  /** Finishes running requests and jobs, closes all connections, and leaves the database server alone. */
  readonly stop: () => Promise<void>
  /** The same after another process has taken over: first stops accepting, and ends open connections with a response. */
  readonly handOver: () => Promise<void>
}

/** Prepares the database, then answers requests and runs jobs. */
export const serve = async (input: {
  environment: Environment
  databaseUrl: string
  log: Logger
}): Promise<Serving> => {
  const { environment, databaseUrl, log } = input
  await lowerPoolPriority()
  const configuration = await readClubConfiguration(environment.club_config)
  const rootKey = await readRootKey(process.env, environment)
  const database = await openMigratedDatabase(databaseUrl, { ...environment, log })
  const clock = createDatabaseClock(database.db)
  await clock.synchronize()
  await refuseDemonstration(environment, database)
  await seedWhenEmpty({ environment, configuration, database, rootKey, now: clock.now() })

  const counterparts = environment.allows_demonstration_data
    ? await startCounterparts({
        configuration,
        clock: clock.now,
        folder: join(environment.data_folder, 'counterparts'),
      })
    : noCounterparts
  const { app, maintenance } = await wire({
    counterparts,
    environment,
    configuration,
    database,
    databaseUrl,
    rootKey,
    clock: clock.now,
    log,
  })
  const hasPages = await servePages(app, { folder: webFolder, configuration })
  await serveDevPages(app, { environment, folder: webFolder })
  const address = await app.listen({ port: environment.port, host: environment.host })
  maintenance.start()
  const timer = setInterval(() => {
    clock
      .synchronize()
      .catch((error: unknown) => app.log.warn({ err: error }, 'the clock could not be synchronized'))
  }, synchronizeEveryMs)

  const stop = async (): Promise<void> => {
    clearInterval(timer)
    await app.close()
    await counterparts.stop()
    await database.close()
  }
  return {
    announce: () =>
      printStartup({
        address,
        clubName: configuration.club.name,
        hasPages,
        isDemonstration: environment.seed,
      }),
    stop,
    handOver: async () => {
      await stopAccepting(app)
      await stop()
    },
  }
}

/** A database with demonstration data must not be used by a real club: its passwords and second factors are published. */
const refuseDemonstration = async (environment: Environment, { db }: Database): Promise<void> => {
  if (environment.allows_demonstration_data || !(await hasDemonstrationStaff(db))) return
  throw new ConfigurationError(
    'This database contains demonstration data, whose passwords are published. Start with an empty one.',
  )
}

const seedWhenEmpty = async (input: {
  environment: Environment
  configuration: ClubConfiguration
  database: Database
  rootKey: Buffer
  now: Date
}): Promise<void> => {
  const { environment, configuration, database, now } = input
  if (!environment.seed || (await hasCustomers(database.db))) return
  const vault = createVault(input.rootKey)
  await seedDemonstration({
    db: database.db,
    vault,
    now,
    recovery: {
      photos: { store: photoStoreOf(configuration, environment), key: vault.derive('photos') },
      answer_hours: configuration.recovery.answer_hours,
    },
    ...(environment.allows_demonstration_data
      ? { counterparts: join(environment.data_folder, 'counterparts') }
      : {}),
  })
}

const printStartup = (input: {
  address: string
  clubName: string
  hasPages: boolean
  isDemonstration: boolean
}): void => {
  const lines = [`${input.clubName}: ${input.address}`]
  if (!input.hasPages)
    lines.push('  A interface não foi construída: rode "npm run build". As chamadas já respondem.')
  if (input.isDemonstration) {
    lines.push('', 'Pessoas da demonstração:')
    for (const { name, document_id, password } of [...Object.values(personas), recoveringPersona])
      lines.push(`  ${document_id}  ${password ?? '(cadastro incompleto)'}  ${name}`)
    lines.push('', `Equipe da demonstração, em ${input.address}/equipe:`)
    for (const persona of Object.values(staffPersonas))
      lines.push(`  ${staffEmail(persona)}  ${persona.password}  ${persona.name}`)
    lines.push('  Códigos do aplicativo agora: npm run codes')
  }
  process.stdout.write(`${lines.join('\n')}\n`)
}
