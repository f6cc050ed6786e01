import * as z from 'zod/mini'

/** Ratings are whole numbers from 0 to this one. */
export const highestRating = 10
export const ratingMessage = 'Escolha uma nota de 0 a 10.'
export const ratingCommentMaxLength = 1000
/** Days between two requests to the same person. */
export const askEveryDays = 30
/** Days in which a request can be answered. */
export const answerDays = 60

export const ratingSchema = z
  .int({ error: ratingMessage })
  .check(z.minimum(0, ratingMessage), z.maximum(highestRating, ratingMessage))

/** The three classes of the net promoter score. */
export const ratingBands = ['detractor', 'passive', 'promoter'] as const
export type RatingBand = (typeof ratingBands)[number]

/** Highest rating of a detractor and of a passive. */
const highestOfDetractor = 6
const highestOfPassive = 8

/** The class of a rating. */
export const bandOf = (rating: number): RatingBand =>
  rating <= highestOfDetractor ? 'detractor' : rating <= highestOfPassive ? 'passive' : 'promoter'

/** What a reason is about, on screen. */
export const ratingReasons = {
  service: 'Atendimento',
  waiting: 'Tempo de espera',
  price: 'Preço',
  variety: 'Variedade de produtos',
  missing: 'Não encontrei o que queria',
  quality: 'Qualidade do produto',
  exchange: 'Troca ou devolução',
  store: 'Loja organizada e confortável',
  discomfort: 'Loja desorganizada ou desconfortável',
  mall: 'Estacionamento e shopping',
} as const
export type RatingReason = keyof typeof ratingReasons
export const ratingReasonSchema = z.enum(Object.keys(ratingReasons) as [RatingReason, ...RatingReason[]])

/** The question and the reasons that a person can choose, by the band of the rating. */
export const reasonsOfBand = {
  detractor: {
    question: 'O que não foi bem?',
    reasons: ['service', 'waiting', 'price', 'missing', 'quality', 'exchange', 'discomfort', 'mall'],
  },
  passive: {
    question: 'O que pode melhorar?',
    reasons: ['service', 'waiting', 'price', 'variety', 'quality', 'exchange', 'mall'],
  },
  promoter: {
    question: 'Do que você mais gostou?',
    reasons: ['service', 'price', 'variety', 'quality', 'store', 'mall'],
  },
} as const satisfies Record<RatingBand, { question: string; reasons: readonly RatingReason[] }>

/** Whether every reason can be chosen with the rating. */
export const areReasonsOf = (rating: number, reasons: readonly RatingReason[]): boolean => {
  const offered: readonly RatingReason[] = reasonsOfBand[bandOf(rating)].reasons
  return reasons.every((reason) => offered.includes(reason))
}

/** How a follow-up ended, as staff recorded it. */
export const followUpOutcomes = {
  resolved: 'Resolvido com a pessoa',
  talked: 'Conversamos, sem solução',
  not_reached: 'Não consegui falar',
} as const
export type FollowUpOutcome = keyof typeof followUpOutcomes
