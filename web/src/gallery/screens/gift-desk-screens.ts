import {
  deliverGiftCall,
  findVouchersCall,
  listDeliveriesCall,
  listDeskPointsCall,
  printAtDeskCall,
  readDeskVoucherCall,
  undoDeliveryCall,
} from '@clube/contract/free-gifts/desk-calls.ts'
import { callNextCall, listQueueCall } from '@clube/contract/free-gifts/queue-calls.ts'
import {
  listMovementsCall,
  listStockCampaignsCall,
  recordStockLossCall,
  readStockCall,
} from '@clube/contract/free-gifts/stock-calls.ts'
import { draftKey, saveDraft } from '../../platform/storage/drafts.ts'
import { giftPaths } from '../../staff/desks/gifts/gift-paths.ts'
import { refusal, respond, unreachable } from '../../testing/fake-server.ts'
import { deliveredVoucher, deskVoucher, foundVouchers, giftStock } from '../../testing/gift-desk-samples.ts'
import { samples } from '../../testing/samples.ts'
import { identity } from '../../testing/staff-samples.ts'
import { emptyState, loadingStates, type ScreenState } from './screen-state.ts'
import { choose, press, select, type, waitForText } from './simulated-user.ts'
import { deskScreens, signedInAs } from './staff-screens.ts'

/** A device on which no pickup point was chosen before. */
const beginAtNewDesk = () => {
  localStorage.clear()
  window.print = () => {}
  signedInAs('gift_supervisor')()
}

const openPoint = [choose('Balcão do Piso 1'), press('Abrir o balcão'), waitForText('Pronto')]
const read = [...openPoint, type('Código do vale-brinde', samples.giftVoucher.short_code), press('Ler')]
const deliver = [...read, waitForText('Ana Lúcia Pereira'), press('Entregar')]
const findPerson = [...openPoint, type('CPF ou CNPJ', '529.982.247-25'), press('Procurar')]
const chooseSecond = async () =>
  document
    .querySelector<HTMLElement>('[aria-label="Vales-brinde desta pessoa"] li:nth-child(2) button')
    ?.click()
const seeDeliveries = [...openPoint, press('Entregas de hoje')]

const reading = (changes: Partial<typeof deskVoucher>) =>
  respond(readDeskVoucherCall, { ...deskVoucher, ...changes })

const deliveryScreens = deskScreens(
  'Brindes',
  'gift_supervisor',
  { path: '/brindes', slug: 'mesa-brindes', arrange: beginAtNewDesk },
  {
    escolher: { title: 'Escolher promoção e ponto de retirada', shows: 'Quiosque da Praça' },
    ...loadingStates(listDeskPointsCall, 'Brindes'),
    nada: emptyState(listDeskPointsCall, 'Nada a entregar', 'Nenhuma promoção tem brindes para entregar'),
    pronto: { title: 'Pronto', act: openPoint, shows: 'Chamar a próxima' },
    'vale-brinde': { title: 'Vale-brinde lido', act: read, shows: 'Ana Lúcia Pereira' },
    'pelo-documento': { title: 'Achado pelo documento', act: findPerson, shows: 'Imprimir 2ª via' },
    varios: {
      title: 'Vários vales-brinde de uma pessoa',
      responses: respond(findVouchersCall, { vouchers: [...foundVouchers] }),
      act: findPerson,
      shows: '3 vales-brinde',
    },
    'varios-escolhido': {
      title: 'Um de vários vales-brinde',
      responses: respond(findVouchersCall, { vouchers: [...foundVouchers] }),
      act: [...findPerson, waitForText('3 vales-brinde'), chooseSecond],
      shows: 'De outro ponto de retirada',
    },
    'sem-vale': {
      title: 'Pessoa sem vale-brinde para retirar',
      responses: respond(findVouchersCall, { vouchers: [] }),
      act: findPerson,
      shows: 'não tem vale-brinde para usar agora',
    },
    'sem-cadastro': {
      title: 'Documento sem cadastro',
      responses: respond(findVouchersCall, { vouchers: null }),
      act: findPerson,
      shows: 'Não há cadastro com este documento.',
    },
    'documento-invalido': {
      title: 'Documento inválido',
      act: [...openPoint, type('CPF ou CNPJ', '111.111.111-11'), press('Procurar')],
      shows: 'CPF inválido!',
    },
    'via-impressa': {
      title: '2ª via impressa no balcão',
      act: [...read, press('Imprimir 2ª via')],
      shows: '2ª via do balcão (nº 1) enviada para a impressora.',
    },
    'via-recusada': {
      title: '2ª via de um vale-brinde que acabou de ser entregue',
      responses: respond(
        printAtDeskCall,
        refusal('free-gifts.already-delivered', { date: '21/11/2026', time: '12:00' }),
      ),
      act: [...read, press('Imprimir 2ª via')],
      shows: 'Este vale-brinde já foi utilizado em',
    },
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
      act: [...deliver, press('Desfazer (8 min)')],
      shows: 'Desfazer esta entrega?',
    },
    'desfazer-tarde': {
      title: 'Tarde demais para desfazer',
      responses: respond(undoDeliveryCall, refusal('free-gifts.undo-too-late', { minutes: 10 })),
      act: [
        ...deliver,
        press('Desfazer (8 min)'),
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

const stock = `/equipe${giftPaths.stockOf(giftStock.campaign_id)}`
const gift = 'Panetone artesanal, Chocolate'
const openMovement = press(gift)
const savedMovement = draftKey(
  `staff/${identity.staff_id}`,
  `gift-stock/${giftStock.campaign_id}/${giftStock.stock[0]!.gift_id}/${giftStock.stock[0]!.pickup_point_id}`,
)

const stockScreens = deskScreens(
  'Estoque de brindes',
  'marketing',
  { path: giftPaths.stock, slug: 'mesa-estoque-de-brindes' },
  {
    promocoes: { title: 'Promoções com brindes', shows: 'Panetone da casa' },
    vazia: emptyState(listStockCampaignsCall, 'Nenhuma promoção', 'para receber brindes'),
    ...loadingStates(listStockCampaignsCall, 'Estoque'),
    estoque: { title: 'Estoque de uma promoção', path: stock, shows: 'Nota de entrega 4431' },
    'sem-emissoes': {
      title: 'Estoque sem emissões',
      path: stock,
      responses: [
        respond(readStockCall, { ...giftStock, stock: [], days: [], runs_out_at: null, stock_total: null }),
        respond(listMovementsCall, []),
      ],
      shows: 'Nenhum vale-brinde foi emitido ainda.',
    },
    acabou: {
      title: 'Estoque sem brindes livres',
      path: stock,
      responses: respond(readStockCall, {
        ...giftStock,
        stock: giftStock.stock.map((each) => ({ ...each, on_hand: 0 })),
        runs_out_at: null,
      }),
      shows: 'Não há brindes livres agora.',
    },
    'mais-de-um-ano': {
      title: 'Estoque que não acaba em um ano',
      path: stock,
      responses: respond(readStockCall, {
        ...giftStock,
        days: giftStock.days.map((each) => ({ ...each, issued: each.day === '2026-11-20' ? 1 : 0 })),
        runs_out_at: null,
      }),
      shows: 'os brindes livres não acabam em um ano.',
    },
    'nao-existe': {
      title: 'Promoção que não existe',
      path: stock,
      responses: respond(readStockCall, refusal('campaigns.unknown')),
      shows: 'Promoção não encontrada',
    },
    receber: { title: 'Receber brindes', path: stock, act: openMovement, shows: 'O que aconteceu' },
    transferir: {
      title: 'Transferir brindes',
      path: stock,
      act: [openMovement, select('O que aconteceu', 'Transferência')],
      shows: 'Para onde',
    },
    contar: {
      title: 'Contar brindes',
      path: stock,
      act: [openMovement, select('O que aconteceu', 'Contagem')],
      shows: 'O sistema espera 374.',
    },
    'faltam-unidades': {
      title: 'Perda maior que o estoque livre',
      path: stock,
      responses: respond(recordStockLossCall, refusal('free-gifts.too-few-units', { k: 290 })),
      act: [
        openMovement,
        select('O que aconteceu', 'Perda'),
        type('Quantos brindes', '300'),
        type('Motivo', 'Caixa molhada'),
        press('Registrar'),
      ],
      shows: 'Só há 290 unidades livres neste ponto',
    },
    'movimentacao-rascunho': {
      title: 'Movimentação, rascunho',
      path: stock,
      arrange: () => {
        signedInAs('marketing')()
        saveDraft(savedMovement, { units: '40' }, 1)
      },
      act: openMovement,
      shows: 'Descartar rascunho',
    },
  },
)

/** The desks Brindes and Estoque de brindes. */
export const giftDeskScreens: readonly ScreenState[] = [...deliveryScreens, ...stockScreens]
