import {
  listCodeBatchesCall,
  requestCodeBatchCall,
  reviewCodeBatchesCall,
  voidScratchCodeCall,
} from '@clube/contract/scratch-card/batch-calls.ts'
import {
  findCardReceiverCall,
  giveScratchCardsCall,
  listGivingCampaignsCall,
} from '@clube/contract/scratch-card/gift-calls.ts'
import { readBoardCall } from '@clube/contract/scratch-card/board-calls.ts'
import {
  listScratchCampaignsCall,
  readDeckCall,
  sealDeckCall,
} from '@clube/contract/scratch-card/deck-calls.ts'
import type { DataOf } from '@clube/contract/kernel/call.ts'
import { scratchPaths } from '../../staff/desks/scratch-cards/scratch-paths.ts'
import { refusal, respond } from '../../testing/fake-server.ts'
import { samples } from '../../testing/samples.ts'
import {
  campaignDeck,
  cardReceiver,
  codeBatch,
  preparedDeck,
  marketingBoard,
  scratchBoard,
  sealedDeck,
} from '../../testing/scratch-desk-samples.ts'
import { emptyState, loadingStates, type ScreenState } from './screen-state.ts'
import { press, type, waitForText } from './simulated-user.ts'
import { deskScreens, signedInAs } from './staff-screens.ts'

const { campaign_id } = campaignDeck
const deck = `/equipe${scratchPaths.deckOf(campaign_id)}`
const board = `/equipe${scratchPaths.boardOf(campaign_id)}`
const reading = (changes: Partial<DataOf<typeof readDeckCall>>) =>
  respond(readDeckCall, { ...campaignDeck, ...changes })
const openSeal = [press('Lacrar baralho'), waitForText('Lacrar o baralho?')]
const lastCharacters = 'Os últimos 8 caracteres do resumo'

const deckScreens = deskScreens(
  'Raspadinhas',
  'approver',
  { path: scratchPaths.deck, slug: 'mesa-raspadinhas-baralho' },
  {
    promocoes: { title: 'Promoções com raspadinhas', shows: 'Raspou, ganhou' },
    abertura: {
      title: 'A mesa abre na primeira aba',
      path: `/equipe${scratchPaths.desk}`,
      shows: 'Raspou, ganhou',
    },
    nenhuma: emptyState(listScratchCampaignsCall, 'Nenhuma promoção', 'O baralho vem depois da aprovação'),
    ...loadingStates(listScratchCampaignsCall, 'Raspadinhas'),
    'sem-baralho': {
      title: 'Baralho a preparar',
      path: deck,
      arrange: signedInAs('marketing'),
      responses: reading({ deck: null }),
      shows: 'Preparar baralho',
    },
    'promocao-encerrada': {
      title: 'Promoção que terminou sem baralho',
      path: deck,
      responses: reading({ deck: null, campaign_state: 'ended' }),
      shows: 'A promoção já terminou.',
    },
    'a-lacrar': { title: 'Baralho a lacrar', path: deck, shows: 'Lacrar baralho' },
    'preparado-de-novo': {
      title: 'Baralho preparado três vezes',
      path: deck,
      responses: reading({ deck: { ...preparedDeck, preparations: 3 } }),
      shows: 'Este baralho foi preparado 3 vezes.',
    },
    proprio: {
      title: 'Baralho que a própria pessoa preparou',
      path: deck,
      arrange: signedInAs('marketing'),
      responses: reading({ deck: { ...preparedDeck, is_own: true } }),
      shows: 'Você preparou este baralho',
    },
    'preparar-de-novo': {
      title: 'Preparar de novo',
      path: deck,
      arrange: signedInAs('marketing'),
      responses: reading({ deck: { ...preparedDeck, is_own: true } }),
      act: press('Preparar de novo'),
      shows: 'Sim, preparar de novo',
    },
    lacrar: { title: 'Confirmar o lacre', path: deck, act: openSeal, shows: 'Sim, lacrar' },
    'outro-resumo': {
      title: 'Lacre com outro resumo',
      path: deck,
      act: [...openSeal, type(lastCharacters, '11112222'), press('Sim, lacrar')],
      shows: 'Não são os últimos 8 caracteres deste resumo',
    },
    mudou: {
      title: 'O baralho foi preparado de novo enquanto se lacrava',
      path: deck,
      responses: respond(sealDeckCall, refusal('scratch-card.other-deck')),
      act: [...openSeal, type(lastCharacters, '7b20 e94f'), press('Sim, lacrar')],
      shows: 'O baralho foi preparado de novo.',
    },
    lacrado: {
      title: 'Baralho lacrado',
      path: deck,
      responses: reading({ deck: sealedDeck }),
      shows: 'Bruno Lima',
    },
    aberto: {
      title: 'Baralho aberto para conferência',
      path: deck,
      responses: reading({ deck: { ...sealedDeck, state: 'revealed' }, campaign_state: 'ended' }),
      shows: 'Aberto para conferência',
    },
    'nao-existe': {
      title: 'Promoção que não existe',
      path: deck,
      responses: respond(readDeckCall, refusal('campaigns.unknown')),
      shows: 'Promoção não encontrada',
    },
  },
)

const boardScreens = deskScreens(
  'Raspadinhas',
  'marketing',
  { path: scratchPaths.board, slug: 'mesa-raspadinhas-painel' },
  {
    promocoes: { title: 'Promoções no painel', shows: 'Raspou, ganhou' },
    marketing: {
      title: 'Painel para o Marketing',
      path: board,
      responses: respond(readBoardCall, marketingBoard),
      shows: 'Premiadas',
    },
    auditoria: {
      title: 'Painel para o Auditor',
      path: board,
      arrange: signedInAs('auditor'),
      shows: 'Jantar para dois',
    },
    'sem-sorteios': {
      title: 'Painel antes do primeiro sorteio',
      path: board,
      responses: respond(readBoardCall, {
        ...marketingBoard,
        deck_state: 'prepared',
        drawn: 0,
        drawable: 0,
        days: [],
        kinds: scratchBoard.kinds.map((kind) => ({ ...kind, awarded: 0 })),
        codes: { issued: 0, used: 0, void: 0 },
        awards: [],
      }),
      shows: 'Nenhuma raspadinha foi sorteada ainda.',
    },
    'nao-existe': {
      title: 'Painel de promoção que não existe',
      path: board,
      responses: respond(readBoardCall, refusal('campaigns.unknown')),
      shows: 'Promoção não encontrada',
    },
  },
)

const codes = `/equipe${scratchPaths.codesOf(campaign_id)}`

const codeScreens = deskScreens(
  'Raspadinhas',
  'marketing',
  { path: scratchPaths.codes, slug: 'mesa-raspadinhas-codigos' },
  {
    promocoes: { title: 'Promoções com códigos', shows: 'Raspou, ganhou' },
    aprovar: { title: 'Lotes a aprovar', arrange: signedInAs('approver'), shows: 'Aprovar lote' },
    'aprovar-proprio': {
      title: 'Lote que a própria pessoa pediu',
      arrange: signedInAs('approver'),
      responses: respond(reviewCodeBatchesCall, [{ ...codeBatch, is_own: true }]),
      shows: 'Você pediu este lote',
    },
    'nada-a-aprovar': {
      title: 'Nenhum lote a aprovar',
      arrange: signedInAs('approver'),
      responses: respond(reviewCodeBatchesCall, []),
      shows: 'Nenhum lote de códigos espera uma assinatura.',
    },
    'confirmar-aprovacao': {
      title: 'Confirmar a aprovação de um lote',
      arrange: signedInAs('approver'),
      act: press('Aprovar lote'),
      shows: 'Sim, aprovar',
    },
    lotes: { title: 'Lotes de uma promoção', path: codes, shows: 'Revista do shopping' },
    'sem-lacre': {
      title: 'Códigos antes do lacre',
      path: codes,
      responses: respond(listCodeBatchesCall, { batches: [], free_cards: null }),
      shows: 'o baralho desta promoção ainda não foi lacrado',
    },
    'codigos-demais': {
      title: 'Mais códigos do que cartões livres',
      path: codes,
      responses: respond(requestCodeBatchCall, refusal('scratch-card.too-many-codes', { left: 40 })),
      act: [type('Quantos códigos', '5000'), type('Para quê', 'Livraria'), press('Pedir lote')],
      shows: 'restam 40 cartões livres',
    },
    baixar: {
      title: 'Baixar os códigos, uma única vez',
      path: codes,
      act: press('Baixar códigos'),
      shows: 'uma única vez',
    },
    'anular-lote': {
      title: 'Anular um lote',
      path: codes,
      act: press('Anular lote'),
      shows: 'Por que este lote é anulado?',
    },
    'codigo-invalido': {
      title: 'Anular um código que não existe',
      path: codes,
      responses: respond(voidScratchCodeCall, refusal('scratch-card.void-invalid-code')),
      act: [type('Código impresso', 'AAAA'), type('Motivo', 'Folha rasgada'), press('Anular código')],
      shows: 'Código inválido nesta promoção.',
    },
  },
)

const findReceiver = [type('CPF ou CNPJ', samples.profile.document_id), press('Procurar')]
const receiving = (changes: Partial<typeof cardReceiver> | null) =>
  respond(findCardReceiverCall, { person: changes && { ...cardReceiver, ...changes } })

const giveScreens = deskScreens(
  'Raspadinhas',
  'attendant',
  { path: scratchPaths.give, slug: 'mesa-raspadinhas-dar' },
  {
    documento: { title: 'Dar raspadinha', shows: 'Procurar' },
    nenhuma: emptyState(listGivingCampaignsCall, 'Nenhuma promoção a dar', 'Nenhuma promoção dá raspadinhas'),
    pessoa: { title: 'Pessoa que recebe', act: findReceiver, shows: 'Dar raspadinhas' },
    'sem-cadastro': {
      title: 'Documento sem cadastro',
      responses: receiving(null),
      act: findReceiver,
      shows: 'Nenhum cadastro tem este documento.',
    },
    'nao-pode': {
      title: 'Pessoa que não pode participar',
      responses: receiving({ reasons: ['Só para maiores de 18 anos.'] }),
      act: findReceiver,
      shows: 'Só para maiores de 18 anos.',
    },
    'limite-do-dia': {
      title: 'Pessoa que já recebeu todas de hoje',
      responses: receiving({ left_today: 0 }),
      act: findReceiver,
      shows: 'já recebeu todas as raspadinhas de hoje',
    },
    acabaram: {
      title: 'As raspadinhas acabaram',
      responses: respond(giveScratchCardsCall, refusal('scratch-card.no-cards-left')),
      act: [
        ...findReceiver,
        waitForText('Dar raspadinhas'),
        type('Motivo', 'Fila longa'),
        press('Dar raspadinhas'),
      ],
      shows: 'As raspadinhas desta promoção acabaram.',
    },
  },
)

/** The desk Raspadinhas: decks, codes, board, and cards given at the desk. */
export const scratchDeskScreens: readonly ScreenState[] = [
  ...giveScreens,
  ...deckScreens,
  ...codeScreens,
  ...boardScreens,
]
