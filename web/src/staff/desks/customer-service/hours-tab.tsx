import {
  holidayLimit,
  holidayNameMaxLength,
  saveServiceHoursCall,
  weekdayTitles,
  type Holiday,
  type ServiceHours,
} from '@clube/contract/customer-service/service-hours.ts'
import { formatDay } from '@clube/contract/kernel/club-time.ts'
import { useState } from 'react'
import * as z from 'zod/mini'
import { EmptyState } from '../../../kit/feedback/empty-state.tsx'
import { Checkbox } from '../../../kit/field/checkbox.tsx'
import { TextField } from '../../../kit/field/text-field.tsx'
import { Dialog } from '../../../kit/surface/dialog.tsx'
import { DataTable } from '../../../kit/table/data-table.tsx'
import { Loaded } from '../../../parts/club-data/loaded.tsx'
import { useActionForm } from '../../../parts/use-action-form.ts'
import { DeskButton, SubmitButton } from '../../parts/buttons.tsx'
import { SettingRows } from '../../parts/setting-rows.tsx'
import { useHasPermission } from '../../parts/staff-session.ts'
import css from './customer-service.module.css'
import { hoursKey, useHours } from './service-data.ts'

/** Weekdays in the order of the screen: from Monday. */
const weekdays = [1, 2, 3, 4, 5, 6, 0] as const

/** When customer service answers: all members of the desk read the hours, supervisors change them. */
export function HoursTab() {
  const query = useHours()
  const canEdit = useHasPermission('tickets.supervise')
  const [edited, setEdited] = useState<ServiceHours | null>(null)
  const close = () => setEdited(null)
  return (
    <Loaded query={query} loadingText="Carregando os horários">
      {(hours) => (
        <>
          <div className="row spread">
            <p className="soft">
              Os prazos dos atendimentos abertos depois de uma mudança contam estes horários.
            </p>
            {canEdit && <DeskButton onClick={() => setEdited(hours)}>Mudar os horários</DeskButton>}
          </div>
          <DataTable
            label="Horários da semana"
            columns={[
              { title: 'Dia', cell: (day) => weekdayTitles[day], header: true },
              { title: 'Horário', cell: (day) => hoursText(hours.week[day] ?? null) },
            ]}
            rows={weekdays}
            keyOf={String}
          />
          {hours.holidays.length === 0 ? (
            <EmptyState illustration="chat">Nenhum feriado foi guardado.</EmptyState>
          ) : (
            <DataTable
              label="Feriados, sem atendimento"
              columns={[
                { title: 'Feriado', cell: ({ name }) => name, header: true, wide: true },
                { title: 'Dia', cell: ({ date }) => formatDay(date) },
              ]}
              rows={hours.holidays}
              keyOf={({ date }) => date}
            />
          )}
          <Dialog open={edited !== null} onClose={close} title="Horários do atendimento" wide>
            {edited && <HoursForm hours={edited} onDone={close} />}
          </Dialog>
        </>
      )}
    </Loaded>
  )
}

const hoursText = (day: ServiceHours['week'][number]): string =>
  day === null ? 'Fechado' : `Das ${day.opens} às ${day.closes}`

type Day = { is_open: boolean; opens: string; closes: string }
type Values = { week: readonly Day[]; holidays: readonly Holiday[] }

const bodyOf = ({ week, holidays }: Values) => ({
  week: week.map(({ is_open, opens, closes }) => (is_open ? { opens, closes } : null)),
  holidays: [...holidays],
})

/** The first error of each path, such as `week.1.closes`, in the order of the form's data. */
const errorsOf = (values: Values): ReadonlyMap<string, string> => {
  const { week, holidays } = saveServiceHoursCall.body.shape
  const { error } = z.safeParse(z.object({ week, holidays }), bodyOf(values))
  const errors = new Map<string, string>()
  for (const { path, message } of error?.issues ?? [])
    if (!errors.has(path.join('.'))) errors.set(path.join('.'), message)
  return errors
}

const errorIn = (name: keyof Values) => (_value: unknown, values: Values) =>
  [...errorsOf(values)].find(([path]) => path.split('.')[0] === name)?.[1]

type HoursFormProps = { hours: ServiceHours; onDone: () => void }

function HoursForm({ hours, onDone }: HoursFormProps) {
  /** Errors are shown from the first attempt to save on. */
  const [isChecked, setIsChecked] = useState(false)
  const form = useActionForm({
    initial: {
      week: hours.week.map((day) => ({ is_open: day !== null, opens: '10:00', closes: '22:00', ...day })),
      holidays: hours.holidays,
    } as Values,
    rules: { week: errorIn('week'), holidays: errorIn('holidays') },
    onInvalid: () => {
      setIsChecked(true)
      const [path] = errorsOf(form.values).keys()
      if (path !== undefined) form.focus(path)
    },
    request: (send, values) =>
      send(saveServiceHoursCall, { body: { version: hours.version, ...bodyOf(values) } }),
    success: 'Horários guardados.',
    onSuccess: onDone,
    // Also after a refusal: closing the dialog then shows what the other person saved.
    refresh: [hoursKey],
  })
  const { week, holidays } = form.values
  const errors = isChecked ? errorsOf(form.values) : new Map<string, string>()
  const setDay = (day: number, change: Partial<Day>) =>
    form.setValue(
      'week',
      week.map((each, index) => (index === day ? { ...each, ...change } : each)),
    )
  const setHoliday = (changed: number, change: Partial<Holiday>) =>
    form.setValue(
      'holidays',
      holidays.map((each, index) => (index === changed ? { ...each, ...change } : each)),
    )
  const timeField = (day: number, name: 'opens' | 'closes') => ({
    type: 'time' as const,
    name: `week.${day}.${name}`,
    value: week[day]?.[name] ?? '',
    onChange: (value: string) => setDay(day, { [name]: value }),
    error: errors.get(`week.${day}.${name}`),
  })
  return (
    <form {...form.props} className="stack" autoComplete="off">
      <div className="stack" data-path="week">
        {weekdays.map((day) => (
          <fieldset key={day} className={css.day}>
            <legend className="sr-only">{weekdayTitles[day]}</legend>
            <Checkbox
              name={`week.${day}`}
              checked={week[day]?.is_open ?? false}
              onChange={(is_open) => setDay(day, { is_open })}
            >
              {weekdayTitles[day]}
            </Checkbox>
            {week[day]?.is_open ? (
              <>
                <TextField label="Abre às" {...timeField(day, 'opens')} />
                <TextField label="Fecha às" {...timeField(day, 'closes')} />
              </>
            ) : (
              <p className="soft">Fechado</p>
            )}
          </fieldset>
        ))}
        {errors.has('week') && <p className={css.error}>{errors.get('week')}</p>}
      </div>
      <SettingRows
        name="holidays"
        rows={holidays}
        max={holidayLimit}
        error={errors.get('holidays')}
        title="Feriado"
        addLabel="Acrescentar um feriado"
        newRow={() => ({ date: '', name: '' })}
        onChange={(rows) => form.setValue('holidays', rows)}
      >
        {(index) => (
          <>
            <TextField
              label="Dia"
              type="date"
              name={`holidays.${index}.date`}
              value={holidays[index]?.date ?? ''}
              onChange={(date) => setHoliday(index, { date })}
              error={errors.get(`holidays.${index}.date`)}
            />
            <TextField
              label="Nome"
              maxLength={holidayNameMaxLength}
              name={`holidays.${index}.name`}
              value={holidays[index]?.name ?? ''}
              onChange={(name) => setHoliday(index, { name })}
              error={errors.get(`holidays.${index}.name`)}
            />
          </>
        )}
      </SettingRows>
      <div className="row">
        <SubmitButton form={form}>Guardar os horários</SubmitButton>
      </div>
    </form>
  )
}
