import {
  listDetractorsCall,
  readDetractorContactCall,
  readRatingFiguresCall,
  recordFollowUpCall,
  type Detractor,
  type RatingFigures,
} from '@clube/contract/ratings/staff-calls.ts'
import { respond } from './fake-server.ts'
import { sampleId } from './samples.ts'

/** A detractor who allows contact. */
export const detractor: Detractor = {
  rating_id: sampleId(210),
  shop_name: 'Livraria Jabuticabeira',
  issued_on: '2026-11-18',
  rating: 3,
  reasons: ['waiting', 'service'],
  comment: 'Só um caixa aberto no sábado, e a fila não andava.',
  rated_at: '2026-11-20T14:00:00.000Z',
  ticket: null,
  follow_up: null,
}

/** The same person after the follow-up. */
export const followedUp: Detractor = {
  ...detractor,
  follow_up: {
    outcome: 'resolved',
    note: 'A loja abriu mais um caixa aos sábados.',
    by: 'Gilberto Ramos',
    at: '2026-11-21T13:00:00.000Z',
  },
}

/** A detractor who wrote to customer service, too. */
export const withTicket: Detractor = {
  ...detractor,
  ticket: { ticket_id: sampleId(215), protocol: 'SAC-2026-000123-4', state_title: 'Em atendimento' },
}

export const detractors: Detractor[] = [
  detractor,
  {
    ...detractor,
    rating_id: sampleId(211),
    shop_name: 'Sapataria Passo Largo',
    rating: 0,
    reasons: [],
    comment: null,
    rated_at: '2026-11-21T13:30:00.000Z',
  },
]

const shop_id = sampleId(104)

export const ratingFigures: RatingFigures = {
  total: { kind: 'score', answers: 48, score: 42, low: 17, high: 62 },
  shops: [
    { shop_id, title: 'Café do Pátio', figure: { kind: 'too_few', answers: 4 } },
    {
      shop_id: sampleId(105),
      title: 'Livraria Jabuticabeira',
      figure: { kind: 'score', answers: 31, score: -6, low: -33, high: 22 },
    },
    {
      shop_id: sampleId(106),
      title: 'Sapataria Passo Largo',
      figure: { kind: 'score', answers: 13, score: 85, low: 33, high: 100 },
    },
  ],
  segments: [
    { segment: 'books', figure: { kind: 'score', answers: 31, score: -6, low: -33, high: 22 } },
    { segment: 'shoes', figure: { kind: 'score', answers: 13, score: 85, low: 33, high: 100 } },
    { segment: null, figure: { kind: 'too_few', answers: 4 } },
  ],
  months: [
    { month: '2026-10', figure: { kind: 'score', answers: 20, score: 0, low: -40, high: 40 } },
    { month: '2026-11', figure: { kind: 'score', answers: 28, score: 71, low: 39, high: 88 } },
  ],
  days: Array.from({ length: 30 }, (_, index) => ({
    day: `2026-11-${String(index + 1).padStart(2, '0')}`,
    promoters: (index * 7) % 5,
    detractors: index % 3 === 0 ? 1 : 0,
  })).slice(0, 21),
  filter_shops: [
    { shop_id, title: 'Café do Pátio' },
    { shop_id: sampleId(105), title: 'Livraria Jabuticabeira' },
    { shop_id: sampleId(106), title: 'Sapataria Passo Largo' },
  ],
}

/** What the desk *Avaliações* needs to open. */
export const ratingDeskResponses = [
  respond(listDetractorsCall, detractors),
  respond(readRatingFiguresCall, ratingFigures),
  respond(readDetractorContactCall, {
    customer_id: sampleId(1),
    name: 'Olga Prates Vilela',
    email: 'olga.prates@exemplo.com.br',
    cellphone: '11988887777',
  }),
  respond(recordFollowUpCall, followedUp),
]
