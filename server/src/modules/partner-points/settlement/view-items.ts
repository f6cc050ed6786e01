import { Readable } from 'node:stream'
import {
  decideSettlementItemCall,
  entryKindTitles,
  settlementItemsFile,
  settlementStateTitles,
  type readSettlementFiguresCall,
  type SettlementItem,
  type SettlementState,
} from '@clube/contract/partner-points/settlement-calls.ts'
import { redemptionStateTitles } from '@clube/contract/partner-points/partner.ts'
import type { DataOf } from '@clube/contract/kernel/call.ts'
import { clubDayOf, formatDateTime } from '@clube/contract/kernel/club-time.ts'
import { inTransaction, type Db } from '../../../db/database.ts'
import { csvText } from '../../../kernel/csv.ts'
import { refusalsOf } from '../../../kernel/refusal.ts'
import { findTransactions, protocolOf } from '../../campaigns/index.ts'
import { nameOf, type PartnerDeps } from '../deps.ts'
import { requirePartner } from '../links/link-partner.ts'
import { findRedemptions } from '../redemptions/redemption-store.ts'
import { findRefundedIds } from '../refunds/refund-store.ts'
import {
  countDifferences,
  countMatched,
  countWaitingItems,
  findItem,
  isItem,
  listDays,
  listItems,
  readBalances,
  saveDecision,
  type SettlementRow,
} from './item-store.ts'

const pageSize = 50
const dayMs = 24 * 3_600_000
/** Days shown in the figures. */
const figureDays = 30
/** Highest number of differences that is counted exactly. */
const countLimit = 100_000

/** Items with the participations that they name. */
const viewItems = async (
  deps: Pick<PartnerDeps, 'namesOfStaff'>,
  db: Db,
  rows: readonly SettlementRow[],
): Promise<SettlementItem[]> => {
  const ids = rows.flatMap(({ transaction_id }) => transaction_id ?? [])
  const redemptions = await findRedemptions(db, ids)
  const transactions = await findTransactions(db, [...redemptions.keys()])
  const refunded = await findRefundedIds(db, [...redemptions.keys()])
  const names = await deps.namesOfStaff(
    db,
    rows.flatMap(({ decided_by }) => decided_by ?? []),
  )
  return rows.map((row) => {
    const { partner, decided_by, decided_at, decision_reason, ...shown } = row
    // A line may name a participation of another partner, or none of the club.
    const named = row.transaction_id === null ? undefined : redemptions.get(row.transaction_id)
    const redemption = named?.partner === partner ? named : undefined
    const transaction = redemption && transactions.get(redemption.transaction_id)
    return {
      ...shown,
      transaction_id: redemption?.transaction_id ?? null,
      protocol: transaction ? protocolOf(transaction) : null,
      redemption_state: redemption?.state ?? null,
      occurred_at: row.occurred_at.toISOString(),
      can_refund:
        redemption !== undefined &&
        row.kind === 'debit' &&
        !refunded.has(redemption.transaction_id) &&
        (redemption.state === 'completed' || (redemption.state === 'failed' && row.state === 'only_theirs')),
      decision:
        decided_at === null || decision_reason === null
          ? null
          : {
              reason: decision_reason,
              by: names.get(decided_by ?? '')?.name ?? null,
              at: decided_at.toISOString(),
            },
    }
  })
}

/** Items of a partner in one state, newest first; they contain no personal data. */
export const listSettlementItems = async (
  deps: Pick<PartnerDeps, 'db' | 'namesOfStaff'>,
  filter: {
    partner: string
    state: SettlementState
    decision: 'waiting' | 'decided' | 'all'
    cursor: string | undefined
  },
): Promise<{ data: SettlementItem[]; next_cursor: string | null }> => {
  const rows = await listItems(deps.db, { ...filter, before: filter.cursor ?? null, limit: pageSize })
  const last = rows.at(-1)
  return {
    data: await viewItems(deps, deps.db, rows),
    next_cursor: last && rows.length === pageSize ? last.item_id : null,
  }
}

const refuseDecision = refusalsOf(decideSettlementItemCall)

/**
 * Records the decision about a difference. A repeat by the same member returns the item.
 * @throws {Refusal} partner-points.unknown-item, partner-points.item-changed
 */
export const decideItem = (
  deps: PartnerDeps,
  input: {
    item_id: string
    state: Exclude<SettlementState, 'matched'>
    reason: string
    staff_id: string
  },
): Promise<SettlementItem> =>
  inTransaction(deps.db, async (tx) => {
    const { item_id, state, reason, staff_id } = input
    const isSaved = await saveDecision(tx, { ...input, now: deps.clock() })
    const row = await findItem(tx, { item_id, state })
    if (!row) {
      throw (await isItem(tx, item_id))
        ? refuseDecision('partner-points.item-changed')
        : refuseDecision('partner-points.unknown-item')
    }
    const [view] = await viewItems(deps, tx, [row])
    if (!view) throw new Error('The item was not found')
    if (!isSaved) {
      if (row.decided_by === staff_id && row.decision_reason === reason) return view
      throw refuseDecision('partner-points.item-changed')
    }
    await deps.audit(tx, {
      actor: { kind: 'staff', id: staff_id },
      action: 'partner-points.decide-item',
      subject:
        view.transaction_id === null
          ? { kind: 'partner-line', id: item_id }
          : { kind: 'transaction', id: view.transaction_id },
      sentence: `Decidiu uma diferença com o parceiro ${row.partner} (${settlementStateTitles[state]}): ${reason}`,
    })
    return view
  })

/** Figures of a partner: totals, and by club day. */
export const readFigures = async (
  { db, clock, time_zone }: Pick<PartnerDeps, 'db' | 'clock' | 'time_zone'>,
  partner: string,
): Promise<DataOf<typeof readSettlementFiguresCall>> => {
  const since = new Date(clock().getTime() - figureDays * dayMs)
  const { ours, theirs } = await readBalances(db, partner)
  const waiting = await countWaitingItems(db, [partner], countLimit)
  const countOf = (state: SettlementState) => waiting.find((each) => each.state === state)?.count ?? 0
  const sums = await listDays(db, { partner, since: clubDayOf(since, time_zone) })
  const differences = await countDifferences(db, { partner, since, time_zone })
  const days = [...new Set([...sums.map(({ day }) => day), ...differences.keys()])].toSorted()
  const sumOf = (day: string, kind: SettlementItem['kind']) => {
    const sum = sums.find((each) => each.day === day && each.kind === kind)
    return {
      ours: { count: sum?.our_count ?? 0, points: sum?.our_points ?? 0 },
      theirs: { count: sum?.their_count ?? 0, points: sum?.their_points ?? 0 },
    }
  }
  return {
    our_balance: ours,
    their_balance: theirs,
    states: {
      matched: await countMatched(db, partner),
      only_ours: countOf('only_ours'),
      only_theirs: countOf('only_theirs'),
      different_amount: countOf('different_amount'),
    },
    days: days.map((day) => {
      const [debit, refund] = [sumOf(day, 'debit'), sumOf(day, 'refund')]
      return {
        day,
        debits: debit.ours,
        refunds: refund.ours,
        their_debits: debit.theirs,
        their_refunds: refund.theirs,
        differences: differences.get(day) ?? 0,
      }
    }),
  }
}

/** UTF-8 byte order mark and column titles; Brazilian spreadsheets separate columns by semicolons. */
const header =
  '\uFEFFSituação;Tipo;Protocolo;Situação do resgate;Lançamento;Pontos pelo clube;Pontos pelo parceiro;Data;Decisão;Decidido por\r\n'

const fileBatchSize = 500

/**
 * The items of a partner in one state as a CSV file; the download is audited.
 * @throws {Refusal} partner-points.unknown-partner, before the first row is sent
 */
export const readItemsFile = async (
  deps: PartnerDeps,
  { partner, state, staff_id }: { partner: string; state: SettlementState; staff_id: string },
): Promise<Readable> => {
  requirePartner(deps, partner, refusalsOf(settlementItemsFile))
  await inTransaction(deps.db, (tx) =>
    deps.audit(tx, {
      actor: { kind: 'staff', id: staff_id },
      action: 'partner-points.export',
      subject: { kind: 'partner', id: partner },
      sentence: `Baixou a conciliação do parceiro ${nameOf(deps, partner)}: ${settlementStateTitles[state]}.`,
    }),
  )
  return Readable.from(linesOf(deps, { partner, state }))
}

async function* linesOf(
  deps: PartnerDeps,
  { partner, state }: { partner: string; state: SettlementState },
): AsyncGenerator<string> {
  yield header
  let before: string | null = null
  for (;;) {
    const rows: SettlementRow[] = await listItems(deps.db, {
      partner,
      state,
      decision: 'all',
      before,
      limit: fileBatchSize,
    })
    const items = await viewItems(deps, deps.db, rows)
    yield items.map((item) => lineOf(deps, item)).join('')
    const last = rows.at(-1)
    if (!last || rows.length < fileBatchSize) return
    before = last.item_id
  }
}

const lineOf = ({ time_zone }: Pick<PartnerDeps, 'time_zone'>, item: SettlementItem): string =>
  [
    settlementStateTitles[item.state],
    entryKindTitles[item.kind],
    item.protocol ?? '',
    item.redemption_state === null ? '' : redemptionStateTitles[item.redemption_state],
    csvText(item.reference ?? ''),
    item.our_points ?? '',
    item.their_points ?? '',
    formatDateTime(item.occurred_at, time_zone),
    csvText(item.decision?.reason ?? ''),
    csvText(item.decision?.by ?? ''),
  ].join(';') + '\r\n'
