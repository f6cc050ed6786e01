import type { DataOf } from '@clube/contract/kernel/call.ts'
import * as desk from '@clube/contract/partner-points/desk-calls.ts'
import * as settlement from '@clube/contract/partner-points/settlement-calls.ts'
import type { PartnerPointsSettings } from '@clube/contract/partner-points/settings.ts'
import { respond, type DeclaredResponse } from './fake-server.ts'
import { sampleId } from './samples.ts'

/** The settings of a campaign with a partner. */
export const partnerSettings: PartnerPointsSettings = {
  partner: 'asa-fidelidade',
  minimum: 500,
  maximum: 10_000,
  step: 100,
  limit_per_day: 3,
  password_from_points: 4_000,
}

export const deskPartner: desk.DeskPartner = {
  partner: 'asa-fidelidade',
  name: 'Asa Fidelidade',
  is_on: true,
  switched: {
    at: '2026-11-12T17:05:00.000Z',
    by: 'Joana Tavares',
    reason: 'O parceiro confirmou que voltou ao normal.',
  },
  linked_customers: 1_284,
  waiting: { cases: 2, differences: 4, refunds: 1 },
}

/** A partner that was switched off, with nothing to decide. */
export const suspendedPartner: desk.DeskPartner = {
  ...deskPartner,
  partner: 'posto-legal',
  name: 'Posto Legal',
  is_on: false,
  switched: { at: '2026-11-21T13:40:00.000Z', by: null, reason: 'Débitos duplicados desde as 10h.' },
  linked_customers: 312,
  waiting: { cases: 0, differences: 0, refunds: 0 },
}

const item: settlement.SettlementItem = {
  item_id: sampleId(1750),
  state: 'only_ours',
  kind: 'debit',
  transaction_id: sampleId(8),
  protocol: '2026-000123-4',
  redemption_state: 'completed',
  reference: null,
  our_points: 2_000,
  their_points: null,
  occurred_at: '2026-11-19T21:10:04.000Z',
  can_refund: true,
  decision: null,
}

export const onlyOurs = item

export const onlyTheirs: settlement.SettlementItem = {
  ...item,
  item_id: sampleId(1751),
  state: 'only_theirs',
  transaction_id: null,
  protocol: null,
  redemption_state: null,
  reference: 'ASA-90817202',
  our_points: null,
  their_points: 1_500,
  can_refund: false,
}

export const differentAmount: settlement.SettlementItem = {
  ...item,
  item_id: sampleId(1752),
  state: 'different_amount',
  protocol: '2026-000130-8',
  reference: 'ASA-90817264',
  their_points: 2_500,
}

export const matchedItem: settlement.SettlementItem = {
  ...item,
  item_id: sampleId(1753),
  state: 'matched',
  reference: 'ASA-90817190',
  their_points: 2_000,
}

export const decidedItem: settlement.SettlementItem = {
  ...differentAmount,
  item_id: sampleId(1754),
  can_refund: false,
  decision: {
    reason: 'O parceiro corrige no próximo arquivo, conforme o e-mail de 20/11.',
    by: 'Ivan Moreira',
    at: '2026-11-21T12:30:00.000Z',
  },
}

const items: readonly settlement.SettlementItem[] = [
  onlyOurs,
  { ...onlyOurs, item_id: sampleId(1755), protocol: '2026-000127-5', kind: 'refund', can_refund: false },
  onlyTheirs,
  differentAmount,
  decidedItem,
  matchedItem,
]

/** The items as the server filters them. */
const listed = ({ query }: { query: Readonly<Record<string, unknown>> }): settlement.SettlementItem[] =>
  items.filter(
    ({ state, decision }) =>
      state === query['state'] &&
      (query['decision'] === 'all' || (query['decision'] === 'decided') === (decision !== null)),
  )

const sum = (count: number, points: number) => ({ count, points })

export const partnerFigures: DataOf<typeof settlement.readSettlementFiguresCall> = {
  our_balance: 486_500,
  their_balance: 488_500,
  states: { matched: 1_204, only_ours: 2, only_theirs: 1, different_amount: 1 },
  days: [
    {
      day: '2026-11-15',
      debits: sum(18, 36_500),
      refunds: sum(0, 0),
      their_debits: sum(18, 36_500),
      their_refunds: sum(0, 0),
      differences: 0,
    },
    {
      day: '2026-11-16',
      debits: sum(24, 51_000),
      refunds: sum(1, 2_000),
      their_debits: sum(24, 51_000),
      their_refunds: sum(1, 2_000),
      differences: 0,
    },
    {
      day: '2026-11-18',
      debits: sum(12, 21_500),
      refunds: sum(0, 0),
      their_debits: sum(12, 22_000),
      their_refunds: sum(0, 0),
      differences: 1,
    },
    {
      day: '2026-11-19',
      debits: sum(31, 64_000),
      refunds: sum(2, 4_500),
      their_debits: sum(31, 63_500),
      their_refunds: sum(1, 2_500),
      differences: 3,
    },
    {
      day: '2026-11-20',
      debits: sum(27, 58_000),
      refunds: sum(0, 0),
      their_debits: sum(27, 58_000),
      their_refunds: sum(0, 0),
      differences: 0,
    },
  ],
}

/** A redemption that the partner has not answered for hours, without evidence. */
export const silentCase: desk.ReconciliationCase = {
  transaction_id: sampleId(1760),
  protocol: '2026-000141-3',
  partner: 'asa-fidelidade',
  partner_points: 2_000,
  club_points: 1_000,
  cause: 'no-answer',
  attempts: 14,
  started_at: '2026-11-21T06:20:00.000Z',
  line: null,
}

/** A redemption whose debit the partner refused and made. */
export const deniedCase: desk.ReconciliationCase = {
  ...silentCase,
  transaction_id: sampleId(1761),
  protocol: '2026-000138-0',
  cause: 'refused-debit',
  attempts: 3,
  started_at: '2026-11-19T21:10:00.000Z',
  line: { reference: 'ASA-90817299', points: 2_000, occurred_at: '2026-11-19T21:10:05.000Z' },
}

/** A refund that another member proposed. */
export const proposedRefund: desk.PartnerRefund = {
  refund_id: sampleId(1770),
  transaction_id: sampleId(8),
  protocol: '2026-000123-4',
  state: 'proposed',
  partner_points: 2_000,
  club_points: 1_000,
  reason: 'O cliente resgatou duas vezes por engano e falou com o SAC.',
  proposed_by: 'Ivan Moreira',
  proposed_at: '2026-11-21T12:10:00.000Z',
  confirmed_by: null,
  confirmed_at: null,
  finished_at: null,
  is_own: false,
}

const confirmedRefund: desk.PartnerRefund = {
  ...proposedRefund,
  refund_id: sampleId(1771),
  protocol: '2026-000101-2',
  state: 'done',
  confirmed_by: 'Joana Tavares',
  confirmed_at: '2026-11-20T13:00:00.000Z',
  finished_at: '2026-11-20T13:00:03.000Z',
}

/** A refund that the partner has not answered for hours. */
export const unansweredRefund: desk.PartnerRefund = {
  ...confirmedRefund,
  refund_id: sampleId(1772),
  protocol: '2026-000109-7',
  state: 'desk',
  finished_at: null,
}

const refunds: readonly desk.PartnerRefund[] = [
  proposedRefund,
  unansweredRefund,
  confirmedRefund,
  { ...confirmedRefund, refund_id: sampleId(1773), protocol: '2026-000097-1', state: 'no_debit' },
  {
    ...proposedRefund,
    refund_id: sampleId(1774),
    protocol: '2026-000090-4',
    state: 'withdrawn',
    finished_at: '2026-11-18T13:00:00.000Z',
  },
]

/** A file that was compared. */
export const settlementImport: settlement.SettlementImport = {
  import_id: sampleId(1780),
  partner: 'asa-fidelidade',
  file_name: 'asa-2026-11-20.csv',
  size_bytes: 9_400_000,
  received_bytes: 9_400_000,
  from_day: '2026-11-20',
  to_day: '2026-11-20',
  state: 'done',
  lines: 112_480,
  repeated_lines: 12,
  errors: [],
  started_by: 'Ivan Moreira',
  started_at: '2026-11-21T11:02:00.000Z',
  finished_at: '2026-11-21T11:02:41.000Z',
}

/** A file whose upload stopped. */
export const interruptedImport: settlement.SettlementImport = {
  ...settlementImport,
  import_id: sampleId(1781),
  file_name: 'asa-2026-11-19.csv',
  state: 'receiving',
  received_bytes: 4 * 1024 * 1024,
  lines: 50_210,
  finished_at: null,
}

/** A file with errors: nothing of it was imported. */
export const refusedImport: settlement.SettlementImport = {
  ...settlementImport,
  import_id: sampleId(1782),
  file_name: 'asa-2026-11-18.csv',
  from_day: '2026-11-16',
  to_day: '2026-11-18',
  state: 'refused',
  lines: 0,
  repeated_lines: 0,
  errors: [
    { line: 12, reason: 'Os pontos devem ser um número inteiro de 1 a 10000000.' },
    { line: 480, reason: 'A data está fora do período informado.' },
    { line: 481, reason: 'A linha deve ter 5 colunas separadas por ponto e vírgula.' },
  ],
}

export const matchingImport: settlement.SettlementImport = {
  ...settlementImport,
  import_id: sampleId(1783),
  state: 'matching',
  finished_at: null,
}

/** The responses that the desk *Conciliação* needs to open. */
export const partnerDeskResponses: readonly DeclaredResponse[] = [
  respond(desk.listPartnerChoicesCall, [
    { partner: 'asa-fidelidade', name: 'Asa Fidelidade' },
    { partner: 'posto-legal', name: 'Posto Legal' },
  ]),
  respond(desk.listDeskPartnersCall, [deskPartner, suspendedPartner]),
  respond(desk.switchPartnerCall, { ...deskPartner, is_on: false }),
  respond(settlement.readSettlementFiguresCall, partnerFigures),
  respond(settlement.listSettlementItemsCall, listed),
  respond(settlement.decideSettlementItemCall, decidedItem),
  respond(desk.listCasesCall, [deniedCase, silentCase]),
  respond(desk.askAgainCall, {}),
  respond(desk.decideCaseCall, { state: 'failed' }),
  respond(desk.listRefundsCall, [...refunds]),
  respond(desk.proposeRefundCall, { ...proposedRefund, is_own: true }),
  respond(desk.confirmRefundCall, { ...proposedRefund, state: 'sending' }),
  respond(desk.withdrawRefundCall, { ...proposedRefund, state: 'withdrawn' }),
  respond(desk.resumeRefundCall, { ...unansweredRefund, state: 'sending' }),
  respond(settlement.listSettlementsCall, [settlementImport, interruptedImport, refusedImport]),
]
