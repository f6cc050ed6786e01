import { listCampaignsCall, readCampaignCall } from '@clube/contract/campaigns/campaign-calls.ts'
import { startTransactionCall } from '@clube/contract/campaigns/transaction-calls.ts'
import * as calls from '@clube/contract/parking-voucher/calls.ts'
import type { ParkingVoucher } from '@clube/contract/parking-voucher/calls.ts'
import { stayRefusals } from '@clube/contract/parking-voucher/refusals.ts'
import type { ParkingStay } from '@clube/contract/parking-voucher/stay.ts'
import { clearOffline, storeWallet } from '../../platform/offline/wallet-store.ts'
import { setSession } from '../../platform/session/session-store.ts'
import { kioskChannel, saveServiceChannel } from '../../platform/storage/service-channel.ts'
import { parkingPaths } from '../../customer/features/parking-voucher/parking-paths.ts'
import { refusal, respond, unanswered, unreachable } from '../../testing/fake-server.ts'
import {
  appliedVoucher,
  coveredReading,
  failedVoucher,
  parkingCampaign,
  parkingOffer,
  parkingRights,
  parkingStay,
  partVoucher,
  processingVoucher,
  redemptionOf,
  ticketNumber,
  ticketReading,
  usedVoucher,
} from '../../testing/parking-samples.ts'
import { sampleId, samples } from '../../testing/samples.ts'
import { fakePhone } from './sample-camera.ts'
import { loadingStates, type ScreenRow, type ScreenState } from './screen-state.ts'
import { identified, signedIn, signedInScreens } from './shopper-screens.ts'
import { press, type } from './simulated-user.ts'

const group = 'Estacionamento'
const { transaction_id, protocol, expires_at } = samples.participation
const { slug } = parkingCampaign

const enterTicket = [type('Número do ticket', ticketNumber), press('Consultar ticket')]
const apply = [...enterTicket, press('Aplicar vale')]

const reading = (changes: Partial<typeof ticketReading>, stay: Partial<ParkingStay> = {}) =>
  respond(calls.readParkingTicketCall, {
    ...ticketReading,
    ...changes,
    stay: { ...parkingStay, ...changes.stay, ...stay },
  })

/** A ticket to which no voucher can be applied, with the sentence of its refusal. */
const obstacle = (
  title: string,
  code: keyof typeof stayRefusals,
  stay: Partial<ParkingStay> = {},
  sentence: string = stayRefusals[code].message,
): ScreenRow => ({
  title,
  responses: reading(
    { obstacle: sentence, voucher: { discount_cents: 0, due_cents: stay.due_cents ?? 2_400 } },
    stay,
  ),
  act: enterTicket,
  shows: sentence,
})

const readingRefused = (
  title: string,
  code: keyof typeof calls.readParkingTicketCall.refusals,
  shows: string,
): ScreenRow => ({
  title,
  responses: respond(calls.readParkingTicketCall, refusal(code)),
  act: enterTicket,
  shows,
})

const redemptionRefused = (
  title: string,
  code: keyof typeof calls.redeemParkingVoucherCall.refusals,
  values: Record<string, string | number>,
  shows: string,
): ScreenRow => ({
  title,
  responses: respond(calls.redeemParkingVoucherCall, refusal(code, values)),
  act: apply,
  shows,
})

const shared = [
  respond(listCampaignsCall, [parkingCampaign]),
  respond(readCampaignCall, parkingCampaign),
  respond(calls.readParkingOfferCall, parkingOffer),
  respond(calls.listMyParkingVouchersCall, []),
  respond(calls.readParkingTicketCall, ticketReading),
  respond(startTransactionCall, { transaction_id, protocol, expires_at }),
  respond(calls.redeemParkingVoucherCall, redemptionOf(appliedVoucher)),
  respond(calls.readMyParkingVoucherCall, appliedVoucher),
]

const ticketRows: Readonly<Record<string, ScreenRow>> = {
  ticket: { title: 'Ticket a ler', shows: 'R$ 20,00 de desconto na tarifa' },
  camera: {
    title: 'Ticket pela câmera',
    arrange: () => {
      signedIn()
      fakePhone()
    },
    act: press('Ler o código do ticket'),
    shows: 'Aponte para o código do ticket.',
    reload: true,
  },
  'numero-invalido': {
    title: 'Número com menos de 6 algarismos',
    act: [type('Número do ticket', '4123'), press('Consultar ticket')],
    shows: 'Número do ticket inválido.',
  },
  'nao-encontrado': readingRefused(
    'Ticket que não existe',
    'parking-voucher.unknown-ticket',
    'Ticket não encontrado. Confira o número.',
  ),
  'estacionamento-mudo': readingRefused(
    'O estacionamento não respondeu',
    'parking-voucher.no-answer',
    'O estacionamento não respondeu. Nada foi feito',
  ),
  pausada: readingRefused('Promoção pausada', 'campaigns.paused', 'Esta promoção está pausada'),
  impedida: {
    title: 'Vale de que a pessoa não pode participar',
    responses: respond(readCampaignCall, {
      ...parkingCampaign,
      eligibility: {
        eligible: false,
        reasons: [{ code: 'campaigns.document-type', message: 'Esta promoção é só para pessoas com CPF.' }],
      },
    }),
    shows: 'Esta promoção é só para pessoas com CPF.',
  },
  consultado: { title: 'Ticket com uma parte a pagar', act: enterTicket, shows: 'Com o vale, falta pagar' },
  inteiro: {
    title: 'Ticket que o vale paga inteiro',
    responses: respond(calls.readParkingTicketCall, coveredReading),
    act: enterTicket,
    shows: 'R$ 0,00',
  },
  'de-ontem': {
    title: 'Ticket de ontem, com as notas de ontem',
    responses: reading(
      {
        right: { ...parkingRights.receipts, counts_from: '2026-11-20' },
        voucher: { discount_cents: 2_000, due_cents: 4_800 },
      },
      { entered_at: '2026-11-20T23:40:00.000Z', fee_cents: 6_800, due_cents: 6_800 },
    ),
    act: enterTicket,
    shows: 'das notas desde ontem',
  },
  'faltam-notas': {
    title: 'Faltam notas do dia',
    responses: reading({ right: parkingRights.missingReceipts }),
    act: enterTicket,
    shows: 'Cadastre R$ 52,50 em notas de hoje para ganhar o vale.',
  },
  pontos: {
    title: 'Vale que custa pontos',
    responses: reading({ right: parkingRights.points }),
    act: enterTicket,
    shows: '200 dos seus 480 pontos',
  },
  'faltam-pontos': {
    title: 'Faltam pontos',
    responses: reading({ right: parkingRights.missingPoints }),
    act: enterTicket,
    shows: 'Saldo insuficiente.',
  },
  'nada-a-pagar': obstacle('Ticket já pago ou na tolerância', 'parking-voucher.nothing-due', {
    discount_cents: 2_400,
    due_cents: 0,
    leave_by: '2026-11-21T15:20:00.000Z',
  }),
  mensalista: obstacle(
    'Ticket de mensalista',
    'parking-voucher.other-vehicle',
    { vehicle: 'monthly' },
    'Nesta promoção, o vale não é para este tipo de veículo: Mensalista.',
  ),
  moto: {
    title: 'Ticket de moto',
    responses: reading(
      { voucher: { discount_cents: 1_000, due_cents: 0 } },
      { vehicle: 'motorcycle', fee_cents: 1_000, due_cents: 1_000 },
    ),
    act: enterTicket,
    shows: 'Moto',
  },
  'ja-saiu': obstacle('Ticket que já saiu', 'parking-voucher.left', { has_left: true }),
  'ja-tem-vale': obstacle('Ticket que já recebeu um vale', 'parking-voucher.already-applied', {
    discount_cents: 2_000,
    due_cents: 400,
  }),
  'outro-estacionamento': obstacle('Ticket de outro estacionamento', 'parking-voucher.other-garage', {
    garage_id: 'HOTEL-3',
    garage_name: 'HOTEL-3',
  }),
  'pago-de-novo': {
    title: 'Ticket pago, de quem ficou mais tempo',
    responses: reading(
      { voucher: { discount_cents: 800, due_cents: 0 } },
      { discount_cents: 1_600, due_cents: 800 },
    ),
    act: enterTicket,
    shows: 'Descontos e pagamentos',
  },
  aplicado: { title: 'Vale aplicado', act: apply, shows: 'Estacionamento liberado até 12:20' },
  processando: {
    title: 'Vale em processamento',
    responses: [
      respond(calls.redeemParkingVoucherCall, redemptionOf(processingVoucher)),
      respond(calls.readMyParkingVoucherCall, processingVoucher),
    ],
    act: apply,
    shows: 'Não repita a operação.',
  },
  'sem-resposta': {
    title: 'A resposta do vale não chegou',
    responses: respond(calls.redeemParkingVoucherCall, unreachable),
    act: apply,
    shows: 'Não recebemos a resposta do seu pedido.',
  },
  'recusa-notas': redemptionRefused(
    'Notas usadas enquanto isso',
    'parking-voucher.missing-receipts',
    { missing: 'R$ 52,50' },
    'Cadastre R$ 52,50 em notas de hoje para ganhar o vale.',
  ),
  'recusa-limite': redemptionRefused(
    'Limite do dia',
    'parking-voucher.daily-limit',
    { n: 1 },
    'Você já ganhou 1 vale-estacionamento hoje, o limite por dia.',
  ),
  'recusa-saiu': redemptionRefused(
    'Ticket que saiu enquanto isso',
    'parking-voucher.left',
    {},
    'Este ticket já saiu do estacionamento.',
  ),
  'recusa-estacionamento': redemptionRefused(
    'O estacionamento não aceitou o vale',
    'parking-voucher.not-accepted',
    {},
    'O estacionamento não aceita o vale desta promoção neste ticket.',
  ),
}

const applying = signedInScreens(
  { group, path: parkingPaths.apply(slug), slug: 'vale-estacionamento' },
  shared,
  { ...ticketRows, ...loadingStates(readCampaignCall, 'Vale-estacionamento') },
)

/** The states of a page on a device that stores no vouchers. */
const unstored = (rows: Readonly<Record<string, ScreenRow>>): Record<string, ScreenRow> =>
  Object.fromEntries(Object.entries(rows).map(([name, row]) => [name, { ...row, arrange: withStored([]) }]))

/** Stores vouchers on the device, as an earlier visit does. */
const withStored = (vouchers: readonly ParkingVoucher[]) => async () => {
  signedIn()
  await clearOffline()
  if (vouchers.length > 0) await storeWallet(parkingPaths.mine, [...vouchers])
}

const listing = (...vouchers: ParkingVoucher[]) => respond(calls.listMyParkingVouchersCall, vouchers)

const mine = signedInScreens({ group, path: parkingPaths.mine, slug: 'estacionamento' }, shared, {
  primeira: { title: 'Estacionamento, primeira vez', shows: 'Número do ticket' },
  cheia: {
    title: 'Estacionamento, com vales',
    responses: listing(appliedVoucher, usedVoucher, failedVoucher),
    shows: 'Saia até 12:20',
  },
  processando: {
    title: 'Estacionamento, em processamento',
    responses: listing(processingVoucher, usedVoucher),
    shows: 'Em processamento',
  },
  varias: {
    title: 'Estacionamento, com duas promoções',
    responses: respond(listCampaignsCall, [
      parkingCampaign,
      {
        ...parkingCampaign,
        campaign_id: sampleId(8001),
        slug: 'estacionamento-por-pontos',
        title: 'Estacionamento por pontos',
        summary: 'Troque 200 pontos por até R$ 20,00 de estacionamento.',
      },
    ]),
    shows: 'Estacionamento por pontos',
  },
  'sem-promocao': {
    title: 'Estacionamento, sem promoção',
    responses: respond(listCampaignsCall, []),
    shows: 'Nenhuma promoção dá vale-estacionamento agora.',
  },
  'sem-senha': {
    title: 'Estacionamento, sem senha',
    arrange: identified,
    responses: listing(appliedVoucher),
    shows: 'Aqui está só o que você fez depois de entrar.',
  },
  'sem-internet': {
    title: 'Estacionamento, guardado no aparelho',
    arrange: withStored([appliedVoucher, usedVoucher]),
    responses: respond(calls.listMyParkingVouchersCall, unreachable),
    shows: 'Estes são os vales guardados neste aparelho',
  },
  ...unstored(loadingStates(calls.listMyParkingVouchersCall, 'Estacionamento')),
})

const seeing = (voucher: ParkingVoucher) => respond(calls.readMyParkingVoucherCall, voucher)

const vouchers = signedInScreens(
  { group, path: parkingPaths.voucher(appliedVoucher.transaction_id), slug: 'estacionamento-vale' },
  shared,
  {
    liberado: { title: 'Vale que liberou o carro', shows: 'Estacionamento liberado até 12:20' },
    'ultimo-minuto': {
      title: 'Vale no último minuto para sair',
      responses: seeing({
        ...appliedVoucher,
        leave_by: '2026-11-21T15:00:50.000Z',
        message: 'Estacionamento liberado até 12:00',
      }),
      shows: 'Tempo para sair',
    },
    'sem-prazo': {
      title: 'Vale sem prazo para sair',
      responses: seeing({ ...appliedVoucher, leave_by: null, message: 'Estacionamento liberado' }),
      shows: 'Estacionamento liberado',
    },
    'falta-pagar': {
      title: 'Vale que pagou uma parte',
      responses: seeing(partVoucher),
      shows: 'Faltam R$ 4,00: pague antes de sair.',
    },
    'passou-do-prazo': {
      title: 'Vale de quem não saiu a tempo',
      responses: seeing({ ...appliedVoucher, leave_by: '2026-11-21T14:40:00.000Z' }),
      shows: 'O prazo para sair terminou às 11:40',
    },
    processando: {
      title: 'Vale em processamento',
      responses: seeing(processingVoucher),
      shows: 'Você pode fechar esta página: o pedido continua.',
    },
    utilizado: { title: 'Vale utilizado', responses: seeing(usedVoucher), shows: 'Utilizado' },
    'cancelamento-em-processamento': {
      title: 'Vale com o cancelamento em processamento',
      responses: seeing({ ...appliedVoucher, state: 'undoing' }),
      shows: 'Cancelamento em processamento',
    },
    cancelado: {
      title: 'Vale cancelado pela equipe',
      responses: seeing({
        ...appliedVoucher,
        state: 'undone',
        is_current: false,
        message: 'O vale foi desfeito no balcão. O que você usou voltou para você.',
      }),
      shows: 'O que você usou voltou para você.',
    },
    'nao-aplicado': {
      title: 'Vale que o estacionamento não aplicou',
      responses: seeing(failedVoucher),
      shows: 'Este ticket já saiu do estacionamento.',
    },
    'sem-internet': {
      title: 'Vale guardado no aparelho',
      arrange: withStored([appliedVoucher]),
      responses: [
        respond(calls.readMyParkingVoucherCall, unreachable),
        respond(calls.listMyParkingVouchersCall, unreachable),
      ],
      shows: 'Estes são os vales guardados neste aparelho',
    },
    'de-outra-pessoa': {
      title: 'Vale que não é da pessoa',
      responses: respond(calls.readMyParkingVoucherCall, refusal('parking-voucher.unknown-voucher')),
      shows: 'Vale-estacionamento não encontrado.',
    },
    carregando: {
      title: 'Vale, carregando',
      responses: respond(calls.readMyParkingVoucherCall, unanswered),
      shows: 'Carregando',
    },
    'sem-rede': {
      title: 'Vale, sem rede',
      responses: respond(calls.readMyParkingVoucherCall, unreachable),
      shows: 'Tentar novamente',
    },
  },
)

/** A kiosk with a signed-in shopper. */
const atKiosk = (): void => {
  saveServiceChannel(kioskChannel, 'temporary')
  document.documentElement.dataset['channel'] = kioskChannel
  setSession({ kind: 'signedIn', level: 'customer', customer_name: 'Ana', account_id: sampleId(70) })
}

const kiosk = signedInScreens(
  { group: 'Totem', path: parkingPaths.mine, slug: 'totem-estacionamento' },
  shared,
  {
    ticket: { title: 'Ticket a ler, no totem', arrange: atKiosk, shows: 'Número do ticket' },
    consultado: {
      title: 'Ticket consultado, no totem',
      arrange: atKiosk,
      act: enterTicket,
      shows: 'Com o vale, falta pagar',
    },
    aplicado: {
      title: 'Vale aplicado, no totem',
      path: parkingPaths.voucher(appliedVoucher.transaction_id),
      arrange: atKiosk,
      shows: 'Estacionamento liberado até 12:20',
    },
  },
)

/** The pages of parking vouchers. */
export const parkingScreens: readonly ScreenState[] = [...applying, ...mine, ...vouchers, ...kiosk]
