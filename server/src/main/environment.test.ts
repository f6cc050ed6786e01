import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { mkdirSync, rmSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkClubConfiguration } from './club-configuration.ts'
import { configuration } from '../../seeds/demonstration/club.ts'
import { connectionsOf, readEnvironment, readRootKey } from './environment.ts'

const read = (env: NodeJS.ProcessEnv) => readEnvironment(env, 'club.ts')

describe('the environment', () => {
  test('the environment has a default for everything but secrets', () => {
    expect(read({})).toMatchObject({ port: 3000, host: '127.0.0.1', database_url: null, seed: true })
    expect(read({ DATABASE_URL: 'postgresql://x/y' })).toMatchObject({ seed: false, check_responses: false })
  })

  test('the default pool of each process keeps all processes within 97 connections', () => {
    const poolOf = (processes: number) => read({ PROCESSES: String(processes) })
    expect([1, 5, 6, 8, 15].map((processes) => poolOf(processes).pool_size)).toEqual([10, 10, 9, 6, 2])
    for (let processes = 1; processes <= 15; processes += 1)
      expect(connectionsOf(poolOf(processes))).toBeLessThanOrEqual(97)
    expect(read({ PROCESSES: '8', POOL_SIZE: '20' }).pool_size).toBe(20)
  })

  test.each([
    [{ PROCESSES: '0' }, 'PROCESSES must be a whole number from 1 to 64, not "0".'],
    [{ PORT: 'abc' }, 'PORT must be a whole number from 0 to 65535, not "abc".'],
    [{ PORT: '70000' }, 'PORT must be a whole number'],
    [{ PUBLIC_URL: 'clube.com' }, 'PUBLIC_URL must look like https://'],
    [{ PUBLIC_URL: 'https://clube.com/x' }, 'without a path'],
    [{ DATABASE_URL: 'mysql://x' }, 'DATABASE_URL must begin with postgresql://.'],
    [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL must be one of'],
    [{ PUBLIC_URL: 'http://clube.com' }, 'PUBLIC_URL must begin with https://'],
    [{ PUBLIC_URL: 'https://clube.com' }, 'TRUST_PROXY is missing'],
    [{ TRUST_PROXY: '0.0.0.0/0' }, 'TRUST_PROXY must list IP addresses or CIDR ranges'],
    [{ NODE_ENV: 'prod' }, 'NODE_ENV must be one of production, development, test, not "prod".'],
    [{ NODE_ENV: 'production', SEED: 'yes' }, 'SEED=yes is refused'],
    [{ HOST: '0.0.0.0', SEED: 'yes' }, 'SEED=yes is refused'],
    [{ SEED: 'maybe' }, 'SEED must be yes or no, not "maybe".'],
  ])('the environment %j is rejected with a message', (env, sentence) => {
    expect(() => read(env)).toThrow(sentence)
  })
})

describe('the root key', () => {
  let folder = ''
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'clube-key-'))
  })
  afterAll(() => rm(folder, { recursive: true }))

  test('the root key is required in production and has a minimum length', async () => {
    const env = { DATABASE_URL: 'postgresql://x/y' }
    await expect(readRootKey(env, read(env))).rejects.toThrow('CLUB_SECRET is missing')
    const production = { NODE_ENV: 'production', DATA_FOLDER: folder }
    await expect(readRootKey(production, read(production))).rejects.toThrow('CLUB_SECRET is missing')
    const short = { ...env, CLUB_SECRET: 'c2hvcnQ=' }
    await expect(readRootKey(short, read(short))).rejects.toThrow('at least 32 random bytes')
  })

  test('the root key is created once next to the embedded database, readable by its owner only', async () => {
    const env = { DATA_FOLDER: folder }
    const key = await readRootKey(env, read(env))
    expect(key).toHaveLength(32)
    expect(await readRootKey(env, read(env))).toEqual(key)
    expect((await stat(join(folder, 'club-secret'))).mode & 0o077).toBe(0)
  })

  test('a lost root key is never replaced for an existing database', async () => {
    const env = { DATA_FOLDER: folder }
    mkdirSync(join(folder, 'postgres', 'cluster'), { recursive: true })
    rmSync(join(folder, 'club-secret'))
    await expect(readRootKey(env, read(env))).rejects.toThrow('cannot be read without it')
  })
})

describe("the club's configuration", () => {
  test('the club’s configuration has defaults for limits, captcha and enumeration', () => {
    expect(checkClubConfiguration('x', configuration)).toMatchObject({
      enumeration: 'spec',
      limits: { own_networks: [], overrides: {} },
      captcha: { maxnumber: 1_000_000, enterprise: null },
    })
  })

  test.each([
    [{ club: { ...configuration.club, minimum_age: 'x' } }, 'club.minimum_age'],
    [{ ...configuration, limits: { own_networks: ['203.0.113.0'] } }, 'limits.own_networks'],
    [{ ...configuration, limits: { overrides: { 'sms.acount': 5 } } }, 'limits.overrides'],
    [{ ...configuration, limits: { overrides: { 'sms.account': 0 } } }, 'limits.overrides'],
    [{ club: { ...configuration.club, accent: '#ffffff' } }, 'cannot be made readable'],
    [
      { club: { ...configuration.club, passwordless: 'yes' } },
      'passwordless sign-in requires club.access_key',
    ],
    [
      { club: { ...configuration.club, captcha: { endpoint: '/x', enterprise_site_key: 'k' } } },
      'requires both',
    ],
    [
      { ...configuration, receipts: { cents_per_point: 200 } },
      'receipts.cents_per_point: was moved to club.points.cents_per_point',
    ],
    [{}, 'club'],
    [null, 'is invalid'],
  ])('invalid configuration %# is rejected with a message', (value, sentence) => {
    expect(() => checkClubConfiguration('club.ts', value)).toThrow(sentence)
  })
})
