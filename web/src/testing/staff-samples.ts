import { spendRuleOf } from '@clube/contract/campaigns/spend-rule.ts'
import * as campaignCalls from '@clube/contract/campaigns/campaign-staff-calls.ts'
import { listDraftsCall, type CampaignDraft } from '@clube/contract/campaigns/draft-calls.ts'
import type { CampaignResults } from '@clube/contract/campaigns/results-calls.ts'
import {
  listRegulationChangesCall,
  reviewRegulationChangesCall,
  type RegulationChange,
} from '@clube/contract/campaigns/regulation-calls.ts'
import type { StaffCampaign } from '@clube/contract/campaigns/campaign.ts'
import { staffListDocumentsCall, type PublishedVersion } from '@clube/contract/consent/staff-calls.ts'
import * as gateCalls from '@clube/contract/event-tickets/gate-calls.ts'
import * as eventCalls from '@clube/contract/event-tickets/staff-calls.ts'
import type { DataOf } from '@clube/contract/kernel/call.ts'
import {
  findPointsAccountCall,
  openPointsAccountCall,
  type PointsAccount,
} from '@clube/contract/points/adjustment-calls.ts'
import * as receiptCalls from '@clube/contract/receipts/receipt-staff-calls.ts'
import { findCustomerCall, openCustomerCall, type DeskCustomer } from '@clube/contract/recovery/desk-calls.ts'
import * as requestCalls from '@clube/contract/recovery/review-calls.ts'
import {
  listCorrectionsCall,
  readCorrectionCall,
  type Correction,
} from '@clube/contract/service-desk/correction-calls.ts'
import { readHistoryCall, type CustomerHistory } from '@clube/contract/service-desk/history-calls.ts'
import { searchCustomersCall, type FoundPerson } from '@clube/contract/service-desk/search-calls.ts'
import * as auditCalls from '@clube/contract/staff/audit-calls.ts'
import { listStaffChangesCall, type StaffChangeView } from '@clube/contract/staff/change-calls.ts'
import { listProofsCall, type ProofView } from '@clube/contract/staff/proof-calls.ts'
import { listStaffCall } from '@clube/contract/staff/management-calls.ts'
import type { StaffMember } from '@clube/contract/staff/member.ts'
import { waitingCountsCall } from '@clube/contract/staff/waiting-calls.ts'
import { staffSessionCall, type StaffIdentity } from '@clube/contract/staff/sign-in-calls.ts'
import { respond, type DeclaredResponse } from './fake-server.ts'
import { customerServiceDeskResponses } from './customer-service-desk-samples.ts'
import { giftDeskResponses, giftSettings } from './gift-desk-samples.ts'
import { parkingDeskResponses } from './parking-desk-samples.ts'
import { projectDeskResponses } from './project-samples.ts'
import { awardDeskResponses } from './scratch-award-desk-samples.ts'
import { partnerDeskResponses } from './partner-desk-samples.ts'
import { scratchDeskResponses } from './scratch-desk-samples.ts'
import { sampleId, samples } from './samples.ts'
import { ratingDeskResponses } from './rating-desk-samples.ts'

/** The staff member who is signed in. */
export const identity: StaffIdentity = {
  staff_id: sampleId(900),
  name: 'Isabel Teixeira',
  email: 'isabel@exemplo.com.br',
  roles: ['administrator'],
  recovery_codes_left: 9,
}

export const member: StaffMember = {
  staff_id: sampleId(901),
  name: 'Bruno Lacerda',
  email: 'bruno@exemplo.com.br',
  brand_id: null,
  roles: ['marketing'],
  state: 'active',
  has_second_factor: true,
  created_at: '2026-11-01T12:00:00Z',
  last_signed_in_at: null,
  invitation: null,
}

/** An invitation that another administrator proposed. */
export const staffChange: StaffChangeView = {
  change_id: '018f2b7c-7e1a-4b3c-9d00-000000000904',
  kind: 'invite',
  staff_id: null,
  name: 'Olívia Ramos',
  email: 'olivia@exemplo.com.br',
  roles: ['approver'],
  brand_id: null,
  proposed_by: { staff_id: sampleId(902), name: 'Jorge Amaral' },
  proposed_at: '2026-11-21T12:00:00Z',
  expires_at: '2026-11-28T12:00:00Z',
}

/** A draft that the signed-in staff member wrote. */
export const campaign: StaffCampaign = {
  ...samples.campaign,
  cd_identificador: 1007,
  slug: 'panetone-da-casa',
  kind: 'free_gifts',
  title: 'Panetone da casa',
  summary: 'A cada R$ 400 em notas, 1 panetone.',
  description: 'Cadastre as suas notas.\n\nLimite de 2 por pessoa.',
  state: 'draft',
  starts_at: '2026-12-01T13:00:00.000Z',
  ends_at: '2026-12-25T03:00:00.000Z',
  ended_at: null,
  stock: { total: 2000, remaining: 312 },
  stock_total: 2000,
  audience: { document_types: ['cpf'], minimum_age: 18 },
  spend_rule: spendRuleOf({ every_cents: 40_000, participations: 1 }),
  limit_per_customer: 2,
  legal: {
    certificate_number: null,
    authority: 'SPA/MF',
    prize_list: [{ title: 'Panetone de 500 g', quantity: 2000, value_cents: 3990 }],
  },
  settings: giftSettings,
  updated_at: '2026-11-21T12:00:00.000Z',
  revision: 3,
  edited_by: [identity.staff_id],
  authors: ['Ana Beatriz Souza'],
  review_note: null,
  approved_by: null,
  missing: [],
  warnings: [],
  has_returned_change: false,
  can_waive_certificate: false,
  certificate_waiver: null,
  is_kind_built: true,
}

/** An incomplete draft. */
export const campaignDraft: CampaignDraft = {
  draft_id: sampleId(907),
  campaign_id: null,
  revision: 2,
  values: {
    title: 'Dia das Mães',
    kind: 'event_tickets',
    slug: 'dia-das-maes',
    'audience.document_types': ['cpf'],
  },
  edited_by: [sampleId(902)],
  updated_at: '2026-11-21T12:00:00Z',
}

/** The results of the campaign after eleven days. */
export const results: CampaignResults = {
  campaign_id: samples.campaign.campaign_id,
  campaign_title: 'Panetone da casa',
  participants: 1312,
  steps: [
    { title: 'Participações iniciadas', count: 1904 },
    { title: 'Com lugares reservados', count: 1522 },
    { title: 'Participações concluídas', count: 1377 },
  ],
  states: [
    { state: 'open', count: 4 },
    { state: 'completed', count: 1377 },
    { state: 'cancelled', count: 88 },
    { state: 'expired', count: 411 },
    { state: 'reversed', count: 24 },
  ],
  days: [62, 180, 240, 95, 130, 310, 402, 155, 80, 250].map((opened, index) => ({
    // November 13 has no entry.
    day: `2026-11-${index < 3 ? index + 10 : index + 11}`,
    opened,
    completed: Math.round(opened * 0.74),
  })),
  given: { title: 'Lugares ocupados', given: 2233, total: 2400 },
  interruption: {
    pause: ['51 pessoas têm ingresso: os ingressos continuam valendo na portaria.'],
    end: ['2 pessoas estão na lista de espera: a lista termina, e cada pessoa é avisada.'],
  },
  tables: [
    {
      title: 'Sessões',
      columns: [
        'Sessão',
        'Lugares',
        'Ocupados',
        'Em oferta',
        'Na espera',
        'Ingressos cancelados',
        'Entraram com ingresso',
        'Não vieram',
      ],
      rows: [
        { title: 'Coral infantil, sáb., 14 de nov., 19h', values: [1200, 1200, 0, 64, 71, 1103, 97] },
        { title: 'Orquestra do bairro, sáb., 12 de dez., 19h', values: [1200, 1033, 8, 0, 17, 0, null] },
      ],
    },
  ],
}

/** A correction of a running campaign's regulation that another staff member proposed. */
export const regulationChange: RegulationChange = {
  change_id: '018f2b7c-7e1a-4b3c-9d00-000000000905',
  campaign_id: samples.campaign.campaign_id,
  campaign_title: 'Panetone da casa',
  campaign_slug: 'panetone-da-casa',
  version: '2.0',
  former_version: '1.0',
  authority_reference: null,
  extension: null,
  state: 'proposed',
  is_returned: false,
  proposed_by: sampleId(902),
  proposed_by_name: 'Bia Torres',
  proposed_at: '2026-11-21T12:00:00Z',
  decided_by: null,
  decided_at: null,
  review_note: null,
}

/** The same with a later end. */
export const extension: RegulationChange = {
  ...regulationChange,
  extension: {
    ends_at: '2027-01-01T03:00:00Z',
    former_ends_at: '2026-12-25T01:00:00Z',
    redeem_until: null,
    former_redeem_until: null,
    authorized_until: null,
  },
}

/** The extension, returned by the approver. */
export const returnedExtension: RegulationChange = {
  ...extension,
  state: 'withdrawn',
  is_returned: true,
  decided_by: sampleId(90),
  decided_at: '2026-11-22T12:00:00Z',
  review_note: 'A data do sorteio não combina com o novo término.',
}

/** What is missing before the campaign can be approved. */
export const missing = [
  { path: 'regulation_version', message: 'Publique esta versão do regulamento antes.' },
  { path: 'legal.certificate_number', message: 'Informe o número do certificado de autorização.' },
]

const terms: PublishedVersion = {
  kind: 'loyaltyclub_terms',
  scope: '',
  version: '1.0',
  state: 'active',
  document_hash: 'a'.repeat(64),
  created_at: '2026-11-21T12:00:00Z',
  published_by: null,
}

/** Versions in force for the club and for a campaign, and an outdated one. */
export const documents: [PublishedVersion, PublishedVersion, PublishedVersion] = [
  terms,
  { ...terms, version: '0.9', state: 'inactive', document_hash: 'b'.repeat(64) },
  { ...terms, kind: 'promotion_regulation', scope: 'natal-no-ipe', version: '2.0' },
]

const { mine: _mine, remaining: _remaining, ...shopperSession } = samples.session
export const session: eventCalls.SessionWithGates = {
  ...shopperSession,
  session_id: sampleId(94),
  title: 'Concerto de Natal',
  starts_at: '2026-12-12T22:00:00.000Z',
  sales_from: '2026-11-20T15:00:00.000Z',
  sales_until: '2026-12-12T21:00:00.000Z',
  cancel_until: '2026-12-12T19:00:00.000Z',
  no_show_from: '2026-12-12T22:15:00.000Z',
  capacity: 10,
  is_closed: false,
  cancelled_at: null,
  cancel_reason: null,
  revision: 3,
  people: { holding: 4, waiting: 2 },
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

const ticket: eventCalls.ListedTicket = {
  ticket_id: sampleId(96),
  reservation_id: sampleId(97),
  participant_name: 'Ana Lúcia Pereira',
  customer_id: sampleId(108),
  document: '***.982.247-**',
  short_code: 'K7QM-2XPD-9FHT',
  state: 'used',
  used_at: '2026-12-12T22:42:00Z',
  used_gate: 'Entrada B',
}

const reservation: eventCalls.ListedReservation = {
  reservation_id: sampleId(97),
  customer_id: sampleId(111),
  document: '***.111.222-**',
  state: 'held',
  quantity: 3,
  service_channel: 'totem',
  created_at: '2026-11-21T12:00:00Z',
  expires_at: '2026-11-21T12:15:00Z',
  confirmed_at: null,
}

const waiting: eventCalls.ListedWaitingEntry = {
  entry_id: sampleId(98),
  customer_name: 'Dirce',
  customer_id: sampleId(116),
  document: '***.333.444-**',
  quantity: 2,
  state: 'offered',
  joined_at: '2026-11-21T11:00:00Z',
  offer_expires_at: '2026-11-21T12:20:00Z',
}

/** A session that begins soon, as shown at its gates. */
export const gateSession: gateCalls.GateSession = {
  ...session,
  campaign_title: 'Natal no Ipê',
  title: 'Ensaio aberto',
  starts_at: '2026-11-21T15:30:00Z',
  no_show_from: '2026-11-21T15:45:00Z',
  sold: 18,
  admitted: 4,
}

export const counters = [
  { gate: 'Entrada A', admitted: 3, refused: 1, overridden: 1, at_the_door: 2, double_entries: 0 },
  { gate: 'Entrada B', admitted: 1, refused: 0, overridden: 0, at_the_door: 0, double_entries: 0 },
]

export const admission: gateCalls.ScanResponse = {
  result: 'admitted',
  used_at: '2026-11-21T15:00:00Z',
  used_gate: 'Entrada B',
  participant_name: 'Ana',
  other_session: null,
  repeated: false,
}

type Scan = DataOf<typeof gateCalls.listScansCall>[number]
const scan = (change: Partial<Scan>): Scan => ({
  scan_id: JSON.stringify(change),
  participant_name: 'Ana',
  code_end: '9FHT',
  gate: 'Entrada A',
  result: 'admitted',
  scanned_at: '2026-11-21T14:57:00Z',
  staff_name: 'Eduardo Lima',
  reason: null,
  quantity: 1,
  ...change,
})

/** The last scans, newest first. */
export const scans = [
  scan({ result: 'override', reason: 'QR rasgado', participant_name: null, code_end: null }),
  scan({ result: 'door', quantity: 3, staff_name: null, participant_name: null, code_end: null }),
  scan({ result: 'already_used', gate: 'Entrada B' }),
  scan({ is_undone: true }),
  scan({ result: 'released', participant_name: null }),
  scan({}),
]

/** Admissions that a steward can undo. */
export const ownAdmissions = [
  {
    client_scan_id: sampleId(121),
    participant_name: 'Ana',
    code_end: '9FHT',
    gate: 'Entrada B',
    scanned_at: '2026-11-21T14:58:00Z',
  },
]

/** A ticket that two gates admitted. */
export const doubleEntry = scan({
  result: 'already_used',
  gate: 'Entrada B',
  double_of: { used_at: '2026-11-21T14:55:00Z', used_gate: 'Entrada A' },
})

/** A receipt that waits for review, with a photo and a deleted one. */
export const receipt: receiptCalls.ReviewedReceipt = {
  ...samples.receipt,
  model: 'NFC-e',
  number: '1',
  shop_cnpj: '11444777000161',
  amount_cents: 45_000,
  customer_id: sampleId(108),
  customer_document_masked: '***.982.247-**',
  state: 'pending_review',
  review_reasons: [
    'Valor acima do limite de aprovação automática',
    'Cliente com nota estornada nos últimos 90 dias',
    'Número fora da ordem das notas da loja',
  ],
  appeal: 'Digitei o valor sem os centavos.',
  appealed: {
    reason: 'Valor diferente: o valor informado não é o da nota.',
    decided_at: '2026-11-20T18:40:00Z',
    decided_by: 'Renata Prado',
  },
  appealed_at: '2026-11-21T12:20:00Z',
  is_own_rejection: false,
  opened_by: null,
  stated: null,
  consultation_url: null,
  photo_requested_at: null,
  photos: [
    { id: sampleId(101), is_purged: false },
    { id: sampleId(102), is_purged: true },
  ],
  created_at: '2026-11-20T12:00:00Z',
}

/** Receipts that wait for review, oldest first. */
export const receipts: receiptCalls.ReviewedReceipt[] = [
  receipt,
  { ...receipt, purchase_id: sampleId(103), shop_name: 'Café do Pátio', photos: [] },
]

const person = { document_type: 'cpf', document: '***.982.247-**', name: 'Maria da Silva' } as const

export const account: PointsAccount = {
  customer_id: sampleId(106),
  ...person,
  balance: 100,
  debt: 0,
  adjustments: [
    {
      adjustment_id: sampleId(107),
      points: -50,
      reason: 'given_twice',
      note: 'Pontos lançados duas vezes.',
      is_mine: true,
      created_at: '2026-11-20T15:00:00Z',
    },
  ],
}

/** The person found at the service desk. */
export const customer: DeskCustomer = {
  customer_id: sampleId(108),
  ...person,
  birth_date: '14/05/1986',
  cellphone: '(11) *****-4321',
  email: 'ma***@e***.br',
  account_status: 'active',
  open_request: null,
  unconfirmed_code: null,
}

/** People with the same name. */
export const foundPeople: FoundPerson[] = [
  {
    customer_id: customer.customer_id,
    ...person,
    cellphone: customer.cellphone,
    email: customer.email,
    account_status: 'active',
  },
  {
    customer_id: sampleId(111),
    ...person,
    name: 'Maria José da Silva',
    document: '***.111.222-**',
    cellphone: '(19) *****-0042',
    email: null,
    account_status: 'incomplete',
  },
]

export const customerHistory: CustomerHistory = {
  points: samples.points,
  statement: samples.statement,
  receipts: [
    samples.receipt,
    {
      ...samples.receipt,
      purchase_id: sampleId(112),
      shop_name: 'Café do Pátio',
      state: 'rejected',
      reason: 'O valor informado é diferente do valor da nota.',
      points: 0,
    },
  ],
  participations: [
    {
      ...samples.participation,
      status: 'completed',
      subject: { title: 'Sábado, 19h', starts_at: '2026-11-28T22:00:00Z' },
    },
  ],
  participation: null,
  vouchers: [
    {
      voucher_id: sampleId(118),
      campaign_title: 'Natal no Ipê',
      title: 'Sábado, 19h',
      starts_at: '2026-11-28T22:00:00Z',
      holder_name: 'Ana Lúcia Pereira',
      code_end: '9FHT',
      state: 'Utilizado',
      used_at: '2026-11-28T21:42:00Z',
      used_where: 'Entrada B',
    },
  ],
  messages: [
    {
      message_id: sampleId(113),
      channel: 'email',
      title: 'Aviso de senha alterada',
      state: 'sent',
      created_at: '2026-11-20T15:00:00Z',
    },
    {
      message_id: sampleId(114),
      channel: 'sms',
      title: 'Código para criar uma nova senha',
      state: 'suppressed',
      created_at: '2026-11-20T14:55:00Z',
    },
  ],
}

/** The history of a person who has just registered. */
export const emptyHistory: CustomerHistory = {
  points: { balance: 0, debt: 0, waiting: [], expiring: [] },
  statement: [],
  receipts: [],
  participations: [],
  participation: null,
  vouchers: [],
  messages: [],
}

/** A correction that a colleague proposed. */
export const correction: Correction = {
  correction_id: sampleId(115),
  name: 'Maria Aparecida da Silva',
  birth_date: '15/04/1986',
  proposed_by: 'Rui Nogueira',
  is_mine: false,
  expires_at: '2026-11-22T12:30:00Z',
}

/** The person's code, which a colleague issued and the signed-in staff member may confirm. */
export const unconfirmedCode: NonNullable<DeskCustomer['unconfirmed_code']> = {
  code_id: sampleId(109),
  issued_by: 'Rui Nogueira',
  expires_at: '2026-11-21T12:45:00Z',
  is_mine: false,
}

/** A recovery request whose review has not started. */
export const request: requestCalls.RecoveryRequest = {
  id: sampleId(110),
  protocol: '2026-000123-4',
  state: 'submitted',
  submitted_at: '2026-11-21T13:25:00Z',
  answer_by: '2026-11-23T13:00:00Z',
  document: '***.533.447-**',
  changes_both_contacts: false,
  is_mine: false,
  customer_id: sampleId(117),
  document_type: 'cpf',
  name: { given: 'rosa helena martins', on_file: 'Rosa Helena Martins' },
  birth_date: { given: '1972-08-30', is_on_file: true },
  cellphone: {
    status: 'changed',
    given: '11932104567',
    previous: '11945671234',
    on_file: '(11) *****-1234',
    is_on_file: false,
    is_previous_on_file: true,
  },
  email: {
    status: 'unchanged',
    given: 'rosa.helena@exemplo.com.br',
    previous: null,
    on_file: 'ro***@e***.br',
    is_on_file: true,
    is_previous_on_file: null,
  },
  extra_information: 'yes',
  extra_information_description: 'Perdi o celular no ônibus e troquei de número no mês passado.',
  photos: (['personal_id_front', 'personal_id_back', 'personal_id_selfie'] as const).map(
    (purpose, index) => ({
      id: sampleId(111 + index),
      purpose,
      is_purged: false,
      is_viewed: false,
    }),
  ),
  submission_day: '2026-11-21',
  reviewer_name: null,
  send_by: null,
  was_held: false,
  held_until: null,
  decided_at: null,
  reason: null,
  follows_protocol: null,
}

export const proof: ProofView = {
  name: 'points-ledger',
  title: 'Pontos: saldos, lotes e lançamentos',
  result: { kind: 'proved', proved_at: '2026-11-21T14:00:00Z' },
  full_pass: null,
  proved: null,
  full_proved_at: '2026-11-21T06:00:00Z',
}

export const auditLine: auditCalls.AuditLineView = {
  position: 812,
  at: '2026-11-21T14:56:00Z',
  actor: { kind: 'staff', id: identity.staff_id, name: identity.name },
  action: 'recovery.approve',
  subject: { kind: 'recovery-request', id: request.id },
  sentence: 'Aprovou o pedido de recuperação 2026-000123-4.',
}

const { campaign_id, slug, title, starts_at, ends_at } = samples.campaign

/** The responses that every desk needs to open. Tests and gallery states replace the responses that matter to them. */
export const deskResponses: readonly DeclaredResponse[] = [
  ...projectDeskResponses,
  respond(staffSessionCall, identity),
  respond(waitingCountsCall, []),
  respond(listCorrectionsCall, []),
  respond(listStaffCall, [member]),
  respond(listStaffChangesCall, { pending: [], recent: [] }),
  respond(auditCalls.searchAuditCall, [auditLine]),
  respond(listProofsCall, [proof]),
  respond(auditCalls.listAuditActorsCall, [{ staff_id: identity.staff_id, name: identity.name }]),
  respond(listDraftsCall, []),
  ...ratingDeskResponses,
  ...customerServiceDeskResponses,
  respond(campaignCalls.staffListCampaignsCall, [campaign]),
  respond(campaignCalls.staffReviewCampaignsCall, [campaign]),
  respond(listRegulationChangesCall, []),
  respond(reviewRegulationChangesCall, []),
  respond(staffListDocumentsCall, documents),
  respond(eventCalls.staffListEventCampaignsCall, [
    { campaign_id, slug, title, starts_at, ends_at, sessions: 1 },
  ]),
  respond(eventCalls.staffListSessionsCall, [session]),
  respond(eventCalls.staffReadSessionCall, session),
  respond(eventCalls.listSessionTicketsCall, [ticket]),
  respond(eventCalls.listSessionReservationsCall, [reservation]),
  respond(eventCalls.listSessionWaitingEntriesCall, [waiting]),
  respond(gateCalls.listGateSessionsCall, [gateSession]),
  respond(gateCalls.gateCountersCall, counters),
  respond(gateCalls.offlineListCall, {
    session_id: gateSession.session_id,
    short_salt: '00'.repeat(32),
    tickets: [],
  }),
  respond(gateCalls.scanTicketCall, admission),
  respond(gateCalls.listOwnAdmissionsCall, ownAdmissions),
  respond(gateCalls.undoAdmissionCall, { repeated: false }),
  respond(gateCalls.listScansCall, scans),
  respond(receiptCalls.receiptQueueCall, receipts),
  respond(receiptCalls.openReceiptCall, { state: 'pending_review', opened_by: null }),
  respond(receiptCalls.receiptAnomaliesCall, []),
  respond(findPointsAccountCall, { account }),
  respond(openPointsAccountCall, account),
  respond(findCustomerCall, { customer }),
  respond(openCustomerCall, customer),
  respond(searchCustomersCall, { kind: 'found', people: foundPeople }),
  respond(readHistoryCall, customerHistory),
  respond(readCorrectionCall, { correction: null }),
  respond(requestCalls.listRecoveryRequestsCall, [request]),
  respond(requestCalls.readRecoveryRequestCall, request),
  ...giftDeskResponses,
  ...scratchDeskResponses,
  ...parkingDeskResponses,
  ...awardDeskResponses,
  ...partnerDeskResponses,
]
