import { systemRandom } from '../src/adapters/random/system-random.ts'
import { createHttpCarPark } from '../src/adapters/outside/http-car-park.ts'
import { createHttpPartnerProgramme } from '../src/adapters/outside/http-partner-programme.ts'
import type { CarPark } from '../src/ports/car-park.ts'
import type { Clock } from '../src/ports/clock.ts'
import type { PartnerProgramme } from '../src/ports/partner-programme.ts'
import type { Observe, Wait } from './counterpart-server.ts'
import { createLocalCarPark, type LocalCarPark } from './local-car-park.ts'
import { createLocalPartner, type LocalPartner } from './local-partner.ts'

type Options = {
  readonly clock?: Clock
  /** Journal file, for a counterpart that is started again; by default it keeps everything in memory. */
  readonly file?: string
  /** The adapter's time limit; a short one makes tests of silence fast. */
  readonly timeoutMs?: number
  /** Replaces the pauses of the misbehavior `slow` and `late`. */
  readonly wait?: Wait
  readonly observe?: Observe
}

/** Credentials of the counterparts in tests, for server processes that connect to them. */
export const testCredentials = {
  client_id: 'clube',
  client_secret: 'client-secret-of-the-tests',
  signing_secret: 'signing-secret-of-the-tests',
  api_key_id: 'clube',
  api_key: 'api-key-of-the-tests',
} as const

const commonOf = ({ clock = () => new Date(), file, wait, observe }: Options) => ({
  ...testCredentials,
  clock,
  file: file ?? null,
  ...(wait ? { wait } : {}),
  ...(observe ? { observe } : {}),
})
const adapterOptions = ({ clock = () => new Date(), timeoutMs }: Options, base_url: string) => ({
  ...testCredentials,
  base_url,
  clock,
  random: systemRandom,
  retryDelayMs: 1,
  ...(timeoutMs === undefined ? {} : { timeoutMs }),
})

/** Starts a partner programme on a free port of loopback. `stop` ends it. */
export const startTestPartner = async (
  options: Options = {},
): Promise<
  LocalPartner & {
    programme: PartnerProgramme
    /** Another adapter, with its own circuit breaker, for example with a shorter time limit. */
    connect: (changes: { timeoutMs?: number }) => PartnerProgramme
  }
> => {
  const partner = createLocalPartner(commonOf(options))
  await partner.start()
  const connect = (changes: { timeoutMs?: number }) =>
    createHttpPartnerProgramme(adapterOptions({ ...options, ...changes }, partner.base_url()))
  return { ...partner, connect, programme: connect({}) }
}

/** Starts a car park on a free port of loopback. `stop` ends it. */
export const startTestCarPark = async (
  options: Options = {},
): Promise<
  LocalCarPark & {
    carPark: CarPark
    /** Another adapter, with its own circuit breaker, for example with a shorter time limit. */
    connect: (changes: { timeoutMs?: number }) => CarPark
  }
> => {
  const local = createLocalCarPark(commonOf(options))
  await local.start()
  const connect = (changes: { timeoutMs?: number }) =>
    createHttpCarPark(adapterOptions({ ...options, ...changes }, local.base_url()))
  return { ...local, connect, carPark: connect({}) }
}
