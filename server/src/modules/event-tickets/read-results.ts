import { formatShortDateTime } from '@clube/contract/kernel/club-time.ts'
import { findCampaignFacts, type KindResults } from '../campaigns/index.ts'
import type { EventTicketDeps } from './deps.ts'
import { offerTimeAt } from './offer-time.ts'
import {
  countAffected,
  countSessionResults,
  countUnfulfilled,
  type AffectedPeople,
  type SessionResults,
} from './results-store.ts'

const sumOf = (sessions: readonly SessionResults[], field: 'reservations' | 'sold' | 'capacity'): number =>
  sessions.reduce((sum, session) => sum + session[field], 0)

/** The results of a campaign's sessions: places, tickets, admissions and waiting lists. */
export const readResults = async (
  deps: Pick<EventTicketDeps, 'db' | 'clock' | 'time_zone'>,
  campaign_id: string,
): Promise<KindResults> => {
  const now = deps.clock()
  const sessions = await countSessionResults(deps.db, campaign_id)
  const campaign = (await findCampaignFacts(deps.db, [campaign_id])).get(campaign_id)
  const offer_time = campaign ? offerTimeAt(campaign, now) : now
  const notCancelled = sessions.filter(({ cancelled_at }) => cancelled_at === null)
  return {
    steps: [{ title: 'Com lugares reservados', count: sumOf(sessions, 'reservations') }],
    unfulfilled: await countUnfulfilled(deps.db, campaign_id, now),
    given: {
      title: 'Lugares ocupados',
      given: sumOf(notCancelled, 'sold'),
      total: sumOf(notCancelled, 'capacity'),
    },
    interruption: describeInterruption(await countAffected(deps.db, { campaign_id, now, offer_time })),
    tables: [
      {
        title: 'Sessões',
        columns: [
          'Sessão',
          'Lugares',
          'Ocupados',
          'Em oferta',
          'Na espera',
          'Ingressos cancelados',
          'Entraram com ingresso',
          'Não vieram',
        ],
        rows: sessions.map((session) => ({
          title: titleOf(session, formatShortDateTime(session.starts_at, deps.time_zone)),
          values: [
            session.capacity,
            session.sold,
            session.offered,
            session.waiting,
            session.cancelled,
            session.used,
            noShowsOf(session, now),
          ],
        })),
      },
    ],
  }
}

const describeInterruption = ({ holders, waiting }: AffectedPeople): KindResults['interruption'] => {
  const tickets =
    holders === 0
      ? []
      : [
          `${holders === 1 ? '1 pessoa tem' : `${holders} pessoas têm`} ingresso para sessões que ainda não começaram: os ingressos continuam valendo na portaria.`,
        ]
  const queue = `${waiting === 1 ? '1 pessoa está' : `${waiting} pessoas estão`} na lista de espera`
  const withQueue = (outcome: string) => (waiting === 0 ? tickets : [...tickets, `${queue}: ${outcome}`])
  return {
    pause: withQueue('os lugares na lista são mantidos.'),
    end: withQueue('a lista termina, e cada pessoa é avisada.'),
  }
}

const titleOf = ({ title, cancelled_at }: SessionResults, start: string): string =>
  `${title}, ${start}${cancelled_at ? ' (cancelada)' : ''}`

/** Tickets that nobody used; null while people can still come. */
const noShowsOf = ({ starts_at, cancelled_at, released, unused }: SessionResults, now: Date): number | null =>
  now < starts_at || cancelled_at ? null : released + unused
