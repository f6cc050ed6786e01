import { join } from 'node:path'
import { createLocalCarPark, type LocalCarPark } from '../../counterparts/local-car-park.ts'
import { createLocalPartner, type LocalPartner } from '../../counterparts/local-partner.ts'
import { partnerMembers } from '../../seeds/demonstration/partner-members.ts'
import { systemRandom } from '../adapters/random/system-random.ts'
import type { Clock } from '../ports/clock.ts'
import type { ClubConfiguration } from './club-configuration.ts'

/** Local partner programmes and car park of this process, with the credentials that they accept. */
export type Counterparts = {
  readonly partners: ReadonlyMap<
    string,
    {
      readonly server: LocalPartner
      readonly credentials: { client_id: string; client_secret: string; signing_secret: string }
    }
  >
  readonly carPark: {
    readonly server: LocalCarPark
    readonly credentials: { api_key_id: string; api_key: string }
  } | null
  readonly stop: () => Promise<void>
}

/** For processes that call no external service. */
export const noCounterparts: Counterparts = { partners: new Map(), carPark: null, stop: async () => {} }

const newSecret = (): string => systemRandom.bytes(24).toString('base64url')

/**
 * Starts the local partner programmes and car park that the configuration names, on free ports of loopback, with new
 * credentials. Processes that share a folder share their books and the misbehavior that is switched on.
 * @param input.folder of both; null keeps them in memory
 */
export const startCounterparts = async (input: {
  configuration: Pick<ClubConfiguration, 'partners' | 'car_park'>
  clock: Clock
  folder: string | null
}): Promise<Counterparts> => {
  const { configuration, clock, folder } = input
  const filesOf = (name: string) => ({
    file: folder === null ? null : join(folder, `${name}.jsonl`),
    misbehaviorFile: folder === null ? null : join(folder, `${name}-misbehavior.jsonl`),
  })
  const partners = Object.entries(configuration.partners)
    .filter(([, { connection }]) => connection.kind === 'local')
    .map(([slug]) => {
      const credentials = { client_id: 'clube', client_secret: newSecret(), signing_secret: newSecret() }
      const server = createLocalPartner({ ...credentials, clock, ...filesOf(`partner-${slug}`) })
      for (const member of partnerMembers)
        if (!server.findMember(member.member_number)) server.addMember(member)
      return [slug, { server, credentials }] as const
    })
  const carPark = configuration.car_park?.kind === 'local' ? createCarPark(clock, filesOf('car-park')) : null
  const servers = [...partners.map(([, { server }]) => server), ...(carPark ? [carPark.server] : [])]
  await Promise.all(servers.map((server) => server.start()))
  return {
    partners: new Map(partners),
    carPark,
    stop: async () => {
      await Promise.all(servers.map((server) => server.stop()))
    },
  }
}

const createCarPark = (clock: Clock, files: { file: string | null; misbehaviorFile: string | null }) => {
  const credentials = { api_key_id: 'clube', api_key: newSecret() }
  return { credentials, server: createLocalCarPark({ ...credentials, clock, ...files }) }
}
