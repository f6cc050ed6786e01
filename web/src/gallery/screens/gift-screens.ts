import { readCampaignCall } from '@clube/contract/campaigns/campaign-calls.ts'
import { listCreditCall } from '@clube/contract/campaigns/credit-calls.ts'
import { startTransactionCall } from '@clube/contract/campaigns/transaction-calls.ts'
import type { Club } from '@clube/contract/club/club.ts'
import { listMyTicketsCall } from '@clube/contract/event-tickets/calls.ts'
import { listMyWaitingEntriesCall } from '@clube/contract/event-tickets/waiting-list-calls.ts'
import * as calls from '@clube/contract/free-gifts/calls.ts'
import { joinQueueCall } from '@clube/contract/free-gifts/queue-calls.ts'
import { choiceRefusals, copyRefusals } from '@clube/contract/free-gifts/refusals.ts'
import type { GiftVoucher } from '@clube/contract/free-gifts/voucher.ts'
import { listMyParkingVouchersCall } from '@clube/contract/parking-voucher/calls.ts'
import { listMyAwardsCall } from '@clube/contract/scratch-card/award-calls.ts'
import { sessionInfoCall } from '@clube/contract/identity/session-calls.ts'
import { readPointsCall } from '@clube/contract/points/calls.ts'
import { clearOffline, storeWallet } from '../../platform/offline/wallet-store.ts'
import { setSession } from '../../platform/session/session-store.ts'
import { kioskChannel, saveServiceChannel } from '../../platform/storage/service-channel.ts'
import {
  refusal,
  respond,
  unanswered,
  unreachable,
  type DeclaredResponse,
} from '../../testing/fake-server.ts'
import { pendingAward } from '../../testing/scratch-award-samples.ts'
import { appliedVoucher } from '../../testing/parking-samples.ts'
import { sampleId, samples } from '../../testing/samples.ts'
import { emptyState, loadingStates, type ScreenRow, type ScreenState } from './screen-state.ts'
import { identified, signedInScreens, signedIn } from './shopper-screens.ts'
import { choose, press, waitForText } from './simulated-user.ts'

const { giftCampaign, giftCredit, gifts, giftVoucher, reservation } = samples
const [panettone, bag, basket] = gifts.gifts
if (!panettone || !bag || !basket) throw new Error('The sample has three gifts')

/** Gifts, one of which has a picture. */
const pictured = {
  ...gifts,
  gifts: [
    {
      ...panettone,
      picture: { url: '/icon.svg', alternative_text: 'Panetone de chocolate em uma caixa vermelha' },
    },
    bag,
    basket,
  ],
}

const voucherAs = (changes: Partial<GiftVoucher>): GiftVoucher => ({ ...giftVoucher, ...changes })
const ended = { can_cancel: false, copies_left: 0 } as const

/** Vouchers in every state. */
const vouchers = [
  giftVoucher,
  voucherAs({ voucher_id: sampleId(50), expires_at: '2026-11-21T20:30:00Z' }),
  voucherAs({ ...ended, voucher_id: sampleId(51), state: 'delivered', delivered_at: '2026-11-20T18:30:00Z' }),
  voucherAs({ ...ended, voucher_id: sampleId(52), state: 'expired', expires_at: '2026-11-18T15:00:00Z' }),
  voucherAs({ ...ended, voucher_id: sampleId(53), state: 'cancelled' }),
]

const print = {
  voucher_id: giftVoucher.voucher_id,
  voucher_code: giftVoucher.short_code,
  qr: giftVoucher.qr_code,
  pdf_url: '/vale-brinde.pdf',
  copy_number: 0,
  expires_at: giftVoucher.expires_at,
  stock_remaining: 289,
}

const { transaction_id, protocol, expires_at } = samples.participation

/** A kiosk with a signed-in shopper. */
const atKiosk = (): void => {
  saveServiceChannel(kioskChannel, 'temporary')
  document.documentElement.dataset['channel'] = kioskChannel
  window.print = () => {}
  signedIn()
}

/** The club's kiosks print without a dialog. */
const silentKiosk: Partial<Club> = { kiosk: { silent_print: 'yes' } }

/** The loading and error states of a page, on a device that stores no vouchers. */
const unstored = (rows: Readonly<Record<string, ScreenRow>>): Record<string, ScreenRow> =>
  Object.fromEntries(
    Object.entries(rows).map(([name, row]) => [
      name,
      {
        ...row,
        arrange: async () => {
          await clearOffline()
          signedIn()
        },
      },
    ]),
  )

const chooseFirst = [press('Escolher Panetone artesanal, Chocolate'), waitForText('Confirme o seu brinde')]
const confirmFirst = [...chooseFirst, choose('Balcão do Piso 1'), press('Confirmar')]

/** The server refuses the choice. */
const refused = (
  title: string,
  code: keyof typeof calls.printGiftCall.refusals,
  values: Readonly<Record<string, string | number>>,
  shows: string,
): ScreenRow => ({
  title,
  responses: respond(calls.printGiftCall, refusal(code, values)),
  act: confirmFirst,
  shows,
})

const choosingResponses = [
  respond(readCampaignCall, giftCampaign),
  respond(calls.listGiftsCall, pictured),
  respond(calls.listMyGiftsCall, []),
  respond(calls.readGiftVoucherCall, giftVoucher),
  respond(listCreditCall, [giftCredit]),
  respond(readPointsCall, samples.points),
  respond(startTransactionCall, { transaction_id, protocol, expires_at }),
  respond(calls.printGiftCall, print),
]

const choosing = signedInScreens(
  { group: 'Brindes', path: `/brindes/${giftCampaign.slug}`, slug: 'brindes' },
  choosingResponses,
  {
    escolher: { title: 'Brindes para escolher', shows: 'Restam 312 dos 2.000 recebidos' },
    'faltam-notas': {
      title: 'Brindes, faltam notas e pontos',
      responses: [
        respond(listCreditCall, [
          { ...giftCredit, participations: 0, reached_cents: 31_250, missing_cents: 8_750 },
        ]),
        respond(readPointsCall, { ...samples.points, balance: 500 }),
      ],
      shows: 'Cadastrar nota fiscal',
    },
    'limite-do-dia': {
      title: 'Brindes, limite do dia',
      responses: respond(listCreditCall, [
        {
          ...giftCredit,
          spend_rule: { ...giftCredit.spend_rule, limit_per_day: 1 },
          uses_left_today: 0,
        },
      ]),
      shows: 'Volte amanhã.',
    },
    'limite-por-cpf': {
      title: 'Brindes, limite por CPF',
      responses: respond(readCampaignCall, {
        ...giftCampaign,
        eligibility: {
          eligible: false,
          reasons: [
            { code: 'campaigns.gift-limit-reached', message: 'Limite de 3 brindes por CPF atingido.' },
          ],
        },
      }),
      shows: 'por CPF atingido.',
    },
    esgotados: {
      title: 'Brindes, todos esgotados',
      responses: respond(calls.listGiftsCall, {
        ...gifts,
        gifts: gifts.gifts.map((gift) => ({
          ...gift,
          availability: 'out' as const,
          remaining: 0,
          points: gift.points.map((point) => ({ ...point, availability: 'out' as const, remaining: 0 })),
        })),
        stock: { remaining: 0, total: 2000 },
      }),
      shows: choiceRefusals['free-gifts.sold-out'].message,
    },
    'sem-estoque': {
      title: 'Brindes que ainda não chegaram',
      responses: respond(calls.listGiftsCall, { ...gifts, stock: { remaining: 0, total: 0 } }),
      shows: 'Os brindes ainda não chegaram.',
    },
    'com-vale': {
      title: 'Brindes, quem já tem um vale',
      responses: respond(calls.listMyGiftsCall, [giftVoucher]),
      shows: 'Você tem um vale',
    },
    confirmar: { title: 'Confirmar o brinde', act: chooseFirst, shows: 'Retire até' },
    'confirmar-sem-ponto': {
      title: 'Confirmar o brinde, sem ponto de retirada',
      act: [...chooseFirst, press('Confirmar')],
      shows: 'Escolha onde retirar',
    },
    'confirmar-pontos': {
      title: 'Confirmar um brinde por pontos, em um só lugar',
      act: press('Escolher Sacola de algodão'),
      shows: 'Esgotado aqui',
    },
    acabou: refused('O brinde acabou', 'free-gifts.gift-sold-out', {}, 'Este brinde acabou.'),
    'acabou-aqui': refused(
      'O brinde acabou no ponto de retirada',
      'free-gifts.not-at-this-point',
      { points: 'Quiosque da Praça' },
      'Ainda há em: Quiosque da Praça.',
    ),
    'notas-usadas': refused(
      'As notas foram usadas em outra promoção',
      'free-gifts.missing-receipts',
      { missing: 'R$ 87,50' },
      'para você ganhar este brinde.',
    ),
    'saldo-insuficiente': refused(
      'Saldo insuficiente',
      'points.insufficient',
      { balance: 500 },
      'Saldo insuficiente.',
    ),
    pausada: refused('A promoção foi pausada', 'campaigns.paused', {}, 'Esta promoção está pausada'),
    'sem-resposta': {
      title: 'A resposta não chegou',
      responses: respond(calls.printGiftCall, unreachable),
      act: confirmFirst,
      shows: 'nada é usado duas vezes',
    },
    garantido: { title: 'Brinde garantido', act: confirmFirst, shows: 'Brinde garantido!' },
    carregando: {
      title: 'Brindes, carregando',
      responses: respond(calls.listGiftsCall, unanswered),
      shows: 'Carregando',
    },
    'sem-rede': {
      title: 'Brindes, sem rede',
      responses: respond(calls.listGiftsCall, unreachable),
      shows: 'Tentar novamente',
    },
  },
)

const voucherResponses = [
  respond(calls.listMyGiftsCall, [giftVoucher]),
  respond(calls.printGiftCall, { ...print, copy_number: 1 }),
  respond(calls.cancelGiftVoucherCall, voucherAs({ ...ended, state: 'cancelled' })),
]

const voucherPage = signedInScreens(
  { group: 'Brindes', path: `/brindes/vale/${giftVoucher.voucher_id}`, slug: 'vale-brinde' },
  voucherResponses,
  {
    'para-retirar': { title: 'Vale-brinde', shows: 'H3VN-7TQZ-5KXW' },
    'ultimas-horas': {
      title: 'Vale-brinde, últimas horas, com assinatura',
      responses: respond(calls.listMyGiftsCall, [
        voucherAs({ expires_at: '2026-11-21T20:30:00Z', needs_signature: true }),
      ]),
      shows: 'faltam 5 horas',
    },
    entregue: {
      title: 'Vale-brinde entregue',
      responses: respond(calls.listMyGiftsCall, [
        voucherAs({ ...ended, state: 'delivered', delivered_at: '2026-11-20T18:30:00Z' }),
      ]),
      shows: 'Entregue em',
    },
    vencido: {
      title: 'Vale-brinde vencido',
      responses: respond(calls.listMyGiftsCall, [
        voucherAs({ ...ended, state: 'expired', expires_at: '2026-11-18T15:00:00Z' }),
      ]),
      shows: 'O prazo de retirada terminou',
    },
    cancelado: {
      title: 'Vale-brinde cancelado',
      responses: respond(calls.listMyGiftsCall, [voucherAs({ ...ended, state: 'cancelled' })]),
      shows: 'Cancelado',
    },
    'segunda-via': {
      title: 'Vale-brinde, 2ª via',
      act: press('Imprimir 2ª via'),
      shows: 'A 2ª via (1 de 3) está pronta',
    },
    'sem-vias': {
      title: 'Vale-brinde sem mais vias',
      responses: respond(calls.listMyGiftsCall, [voucherAs({ copies_left: 0 })]),
      shows: copyRefusals['free-gifts.no-copies-left'].message,
    },
    cancelar: {
      title: 'Cancelar o vale-brinde',
      act: press('Cancelar vale-brinde'),
      shows: 'voltam para você',
    },
    senha: {
      title: 'Vale-brinde, na fila',
      responses: respond(calls.listMyGiftsCall, [
        voucherAs({ queue: { number: 27, ahead: 3, taken_at: '2026-11-21T14:50:00Z', called_at: null } }),
      ]),
      shows: '3 pessoas na sua frente.',
    },
    'senha-chamada': {
      title: 'Vale-brinde, senha chamada',
      responses: [
        respond(calls.listMyGiftsCall, [
          voucherAs({
            queue: {
              number: 27,
              ahead: 0,
              taken_at: '2026-11-21T14:50:00Z',
              called_at: '2026-11-21T14:59:00Z',
            },
          }),
        ]),
        respond(joinQueueCall, unanswered),
      ],
      shows: 'Chegou a sua vez',
    },
    'de-outra-pessoa': {
      title: 'Vale-brinde que não é da pessoa',
      responses: respond(calls.listMyGiftsCall, []),
      shows: 'Este vale-brinde não está entre os seus.',
    },
    ...unstored(loadingStates(calls.listMyGiftsCall, 'Vale-brinde')),
    guardado: {
      title: 'Vale-brinde guardado no aparelho',
      arrange: async () => {
        signedIn()
        await storeWallet('/brindes', [giftVoucher])
      },
      responses: respond(calls.listMyGiftsCall, unreachable),
      shows: 'Estes são os vales guardados neste aparelho',
    },
    'sem-conexao': {
      title: 'Sem conexão, vale-brinde guardado',
      arrange: async () => {
        await storeWallet('/brindes', [giftVoucher])
        setSession({ kind: 'unknown' })
      },
      responses: respond(sessionInfoCall, unreachable),
      shows: 'H3VN-7TQZ-5KXW',
    },
  },
)

const mine = signedInScreens(
  { group: 'Brindes', path: '/brindes', slug: 'meus-brindes' },
  respond(calls.listMyGiftsCall, vouchers),
  {
    cheios: { title: 'Meus brindes', shows: 'Usados, cancelados e vencidos (3)' },
    vazios: emptyState(calls.listMyGiftsCall, 'Nenhum brinde', 'Seus vales-brinde aparecem aqui'),
    ...unstored(loadingStates(calls.listMyGiftsCall, 'Meus brindes')),
    guardados: {
      title: 'Brindes guardados no aparelho',
      arrange: async () => {
        signedIn()
        await storeWallet('/brindes', vouchers)
      },
      responses: respond(calls.listMyGiftsCall, unreachable),
      shows: 'Estes são os vales guardados neste aparelho',
    },
  },
)

const walletResponses = [
  respond(listMyParkingVouchersCall, [appliedVoucher]),
  respond(calls.listMyGiftsCall, vouchers),
  respond(listMyAwardsCall, [pendingAward]),
  respond(listMyTicketsCall, [
    { ...reservation, ...samples.hold, state: 'held', tickets: [] },
    { ...reservation, reservation_id: sampleId(20) },
    { ...reservation, reservation_id: sampleId(21), starts_at: '2026-11-14T18:00:00Z' },
  ]),
  respond(listMyWaitingEntriesCall, []),
]

const wallet = signedInScreens({ group: 'Carteira', path: '/carteira', slug: 'carteira' }, walletResponses, {
  cheia: { title: 'Carteira', shows: 'Usados, cancelados e vencidos (4)' },
  vazia: {
    title: 'Carteira vazia',
    responses: [
      respond(calls.listMyGiftsCall, []),
      respond(listMyAwardsCall, []),
      respond(listMyTicketsCall, []),
      respond(listMyParkingVouchersCall, []),
    ],
    shows: 'Seus ingressos, brindes, prêmios e vales aparecem aqui.',
  },
  'sem-senha': {
    title: 'Carteira, sem senha',
    arrange: identified,
    responses: [respond(calls.listMyGiftsCall, [giftVoucher]), respond(listMyTicketsCall, [])],
    shows: 'Aqui está só o que você fez depois de entrar.',
  },
  'uma-parte': {
    title: 'Carteira, uma parte não carregou',
    responses: respond(calls.listMyGiftsCall, refusal('session.password-required')),
    shows: 'Tentar novamente',
  },
  carregando: {
    title: 'Carteira, carregando',
    responses: [respond(calls.listMyGiftsCall, unanswered), respond(listMyTicketsCall, unanswered)],
    shows: 'Carregando',
  },
  'sem-conexao': {
    title: 'Sem conexão, o que está guardado no aparelho',
    arrange: async () => {
      await storeWallet('/brindes', vouchers)
      await storeWallet('/ingressos', [reservation])
      setSession({ kind: 'unknown' })
    },
    responses: respond(sessionInfoCall, unreachable),
    shows: 'Isto é o que está guardado neste aparelho',
  },
})

/** The states of a page at a kiosk. */
const kioskScreensOf = (
  path: string,
  slug: string,
  responses: readonly DeclaredResponse[],
  rows: Readonly<Record<string, ScreenRow>>,
) =>
  signedInScreens(
    { group: 'Totem', path, slug },
    responses,
    Object.fromEntries(Object.entries(rows).map(([name, row]) => [name, { ...row, arrange: atKiosk }])),
  )

const atKiosks = [
  ...kioskScreensOf(`/brindes/${giftCampaign.slug}`, 'totem-brindes', choosingResponses, {
    escolher: { title: 'Brindes para escolher, no totem', shows: 'Restam 312 dos 2.000 recebidos' },
    confirmar: {
      title: 'Confirmar o brinde, no totem',

      club: silentKiosk,
      act: chooseFirst,
      shows: 'Confirmar e imprimir',
    },
    imprimir: {
      title: 'Brinde garantido, no totem que pergunta antes de imprimir',

      act: confirmFirst,
      shows: 'Imprimir vale',
    },
    impresso: {
      title: 'Brinde garantido e impresso, no totem',

      club: silentKiosk,
      act: [...chooseFirst, choose('Balcão do Piso 1'), press('Confirmar e imprimir')],
      shows: 'Pegue o seu vale impresso.',
    },
  }),
  ...kioskScreensOf(`/brindes/vale/${giftVoucher.voucher_id}`, 'totem-vale-brinde', voucherResponses, {
    vale: { title: 'Vale-brinde, no totem', shows: 'Imprimir 2ª via' },
    'segunda-via': {
      title: 'Vale-brinde, 2ª via no totem',

      act: press('Imprimir 2ª via'),
      shows: 'Pegue o seu vale impresso.',
    },
  }),
  ...kioskScreensOf('/carteira', 'totem-carteira', walletResponses, {
    tudo: { title: 'Carteira, no totem', shows: 'Ver por tipo' },
  }),
]

/** The pages of free gifts, and the wallet. */
export const giftScreens: readonly ScreenState[] = [
  ...choosing,
  ...voucherPage,
  ...mine,
  ...wallet,
  ...atKiosks,
]
