import cluster from 'node:cluster'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { DatabaseUnavailable } from '../db/database-failure.ts'
import { DatabaseFolderError } from '../db/database-folder.ts'
import { ConfigurationError, readClubConfiguration } from './club-configuration.ts'
import { readEnvironment, readRootKey } from './environment.ts'

const demonstrationClub = join(import.meta.dirname, '../../seeds/demonstration/club.ts')

// In about half of all processes, V8 would decide at the start to allocate some objects of each request directly in the old
// generation, and each collection of the young one would then keep what they refer to (see bench/README.md, session).
setFlagsFromString('--no-allocation-site-pretenuring')

/** Each kind of process loads only what it needs. */
const main = async (): Promise<void> => {
  const environment = readEnvironment(process.env, demonstrationClub)
  if (cluster.isWorker) return (await import('./worker.ts')).runWorker(environment)
  // The embedded database is not created while a setting is wrong, nor without the key that seals its data.
  await readClubConfiguration(environment.club_config)
  await readRootKey(process.env, environment)
  if (environment.processes > 1) await (await import('./primary.ts')).runPrimary(environment)
  else await (await import('./single-process.ts')).runSingleProcess(environment)
}

main().catch((error: unknown) => {
  const expected = [ConfigurationError, DatabaseFolderError, DatabaseUnavailable].some(
    (kind) => error instanceof kind,
  )
  process.stderr.write(
    `${error instanceof Error ? (expected ? error.message : error.stack) : String(error)}\n`,
  )
  process.exit(1)
})
