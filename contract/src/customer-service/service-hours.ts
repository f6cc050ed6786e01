import * as z from 'zod/mini'
import { requiredTextMessage } from '../brazil/field-messages.ts'
import { defineCall } from '../kernel/call.ts'

/** The days of a week of business hours, Sunday first. */
export const weekdayTitles = [
  'Domingo',
  'Segunda-feira',
  'Terça-feira',
  'Quarta-feira',
  'Quinta-feira',
  'Sexta-feira',
  'Sábado',
] as const

export const holidayLimit = 366
export const holidayNameMaxLength = 60

const timeMessage = 'Digite um horário, como 10:00.'
const dateMessage = 'Escolha um dia que exista.'

const clockTime = z
  .string({ error: timeMessage })
  .check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: timeMessage }))

/** Opening and closing time (HH:mm) of a weekday; null when it is closed. */
const openingHours = z.nullable(
  z.object({ opens: clockTime, closes: clockTime }).check(
    z.refine(({ opens, closes }) => opens < closes, {
      error: 'O fechamento deve ser depois da abertura.',
      path: ['closes'],
    }),
  ),
)

const holiday = z.object({
  /** yyyy-MM-dd */
  date: z.iso.date({ error: dateMessage }),
  name: z
    .string({ error: requiredTextMessage })
    .check(
      z.trim(),
      z.minLength(1, requiredTextMessage),
      z.maxLength(holidayNameMaxLength, `Use até ${holidayNameMaxLength} caracteres.`),
    ),
})
export type Holiday = z.infer<typeof holiday>

/** Without an open day, a deadline would never be reached. */
const hoursFields = {
  week: z.array(openingHours).check(
    z.length(weekdayTitles.length, { error: 'Informe os sete dias da semana.' }),
    z.refine((week) => week.some((day) => day !== null), { error: 'Abra pelo menos um dia da semana.' }),
  ),
  /** Days without service. */
  holidays: z.array(holiday).check(
    z.maxLength(holidayLimit, {
      error: `O limite é de ${holidayLimit} feriados. Retire os que já passaram.`,
    }),
    z.refine((holidays) => new Set(holidays.map(({ date }) => date)).size === holidays.length, {
      error: 'Cada dia pode aparecer uma vez só.',
    }),
  ),
} as const

/** When customer service answers. */
const serviceHoursSchema = z.object({
  /** 0 while the hours of the configuration apply. */
  version: z.int(),
  week: z.array(z.nullable(z.object({ opens: z.string(), closes: z.string() }))),
  /** By date. */
  holidays: z.array(z.object({ date: z.string(), name: z.string() })),
})
export type ServiceHours = z.infer<typeof serviceHoursSchema>

export const readServiceHoursCall = defineCall({
  method: 'GET',
  path: '/api/staff/customer-service/hours',
  summary: 'Horários e feriados do atendimento.',
  data: serviceHoursSchema,
  refusals: {},
  session: 'staff',
  permission: 'tickets.answer',
})

/** Replaces hours and holidays whose `version` is unchanged; the deadlines of tickets opened afterwards count them. */
export const saveServiceHoursCall = defineCall({
  method: 'POST',
  path: '/api/staff/customer-service/hours/save',
  summary: 'Guarda os horários e feriados do atendimento.',
  body: z.object({
    version: z.int().check(z.minimum(0), z.maximum(2_147_483_646)),
    ...hoursFields,
  }),
  data: serviceHoursSchema,
  refusals: {
    'customer-service.hours-changed': {
      status: 409,
      message: 'Outra pessoa mudou os horários. Abra-os de novo.',
    },
  },
  session: 'staff',
  permission: 'tickets.supervise',
})
