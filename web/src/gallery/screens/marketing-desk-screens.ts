import {
  staffListCampaignsCall,
  staffReviewCampaignsCall,
} from '@clube/contract/campaigns/campaign-staff-calls.ts'
import type { StaffCampaign } from '@clube/contract/campaigns/campaign.ts'
import { staffListDocumentsCall } from '@clube/contract/consent/staff-calls.ts'
import {
  listSessionReservationsCall,
  listSessionTicketsCall,
  listSessionWaitingCall,
  staffListEventCampaignsCall,
  staffListSessionsCall,
  staffReadSessionCall,
} from '@clube/contract/event-tickets/staff-calls.ts'
import type { DataOf } from '@clube/contract/kernel/call.ts'
import { answer } from '../../testing/pretend-server.ts'
import { sampleId, samples } from '../../testing/samples.ts'
import { ago } from './sample-moments.ts'
import { loadingStates, screensOf, type ScreenState } from './screen-state.ts'
import { signedInAs } from './staff-screens.ts'

const { campaign_id, cd_identificador, title, slug } = samples.campaign

const campaign: StaffCampaign = {
  campaign_id,
  cd_identificador,
  slug: 'panetone-da-casa',
  kind: 'free_gifts',
  title: 'Panetone da casa',
  summary: 'A cada R$ 400 em notas, 1 panetone.',
  description: 'Cadastre as suas notas.\n\nLimite de 2 por pessoa.',
  state: 'draft',
  starts_at: '2026-12-01T13:00:00.000Z',
  ends_at: '2026-12-25T03:00:00.000Z',
  redeem_until: null,
  stock: { total: 2000, remaining: 312 },
  stock_total: 2000,
  audience: { document_types: ['cpf'], minimum_age: 18 },
  spend_rule: { every_cents: 40_000, participations: 1 },
  limit_per_customer: 2,
  legal: {
    certificate_number: null,
    authority: 'SPA/MF',
    prize_list: [{ title: 'Panetone de 500 g', quantity: 2000, value_cents: 3990 }],
  },
  regulation_version: '1.0',
  terms_version: null,
  settings: {},
  updated_at: ago(180),
  edited_by: [sampleId(90)],
  review_note: null,
  approved_by: null,
  missing: [],
  is_kind_built: true,
}
const missing = [
  { path: 'regulation_version', message: 'Publique esta versão do regulamento antes.' },
  { path: 'legal.certificate_number', message: 'Informe o número do certificado de autorização.' },
]
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
const one = (changes: Partial<StaffCampaign>) => answer(staffListCampaignsCall, [{ ...campaign, ...changes }])
const path = `/equipe/promocoes/${campaign_id}`

const campaigns = screensOf(
  {
    group: 'Mesa Promoções',
    app: 'staff',
    path: '/equipe/promocoes',
    slug: 'mesa-promocoes',
    arrange: signedInAs('marketing'),
    answers: [
      answer(staffListCampaignsCall, [
        { ...campaign, missing, review_note: 'Falta o certificado.' },
        running,
        { ...campaign, campaign_id: sampleId(92), title: 'Páscoa', state: 'archived' },
        { ...campaign, campaign_id: sampleId(93), title: `${title} `.repeat(4).trim(), state: 'in_review' },
      ]),
      answer(staffListDocumentsCall, []),
    ],
  },
  {
    lista: { title: 'Promoções', shows: 'Panetone da casa' },
    vazia: { title: 'Nenhuma promoção', answers: answer(staffListCampaignsCall, []), shows: 'Nova promoção' },
    ...loadingStates(staffListCampaignsCall, 'Promoções'),
    nova: { title: 'Nova promoção', path: '/equipe/promocoes/nova', shows: 'Nova promoção' },
    rascunho: {
      title: 'Rascunho a que falta algo',
      path,
      answers: one({ missing, review_note: 'Falta o certificado.' }),
      shows: 'Informe o número do certificado de autorização.',
    },
    'em-andamento': { title: 'Promoção em andamento', path, answers: one({ state: 'active' }), shows: 'R$' },
    editar: { title: 'Editar a promoção', path: `${path}/editar`, answers: one({}), shows: 'Salvar' },
  },
)

const approvals = screensOf(
  {
    group: 'Mesa Aprovações',
    app: 'staff',
    path: '/equipe/aprovacoes',
    slug: 'aprovacoes',
    arrange: signedInAs('approver'),
    answers: answer(staffReviewCampaignsCall, [{ ...campaign, state: 'in_review' }]),
  },
  {
    fila: { title: 'Fila', shows: 'Panetone da casa' },
    vazia: {
      title: 'Fila vazia',
      answers: answer(staffReviewCampaignsCall, []),
      shows: 'Nenhuma promoção',
    },
    ...loadingStates(staffReviewCampaignsCall, 'Fila'),
    uma: { title: 'Aprovar uma promoção', path: `/equipe/aprovacoes/${campaign_id}`, shows: 'Aprovar' },
    'falta-algo': {
      title: 'Promoção a que falta algo',
      path: `/equipe/aprovacoes/${campaign_id}`,
      answers: answer(staffReviewCampaignsCall, [{ ...campaign, state: 'in_review', missing }]),
      shows: 'Publique esta versão do regulamento antes.',
    },
  },
)

const version = {
  kind: 'loyaltyclub_terms' as const,
  scope: '',
  version: '1.0',
  state: 'active' as const,
  document_hash: 'a'.repeat(64),
  created_at: ago(60 * 24),
  published_by: null,
}
const documents = screensOf(
  {
    group: 'Mesa Documentos',
    app: 'staff',
    path: '/equipe/documentos',
    slug: 'documentos',
    arrange: signedInAs('marketing'),
    answers: [
      answer(staffListDocumentsCall, [
        version,
        { ...version, version: '0.9', state: 'inactive', document_hash: 'b'.repeat(64) },
        { ...version, kind: 'promotion_regulation', scope: 'natal-no-ipe', version: '2.0' },
      ]),
      answer(staffListCampaignsCall, [running]),
    ],
  },
  {
    lista: { title: 'Documentos', shows: 'natal-no-ipe' },
    vazia: { title: 'Nenhum documento', answers: answer(staffListDocumentsCall, []), shows: 'Documentos' },
    ...loadingStates(staffListDocumentsCall, 'Documentos'),
    novo: { title: 'Publicar um documento', path: '/equipe/documentos/novo', shows: 'Publicar' },
  },
)

const session: DataOf<typeof staffReadSessionCall> = {
  session_id: sampleId(94),
  campaign_id,
  title: 'Concerto, 19h',
  place: 'Praça central',
  starts_at: '2026-12-12T22:00:00.000Z',
  ends_at: null,
  sales_from: '2026-11-20T15:00:00.000Z',
  sales_until: '2026-12-12T21:00:00.000Z',
  cancel_until: '2026-12-12T19:00:00.000Z',
  no_show_from: '2026-12-12T22:15:00.000Z',
  capacity: 10,
  limit_per_document: 4,
  minimum_age: null,
  is_closed: false,
  status: 'available',
  numbers: {
    held: 3,
    offered: 1,
    sold: 2,
    free: 5,
    waiting_people: 2,
    waiting_places: 4,
    admitted: 1,
    at_the_door: 0,
    released: 0,
  },
  gates: [{ gate: 'Entrada B', admitted: 1, refused: 2, overridden: 0, at_the_door: 0 }],
}
const sessionPath = `/equipe/eventos/${session.session_id}`
const events = screensOf(
  {
    group: 'Mesa Eventos',
    app: 'staff',
    path: '/equipe/eventos',
    slug: 'eventos',
    arrange: signedInAs('marketing'),
    answers: [
      answer(staffListEventCampaignsCall, [
        {
          campaign_id,
          slug,
          title,
          starts_at: samples.campaign.starts_at,
          ends_at: samples.campaign.ends_at,
          sessions: 2,
        },
      ]),
      answer(staffListSessionsCall, [
        session,
        {
          ...session,
          session_id: sampleId(95),
          status: 'sold_out',
          numbers: { ...session.numbers, free: 0 },
        },
      ]),
      answer(staffReadSessionCall, session),
      answer(listSessionTicketsCall, [
        {
          ticket_id: sampleId(96),
          reservation_id: sampleId(97),
          participant_name: 'Ana Lúcia Pereira',
          document: '***.982.247-**',
          short_code: 'K7QM-2XPD-9FHT',
          state: 'used',
          used_at: '2026-12-12T22:42:00Z',
          used_gate: 'Entrada B',
        },
      ]),
      answer(listSessionReservationsCall, [
        {
          reservation_id: sampleId(97),
          document: '***.111.222-**',
          state: 'held',
          quantity: 3,
          service_channel: 'totem',
          created_at: ago(5),
          expires_at: '2026-11-21T15:10:00Z',
          confirmed_at: null,
        },
      ]),
      answer(listSessionWaitingCall, [
        {
          entry_id: sampleId(98),
          customer_name: 'Dirce',
          document: '***.333.444-**',
          quantity: 2,
          state: 'offered',
          joined_at: ago(60),
          offer_expires_at: '2026-11-21T15:20:00Z',
        },
      ]),
    ],
  },
  {
    sessoes: { title: 'Sessões', shows: 'Concerto, 19h' },
    vazia: { title: 'Nenhuma sessão', answers: answer(staffListSessionsCall, []), shows: 'Nova sessão' },
    'sem-promocao': {
      title: 'Nenhuma promoção com sessões',
      answers: answer(staffListEventCampaignsCall, []),
      shows: 'Eventos',
    },
    ...loadingStates(staffListSessionsCall, 'Sessões'),
    nova: {
      title: 'Nova sessão',
      act: (person) => person.press('Nova sessão'),
      shows: 'Limite por CPF',
    },
    sessao: { title: 'Uma sessão', path: sessionPath, shows: 'Ana Lúcia Pereira' },
    reservas: {
      title: 'Reservas de uma sessão',
      path: sessionPath,
      act: (person) => person.press('Reservas'),
      shows: '***.111.222-**',
    },
    espera: {
      title: 'Lista de espera de uma sessão',
      path: sessionPath,
      act: (person) => person.press('Lista de espera'),
      shows: 'Dirce',
    },
  },
)

/** The desks of marketing and of the second signature. */
export const marketingDeskScreens: readonly ScreenState[] = [
  ...campaigns,
  ...approvals,
  ...documents,
  ...events,
]
