import * as z from 'zod/mini'
import { invalidFilterMessage, idCursor } from '../kernel/cursor.ts'
import { defineCall } from '../kernel/call.ts'
import { clubDaySchema } from '../kernel/instant.ts'
import { defineFile } from '../kernel/served-file.ts'
import { followUpOutcomes, ratingReasonSchema, ratingSchema, type FollowUpOutcome } from './rating.ts'

const access = { session: 'staff', permission: 'ratings.read' } as const

/** Longest period of the figures, in days. */
export const longestPeriodDays = 366
export const followUpNoteMaxLength = 500

const dayMs = 86_400_000
const periodMessage = `Escolha um período de até ${longestPeriodDays} dias.`

const day = clubDaySchema(periodMessage)
/** Invalid days have errors of their own. */
const isPeriod = ({ from, to }: { from: string; to: string }): boolean => {
  const days = (Date.parse(to) - Date.parse(from)) / dayMs + 1
  return Number.isNaN(days) || (days >= 1 && days <= longestPeriodDays)
}

/** Segments are named by the shops' contract; an unknown one matches no shop. */
const filterFields = {
  shop_id: z.optional(z.uuid({ error: invalidFilterMessage })),
  segment: z.optional(z.string({ error: invalidFilterMessage }).check(z.maxLength(40, invalidFilterMessage))),
} as const

/** A score with its 95 % interval, or only the number of answers where they are too few. */
export const figureSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('too_few'), answers: z.int() }),
  z.object({ kind: z.literal('score'), answers: z.int(), score: z.int(), low: z.int(), high: z.int() }),
])
export type RatingFigure = z.infer<typeof figureSchema>

const figuresSchema = z.object({
  total: figureSchema,
  /** Shops with answers, by name. */
  shops: z.array(z.object({ shop_id: z.string(), title: z.string(), figure: figureSchema })),
  /** Segments with answers, by name; null for shops without one. */
  segments: z.array(z.object({ segment: z.nullable(z.string()), figure: figureSchema })),
  /** Months with answers, as yyyy-MM. */
  months: z.array(z.object({ month: z.string(), figure: figureSchema })),
  /** Answers per day; none where the total is too small for a score. */
  days: z.array(z.object({ day: z.string(), promoters: z.int(), detractors: z.int() })),
  /** All shops, for the filter. */
  filter_shops: z.array(z.object({ shop_id: z.string(), title: z.string() })),
})
export type RatingFigures = z.infer<typeof figuresSchema>

/** The net promoter score of a period, by shop, segment and month; the last day is included. */
export const readRatingFiguresCall = defineCall({
  method: 'GET',
  path: '/api/staff/ratings/figures',
  summary: 'NPS por loja, segmento e período, com o intervalo de confiança.',
  query: z
    .object({ from: day, to: day, ...filterFields })
    .check(z.refine(isPeriod, { error: periodMessage, path: ['to'] })),
  data: figuresSchema,
  refusals: {},
  ...access,
})

/** The same figures as tables, of all shops. */
export const ratingFiguresFile = defineFile({
  path: '/api/staff/ratings/:from/:to/avaliacoes.csv',
  summary: 'NPS por loja, segmento e mês em CSV.',
  params: z.object({ from: day, to: day }).check(z.refine(isPeriod)),
  type: 'text/csv; charset=utf-8',
  disposition: 'attachment',
  filename: 'avaliacoes.csv',
  refusals: {},
  ...access,
})

/** Detractors who allowed contact and wait for it, who were followed up, and who did not allow it. */
export const detractorQueues = ['waiting', 'done', 'no_consent'] as const
export type DetractorQueue = (typeof detractorQueues)[number]

const outcomeSchema = z.enum(Object.keys(followUpOutcomes) as [FollowUpOutcome, ...FollowUpOutcome[]])

const detractorSchema = z.object({
  rating_id: z.string(),
  /**
   * The customer-service ticket about the purchase that the person opened after the rating; null without one, without consent to
   * be contacted, or when the member does not answer tickets.
   */
  ticket: z.nullable(z.object({ ticket_id: z.string(), protocol: z.string(), state_title: z.string() })),
  shop_name: z.string(),
  issued_on: z.string(),
  rating: ratingSchema,
  reasons: z.array(ratingReasonSchema),
  comment: z.nullable(z.string()),
  rated_at: z.string(),
  /** Null until staff followed up. */
  follow_up: z.nullable(
    z.object({
      outcome: outcomeSchema,
      note: z.nullable(z.string()),
      by: z.string(),
      at: z.string(),
    }),
  ),
})
export type Detractor = z.infer<typeof detractorSchema>

/** Ratings from 0 to 6, without the person: waiting ones oldest first, the others newest first. */
export const listDetractorsCall = defineCall({
  method: 'GET',
  path: '/api/staff/ratings/detractors',
  summary: 'Avaliações de 0 a 6, para acompanhar.',
  query: z.object({
    queue: z.enum(detractorQueues, { error: invalidFilterMessage }),
    ...filterFields,
    cursor: idCursor,
  }),
  data: z.array(detractorSchema),
  refusals: {},
  paged: true,
  ...access,
})

const contactRefusals = {
  'ratings.answer-unknown': { status: 404, message: 'Avaliação não encontrada.' },
  'ratings.no-consent': { status: 409, message: 'Esta pessoa não autorizou contato sobre a avaliação.' },
} as const

/** The person behind an answer who allowed contact. Each view is audited. */
export const readDetractorContactCall = defineCall({
  method: 'POST',
  path: '/api/staff/ratings/contact',
  summary: 'Contato de quem autorizou falar sobre a sua avaliação.',
  body: z.object({ rating_id: z.uuid() }),
  data: z.object({
    customer_id: z.string(),
    name: z.string(),
    email: z.nullable(z.string()),
    cellphone: z.nullable(z.string()),
  }),
  refusals: contactRefusals,
  ...access,
})

/** Records a follow-up, once per answer. */
export const recordFollowUpCall = defineCall({
  method: 'POST',
  path: '/api/staff/ratings/follow-up',
  summary: 'Registra o acompanhamento de uma avaliação.',
  body: z.object({
    rating_id: z.uuid(),
    outcome: outcomeSchema,
    note: z._default(
      z
        .string()
        .check(
          z.trim(),
          z.maxLength(followUpNoteMaxLength, `Escreva até ${followUpNoteMaxLength} caracteres.`),
        ),
      '',
    ),
  }),
  data: detractorSchema,
  refusals: {
    ...contactRefusals,
    'ratings.followed-up': { status: 409, message: '{name} já registrou o acompanhamento desta avaliação.' },
  },
  ...access,
})
