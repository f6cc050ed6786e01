import { formatPeople } from '@clube/contract/kernel/count-formats.ts'
import { changedFields, type SessionPlan } from '@clube/contract/event-tickets/session-plan.ts'
import { formatDate, formatHour, type TimeZone } from '@clube/contract/kernel/club-time.ts'

const fieldNames = {
  title: 'título',
  place: 'local',
  starts_at: 'início',
  ends_at: 'término',
  sales_from: 'abertura das reservas',
  sales_until: 'fim das reservas',
  cancel_until: 'prazo para cancelar',
  no_show_from: 'liberação de quem não veio',
  capacity: 'lugares',
  limit_per_document: 'limite por CPF',
  minimum_age: 'idade mínima',
  is_closed: 'reservas encerradas',
} as const satisfies Record<keyof SessionPlan, string>

const describeValue = (value: SessionPlan[keyof SessionPlan], zone: TimeZone): string => {
  if (value === null) return 'nada'
  if (value instanceof Date) return `${formatDate(value, zone)} ${formatHour(value, zone)}`
  if (typeof value === 'boolean') return value ? 'sim' : 'não'
  return typeof value === 'number' ? String(value) : `"${value}"`
}

/** The audit sentence of a changed plan, with the values before and after. */
export const describeChange = (
  before: SessionPlan,
  after: SessionPlan,
  { people, time_zone }: { people: number; time_zone: TimeZone },
): string => {
  const changes = changedFields(before, after).map(
    (field) =>
      `${fieldNames[field]} de ${describeValue(before[field], time_zone)} para ${describeValue(after[field], time_zone)}`,
  )
  const notified = people === 0 ? '' : ` ${formatPeople(people)} a avisar.`
  return `Alterou a sessão: ${changes.length === 0 ? 'nada mudou' : changes.join('; ')}.${notified}`
}
