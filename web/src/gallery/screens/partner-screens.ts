import { listCampaignsCall, readCampaignCall } from '@clube/contract/campaigns/campaign-calls.ts'
import { listTransactionsCall, startTransactionCall } from '@clube/contract/campaigns/transaction-calls.ts'
import { readProfileCall } from '@clube/contract/identity/profile-call.ts'
import {
  linkPartnerCall,
  listPartnersCall,
  listRedemptionsCall,
  quotePartnerPointsCall,
  readRedemptionCall,
  redeemPartnerPointsCall,
  unlinkPartnerCall,
} from '@clube/contract/partner-points/calls.ts'
import { processingMessage } from '@clube/contract/partner-points/partner.ts'
import { quoteExpiredRefusal } from '@clube/contract/partner-points/refusals.ts'
import { pointsStatementCall, readPointsCall } from '@clube/contract/points/calls.ts'
import { partnerPaths } from '../../customer/features/partner-points/partner-paths.ts'
import { sentQuote } from '../../customer/features/partner-points/saved-redemption.ts'
import { refusal, respond, success, unreachable } from '../../testing/fake-server.ts'
import {
  completedRedemption,
  failedRedemption,
  largeQuote,
  linkedPartner,
  otherPartners,
  partnerCampaign,
  partnerQuote,
  partnerWith,
  processingRedemption,
  redeemed,
  redemptions,
  refundedRedemption,
  unlinkedPartner,
} from '../../testing/partner-samples.ts'
import { sampleId, samples } from '../../testing/samples.ts'
import { emptyState, loadingStates, type ScreenRow, type ScreenState } from './screen-state.ts'
import { identified, longTitle, signedIn, signedInScreens } from './shopper-screens.ts'
import { choose, press, type, waitForText } from './simulated-user.ts'

const group = 'Programas parceiros'
const { name, partner } = unlinkedPartner
const values = { partner: name }
const { transaction_id, protocol, expires_at } = samples.participation

const partnersScreens = signedInScreens(
  { group, path: partnerPaths.partners, slug: 'parceiros' },
  [respond(listPartnersCall, [linkedPartner, ...otherPartners]), respond(listRedemptionsCall, [])],
  {
    cheia: {
      title: 'Programas parceiros',
      responses: respond(listRedemptionsCall, success([...redemptions], { next_cursor: sampleId(1) })),
      shows: 'Conta vinculada',
    },
    'sem-conta': {
      title: 'Programas parceiros, nenhuma conta vinculada',
      responses: respond(listPartnersCall, [unlinkedPartner]),
      shows: 'Vincular conta',
    },
    longa: {
      title: 'Programa parceiro de nome longo',
      responses: respond(listPartnersCall, [
        { ...partnerWith({ title: longTitle, left_today: 0 }), name: 'Associação dos Viajantes do Interior' },
      ]),
      shows: 'Associação dos Viajantes',
    },
    desvincular: { title: 'Desvincular a conta', act: press('Desvincular'), shows: 'Desvincular a conta?' },
    'resgate-aberto': {
      title: 'Desvincular com um resgate em processamento',
      responses: respond(unlinkPartnerCall, refusal('partner-points.redemption-processing')),
      act: [
        press('Desvincular'),
        waitForText('Desvincular a conta?'),
        // The confirming button, in the dialog.
        press('Desvincular'),
      ],
      shows: unlinkPartnerCall.refusals['partner-points.redemption-processing'].message,
    },
    vazia: emptyState(
      listPartnersCall,
      'Nenhum programa parceiro',
      'O clube não tem programas parceiros no momento.',
    ),
    'sem-senha': {
      title: 'Programas parceiros, sem senha',
      arrange: identified,
      shows: 'Confirme sua senha',
    },
    ...loadingStates(listPartnersCall, 'Programas parceiros'),
  },
)

const fillIn = [
  type('Número da sua conta', '8821 4821'),
  type('Código de vínculo do aplicativo', 'K7QM2X'),
  choose('Autorizo o clube'),
]
const linkRefused = (
  title: string,
  code: keyof typeof linkPartnerCall.refusals,
  shows: string,
): ScreenRow => ({
  title,
  responses: respond(linkPartnerCall, refusal(code, values)),
  act: [...fillIn, press('Vincular conta')],
  shows,
})

const linkScreens = signedInScreens(
  { group, path: partnerPaths.link(partner), slug: 'vincular' },
  [respond(listPartnersCall, [unlinkedPartner]), respond(readProfileCall, samples.profile)],
  {
    vazia: { title: 'Vincular conta', shows: 'Autorizo o clube' },
    erros: {
      title: 'Vincular conta, com erros',
      act: press('Vincular conta'),
      shows: 'Para vincular, marque que você autoriza.',
    },
    'nao-confirmada': linkRefused(
      'O parceiro não confirmou a conta',
      'partner-points.wrong-proof',
      'Confira o número e o código.',
    ),
    'outro-documento': linkRefused(
      'Conta em outro documento',
      'partner-points.other-document',
      'Esta conta do Asa Fidelidade está em outro documento.',
    ),
    'outra-pessoa': linkRefused(
      'Conta vinculada a outra pessoa',
      'partner-points.member-linked',
      'já está vinculada a outra pessoa no clube',
    ),
    'sem-resposta': linkRefused(
      'O parceiro não respondeu ao vincular',
      'partner-points.no-answer',
      'Nada foi feito: tente de novo em alguns minutos.',
    ),
    'texto-mudou': linkRefused(
      'O texto da autorização mudou',
      'partner-points.consent-outdated',
      'Leia de novo antes de vincular.',
    ),
    vinculada: {
      title: 'Conta já vinculada',
      responses: respond(listPartnersCall, [linkedPartner]),
      shows: 'Você já tem uma conta do Asa Fidelidade vinculada.',
    },
    suspensa: {
      title: 'Vincular, trocas suspensas',
      responses: respond(listPartnersCall, [{ ...unlinkedPartner, is_on: false }]),
      shows: 'As trocas com o Asa Fidelidade estão suspensas no momento.',
    },
    inexistente: {
      title: 'Programa parceiro que não existe',
      path: partnerPaths.link('nenhum'),
      shows: 'Programa parceiro não encontrado.',
    },
  },
)

const askQuote = press('Ver quanto valem')
const confirmQuote = (text = 'Resgatar 1.000 pontos') => [askQuote, press(text)]
const redeemRefused = (
  title: string,
  code: keyof typeof redeemPartnerPointsCall.refusals,
  shows: string,
): ScreenRow => ({
  title,
  responses: respond(redeemPartnerPointsCall, refusal(code, { ...values, n: 3 })),
  act: confirmQuote(),
  shows,
})

const redeemScreens = signedInScreens(
  { group, path: partnerPaths.redeem(partnerCampaign.slug), slug: 'resgatar' },
  [
    respond(readCampaignCall, partnerCampaign),
    respond(listPartnersCall, [linkedPartner]),
    respond(readProfileCall, samples.profile),
    respond(startTransactionCall, { transaction_id, protocol, expires_at }),
    respond(quotePartnerPointsCall, partnerQuote),
    respond(redeemPartnerPointsCall, redeemed('completed')),
  ],
  {
    escolher: { title: 'Escolher os pontos', shows: 'De 500 a 10.000 pontos, de 100 em 100.' },
    'valor-unico': {
      title: 'Um só valor possível',
      responses: respond(listPartnersCall, [partnerWith({ minimum: 1_000, maximum: 1_000 })]),
      shows: '1.000 pontos por vez.',
    },
    'fora-dos-passos': {
      title: 'Pontos fora dos passos',
      act: [type('Quantos pontos', '1250'), askQuote],
      shows: 'Escolha entre 500 e 10.000 pontos, de 100 em 100.',
    },
    'sem-conta': {
      title: 'Resgatar sem conta vinculada',
      responses: respond(listPartnersCall, [unlinkedPartner]),
      shows: 'Vincule sua conta Asa Fidelidade para continuar.',
    },
    suspenso: {
      title: 'Resgatar, trocas suspensas',
      responses: respond(listPartnersCall, [{ ...linkedPartner, is_on: false }]),
      shows: 'As trocas com o Asa Fidelidade estão suspensas no momento.',
    },
    'sem-promocao': {
      title: 'Promoção que não troca pontos',
      responses: respond(listPartnersCall, []),
      shows: 'Esta promoção não troca pontos no momento.',
    },
    impedida: {
      title: 'Resgatar numa promoção pausada',
      responses: respond(readCampaignCall, {
        ...partnerCampaign,
        state: 'paused',
        eligibility: {
          eligible: false,
          reasons: [{ code: 'campaigns.paused', message: 'Esta promoção está pausada.' }],
        },
      }),
      shows: 'Esta promoção está pausada.',
    },
    'limite-do-dia': {
      title: 'Limite de resgates do dia',
      responses: respond(listPartnersCall, [partnerWith({ left_today: 0 })]),
      shows: 'Você já fez 3 resgates hoje, o limite por dia. Volte amanhã.',
    },
    'em-processamento': {
      title: 'Resgatar com outro resgate em processamento',
      responses: respond(listRedemptionsCall, [processingRedemption]),
      shows: 'Não repita a operação.',
    },
    'saldo-insuficiente': {
      title: 'Cotação recusada: saldo insuficiente',
      responses: respond(quotePartnerPointsCall, refusal('partner-points.insufficient', values)),
      act: askQuote,
      shows: 'Saldo insuficiente no Asa Fidelidade.',
    },
    'parceiro-calado': {
      title: 'Cotação sem resposta do parceiro',
      responses: respond(quotePartnerPointsCall, refusal('partner-points.no-answer', values)),
      act: askQuote,
      shows: 'Nada foi feito: tente de novo em alguns minutos.',
    },
    confirmar: { title: 'Confirmar o resgate', act: askQuote, shows: 'Esta cotação vale por' },
    'ultimo-minuto': {
      title: 'Cotação no último minuto',
      responses: respond(quotePartnerPointsCall, { ...partnerQuote, expires_at: '2026-11-21T15:00:42.000Z' }),
      act: askQuote,
      shows: 'Esta cotação vale por',
    },
    'com-senha': {
      title: 'Confirmar com a senha',
      responses: respond(quotePartnerPointsCall, largeQuote),
      act: askQuote,
      shows: 'Resgates deste valor pedem a sua senha de novo.',
    },
    'senha-errada': {
      title: 'Confirmar, senha errada',
      responses: [
        respond(quotePartnerPointsCall, largeQuote),
        respond(redeemPartnerPointsCall, refusal('identity.wrong-current-password')),
      ],
      act: [askQuote, type('Sua senha', 'Girassol-28'), press('Resgatar 5.000 pontos')],
      shows: 'Senha atual incorreta.',
    },
    expirada: {
      title: 'Cotação que expirou',
      responses: respond(quotePartnerPointsCall, { ...partnerQuote, expires_at: '2026-11-21T14:59:59.000Z' }),
      act: askQuote,
      shows: 'Ver nova cotação',
    },
    renovada: {
      title: 'Cotação renovada ao confirmar',
      responses: [
        respond(quotePartnerPointsCall, partnerQuote, {
          ...partnerQuote,
          quote_id: sampleId(1711),
          club_points: 960,
        }),
        respond(redeemPartnerPointsCall, refusal('partner-points.quote-expired')),
      ],
      act: [...confirmQuote(), waitForText('960 pontos')],
      shows: quoteExpiredRefusal['partner-points.quote-expired'].message,
    },
    'nao-autorizado': redeemRefused(
      'O parceiro não autorizou',
      'partner-points.not-authorized',
      'O Asa Fidelidade não autorizou o resgate.',
    ),
    'saldo-menor': {
      title: 'Saldo no parceiro menor que os pontos',
      responses: respond(quotePartnerPointsCall, { ...partnerQuote, partner_balance: 1_200 }),
      act: askQuote,
      shows: 'Saldo insuficiente no Asa Fidelidade.',
    },
    'sem-resposta': {
      title: 'Resgate sem resposta',
      responses: respond(redeemPartnerPointsCall, unreachable),
      act: confirmQuote(),
      shows: 'nada é trocado duas vezes',
    },
    'sem-resposta-de-novo': {
      title: 'Resgate sem resposta, página aberta de novo',
      arrange: () => {
        signedIn()
        sentQuote.save(partnerCampaign.campaign_id, partnerQuote)
      },
      shows: 'nada é trocado duas vezes',
      reload: true,
    },
    ...loadingStates(readCampaignCall, 'Resgatar'),
  },
)

const reading = (redemption: typeof processingRedemption) => respond(readRedemptionCall, redemption)

const resultScreens = signedInScreens(
  { group, path: partnerPaths.redemption(transaction_id), slug: 'resgate' },
  respond(listPartnersCall, [linkedPartner]),
  {
    processando: {
      title: 'Resgate em processamento',
      responses: reading(processingRedemption),
      shows: processingMessage,
    },
    concluido: {
      title: 'Resgate concluído',
      responses: reading(completedRedemption),
      shows: '+ 1.000 pontos no seu saldo',
    },
    falhou: {
      title: 'Resgate não concluído',
      responses: reading(failedRedemption),
      shows: 'Saldo insuficiente no Asa Fidelidade.',
    },
    devolvido: {
      title: 'Resgate devolvido',
      responses: reading(refundedRedemption),
      shows: 'Os pontos foram devolvidos',
    },
    inexistente: {
      title: 'Resgate que não existe',
      responses: respond(readRedemptionCall, refusal('campaigns.transaction-unknown')),
      shows: readRedemptionCall.refusals['campaigns.transaction-unknown'].message,
    },
    ...loadingStates(readRedemptionCall, 'Resgate'),
  },
)

/** Partners, links, exchanges and results, and where other pages mention them. */
export const partnerScreens: readonly ScreenState[] = [
  ...partnersScreens,
  ...linkScreens,
  ...redeemScreens,
  ...resultScreens,
  ...signedInScreens({ group, path: `/promocoes/${partnerCampaign.slug}`, slug: 'promocao-parceiro' }, [], {
    aberta: {
      title: 'Promoção de um programa parceiro',
      responses: [respond(readCampaignCall, partnerCampaign), respond(listPartnersCall, [linkedPartner])],
      shows: 'Pontos por resgate',
    },
  }),
  ...signedInScreens({ group, path: '/participacoes', slug: 'participacoes-parceiro' }, [], {
    processando: {
      title: 'Participações, resgate em processamento',
      responses: respond(listTransactionsCall, [
        {
          ...samples.participation,
          kind: 'partner_points',
          campaign_slug: partnerCampaign.slug,
          campaign_title: partnerCampaign.title,
          state: 'processing',
          status: 'processing',
          subject: { title: '2.000 pontos do Asa Fidelidade', starts_at: null },
          receipts: [],
          can_continue: false,
          note: processingMessage,
        },
      ]),
      shows: 'Ver resgate',
    },
  }),
  ...signedInScreens({ group, path: '/pontos', slug: 'pontos-parceiro' }, [], {
    fonte: {
      title: 'Meus pontos, com programa parceiro',
      responses: [
        respond(listCampaignsCall, [partnerCampaign]),
        respond(readPointsCall, samples.points),
        respond(pointsStatementCall, samples.statement),
      ],
      shows: 'Trocar pontos de um programa parceiro',
    },
  }),
]
