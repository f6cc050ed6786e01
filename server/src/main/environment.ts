import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { isLoopback } from '../http/loopback.ts'
import { parsePeers } from '../http/trusted-peers.ts'
import * as z from 'zod/mini'
import type { PartnerSecrets } from '../adapters/outside/http-partner-programme.ts'
import { ConfigurationError } from './club-configuration.ts'

/** Settings from environment variables, documented in docs/operations.md. */
export type Environment = {
  readonly port: number
  readonly host: string
  /** Scheme and host that browsers see, without a trailing slash. */
  readonly base_url: string
  /** URL of the production PostgreSQL; null starts the embedded one in `data_folder`. */
  readonly database_url: string | null
  readonly data_folder: string
  readonly club_config: string
  /** Processes that answer requests; with one, it is the process that starts everything. */
  readonly processes: number
  /** Connections of each process to the database, besides `otherConnections`. */
  readonly pool_size: number
  readonly log_level: string
  readonly trust_proxy: string | false
  /** Key of the enterprise captcha's provider; null where none is used. */
  readonly recaptcha_api_key: string | null
  /** Keys of the bucket that stores the photos; null when a folder is used. */
  readonly photo_store_keys: { readonly access_key_id: string; readonly secret_access_key: string } | null
  /** Secrets of the message gateways; null where they are not used. */
  readonly smtp_password: string | null
  readonly zenvia_token: string | null
  readonly fiscal_token: string | null
  readonly twilio_auth_token: string | null
  /** Secrets at partner programmes, by slug. */
  readonly partner_secrets: Readonly<Record<string, PartnerSecrets>>
  /** Key at the operator of the car park; null where none is used. */
  readonly car_park_api_key: string | null
  /** Token for `/health/detail`; null when it is not served. */
  readonly health_token: string | null
  /** Whether messages may go to the local outbox instead of being sent. */
  readonly local_messaging: boolean
  /** Whether the pages under /dev are served. */
  readonly dev_pages: boolean
  /**
   * Whether the database may contain demonstration data, whose passwords and second factors are published: never in
   * production, and only where no other machine can reach the server.
   */
  readonly allows_demonstration_data: boolean
  /** Whether an empty database is filled with the demonstration club. */
  readonly seed: boolean
  /** Whether every response is validated against its call's schema. */
  readonly check_responses: boolean
}

/** Connections of a process to the database outside of its pool: three for jobs and one for notifications. */
const otherConnections = 4
/** What PostgreSQL accepts by default (`max_connections`), minus those reserved for superusers. */
const defaultMaxConnections = 97
const maxPoolSize = 10
/** With pools of two connections, more processes exceed `defaultMaxConnections`. */
const maxDefaultProcesses = 15

/** Connections of all processes, with one more process while they are replaced. */
export const connectionsOf = ({
  processes,
  pool_size,
}: Pick<Environment, 'processes' | 'pool_size'>): number => (processes + 1) * (pool_size + otherConnections)

/** The largest pool, up to 10, with which all processes fit into the default `max_connections`; at least 2. */
const defaultPoolSize = (processes: number): number =>
  Math.max(2, Math.min(maxPoolSize, Math.floor(defaultMaxConnections / (processes + 1)) - otherConnections))

const modes = ['production', 'development', 'test']
const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']

/**
 * Reads the environment. Every value except production secrets has a documented default.
 * @throws {ConfigurationError} for the first invalid value
 */
export const readEnvironment = (env: NodeJS.ProcessEnv, defaultClubConfig: string): Environment => {
  const mode = env['NODE_ENV'] || 'development'
  // A misspelled "production" would start a club with the development defaults.
  if (!modes.includes(mode))
    throw new ConfigurationError(`NODE_ENV must be one of ${modes.join(', ')}, not "${mode}".`)
  const isProduction = mode === 'production'
  const port = integer(env, 'PORT', 3000, 0, 65_535)
  const host = env['HOST'] ?? '127.0.0.1'
  const log_level = env['LOG_LEVEL'] ?? 'warn'
  if (!logLevels.includes(log_level))
    throw new ConfigurationError(`LOG_LEVEL must be one of ${logLevels.join(', ')}, not "${log_level}".`)
  const base_url = env['PUBLIC_URL'] ?? `http://localhost:${port}`
  if (!/^https?:\/\/[^\s/]+$/.test(base_url))
    throw new ConfigurationError(
      `PUBLIC_URL must look like https://clube.exemplo.com.br without a path, not "${base_url}".`,
    )
  if (base_url.startsWith('http:') && !isLoopback(new URL(base_url).hostname))
    throw new ConfigurationError(
      `PUBLIC_URL must begin with https:// unless its host is a loopback address, not "${base_url}".`,
    )
  const database_url = env['DATABASE_URL'] ?? null
  if (database_url !== null && !/^postgres(ql)?:\/\//.test(database_url))
    throw new ConfigurationError('DATABASE_URL must begin with postgresql://.')
  const trust_proxy = trustProxy(env, base_url)
  const allows_demonstration_data =
    !isProduction &&
    isLoopback(host) &&
    isLoopback(new URL(base_url).hostname) &&
    // A proxy on this machine forwards requests from others. Tests use one to set the IP of their requests.
    (trust_proxy === false || mode === 'test')
  const seed = yesOrNo(env, 'SEED', allows_demonstration_data && database_url === null)
  if (seed && !allows_demonstration_data)
    throw new ConfigurationError(
      'SEED=yes is refused: the demonstration data has published passwords. It is allowed only outside production, with HOST and PUBLIC_URL on loopback and without TRUST_PROXY.',
    )
  const processes = integer(env, 'PROCESSES', Math.min(availableParallelism(), maxDefaultProcesses), 1, 64)
  return {
    port,
    host,
    base_url,
    database_url,
    data_folder: env['DATA_FOLDER'] ?? '.data',
    club_config: env['CLUB_CONFIG'] ?? defaultClubConfig,
    processes,
    pool_size: integer(env, 'POOL_SIZE', defaultPoolSize(processes), 1, 200),
    log_level,
    trust_proxy,
    recaptcha_api_key: env['RECAPTCHA_API_KEY'] ?? null,
    photo_store_keys: photoStoreKeys(env),
    smtp_password: env['SMTP_PASSWORD'] ?? null,
    zenvia_token: env['ZENVIA_TOKEN'] ?? null,
    fiscal_token: env['FISCAL_TOKEN'] ?? null,
    twilio_auth_token: env['TWILIO_AUTH_TOKEN'] ?? null,
    partner_secrets: partnerSecrets(env),
    car_park_api_key: env['CAR_PARK_API_KEY'] ?? null,
    health_token: healthToken(env),
    local_messaging: yesOrNo(env, 'LOCAL_MESSAGING', allows_demonstration_data && database_url === null),
    dev_pages: allows_demonstration_data,
    allows_demonstration_data,
    seed,
    check_responses: yesOrNo(env, 'CHECK_RESPONSES', !isProduction && database_url === null),
  }
}

/** The proxies of a club with https: only they may connect, since they alone terminate https. */
const trustProxy = (env: NodeJS.ProcessEnv, base_url: string): string | false => {
  const text = env['TRUST_PROXY'] ?? ''
  if (text === '') {
    if (base_url.startsWith('https:'))
      throw new ConfigurationError(
        'TRUST_PROXY is missing: with an https PUBLIC_URL, connections are accepted only from the proxies it lists.',
      )
    return false
  }
  if (parsePeers(text) === null)
    throw new ConfigurationError(
      `TRUST_PROXY must list IP addresses or CIDR ranges with a prefix length of at least 8, separated by commas, not "${text}".`,
    )
  return text
}

const photoStoreKeys = (env: NodeJS.ProcessEnv): Environment['photo_store_keys'] => {
  const { PHOTOS_ACCESS_KEY_ID: access_key_id = '', PHOTOS_SECRET_ACCESS_KEY: secret_access_key = '' } = env
  if (access_key_id === '' && secret_access_key === '') return null
  if (access_key_id === '' || secret_access_key === '')
    throw new ConfigurationError(
      'PHOTOS_ACCESS_KEY_ID and PHOTOS_SECRET_ACCESS_KEY must be set together: one is missing.',
    )
  return { access_key_id, secret_access_key }
}

const secret = z.string().check(z.minLength(16))
const partnerSecretsSchema = z.record(z.string(), z.object({ client_secret: secret, signing_secret: secret }))

const partnerSecrets = (env: NodeJS.ProcessEnv): Environment['partner_secrets'] => {
  const text = env['PARTNER_SECRETS'] ?? ''
  if (text === '') return {}
  try {
    return z.parse(partnerSecretsSchema, JSON.parse(text))
  } catch {
    // The error would quote the secrets.
    throw new ConfigurationError(
      'PARTNER_SECRETS must be JSON such as {"slug": {"client_secret": "…", "signing_secret": "…"}}, with at least 16 characters each.',
    )
  }
}

const healthToken = (env: NodeJS.ProcessEnv): string | null => {
  const token = env['HEALTH_TOKEN'] ?? ''
  if (token !== '' && token.length < 32)
    throw new ConfigurationError('HEALTH_TOKEN must have at least 32 characters.')
  return token === '' ? null : token
}

const integer = (
  env: NodeJS.ProcessEnv,
  name: string,
  fallback: number,
  min: number,
  max: number,
): number => {
  const text = env[name]
  if (text === undefined || text === '') return fallback
  const value = Number(text)
  if (!Number.isInteger(value) || value < min || value > max)
    throw new ConfigurationError(`${name} must be a whole number from ${min} to ${max}, not "${text}".`)
  return value
}

const yesOrNo = (env: NodeJS.ProcessEnv, name: string, fallback: boolean): boolean => {
  const text = env[name]
  if (text === undefined || text === '') return fallback
  if (text !== 'yes' && text !== 'no')
    throw new ConfigurationError(`${name} must be yes or no, not "${text}".`)
  return text === 'yes'
}

/**
 * The root key from which all secrets are derived: `CLUB_SECRET` (at least 32 bytes, base64). Production must set
 * it; the embedded default generates one on the first start and stores it next to the database.
 * @throws {ConfigurationError}
 */
export const readRootKey = async (env: NodeJS.ProcessEnv, environment: Environment): Promise<Buffer> => {
  const given = env['CLUB_SECRET']
  if (given !== undefined) {
    const key = Buffer.from(given, 'base64')
    if (key.length < 32)
      throw new ConfigurationError('CLUB_SECRET must contain at least 32 random bytes in base64.')
    return key
  }
  if (environment.database_url !== null || env['NODE_ENV'] === 'production')
    throw new ConfigurationError(
      'CLUB_SECRET is missing: with DATABASE_URL or NODE_ENV=production the club needs its own key (docs/operations.md).',
    )
  return embeddedRootKey(environment.data_folder)
}

/** A lost key would make every stored document unreadable, so a database without its key is refused, not re-keyed. */
const embeddedRootKey = async (folder: string): Promise<Buffer> => {
  const file = join(folder, 'club-secret')
  if (existsSync(file)) return Buffer.from((await readFile(file, 'utf8')).trim(), 'base64')
  if (existsSync(join(folder, 'postgres', 'cluster')))
    throw new ConfigurationError(
      `${file} is missing, and the database next to it cannot be read without it. Restore it from your backup.`,
    )
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const key = randomBytes(32)
  await writeFile(file, `${key.toString('base64')}\n`, { mode: 0o600, flag: 'wx' })
  return key
}
