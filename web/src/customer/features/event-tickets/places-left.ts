import { eventSessionStatusTitles, type EventSession } from '@clube/contract/event-tickets/session.ts'
import { formatShortDateTime } from '../../../parts/club-time.ts'
import type { CampaignChip } from '../../promotions/promotion.ts'

type Places = Pick<EventSession, 'status' | 'remaining' | 'starts_at' | 'sales_from'>

/** Summary of a promotion with sessions: status, date, and availability. */
export type PlacesLeft = { chip: CampaignChip; when?: string; places: string }

/** Summarizes a promotion's sessions at `nowMs`, by the server's clock. */
export function placesLeft(all: readonly Places[], nowMs: number): PlacesLeft {
  const sessions = all.filter(({ status }) => status !== 'cancelled')
  if (all.length > 0 && sessions.length === 0)
    return { chip: { label: 'Cancelado', tone: 'bad' }, places: 'As sessões foram canceladas' }
  const open = sessions.filter(({ status }) => status !== 'closed')
  if (open.length === 0) return whenNoneOpen(sessions, nowMs)
  const [next = ''] = open.map(({ starts_at }) => starts_at).toSorted()
  const when = open.length === 1 ? formatShortDateTime(next) : `Próxima sessão: ${formatShortDateTime(next)}`
  const withStatus = (status: EventSession['status']) => open.filter((session) => session.status === status)
  const lastPlaces = withStatus('last_places')
  const available = withStatus('available').length + lastPlaces.length
  if (available > lastPlaces.length)
    return {
      chip: { label: 'Disponível', tone: 'good' },
      when,
      places: open.length === 1 ? 'Há lugares' : `Há lugares em ${available} de ${open.length} sessões`,
    }
  if (available > 0) {
    const remaining = lastPlaces.reduce((sum, session) => sum + (session.remaining ?? 0), 0)
    const places =
      remaining === 0
        ? 'Restam poucos lugares'
        : remaining === 1
          ? 'Resta 1 lugar'
          : `Restam ${remaining} lugares`
    return { chip: { label: eventSessionStatusTitles.last_places, tone: 'warn' }, when, places }
  }
  return withStatus('held_by_others').length > 0
    ? {
        chip: { label: 'Sem lugares agora', tone: 'warn' },
        when,
        places: eventSessionStatusTitles.held_by_others,
      }
    : { chip: { label: 'Esgotado', tone: 'bad' }, when, places: 'Há lista de espera' }
}

function whenNoneOpen(sessions: readonly Places[], nowMs: number): PlacesLeft {
  const [opens] = sessions
    .map(({ sales_from }) => sales_from)
    .filter((sales_from) => Date.parse(sales_from) > nowMs)
    .toSorted()
  if (opens !== undefined)
    return { chip: { label: 'Em breve' }, places: `Reservas a partir de ${formatShortDateTime(opens)}` }
  return sessions.length === 0
    ? { chip: { label: 'Em breve' }, places: 'As sessões ainda não foram abertas' }
    : { chip: { label: 'Encerrado' }, places: eventSessionStatusTitles.closed }
}
