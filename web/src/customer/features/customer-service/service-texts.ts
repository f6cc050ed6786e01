import type { OwnTicket } from '@clube/contract/customer-service/calls.ts'
import type { ServiceTicketState } from '@clube/contract/customer-service/service-ticket-states.ts'
import { endSentence } from '@clube/contract/kernel/club-time.ts'
import type { Tone } from '../../../kit/surface/chip.tsx'
import { clubDayOf, formatLongDay, formatShortDateTime } from '../../../parts/club-time.ts'

export const stateTones: Readonly<Record<ServiceTicketState, Tone>> = {
  new: 'accent',
  in_progress: 'accent',
  waiting_customer: 'warn',
  resolved: 'good',
  closed: undefined,
}

type Deadlines = Pick<OwnTicket, 'state' | 'first_answer_due_at' | 'sla_due_at'>

/** What the person can expect next, as a sentence; null once the ticket is resolved. `now` as Unix time in milliseconds. */
export function deadlineText(
  { state, first_answer_due_at, sla_due_at }: Deadlines,
  now: number,
): string | null {
  switch (state) {
    case 'waiting_customer':
      return 'A equipe espera a sua resposta.'
    case 'resolved':
    case 'closed':
      return null
    case 'new':
    case 'in_progress': {
      const [what, due_at] =
        first_answer_due_at === null ? ['solução', sla_due_at] : ['primeira resposta', first_answer_due_at]
      if (due_at === null) return null
      const when = formatShortDateTime(due_at)
      return Date.parse(due_at) > now
        ? endSentence(`${what === 'solução' ? 'Solução' : 'Primeira resposta'} até ${when}`)
        : `A ${what} era para ${endSentence(when)} Pedimos desculpas pela demora.`
    }
    default:
      return state satisfies never
  }
}

const dayMs = 86_400_000

/** The club's day at an instant: Hoje, Ontem, or the date. `now` as Unix time in milliseconds. */
export function dayTitle(instant: string, now: number): string {
  const day = clubDayOf(instant)
  if (day === clubDayOf(new Date(now))) return 'Hoje'
  return day === clubDayOf(new Date(now - dayMs)) ? 'Ontem' : formatLongDay(instant)
}

/** Consecutive entries of the same day of the club. */
export function groupByDay<Entry extends { created_at: string }>(
  entries: readonly Entry[],
): { day: string; entries: Entry[] }[] {
  const groups: { day: string; entries: Entry[] }[] = []
  for (const entry of entries) {
    const day = clubDayOf(entry.created_at)
    const last = groups.at(-1)
    if (last?.day === day) last.entries.push(entry)
    else groups.push({ day, entries: [entry] })
  }
  return groups
}
