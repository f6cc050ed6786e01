import { listCreditCall } from '@clube/contract/campaigns/credit-calls.ts'
import {
  listOpenRatingsCall,
  readOpenRatingCall,
  readRatingLinkCall,
  saveRatingByLinkCall,
  saveRatingCall,
} from '@clube/contract/ratings/calls.ts'
import { listReceiptsCall } from '@clube/contract/receipts/receipt-calls.ts'
import { paths } from '../../platform/navigation/paths.ts'
import { refusal, respond, unreachable } from '../../testing/fake-server.ts'
import { samples } from '../../testing/samples.ts'
import { signedInScreens } from './shopper-screens.ts'
import { choose, press, type, waitForText } from './simulated-user.ts'
import { loadingStates, screensOf, type ScreenState } from './screen-state.ts'

const { openRating, receipt } = samples
const { purchase_id, shop_name, issued_on } = openRating
const saved = (rating: number) => ({ purchase_id, shop_name, issued_on, rating })

const rate = (rating: string, reason: string) => [
  waitForText('De 0 a 10'),
  choose(rating),
  choose(reason),
  type('Quer contar mais?', 'Só um caixa aberto no sábado, e a fila não andava.'),
]

/** The page that rates a purchase, signed in and by the link of an e-mail. */
export const ratingScreens: readonly ScreenState[] = [
  ...signedInScreens(
    { group: 'Avaliação da compra', path: paths.rating(purchase_id), slug: 'avaliar' },
    [respond(readOpenRatingCall, openRating), respond(saveRatingCall, saved(4))],
    {
      nova: { title: 'Avaliar uma compra', shows: 'De 0 a 10, quanto você recomendaria' },
      'sem-nota': {
        title: 'Avaliar uma compra, sem escolher a nota',
        act: press('Enviar avaliação'),
        shows: 'Escolha uma nota de 0 a 10.',
      },
      baixa: {
        title: 'Avaliar uma compra, nota 4',
        act: rate('4', 'Tempo de espera'),
        shows: 'O que não foi bem?',
      },
      media: {
        title: 'Avaliar uma compra, nota 8',
        act: rate('8', 'Preço'),
        shows: 'O que pode melhorar?',
      },
      alta: {
        title: 'Avaliar uma compra, nota 10',
        act: rate('10', 'Atendimento'),
        shows: 'Do que você mais gostou?',
      },
      'enviada-baixa': {
        title: 'Avaliação enviada, de 0 a 6, com o atendimento',
        act: [...rate('4', 'Tempo de espera'), press('Enviar avaliação')],
        shows: 'Quer resolver agora?',
      },
      enviada: {
        title: 'Avaliação enviada',
        responses: respond(saveRatingCall, saved(10)),
        act: [...rate('10', 'Atendimento'), press('Enviar avaliação')],
        shows: 'Obrigado! A sua avaliação foi enviada.',
      },
      'ja-avaliada': {
        title: 'Compra avaliada em outro aparelho, ao enviar',
        responses: respond(saveRatingCall, refusal('ratings.already-rated')),
        act: [...rate('4', 'Tempo de espera'), press('Enviar avaliação')],
        shows: 'Esta compra já foi avaliada.',
      },
      'sem-rede-ao-enviar': {
        title: 'Avaliação sem rede, ao enviar',
        responses: respond(saveRatingCall, unreachable),
        act: [...rate('4', 'Tempo de espera'), press('Enviar avaliação')],
        shows: 'Verifique sua conexão',
      },
      prazo: {
        title: 'Prazo terminado',
        responses: respond(readOpenRatingCall, refusal('ratings.expired', { date: '20/01/2027' })),
        shows: 'O prazo para avaliar esta compra terminou em 20/01/2027.',
      },
      ...loadingStates(readOpenRatingCall, 'Avaliar uma compra'),
    },
  ),
  ...signedInScreens(
    { group: 'Avaliação da compra', path: paths.receipts, slug: 'notas-a-avaliar' },
    [
      respond(listReceiptsCall, [{ ...receipt, purchase_id }]),
      respond(listOpenRatingsCall, [openRating]),
      respond(listCreditCall, []),
    ],
    { nota: { title: 'Minhas notas, uma compra a avaliar', shows: 'Avaliar esta compra' } },
  ),
  ...screensOf(
    {
      group: 'Avaliação da compra',
      app: 'shopper',
      path: paths.ratingLink(purchase_id),
      slug: 'avaliar-pelo-e-mail',
      responses: [respond(readRatingLinkCall, openRating), respond(saveRatingByLinkCall, saved(10))],
    },
    {
      nova: { title: 'Avaliar pelo link do e-mail', shows: 'De 0 a 10, quanto você recomendaria' },
      enviada: {
        title: 'Avaliação enviada pelo link do e-mail',
        act: [...rate('10', 'Atendimento'), press('Enviar avaliação')],
        shows: 'Ir para o clube',
      },
      falso: {
        title: 'Link do e-mail que não vale',
        responses: respond(readRatingLinkCall, refusal('ratings.unknown-link')),
        shows: 'Este link não vale.',
      },
      usado: {
        title: 'Link do e-mail já usado',
        responses: respond(readRatingLinkCall, refusal('ratings.already-rated')),
        shows: 'Esta compra já foi avaliada.',
      },
    },
  ),
]
