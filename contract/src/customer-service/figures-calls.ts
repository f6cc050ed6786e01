import * as z from 'zod/mini'
import { defineCall } from '../kernel/call.ts'
import { defineFile } from '../kernel/served-file.ts'
import { areaSchema, categorySchema } from './service-ticket.ts'

const longestPeriodDays = 366
const dayMs = 86_400_000
export const figuresPeriodMessage = `Escolha um período de até ${longestPeriodDays} dias.`

/** A day that exists, in this century. */
const isDay = (text: string): boolean => {
  const ms = /^20\d{2}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(text)
}
/** Invalid days have errors of their own. */
const isPeriod = ({ from, to }: { from: string; to: string }): boolean => {
  const days = (Date.parse(to) - Date.parse(from)) / dayMs + 1
  return Number.isNaN(days) || (days >= 1 && days <= longestPeriodDays)
}

const day = z.string({ error: figuresPeriodMessage }).check(z.refine(isDay, figuresPeriodMessage))

/** Tickets by the club's day on which they were opened, without duplicates that were merged into another ticket. */
const flowFields = {
  opened: z.int(),
  /** First answers in time (the deadline is in time), late or overdue, and missing before their deadline. */
  answered_in_time: z.int(),
  answered_late: z.int(),
  unanswered: z.int(),
  /** The last solution in time, late or overdue, and missing before its deadline, such as that of a reopened ticket. */
  solved_in_time: z.int(),
  solved_late: z.int(),
  unsolved: z.int(),
} as const
const flowSchema = z.object(flowFields)
export type TicketFlow = z.infer<typeof flowSchema>

/** Ratings of the service from 1 to 5: how many gave each, and the mean; null below 5 ratings. */
const satisfactionSchema = z.object({ counts: z.array(z.int()), mean: z.nullable(z.number()) })

/** The figures of a period; the last day is included. Waiting times are those of now. */
export const readServiceFiguresCall = defineCall({
  method: 'GET',
  path: '/api/staff/customer-service/figures',
  summary: 'Atendimentos recebidos, prazos e satisfação.',
  query: z
    .object({ from: day, to: day, area: z.optional(areaSchema) })
    .check(z.refine(isPeriod, { error: figuresPeriodMessage, path: ['to'] })),
  data: z.object({
    total: flowSchema,
    days: z.array(z.object({ day: z.string(), ...flowFields })),
    areas: z.array(z.object({ area: areaSchema, ...flowFields })),
    categories: z.array(z.object({ category: categorySchema, ...flowFields })),
    /** Median minutes from the opening to the first answer and to the last solution, of tickets that have one; null without any. */
    median_first_answer_minutes: z.nullable(z.int()),
    median_solution_minutes: z.nullable(z.int()),
    satisfaction: satisfactionSchema,
    /** Tickets that wait for staff now, by the time to their next deadline; 4 and 24 hours are included. */
    waiting_now: z.object({
      overdue: z.int(),
      next_4_hours: z.int(),
      next_24_hours: z.int(),
      later: z.int(),
    }),
  }),
  refusals: {},
  session: 'staff',
  permission: 'tickets.answer',
})
export type ServiceFigures = z.infer<(typeof readServiceFiguresCall)['data']>

const fileDay = z.string().check(z.refine(isDay))

/** The tickets opened in a period, one per line, without texts and personal data. */
export const serviceTicketsFile = defineFile({
  path: '/api/staff/customer-service/:from/:to/atendimentos.csv',
  summary: 'Atendimentos de um período em CSV.',
  params: z.object({ from: fileDay, to: fileDay }).check(z.refine(isPeriod)),
  type: 'text/csv; charset=utf-8',
  disposition: 'attachment',
  filename: 'atendimentos.csv',
  refusals: {},
  session: 'staff',
  permission: 'tickets.supervise',
})
