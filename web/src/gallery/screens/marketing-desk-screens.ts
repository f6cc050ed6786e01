import {
  approveCampaignCall,
  staffListCampaignsCall,
  staffReviewCampaignsCall,
} from '@clube/contract/campaigns/campaign-staff-calls.ts'
import {
  listRegulationChangesCall,
  reviewRegulationChangesCall,
} from '@clube/contract/campaigns/regulation-calls.ts'
import { listDraftsCall, saveDraftCall } from '@clube/contract/campaigns/draft-calls.ts'
import { readResultsCall } from '@clube/contract/campaigns/results-calls.ts'
import type { StaffCampaign } from '@clube/contract/campaigns/campaign.ts'
import { spendRuleOf } from '@clube/contract/campaigns/spend-rule.ts'
import { readConsentDocumentCall } from '@clube/contract/consent/calls.ts'
import { staffListDocumentsCall } from '@clube/contract/consent/staff-calls.ts'
import {
  staffListEventCampaignsCall,
  staffListSessionsCall,
  staffReadSessionCall,
} from '@clube/contract/event-tickets/staff-calls.ts'
import { listPartnerChoicesCall } from '@clube/contract/partner-points/desk-calls.ts'
import { listParticipatingShopsCall } from '@clube/contract/receipts/shop-calls.ts'
import { refusal, respond, unreachable } from '../../testing/fake-server.ts'
import { partnerSettings } from '../../testing/partner-desk-samples.ts'
import { sampleId, samples } from '../../testing/samples.ts'
import { scratchSettings } from '../../testing/scratch-desk-samples.ts'
import { draftKey, draftMaxDays, saveDraft } from '../../platform/storage/drafts.ts'
import {
  campaign,
  campaignDraft,
  documents,
  extension,
  identity,
  missing,
  regulationChange,
  results,
  returnedExtension,
  session,
} from '../../testing/staff-samples.ts'
import { leaveField, press, type } from './simulated-user.ts'
import { loadingStates, type ScreenState } from './screen-state.ts'
import { deskScreens, signedInAs } from './staff-screens.ts'

const { campaign_id } = campaign
const { slug, title } = samples.campaign

const running: StaffCampaign = {
  ...campaign,
  campaign_id: sampleId(91),
  slug,
  title,
  kind: 'event_tickets',
  state: 'active',
  stock: null,
  stock_total: null,
  approved_by: 'Rui Nogueira',
}
const newVersion = {
  ...documents[0],
  kind: 'promotion_regulation' as const,
  scope: campaign.slug,
  version: '2.0',
  state: 'pending' as const,
}
const shops = samples.shops.map((shop, index) => ({ ...shop, shop_id: sampleId(31 + index) }))
/** Receipts count more on weekends and in two of the shops. */
const spend_rule: StaffCampaign['spend_rule'] = {
  ...spendRuleOf({ every_cents: 40_000, participations: 1 }),
  limit_per_day: 2,
  multipliers: [
    { percent: 150, weekdays: [0, 6], shop_ids: [] },
    { percent: 200, weekdays: [], shop_ids: [sampleId(31), sampleId(32)] },
  ],
}
/** A gift without values, and one with a long word, an invalid price and a pickup point without a name. */
const incompleteGifts = {
  kind: 'free_gifts',
  title: 'Panetone',
  'settings.gifts': '2',
  'settings.gifts.0.gift_id': sampleId(43),
  'settings.gifts.0.price': 'receipts',
  'settings.gifts.1.gift_id': sampleId(44),
  'settings.gifts.1.title': 'Garrafatérmicadeaçoinoxidávelcomtampaecanudodesiliconereutilizável',
  'settings.gifts.1.variant': 'Azul-marinho',
  'settings.gifts.1.description': 'Um litro. '.repeat(20),
  'settings.gifts.1.price': 'points',
  'settings.gifts.1.price.points': '0',
  'settings.pickup_points': '2',
  'settings.pickup_points.0.pickup_point_id': sampleId(41),
  'settings.pickup_points.0.opening_hours': 'Todos os dias, das 10h às 22h',
  'settings.pickup_points.1.pickup_point_id': sampleId(42),
  'settings.pickup_points.1.name': 'Quiosque da Praça',
}
/** The properties that turn the sample into a scratch-card campaign. */
const scratchCampaign = {
  kind: 'scratch_card',
  title: 'Raspou, ganhou',
  settings: { ...scratchSettings },
} as const

/** The properties that turn the sample into a campaign with a partner. */
const partnerCampaign = {
  kind: 'partner_points',
  title: 'Pontos que viram passeio',
  spend_rule: null,
  settings: { ...partnerSettings },
} as const

const seeAsCustomer = press('Ver como o cliente vê')
const listing = (changes: Partial<StaffCampaign>) =>
  respond(staffListCampaignsCall, [{ ...campaign, ...changes }])
const path = `/equipe/promocoes/${campaign_id}`

const campaigns = deskScreens(
  'Promoções',
  'marketing',
  {
    path: '/promocoes',
    slug: 'mesa-promocoes',
    responses: respond(staffListCampaignsCall, [
      { ...campaign, missing, review_note: 'Falta o certificado.' },
      running,
      { ...campaign, campaign_id: sampleId(92), title: 'Páscoa', state: 'archived' },
      { ...campaign, campaign_id: sampleId(93), title: `${title} `.repeat(4).trim(), state: 'in_review' },
    ]),
  },
  {
    lista: { title: 'Promoções', shows: 'Panetone da casa' },
    vazia: {
      title: 'Nenhuma promoção',
      responses: respond(staffListCampaignsCall, []),
      shows: 'Nova promoção',
    },
    ...loadingStates(staffListCampaignsCall, 'Promoções'),
    'rascunhos-incompletos': {
      title: 'Promoções, com um rascunho incompleto',
      responses: [listing({ state: 'active' }), respond(listDraftsCall, [campaignDraft])],
      shows: 'Rascunhos incompletos',
    },
    'rascunho-incompleto': {
      title: 'Rascunho incompleto',
      path: `/equipe/promocoes/nova?rascunho=${campaignDraft.draft_id}`,
      responses: respond(listDraftsCall, [campaignDraft]),
      shows: 'Apagar rascunho',
    },
    nova: { title: 'Nova promoção', path: '/equipe/promocoes/nova', shows: 'Nova promoção' },
    'nova-rascunho': {
      title: 'Nova promoção, rascunho',
      path: '/equipe/promocoes/nova',
      arrange: () => {
        signedInAs('marketing')()
        saveDraft(
          draftKey(`staff/${identity.staff_id}`, 'campaign/new'),
          { title: 'Festival de Inverno', slug: 'festival-de-inverno' },
          draftMaxDays,
        )
      },
      shows: 'Descartar rascunho',
    },
    rascunho: {
      title: 'Rascunho a que falta algo',
      path,
      responses: listing({ missing, review_note: 'Falta o certificado.' }),
      shows: 'Informe o número do certificado de autorização.',
    },
    'em-andamento': {
      title: 'Promoção em andamento',
      path,
      responses: listing({ state: 'active' }),
      shows: 'R$',
    },
    duplicar: {
      title: 'Cópia de uma promoção',
      path: `/equipe/promocoes/nova?copia=${running.campaign_id}`,
      shows: 'cópia de',
    },
    correcao: {
      title: 'Correção do regulamento que espera a segunda assinatura',
      path,
      responses: [listing({ state: 'active' }), respond(listRegulationChangesCall, [regulationChange])],
      shows: 'Retirar a proposta',
    },
    prorrogar: {
      title: 'Prorrogação de uma promoção autorizada',
      path,
      responses: [
        listing({ state: 'active', regulation_version: '1.0' }),
        respond(staffListDocumentsCall, [newVersion]),
      ],
      act: type('Novo término (se for prorrogada)', '2027-01-01T00:00'),
      shows: 'Autorizada até',
    },
    'prorrogacao-proposta': {
      title: 'Prorrogação que espera a segunda assinatura',
      path,
      responses: [listing({ state: 'active' }), respond(listRegulationChangesCall, [extension])],
      shows: 'Prorroga o término',
    },
    'certificado-dispensado': {
      title: 'Promoção aprovada sem certificado',
      path,
      responses: listing({ state: 'active', certificate_waiver: 'Tudo é trocado só por pontos.' }),
      shows: 'Dispensado por quem aprovou',
    },
    'proposta-devolvida': {
      title: 'Prorrogação devolvida por quem aprova',
      path,
      responses: [
        listing({ state: 'active', regulation_version: '1.0', has_returned_change: true }),
        respond(staffListDocumentsCall, [newVersion]),
        respond(listRegulationChangesCall, [returnedExtension]),
      ],
      shows: 'Desistir da proposta',
    },
    resultados: {
      title: 'Resultados de uma promoção',
      path: `${path}/resultados`,
      responses: respond(readResultsCall, results),
      shows: 'Participações por dia',
    },
    'resultados-vazios': {
      title: 'Resultados sem participações',
      path: `${path}/resultados`,
      responses: respond(readResultsCall, {
        ...results,
        participants: 0,
        steps: results.steps.map(({ title: step }) => ({ title: step, count: 0 })),
        states: [],
        days: [],
        given: null,
        tables: [],
      }),
      shows: 'Ninguém participou ainda.',
    },
    'mudancas-incompletas': {
      title: 'Mudanças incompletas de uma promoção',
      path: `${path}/editar`,
      responses: [listing({}), respond(listDraftsCall, [{ ...campaignDraft, campaign_id }])],
      shows: 'Descartar mudanças',
    },
    editar: { title: 'Editar a promoção', path: `${path}/editar`, responses: listing({}), shows: 'Salvar' },
    'editar-brindes': {
      title: 'Editar a promoção, um brinde sem nome',
      path: `${path}/editar`,
      responses: [listing({}), respond(saveDraftCall, { ...campaignDraft, campaign_id })],
      act: [press('Adicionar brinde'), press('Salvar rascunho')],
      shows: 'Brinde 4',
    },
    'editar-raspadinha': {
      title: 'Editar o baralho de uma raspadinha',
      path: `${path}/editar`,
      responses: listing(scratchCampaign),
      shows: 'Cartões no baralho',
    },
    'editar-parceiro': {
      title: 'Editar a troca de pontos de um parceiro',
      path: `${path}/editar`,
      responses: listing(partnerCampaign),
      shows: 'De quantos em quantos pontos',
    },
    'editar-parceiro-sem-lista': {
      title: 'Editar a troca de pontos, programas que não carregaram',
      path: `${path}/editar`,
      responses: [listing(partnerCampaign), respond(listPartnerChoicesCall, unreachable)],
      shows: 'Tentar novamente',
    },
    'editar-raspadinha-incompleta': {
      title: 'Raspadinha sem prêmios no baralho',
      path: `${path}/editar`,
      responses: [
        listing({ ...scratchCampaign, settings: {} }),
        respond(saveDraftCall, { ...campaignDraft, campaign_id }),
      ],
      act: [press('Adicionar ao baralho'), press('Salvar rascunho')],
      shows: 'Prêmio do baralho 1',
    },
    'ver-raspadinha': {
      title: 'Raspadinha como o cliente vê',
      path: `${path}/editar`,
      responses: listing(scratchCampaign),
      act: seeAsCustomer,
      shows: 'Prêmios, e o que lê quem ganha',
    },
    'ver-como-cliente': {
      title: 'Brindes como o cliente vê, ainda sem salvar',
      path: `${path}/editar`,
      responses: listing({}),
      act: [type('Nome do brinde', 'Panetone da padaria'), seeAsCustomer],
      shows: 'Panetone da padaria, Chocolate',
    },
    'ver-incompleto': {
      title: 'Brindes incompletos como o cliente vê',
      path: `/equipe/promocoes/nova?rascunho=${campaignDraft.draft_id}`,
      responses: respond(listDraftsCall, [{ ...campaignDraft, values: incompleteGifts }]),
      act: seeAsCustomer,
      shows: 'Brinde sem nome',
    },
    'ver-sem-brindes': {
      title: 'Nenhum brinde a ver como o cliente',
      path: `/equipe/promocoes/nova?rascunho=${campaignDraft.draft_id}`,
      responses: respond(listDraftsCall, [
        { ...campaignDraft, values: { ...incompleteGifts, 'settings.gifts': '0' } },
      ]),
      act: seeAsCustomer,
      shows: 'Adicione um brinde para ver como ele aparece.',
    },
    'editar-notas': {
      title: 'Editar como as notas contam',
      path: `${path}/editar`,
      responses: [listing({ spend_rule }), respond(listParticipatingShopsCall, shops)],
      shows: 'Notas que valem mais',
    },
  },
)

/** Written by another staff member, so that the one who is signed in can approve it. */
const inReview: StaffCampaign = { ...campaign, state: 'in_review', edited_by: [sampleId(90)] }

const approvals = deskScreens(
  'Aprovações',
  'approver',
  { path: '/aprovacoes', slug: 'aprovacoes', responses: respond(staffReviewCampaignsCall, [inReview]) },
  {
    fila: { title: 'Fila', shows: 'Panetone da casa' },
    vazia: {
      title: 'Fila vazia',
      responses: respond(staffReviewCampaignsCall, []),
      shows: 'Nenhuma promoção',
    },
    ...loadingStates(staffReviewCampaignsCall, 'Fila'),
    confirmar: {
      title: 'Aprovar uma promoção, confirmação',
      path: `/equipe/aprovacoes/${campaign_id}`,
      act: press('Aprovar'),
      shows: 'Aprovar?',
    },
    uma: { title: 'Aprovar uma promoção', path: `/equipe/aprovacoes/${campaign_id}`, shows: 'Aprovar' },
    raspadinha: {
      title: 'Aprovar uma raspadinha',
      path: `/equipe/aprovacoes/${campaign_id}`,
      responses: respond(staffReviewCampaignsCall, [{ ...inReview, ...scratchCampaign }]),
      shows: 'Prêmios da raspadinha',
    },
    parceiro: {
      title: 'Aprovar a troca de pontos de um parceiro',
      path: `/equipe/aprovacoes/${campaign_id}`,
      responses: respond(staffReviewCampaignsCall, [{ ...inReview, ...partnerCampaign }]),
      shows: 'Pontos do programa Asa Fidelidade',
    },
    'sem-certificado': {
      title: 'Aprovar uma promoção sem certificado',
      path: `/equipe/aprovacoes/${campaign_id}`,
      responses: respond(staffReviewCampaignsCall, [{ ...inReview, can_waive_certificate: true }]),
      act: press('Aprovar sem certificado'),
      shows: 'Por que esta promoção não precisa do certificado?',
    },
    mudou: {
      title: 'Promoção que mudou depois de aberta',
      path: `/equipe/aprovacoes/${campaign_id}`,
      responses: respond(approveCampaignCall, refusal('campaigns.revised')),
      act: [press('Aprovar'), press('Confirmar: aprovar')],
      shows: 'A promoção mudou depois que você a abriu',
    },
    correcao: {
      title: 'Correção de um regulamento',
      responses: respond(reviewRegulationChangesCall, [regulationChange]),
      shows: 'Ler a versão 2.0',
    },
    prorrogacao: {
      title: 'Prorrogação de uma promoção',
      responses: respond(reviewRegulationChangesCall, [extension]),
      shows: 'Prorroga o término',
    },
    'devolver-correcao': {
      title: 'Devolver a correção de um regulamento',
      responses: [
        respond(staffReviewCampaignsCall, []),
        respond(reviewRegulationChangesCall, [regulationChange]),
      ],
      act: press('Devolver'),
      shows: 'Devolver para quem propôs',
    },
    'falta-algo': {
      title: 'Promoção a que falta algo',
      path: `/equipe/aprovacoes/${campaign_id}`,
      responses: respond(staffReviewCampaignsCall, [{ ...inReview, missing }]),
      shows: 'Publique esta versão do regulamento antes.',
    },
  },
)

const documentsDesk = deskScreens(
  'Documentos',
  'marketing',
  { path: '/documentos', slug: 'documentos', responses: respond(staffListCampaignsCall, [running]) },
  {
    lista: { title: 'Documentos', shows: 'natal-no-ipe' },
    assinatura: {
      title: 'Versão que espera a segunda assinatura',
      responses: respond(staffListDocumentsCall, [{ ...newVersion, state: 'pending' }]),
      shows: 'Espera a assinatura',
    },
    'falta-propor': {
      title: 'Versão que falta propor na promoção',
      responses: [
        respond(staffListCampaignsCall, [{ ...running, slug: newVersion.scope, state: 'active' }]),
        respond(staffListDocumentsCall, [{ ...newVersion, state: 'pending' }]),
      ],
      shows: 'Falta propor',
    },
    devolvida: {
      title: 'Versão devolvida por quem aprova, aberta',
      path: `/equipe/documentos?kind=promotion_regulation&scope=${newVersion.scope}&version=${newVersion.version}`,
      responses: [
        respond(staffListCampaignsCall, [{ ...running, slug: newVersion.scope, state: 'active' }]),
        respond(staffListDocumentsCall, [{ ...newVersion, state: 'pending' }]),
        respond(listRegulationChangesCall, [{ ...returnedExtension, version: newVersion.version }]),
        respond(readConsentDocumentCall, { ...samples.consent, state: 'pending' }),
      ],
      shows: 'Devolvida:',
    },
    versao: {
      title: 'Uma versão aberta pelo seu link',
      path: '/equipe/documentos?kind=loyaltyclub_terms&version=1.0',
      responses: respond(readConsentDocumentCall, samples.consent),
      shows: 'Última alteração',
    },
    vazia: { title: 'Nenhum documento', responses: respond(staffListDocumentsCall, []), shows: 'Documentos' },
    ...loadingStates(staffListDocumentsCall, 'Documentos'),
    confirmar: {
      title: 'Publicar um documento, confirmação',
      path: '/equipe/documentos/novo?kind=loyaltyclub_terms&version=2.0',
      act: [type('Texto', 'Os termos.'), press('Publicar')],
      shows: 'Para confirmar, digite 2.0',
    },
    novo: { title: 'Publicar um documento', path: '/equipe/documentos/novo', shows: 'Publicar' },
  },
)

const moveTo = (start: string) => [type('Início', start), leaveField('Início')]
const sessionPath = `/equipe/eventos/${session.session_id}`
const events = deskScreens(
  'Eventos',
  'marketing',
  {
    path: '/eventos',
    slug: 'eventos',
    responses: respond(staffListSessionsCall, [
      session,
      { ...session, session_id: sampleId(95), status: 'sold_out', numbers: { ...session.numbers, free: 0 } },
    ]),
  },
  {
    sessoes: { title: 'Sessões', shows: 'Concerto de Natal' },
    vazia: { title: 'Nenhuma sessão', responses: respond(staffListSessionsCall, []), shows: 'Nova sessão' },
    'sem-promocao': {
      title: 'Nenhuma promoção com sessões',
      responses: respond(staffListEventCampaignsCall, []),
      shows: 'Eventos',
    },
    ...loadingStates(staffListSessionsCall, 'Sessões'),
    nova: { title: 'Nova sessão', act: press('Nova sessão'), shows: 'Limite por CPF' },
    'mudar-sessao': {
      title: 'Mudança que avisa pessoas',
      path: sessionPath,
      act: [press('Alterar'), ...moveTo('2026-12-12T19:30'), type('Local', 'Teatro'), press('Salvar')],
      shows: 'só na lista de espera',
    },
    'mudar-horarios': {
      title: 'Horários que mudam junto com o início',
      path: sessionPath,
      responses: respond(staffReadSessionCall, { ...session, title: 'Concerto das 19h' }),
      act: [press('Alterar'), ...moveTo('2026-12-19T20:00')],
      shows: 'Antes: 12/12/2026, 19:15',
    },
    'mudar-datas': {
      title: 'Mudança com datas que não combinam',
      path: sessionPath,
      act: [
        press('Alterar'),
        ...moveTo('2026-12-01T19:30'),
        press('Manter os horários de antes'),
        press('Salvar'),
      ],
      shows: 'O cancelamento deve terminar até o início.',
    },
    'cancelar-sessao': {
      title: 'Cancelar uma sessão',
      path: sessionPath,
      act: [press('Cancelar sessão'), press('Cancelar a sessão')],
      shows: 'Digite 6 para confirmar',
    },
    'sessao-cancelada': {
      title: 'Sessão cancelada',
      path: sessionPath,
      responses: respond(staffReadSessionCall, {
        ...session,
        status: 'cancelled',
        is_closed: true,
        cancelled_at: '2026-11-21T12:00:00Z',
        cancel_reason: 'Chuva forte prevista para a noite.',
      }),
      shows: 'Motivo: Chuva forte prevista para a noite.',
    },
    sessao: { title: 'Uma sessão', path: sessionPath, shows: 'Ana Lúcia Pereira' },
    reservas: {
      title: 'Reservas de uma sessão',
      path: sessionPath,
      act: press('Reservas'),
      shows: '***.111.222-**',
    },
    espera: {
      title: 'Lista de espera de uma sessão',
      path: sessionPath,
      act: press('Lista de espera'),
      shows: 'Dirce',
    },
  },
)

/** The desks of marketing and of the second signature. */
export const marketingDeskScreens: readonly ScreenState[] = [
  ...campaigns,
  ...approvals,
  ...documentsDesk,
  ...events,
]
