import { spendRuleOf } from '@clube/contract/campaigns/spend-rule.ts'
import { listCampaignsCall, readCampaignCall } from '@clube/contract/campaigns/campaign-calls.ts'
import { listCreditCall } from '@clube/contract/campaigns/credit-calls.ts'
import { listMyTicketsCall, listSessionsCall } from '@clube/contract/event-tickets/calls.ts'
import { listMyWaitingEntriesCall } from '@clube/contract/event-tickets/waiting-list-calls.ts'
import { listGiftsCall, listMyGiftsCall } from '@clube/contract/free-gifts/calls.ts'
import { listMyAwardsCall } from '@clube/contract/scratch-card/award-calls.ts'
import { listMyParkingVouchersCall } from '@clube/contract/parking-voucher/calls.ts'
import { readProfileCall } from '@clube/contract/identity/profile-call.ts'
import { sessionInfoCall } from '@clube/contract/identity/session-calls.ts'
import { confirmPasswordCall } from '@clube/contract/identity/sign-in-calls.ts'
import { listRedemptionsCall } from '@clube/contract/partner-points/calls.ts'
import { readPointsCall } from '@clube/contract/points/calls.ts'
import { listOwnTicketsCall } from '@clube/contract/customer-service/calls.ts'
import { countUnreadTicketsCall } from '@clube/contract/customer-service/unread-call.ts'
import { listOpenRatingsCall } from '@clube/contract/ratings/calls.ts'
import * as receipts from '@clube/contract/receipts/receipt-calls.ts'
import { listParticipatingShopsCall } from '@clube/contract/receipts/shop-calls.ts'
import { clearOffline, storeWallet } from '../../platform/offline/wallet-store.ts'
import { endpointNetworkMessage } from '../../platform/api/explain.ts'
import { draftKey, draftMaxDays, saveDraft } from '../../platform/storage/drafts.ts'
import { setSession } from '../../platform/session/session-store.ts'
import { addReceiptPhotoCall } from '@clube/contract/receipts/receipt-photo-calls.ts'
import {
  crashed,
  invalid,
  overloaded,
  refusal,
  respond,
  success,
  unreachable,
  type DeclaredResponse,
  type Outcome,
} from '../../testing/fake-server.ts'
import { parkingCampaign, parkingCredit } from '../../testing/parking-samples.ts'
import { processingRedemption } from '../../testing/partner-samples.ts'
import { sampleId, samples } from '../../testing/samples.ts'
import { press, waitForText, type } from './simulated-user.ts'
import { fakePhone, unusualPhotoMessage } from './sample-camera.ts'
import { emptyState, loadingStates, screensOf, type ScreenRow, type ScreenState } from './screen-state.ts'

const { campaign, profile, receipt, reservation, session } = samples

/** A waiting-list offer. */
export const offer = {
  ...samples.waiting,
  state: 'offered' as const,
  position: null,
  offer_expires_at: '2026-11-21T15:30:00Z',
}

/** An offer of a paused promotion, which does not expire during the pause. */
export const pausedOffer = { ...offer, is_paused: true }

/** An offer that expired. */
export const expiredOffer = {
  ...offer,
  state: 'expired' as const,
  offer_expires_at: '2026-11-21T14:39:00Z',
  campaign_slug: campaign.slug,
}

/** A waiting-list entry that ended because its session was cancelled. */
export const endedWaiting = {
  ...samples.waiting,
  state: 'left' as const,
  position: null,
  session_cancelled: { reason: 'Chuva forte prevista para a noite.' },
}

/** A waiting-list entry whose list has ended. */
export const endedList = {
  ...samples.waiting,
  state: 'left' as const,
  position: null,
  has_list_ended: true,
}

/** A shopper who signed in with the password. */
export const signedIn = (): void =>
  setSession({
    kind: 'signedIn',
    level: 'customer',
    customer_name: profile.name.split(' ')[0] ?? null,
    account_id: 'c1',
  })

/** A shopper of a club without passwords, who entered only the document (docs/decisions/0008-passwordless-sessions.md). */
export const identified = (): void =>
  setSession({ kind: 'signedIn', level: 'identified', customer_name: null })

/** A title with words too long for a card. */
export const longTitle =
  'Festival Interdisciplinar de Otorrinolaringologistas e Contadores de Histórias do Anticonstitucionalissimamente Longo Interior'

/** Campaigns that show the variants of a campaign card. */
const campaigns = [
  campaign,
  { ...campaign, campaign_id: sampleId(31), cd_identificador: 12, slug: 'natal', title: 'Natal no Ipê' },
  {
    ...campaign,
    campaign_id: sampleId(32),
    cd_identificador: 3,
    slug: 'brinde',
    kind: 'free_gifts' as const,
    title: 'Uma ecobag para cada leitor',
    stock: { total: 2000, remaining: 312 },
  },
  {
    ...campaign,
    campaign_id: sampleId(33),
    cd_identificador: 21,
    slug: 'raspadinha',
    kind: 'scratch_card' as const,
    title: longTitle,
    state: 'scheduled' as const,
    starts_at: '2026-12-01T13:00:00Z',
  },
]

/** Responses that pages of several groups need, such as the home page. */
const sharedResponses = [
  respond(listCampaignsCall, []),
  respond(listMyGiftsCall, []),
  respond(listMyAwardsCall, []),
  respond(listRedemptionsCall, []),
  respond(listMyParkingVouchersCall, []),
  respond(listOpenRatingsCall, []),
  respond(countUnreadTicketsCall, { count: 0 }),
  respond(listOwnTicketsCall, []),
  respond(listGiftsCall, samples.gifts),
]

/** The states of a page for a shopper who signed in with the password. */
export const signedInScreens = (
  page: Pick<ScreenState, 'group' | 'path'> & { slug: string },
  responses: DeclaredResponse | readonly DeclaredResponse[],
  rows: Readonly<Record<string, ScreenRow>>,
): ScreenState[] =>
  screensOf(
    { ...page, app: 'shopper', arrange: signedIn, responses: [sharedResponses, responses].flat() },
    rows,
  )

const pending = {
  ...receipt,
  state: 'pending_review' as const,
  points: 0,
  estimated_points: 123,
  can_add_photo: true,
}
const decided = (state: 'rejected' | 'reversed', reason: string) => ({ state, reason, points: 0 })
const registerReceiptOf = (amount: string) => [
  type('Chave de acesso', receipt.receipt_key),
  type('Valor total da nota', amount),
  type('Data da compra', '20/11/2026'),
  press('Cadastrar'),
]
const registerReceipt = registerReceiptOf('12345')

/** Sends the photo of a receipt; the server responds with `outcome`. */
const photoSubmission = (
  title: string,
  outcome: Outcome<typeof addReceiptPhotoCall>,
  shows: string,
): ScreenRow => ({
  title,
  arrange: () => {
    fakePhone()
    signedIn()
  },
  responses: [respond(receipts.registerReceiptCall, pending), respond(addReceiptPhotoCall, outcome)],
  act: [
    ...registerReceipt,
    press('Fotografar a nota'),
    press('Tirar foto'),
    waitForText('Usar esta foto'),
    press('Usar esta foto'),
  ],
  shows,
})

const giftCampaign = {
  ...campaign,
  kind: 'free_gifts' as const,
  stock: { total: 2000, remaining: 312 },
  spend_rule: spendRuleOf({ every_cents: 40_000, participations: 1 }),
  limit_per_customer: 3,
  redeem_until: '2027-01-31T03:00:00Z',
  legal: {
    certificate_number: '06.123456/2026',
    authority: 'Secretaria de Prêmios e Apostas',
    prize_list: [
      { title: 'Ecobag de algodão cru', quantity: 1990, value_cents: 2500 },
      { title: 'Viagem para duas pessoas', quantity: 10, value_cents: 900_000 },
    ],
  },
}

/** The home page, promotions and receipts of a signed-in shopper. */
export const shopperScreens: readonly ScreenState[] = [
  ...signedInScreens(
    { group: 'Início', path: '/', slug: 'inicio' },
    [
      respond(readProfileCall, profile),
      respond(listCampaignsCall, campaigns),
      respond(listSessionsCall, [{ ...session, status: 'last_places', remaining: 3 }]),
      respond(readPointsCall, samples.points),
      respond(receipts.listReceiptsCall, [pending]),
      respond(listCreditCall, [samples.credit]),
      respond(listMyTicketsCall, [
        { ...reservation, ...samples.hold, state: 'held', tickets: [] },
        { ...reservation, reservation_id: sampleId(20) },
      ]),
      respond(listMyWaitingEntriesCall, []),
    ],
    {
      cheio: { title: 'Início', shows: 'Confirme a sua reserva' },
      'resposta-nova': {
        title: 'Início, resposta nova do atendimento',
        responses: respond(countUnreadTicketsCall, { count: 1 }),
        shows: 'A equipe respondeu',
      },
      novo: {
        title: 'Início, quem acabou de chegar',
        responses: [
          respond(readProfileCall, { ...profile, address: null }),
          respond(listCampaignsCall, []),
          respond(readPointsCall, samples.noPoints),
          respond(receipts.listReceiptsCall, []),
          respond(listMyTicketsCall, []),
        ],
        shows: 'Complete seu endereço',
      },
      oferta: {
        title: 'Início, oferta da lista de espera',
        responses: [respond(listMyTicketsCall, []), respond(listMyWaitingEntriesCall, [offer])],
        shows: 'Chegou a sua vez',
      },
      agora: {
        title: 'Início, com tudo o que pode aparecer em Agora',
        responses: [
          respond(listCampaignsCall, [campaign, samples.giftCampaign]),
          respond(listCreditCall, [samples.giftCredit]),
          respond(listMyGiftsCall, [{ ...samples.giftVoucher, expires_at: '2026-11-21T15:40:00Z' }]),
          respond(listMyTicketsCall, [
            { ...reservation, ...samples.hold, state: 'held', tickets: [] },
            { ...reservation, reservation_id: sampleId(20), starts_at: '2026-11-21T22:30:00Z' },
          ]),
          respond(listMyWaitingEntriesCall, [offer]),
          respond(receipts.listReceiptsCall, [
            { ...receipt, state: 'approved' },
            { ...pending, is_photo_requested: true },
          ]),
          respond(listOpenRatingsCall, [samples.openRating]),
        ],
        shows: 'Falta a foto de uma nota',
      },
      'nota-recusada': {
        title: 'Início, nota recusada',
        responses: [
          respond(listMyTicketsCall, []),
          respond(receipts.listReceiptsCall, [
            { ...receipt, state: 'rejected', points: 0, reason: 'A foto não permite ler a nota.' },
          ]),
        ],
        shows: 'Nota recusada',
      },
      'resgate-em-processamento': {
        title: 'Início, resgate de pontos em processamento',
        responses: respond(listRedemptionsCall, [processingRedemption]),
        shows: 'Resgate em processamento',
      },
      'direito-a-vale': {
        title: 'Início, direito a um vale-estacionamento',
        responses: [
          respond(listCampaignsCall, [parkingCampaign]),
          respond(listCreditCall, [parkingCredit]),
          respond(listMyTicketsCall, []),
        ],
        shows: 'Você tem direito a um vale-estacionamento hoje',
      },
      'nada-agora': {
        title: 'Início, nada em Agora',
        responses: respond(listMyTicketsCall, [reservation]),
        shows: 'Cadastre suas notas',
      },
      'sessao-mudou': {
        title: 'Início, sessão que mudou',
        responses: respond(listMyTicketsCall, [
          {
            ...reservation,
            before_change: {
              session_title: reservation.session_title,
              place: 'Teatro do piso L3',
              starts_at: '2026-12-11T18:00:00Z',
            },
          },
        ]),
        shows: 'Uma sessão sua mudou',
      },
      'espera-cancelada': {
        title: 'Início, cancelada a sessão que a pessoa esperava',
        responses: [respond(listMyTicketsCall, []), respond(listMyWaitingEntriesCall, [endedWaiting])],
        shows: 'A sessão que você esperava foi cancelada',
      },
      'oferta-pausada': {
        title: 'Início, oferta de uma promoção pausada',
        responses: [respond(listMyTicketsCall, []), respond(listMyWaitingEntriesCall, [pausedOffer])],
        shows: 'Separados para você',
      },
      'oferta-vencida': {
        title: 'Início, oferta que venceu',
        responses: [respond(listMyTicketsCall, []), respond(listMyWaitingEntriesCall, [expiredOffer])],
        shows: 'A sua vez passou',
      },
      'espera-terminada': {
        title: 'Início, lista de espera que terminou',
        responses: [respond(listMyTicketsCall, []), respond(listMyWaitingEntriesCall, [endedList])],
        shows: 'A lista de espera terminou',
      },
      ...loadingStates(readProfileCall, 'Início'),
      'sem-senha': { title: 'Início, sem senha', arrange: identified, shows: 'Entrar com senha' },
      'sem-senha-vazio': {
        title: 'Início, sem senha, nada nesta sessão',
        arrange: identified,
        responses: [respond(receipts.listReceiptsCall, []), respond(listMyTicketsCall, [])],
        shows: 'Confirme a senha para ver',
      },
      'sem-senha-identifica': {
        title: 'Início, sem senha, onde ela só identifica',
        arrange: identified,
        club: { passwordless_sessions: { may: 'identify', points_per_day: 0 } },
        shows: 'Entrar com senha',
      },
      'confirmar-senha': {
        title: 'Confirme sua senha',
        arrange: identified,
        act: press('Entrar com senha'),
        shows: 'Você entrou só com o documento.',
      },
      'confirmar-senha-vazia': {
        title: 'Confirme sua senha, sem senha',
        arrange: identified,
        act: [press('Entrar com senha'), press('Confirmar')],
        shows: 'Este campo não pode estar vazio',
      },
      'confirmar-senha-errada': {
        title: 'Confirme sua senha, senha errada',
        arrange: identified,
        responses: respond(confirmPasswordCall, refusal('identity.wrong-password')),
        act: [press('Entrar com senha'), type('Senha', 'Girassol-28'), press('Confirmar')],
        shows: confirmPasswordCall.refusals['identity.wrong-password'].message,
      },
      'sem-clube': {
        title: 'O clube não responde',
        arrange: async () => {
          await clearOffline()
          setSession({ kind: 'unknown' })
        },
        responses: respond(sessionInfoCall, unreachable),
        shows: 'Sem conexão',
      },
      'sem-clube-de-novo': {
        title: 'O clube não responde, nova tentativa',
        arrange: async () => {
          await clearOffline()
          setSession({ kind: 'unknown' })
        },
        responses: respond(sessionInfoCall, unreachable),
        act: press('Tentar novamente'),
        shows: endpointNetworkMessage,
      },
      'sem-clube-noutra-pagina': {
        title: 'O clube não responde, em outra página',
        path: '/pontos',
        arrange: () => setSession({ kind: 'unknown' }),
        responses: respond(sessionInfoCall, unreachable),
        shows: 'Ir para o início',
      },
      'sem-clube-com-ingressos': {
        title: 'O clube não responde, ingressos guardados',
        arrange: async () => {
          setSession({ kind: 'unknown' })
          await storeWallet('/ingressos', [reservation])
        },
        responses: respond(sessionInfoCall, crashed),
        shows: 'Meus ingressos',
      },
      'nao-existe': { title: 'Página que não existe', path: '/nao-existe', shows: 'Página não encontrada' },
    },
  ),
  ...signedInScreens(
    { group: 'Promoções', path: '/promocoes', slug: 'promocoes' },
    [
      respond(listCampaignsCall, campaigns),
      respond(listSessionsCall, ({ query }) =>
        query['campaign_id'] === campaign.campaign_id
          ? [session]
          : [{ ...session, session_id: sampleId(34), status: 'sold_out' as const }],
      ),
    ],
    {
      cheia: { title: 'Promoções', shows: 'Restam 312 dos 2.000 recebidos' },
      vazia: emptyState(listCampaignsCall, 'Nenhuma promoção', 'Nenhuma promoção no momento.'),
      ...loadingStates(listCampaignsCall, 'Promoções'),
      'sem-rede-de-novo': {
        title: 'Promoções, sem rede, nova tentativa',
        responses: respond(listCampaignsCall, unreachable),
        act: press('Tentar novamente'),
        shows: endpointNetworkMessage,
      },
    },
  ),
  ...signedInScreens(
    { group: 'Promoções', path: `/promocoes/${campaign.slug}`, slug: 'promocao' },
    [respond(readCampaignCall, campaign), respond(listSessionsCall, [session])],
    {
      aberta: { title: 'Promoção', shows: 'Escolher sessão' },
      visitante: {
        title: 'Promoção, visitante',
        arrange: () => setSession({ kind: 'signedOut' }),
        responses: respond(readCampaignCall, { ...campaign, eligibility: null }),
        shows: 'Entrar para participar',
      },
      guardada: {
        title: 'Promoção com lugares guardados',
        responses: respond(listSessionsCall, [
          { ...session, mine: { quantity: 2, hold: samples.hold, waiting: null } },
        ]),
        shows: 'Seus lugares estão guardados',
      },
      impedida: {
        title: 'Promoção de que a pessoa não pode participar',
        responses: respond(readCampaignCall, {
          ...campaign,
          audience: { document_types: ['cpf'], minimum_age: 60 },
          eligibility: {
            eligible: false,
            reasons: [
              { code: 'campaigns.under-age', message: 'Esta promoção é para maiores de 60 anos.' },
              { code: 'campaigns.limit', message: 'Você já participou o máximo de vezes.' },
            ],
          },
        }),
        shows: 'Esta promoção é para maiores de 60 anos.',
      },
      cancelada: {
        title: 'Promoção cancelada antes de começar',
        responses: respond(readCampaignCall, {
          ...campaign,
          state: 'ended',
          starts_at: '2026-12-01T13:00:00Z',
          ends_at: '2026-11-20T13:00:00Z',
          eligibility: {
            eligible: false,
            reasons: [{ code: 'campaigns.ended', message: 'Esta promoção terminou em 20/11/2026.' }],
          },
        }),
        shows: 'Esta promoção foi cancelada antes de começar.',
      },
      'com-notas': {
        title: 'Promoção por notas, quase lá',
        responses: [respond(readCampaignCall, giftCampaign), respond(listCreditCall, [samples.credit])],
        shows: 'faltam',
      },
      'com-direito': {
        title: 'Promoção por notas, com direito, dívida e limite do dia',
        responses: [
          respond(readCampaignCall, giftCampaign),
          respond(listCreditCall, [
            {
              ...samples.credit,
              spend_rule: { ...samples.credit.spend_rule, limit_per_day: 1 },
              participations: 2,
              debt_cents: 4_000,
              uses_left_today: 0,
            },
          ]),
        ],
        shows: 'Você já tem direito a 2 brindes.',
      },
      longa: {
        title: 'Promoção de palavras longas',
        responses: respond(readCampaignCall, { ...campaign, title: longTitle, summary: longTitle }),
        shows: 'Festival Interdisciplinar',
      },
      inexistente: {
        title: 'Promoção que não existe',
        responses: respond(readCampaignCall, refusal('campaigns.unknown')),
        shows: 'Promoção não encontrada.',
      },
      ...loadingStates(readCampaignCall, 'Promoção'),
    },
  ),
  ...signedInScreens(
    { group: 'Notas', path: '/notas', slug: 'notas' },
    [
      respond(listCreditCall, [samples.credit]),
      respond(
        receipts.listReceiptsCall,
        success(
          [
            receipt,
            { ...receipt, state: 'approved' as const, shop_name: longTitle },
            { ...pending, can_add_photo: true, is_photo_requested: true },
            { ...pending, estimated_points: null },
            { ...receipt, amount_cents: 90, points: 0 },
            {
              ...receipt,
              ...decided('rejected', 'Valor diferente: o valor informado não é o da nota.'),
              can_appeal: true,
            },
            {
              ...receipt,
              ...decided('rejected', 'Valor diferente: o valor informado não é o da nota.'),
              current: { purchase_id: sampleId(40), state: 'auto_approved' as const },
            },
            { ...receipt, stated: { amount_cents: 12_354, issued_on: '2026-11-19' } },
            { ...receipt, ...decided('reversed', 'A loja cancelou a compra.') },
          ].map((item, index) => ({ ...item, purchase_id: sampleId(40 + index) })),
          { next_cursor: sampleId(44) },
        ),
      ),
    ],
    {
      cheia: { title: 'Minhas notas', shows: 'A loja cancelou a compra.' },
      vazia: emptyState(receipts.listReceiptsCall, 'Nenhuma nota', 'Você ainda não cadastrou nenhuma nota.'),
      'sem-senha': {
        title: 'Minhas notas, sem senha, nada nesta sessão',
        arrange: identified,
        responses: respond(receipts.listReceiptsCall, []),
        shows: 'Sem a senha, aqui aparece só',
      },
      recurso: {
        title: 'Pedir nova análise',
        responses: respond(receipts.appealReceiptCall, receipt),
        act: [press('Pedir nova análise'), press('Enviar pedido')],
        shows: 'Conte o que aconteceu em pelo menos 10 letras.',
      },
      ...loadingStates(receipts.listReceiptsCall, 'Minhas notas'),
    },
  ),
  ...signedInScreens({ group: 'Notas', path: '/notas/nova', slug: 'nota-nova' }, [], {
    vazia: { title: 'Cadastrar nota', shows: 'Os 44 caracteres' },
    erros: {
      title: 'Cadastrar nota, com erros',
      act: press('Cadastrar'),
      shows: 'Informe o valor total da nota.',
    },
    rascunho: {
      title: 'Cadastrar nota, rascunho',
      arrange: () => {
        signedIn()
        saveDraft(draftKey('customer/c1', 'receipt'), { receipt_key: receipt.receipt_key }, draftMaxDays)
      },
      shows: 'Descartar rascunho',
    },
    'loja-nao-participa': {
      title: 'Nota de uma loja que não participa',
      responses: respond(
        receipts.registerReceiptCall,
        refusal('receipts.shop-not-participating', { cnpj: '11.444.777/0001-61' }),
      ),
      act: registerReceipt,
      shows: 'Procurar nas lojas participantes',
    },
    chave: {
      title: 'Cadastrar nota, chave inteira',
      act: type('Chave de acesso', receipt.receipt_key),
      shows: 'Chave conferida',
    },
    usada: {
      title: 'Nota que outra pessoa usou',
      responses: respond(receipts.registerReceiptCall, refusal('receipts.used-by-other')),
      act: registerReceipt,
      shows: receipts.registerReceiptCall.refusals['receipts.used-by-other'].message,
    },
    aprovada: {
      title: 'Nota aprovada',
      responses: respond(receipts.registerReceiptCall, receipt),
      act: registerReceipt,
      shows: 'Nota aprovada!',
    },
    'valor-pequeno': {
      title: 'Cadastrar nota, valor abaixo de R$ 1,00',
      act: registerReceiptOf('50'),
      shows: 'Confira o valor',
    },
    'menos-de-um-ponto': {
      title: 'Nota que não chega a 1 ponto',
      responses: respond(receipts.registerReceiptCall, { ...receipt, amount_cents: 90, points: 0 }),
      act: registerReceipt,
      shows: 'não chega a 1 ponto',
    },
    recebida: {
      title: 'Nota recebida',
      responses: respond(receipts.registerReceiptCall, pending),
      act: registerReceipt,
      shows: 'Fotografar a nota',
    },
    'foto-recusada': photoSubmission(
      'Foto que nenhuma câmera faz',
      invalid({ path: 'photo', message: unusualPhotoMessage }),
      unusualPhotoMessage,
    ),
    'foto-servidor-ocupado': photoSubmission(
      'Foto, muitos envios ao mesmo tempo',
      overloaded,
      'Tente novamente em alguns minutos',
    ),
  }),
  ...signedInScreens(
    { group: 'Notas', path: '/lojas', slug: 'lojas-participantes' },
    respond(listParticipatingShopsCall, [
      ...samples.shops,
      { ...samples.shops[0]!, name: longTitle, cnpj: '27000010000144' },
    ]),
    {
      cheia: { title: 'Lojas participantes', shows: '6 lojas encontradas' },
      busca: {
        title: 'Lojas participantes, por nome',
        act: type('Nome da loja ou CNPJ', 'patio'),
        shows: '1 loja encontrada',
      },
      'sem-resultado': {
        title: 'Lojas participantes, nada encontrado',
        act: type('Nome da loja ou CNPJ', 'padaria'),
        shows: 'Nenhuma loja participante corresponde à busca.',
      },
      vazia: emptyState(
        listParticipatingShopsCall,
        'Nenhuma loja participante',
        'Nenhuma loja participa no momento.',
      ),
      ...loadingStates(listParticipatingShopsCall, 'Lojas participantes'),
    },
  ),
]
