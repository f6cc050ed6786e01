import { sessionStatusTitles, type Session } from '@clube/contract/event-tickets/session.ts'
import { clubMoment } from '../club-moment.ts'
import type { CampaignChip } from './campaign-words.ts'

type Places = Pick<Session, 'status' | 'remaining' | 'starts_at' | 'sales_from'>

/** What a promotion with sessions says of itself: its status, when it is, and whether places are left. */
export type PlacesLeft = { chip: CampaignChip; when?: string; places: string }

/** Sums up a promotion's sessions as they are at `nowMs`, by the server's clock. */
export function placesLeft(sessions: readonly Places[], nowMs: number): PlacesLeft {
  const on = sessions.filter(({ status }) => status !== 'closed')
  if (on.length === 0) return nothingOn(sessions, nowMs)
  const [next = ''] = on.map(({ starts_at }) => starts_at).toSorted()
  const when = on.length === 1 ? clubMoment(next) : `Próxima sessão: ${clubMoment(next)}`
  const having = (wanted: Session['status']) => on.filter(({ status }) => status === wanted)
  const last = having('last_places')
  const free = having('available').length + last.length
  if (free > last.length)
    return {
      chip: { words: 'Disponível', tone: 'good' },
      when,
      places: on.length === 1 ? 'Há lugares' : `Há lugares em ${free} de ${on.length} sessões`,
    }
  if (free > 0) {
    const remaining = last.reduce((sum, session) => sum + (session.remaining ?? 0), 0)
    const places =
      remaining === 0
        ? 'Restam poucos lugares'
        : remaining === 1
          ? 'Resta 1 lugar'
          : `Restam ${remaining} lugares`
    return { chip: { words: sessionStatusTitles.last_places, tone: 'warn' }, when, places }
  }
  return having('held_by_others').length > 0
    ? { chip: { words: 'Sem lugares agora', tone: 'warn' }, when, places: sessionStatusTitles.held_by_others }
    : { chip: { words: 'Esgotado', tone: 'bad' }, when, places: 'Há lista de espera' }
}

function nothingOn(sessions: readonly Places[], nowMs: number): PlacesLeft {
  const [opens] = sessions
    .map(({ sales_from }) => sales_from)
    .filter((sales_from) => Date.parse(sales_from) > nowMs)
    .toSorted()
  if (opens !== undefined)
    return { chip: { words: 'Em breve' }, places: `Reservas a partir de ${clubMoment(opens)}` }
  return sessions.length === 0
    ? { chip: { words: 'Em breve' }, places: 'As sessões ainda não foram abertas' }
    : { chip: { words: 'Encerrado' }, places: sessionStatusTitles.closed }
}
