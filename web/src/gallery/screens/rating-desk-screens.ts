import {
  listDetractorsCall,
  readDetractorContactCall,
  readRatingFiguresCall,
  recordFollowUpCall,
} from '@clube/contract/ratings/staff-calls.ts'
import { refusal, respond } from '../../testing/fake-server.ts'
import {
  detractor,
  detractors,
  followedUp,
  ratingFigures,
  withTicket,
} from '../../testing/rating-desk-samples.ts'
import { choose, press, waitForText, type Step } from './simulated-user.ts'
import { emptyState, loadingStates, type ScreenState } from './screen-state.ts'
import { longTitle } from './shopper-screens.ts'
import { deskScreens } from './staff-screens.ts'

const openFirst: Step[] = [waitForText(detractor.shop_name), press(detractor.shop_name)]
const openFigures = press('NPS')

/** The desk *Avaliações*: detractors, and the score. */
export const ratingDeskScreens: readonly ScreenState[] = deskScreens(
  'Avaliações',
  'service_agent',
  { path: '/avaliacoes', slug: 'mesa-avaliacoes' },
  {
    fila: { title: 'Detratores a contatar', shows: 'Só um caixa aberto' },
    vazia: emptyState(listDetractorsCall, 'Ninguém a contatar', 'Ninguém espera um contato.'),
    longa: {
      title: 'Detratores, textos longos',
      responses: respond(listDetractorsCall, [
        { ...detractor, shop_name: longTitle, comment: `${longTitle} `.repeat(8).trim() },
        ...detractors.slice(1),
      ]),
      shows: 'Anticonstitucionalissimamente',
    },
    aberta: { title: 'Uma avaliação a contatar', act: openFirst, shows: 'Ver o contato' },
    atendimento: {
      title: 'Uma avaliação de quem abriu um atendimento',
      responses: respond(listDetractorsCall, [withTicket, ...detractors.slice(1)]),
      act: openFirst,
      shows: 'Em atendimento',
    },
    contato: {
      title: 'Contato visto',
      act: [...openFirst, press('Ver o contato')],
      shows: 'Olga Prates Vilela',
    },
    'sem-resultado': {
      title: 'Acompanhamento sem dizer como terminou',
      act: [...openFirst, press('Registrar acompanhamento')],
      shows: 'Por favor, selecione uma opção',
    },
    'ja-registrado': {
      title: 'Acompanhamento já registrado por outra pessoa',
      responses: respond(recordFollowUpCall, refusal('ratings.followed-up', { name: 'Gilberto Ramos' })),
      act: [...openFirst, choose('Conversamos'), press('Registrar acompanhamento')],
      shows: 'Gilberto Ramos já registrou',
    },
    'contato-negado': {
      title: 'Contato de uma conta que foi excluída',
      responses: respond(readDetractorContactCall, refusal('ratings.no-consent')),
      act: [...openFirst, press('Ver o contato')],
      shows: 'Esta pessoa não autorizou contato',
    },
    acompanhadas: {
      title: 'Acompanhadas',
      responses: respond(listDetractorsCall, [followedUp]),
      act: press('Acompanhadas'),
      shows: 'Resolvido com a pessoa',
    },
    acompanhada: {
      title: 'Uma avaliação acompanhada',
      responses: respond(listDetractorsCall, [followedUp]),
      act: [press('Acompanhadas'), waitForText('Resolvido com a pessoa'), ...openFirst],
      shows: 'A loja abriu mais um caixa aos sábados.',
    },
    'sem-autorizacao': {
      title: 'Uma avaliação sem autorização de contato',
      act: [press('Sem autorização'), ...openFirst],
      shows: 'Use a resposta só para melhorar.',
    },
    ...loadingStates(listDetractorsCall, 'Detratores'),
    nps: { title: 'NPS', act: openFigures, shows: '+42' },
    'nps-poucas': {
      title: 'NPS, menos de cinco respostas',
      responses: respond(readRatingFiguresCall, {
        ...ratingFigures,
        total: { kind: 'too_few', answers: 4 },
        days: [],
        months: [{ month: '2026-11', figure: { kind: 'too_few', answers: 4 } }],
        segments: [{ segment: 'food', figure: { kind: 'too_few', answers: 4 } }],
        shops: ratingFigures.shops.slice(0, 1),
      }),
      act: openFigures,
      shows: 'Com menos de 5, não há NPS.',
    },
    'nps-nenhuma': {
      title: 'NPS, nenhuma resposta',
      responses: respond(readRatingFiguresCall, {
        ...ratingFigures,
        total: { kind: 'too_few', answers: 0 },
        days: [],
        months: [],
        segments: [],
        shops: [],
      }),
      act: openFigures,
      shows: 'Nenhuma avaliação neste período.',
    },
  },
)
