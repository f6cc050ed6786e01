import { saveServiceHoursCall, type ServiceHours } from '@clube/contract/customer-service/service-hours.ts'
import type { ParsedBodyOf } from '@clube/contract/kernel/call.ts'
import { isDeepStrictEqual } from 'node:util'
import { inTransaction, type Db } from '../../db/database.ts'
import { refusalsOf } from '../../kernel/refusal.ts'
import { describeHours, type BusinessHours } from './business-hours.ts'
import type { Agent, CustomerServiceDeps } from './deps.ts'
import { findHours, lockHours, writeHours } from './service-hours-store.ts'

const refuse = refusalsOf(saveServiceHoursCall)

/** Holidays of the configuration have no names. */
const configuredHolidayName = 'Feriado'

type Deps = Pick<CustomerServiceDeps, 'hours'>

/** The saved hours, or those of the configuration while none were saved. */
export const readHours = async ({ hours }: Deps, db: Db): Promise<ServiceHours> =>
  (await findHours(db)) ?? {
    version: 0,
    week: hours.week.map((day) => day && { opens: day[0], closes: day[1] }),
    holidays: byDate([...new Set(hours.holidays)].map((date) => ({ date, name: configuredHolidayName }))),
  }

const byDate = (holidays: ServiceHours['holidays']): ServiceHours['holidays'] =>
  holidays.toSorted((a, b) => (a.date < b.date ? -1 : 1))

/** The hours that deadlines count. Read for each of them, so that a change applies in all processes at once. */
export const currentHours = async (deps: Deps, db: Db): Promise<BusinessHours> => {
  const { week, holidays } = await readHours(deps, db)
  return {
    time_zone: deps.hours.time_zone,
    week: weekOf(week),
    holidays: holidays.map(({ date }) => date),
  }
}

const weekOf = (week: ServiceHours['week']): BusinessHours['week'] =>
  week.map((day) => day && ([day.opens, day.closes] as const))

/**
 * Replaces the version of the hours that the member saw. A repeated request changes nothing.
 * @throws {Refusal} customer-service.hours-changed
 */
export const saveHours = (
  deps: CustomerServiceDeps,
  { agent, version, week, holidays }: ParsedBodyOf<typeof saveServiceHoursCall> & { agent: Agent },
): Promise<ServiceHours> =>
  inTransaction(deps.db, async (tx) => {
    await lockHours(tx)
    const stored = await readHours(deps, tx)
    const saved: ServiceHours = { version: version + 1, week, holidays: byDate(holidays) }
    if (isDeepStrictEqual(stored, saved)) return stored
    if (stored.version !== version) throw refuse('customer-service.hours-changed')
    await writeHours(tx, { ...saved, changed_by: agent.staff_id, changed_at: deps.clock() })
    await deps.audit(tx, {
      actor: { kind: 'staff', id: agent.staff_id },
      action: 'customer-service.save-hours',
      subject: { kind: 'service-hours', id: String(saved.version) },
      sentence: `Mudou os horários do atendimento: ${describeHours({ week: weekOf(week) })}; dias sem atendimento: ${holidays.length}.`,
    })
    return saved
  })
