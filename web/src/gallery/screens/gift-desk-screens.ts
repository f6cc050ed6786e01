import {
  deliverGiftCall,
  listDeliveriesCall,
  listDeskPointsCall,
  readDeskVoucherCall,
  undoDeliveryCall,
} from '@clube/contract/free-gifts/desk-calls.ts'
import { callNextCall, listQueueCall } from '@clube/contract/free-gifts/queue-calls.ts'
import { refusal, respond, unreachable } from '../../testing/fake-server.ts'
import { deliveredVoucher, deskVoucher } from '../../testing/gift-desk-samples.ts'
import { samples } from '../../testing/samples.ts'
import { emptyState, loadingStates, type ScreenState } from './screen-state.ts'
import { choose, press, type, waitForText } from './simulated-user.ts'
import { deskScreens, signedInAs } from './staff-screens.ts'

/** A device on which no pickup point was chosen before. */
const beginAtNewDesk = () => {
  localStorage.clear()
  signedInAs('gift_supervisor')()
}

const openPoint = [choose('Balcão do Piso 1'), press('Abrir o balcão'), waitForText('Pronto')]
const read = [...openPoint, type('Código do vale-brinde', samples.giftVoucher.short_code), press('Ler')]
const deliver = [...read, waitForText('Ana Lúcia Pereira'), press('Entregar')]
const seeDeliveries = [...openPoint, press('Entregas de hoje')]

const reading = (changes: Partial<typeof deskVoucher>) =>
  respond(readDeskVoucherCall, { ...deskVoucher, ...changes })

/** The desk Brindes. */
export const giftDeskScreens: readonly ScreenState[] = deskScreens(
  'Brindes',
  'gift_supervisor',
  { path: '/brindes', slug: 'mesa-brindes', arrange: beginAtNewDesk },
  {
    escolher: { title: 'Escolher promoção e ponto de retirada', shows: 'Quiosque da Praça' },
    ...loadingStates(listDeskPointsCall, 'Brindes'),
    nada: emptyState(listDeskPointsCall, 'Nada a entregar', 'Nenhuma promoção tem brindes para entregar'),
    pronto: { title: 'Pronto', act: openPoint, shows: 'Chamar a próxima' },
    'vale-brinde': { title: 'Vale-brinde lido', act: read, shows: 'Ana Lúcia Pereira' },
    assinatura: {
      title: 'Vale-brinde com assinatura',
      responses: reading({ needs_signature: true, queue_number: null }),
      act: read,
      shows: 'Assinatura de quem recebe',
    },
    'assinatura-falta': {
      title: 'Assinatura que falta',
      responses: reading({ needs_signature: true, queue_number: null }),
      act: deliver,
      shows: 'Peça a assinatura antes de entregar.',
    },
    entregue: { title: 'Entregue', act: deliver, shows: 'Entregue' },
    desfazer: {
      title: 'Desfazer uma entrega',
      act: [...deliver, press('Desfazer (mais 8 minutos)')],
      shows: 'Desfazer esta entrega?',
    },
    'desfazer-tarde': {
      title: 'Tarde demais para desfazer',
      responses: respond(undoDeliveryCall, refusal('free-gifts.undo-too-late', { minutes: 10 })),
      act: [
        ...deliver,
        press('Desfazer (mais 8 minutos)'),
        type('Motivo', 'Vale de outra pessoa'),
        press('Desfazer a entrega'),
      ],
      shows: 'Uma entrega só pode ser desfeita nos primeiros 10 minutos.',
    },
    'sem-resposta': {
      title: 'Entrega sem resposta',
      responses: respond(deliverGiftCall, unreachable),
      act: deliver,
      shows: 'este brinde conta uma vez só',
    },
    desconhecido: {
      title: 'Código desconhecido',
      responses: respond(readDeskVoucherCall, refusal('free-gifts.unknown-voucher')),
      act: read,
      shows: 'Vale-brinde não encontrado.',
    },
    'ja-entregue': {
      title: 'Já entregue',
      responses: respond(readDeskVoucherCall, deliveredVoucher),
      act: read,
      shows: 'Este vale-brinde já foi utilizado em',
    },
    'fora-do-prazo': {
      title: 'Fora do prazo',
      responses: reading({ state: 'expired', can_deliver: false }),
      act: read,
      shows: 'O prazo de retirada terminou em',
    },
    cancelado: {
      title: 'Cancelado',
      responses: reading({ state: 'cancelled', can_deliver: false }),
      act: read,
      shows: 'Este vale-brinde foi cancelado.',
    },
    'outro-ponto': {
      title: 'De outro ponto de retirada',
      responses: reading({ pickup_point: samples.gifts.pickup_points[1]! }),
      act: read,
      shows: 'De outro ponto de retirada',
    },
    senha: {
      title: 'Senha chamada',
      act: [...openPoint, press('Chamar a próxima')],
      shows: 'Senha 14',
    },
    'ninguem-espera': {
      title: 'Ninguém na fila',
      responses: respond(callNextCall, { entry: null }),
      act: [...openPoint, press('Chamar a próxima')],
      shows: 'Ninguém espera na fila.',
    },
    'dar-senha': {
      title: 'Dar uma senha',
      act: [...openPoint, press('Dar uma senha')],
      shows: 'Dar a senha',
    },
    fila: { title: 'Fila de hoje', act: [...openPoint, press('Ver a fila')], shows: 'Não estava' },
    'fila-vazia': {
      ...emptyState(listQueueCall, 'Fila vazia', 'Ninguém pegou senha hoje.'),
      act: [...openPoint, press('Ver a fila')],
    },
    entregas: { title: 'Entregas de hoje', act: seeDeliveries, shows: 'Desfeita às' },
    'entregas-vazia': {
      ...emptyState(listDeliveriesCall, 'Nenhuma entrega hoje', 'Nenhum brinde foi entregue aqui hoje.'),
      act: seeDeliveries,
    },
    'ver-assinatura': {
      title: 'Assinatura de uma entrega',
      act: [...seeDeliveries, press('Ver assinatura')],
      shows: 'Assinatura',
    },
  },
)
