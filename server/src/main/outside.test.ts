import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { configuration as demonstration } from '../../seeds/demonstration/club.ts'
import {
  startTestCarPark,
  startTestPartner,
  testCredentials,
} from '../../counterparts/counterparts.testing.ts'
import { systemRandom } from '../adapters/random/system-random.ts'
import { checkClubConfiguration } from './club-configuration.ts'
import { noCounterparts, startCounterparts, type Counterparts } from './counterparts.ts'
import { readEnvironment } from './environment.ts'
import { externalServicesOf } from './outside.ts'

const read = (change: object) => checkClubConfiguration('test', { ...demonstration, ...change })
const clock = () => new Date()
const connect = (input: { change?: object; env?: NodeJS.ProcessEnv; counterparts?: Counterparts }) =>
  externalServicesOf({
    configuration: read(input.change ?? {}),
    environment: readEnvironment(input.env ?? {}, ''),
    counterparts: input.counterparts ?? noCounterparts,
    random: systemRandom,
    clock,
  })

const stops: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
})
const start = async (folder: string | null) => {
  const counterparts = await startCounterparts({ configuration: read({}), clock, folder })
  stops.push(counterparts.stop)
  return counterparts
}

const http = (base_url: string) => ({
  partners: { azul: { title: 'Azul', connection: { kind: 'http', base_url, client_id: 'clube' } } },
  car_park: { kind: 'http', base_url, api_key_id: 'clube' },
})
const { client_secret, signing_secret, api_key } = testCredentials
const PARTNER_SECRETS = JSON.stringify({ azul: { client_secret, signing_secret } })

describe('the external services of a club', () => {
  test('the demonstration club has a local partner with its people as members, and a local car park', async () => {
    const { partners, carPark } = connect({ counterparts: await start(null) })
    expect([...partners].map(([slug, { title }]) => [slug, title])).toEqual([['voe-mais', 'Voe Mais']])
    const programme = partners.get('voe-mais')?.programme
    expect(
      await programme?.link({ member_number: '70001234', proof: '246810', document_id: '52998224725' }),
    ).toEqual({ kind: 'linked' })
    expect(await carPark?.readTicket('100000000001')).toMatchObject({ vehicle: 'car', due_cents: 14_00 })
  })

  test('the books of local counterparts survive a restart', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'clube-counterparts-'))
    stops.push(() => rm(folder, { recursive: true }))
    const first = await start(folder)
    const { carPark } = connect({ counterparts: first })
    const application = {
      key: 'a1',
      ticket_number: '100000000001',
      garage_id: 'G1',
      promotion_id: 'CLUBE',
      amount_cents: 5_00,
    }
    expect(await carPark?.apply(application)).toMatchObject({ kind: 'done' })
    await first.stop()
    const second = connect({ counterparts: await start(folder) })
    expect(await second.carPark?.findApplication('a1')).toMatchObject({ result: { discount_cents: 5_00 } })
  })

  test('local services are refused where demonstration data is not allowed', () => {
    const env = { NODE_ENV: 'production' }
    expect(() => connect({ env })).toThrow('partners.voe-mais is local, which is allowed only next to')
    expect(() => connect({ env, change: { partners: {} } })).toThrow('car_park is local')
  })

  test('services over HTTP require their secrets', () => {
    const change = http('https://parceiro.exemplo.com.br/v1')
    expect(() => connect({ change })).toThrow('PARTNER_SECRETS contains no secrets of the partner azul.')
    expect(() => connect({ change, env: { PARTNER_SECRETS } })).toThrow('CAR_PARK_API_KEY is missing')
    expect(() => readEnvironment({ PARTNER_SECRETS: '{"azul":"abcdefghijklmnop"}' }, '')).toThrow(
      /^(?!.*abcdefghijklmnop).*PARTNER_SECRETS must be JSON/,
    )
  })

  test('services over HTTP are connected with the secrets of the environment', async () => {
    const [partner, local] = [await startTestPartner(), await startTestCarPark()]
    stops.push(partner.stop, local.stop)
    const env = { PARTNER_SECRETS, CAR_PARK_API_KEY: api_key }
    const { partners } = connect({ change: http(partner.base_url()), env })
    expect(await partners.get('azul')?.programme.findDebit('a1')).toEqual({ kind: 'absent' })
    const { carPark } = connect({ change: http(local.base_url()), env })
    expect(await carPark?.findApplication('a1')).toEqual({ kind: 'absent' })
  })

  test.each([
    'http://parceiro.exemplo.com.br',
    'https://user:password@parceiro.exemplo.com.br',
    'https://parceiro.exemplo.com.br/v1/',
    'https://parceiro.exemplo.com.br/v1?key=1',
    'http://127.0.0.1.exemplo.com.br',
    'ftp://parceiro.exemplo.com.br',
  ])('the base URL %s is refused', (base_url) => {
    expect(() => read(http(base_url))).toThrow('must be an https URL without credentials')
  })

  test.each(['Voe Mais', '../x', 'a_b', '', '-a', 'x'.repeat(41)])(
    'the slug %j of a partner is refused',
    (slug) => {
      expect(() => read({ partners: { [slug]: { title: 'x', connection: { kind: 'local' } } } })).toThrow(
        'is invalid',
      )
    },
  )
})
