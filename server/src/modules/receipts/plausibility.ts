import { clubDayOf, clubHourOf, type TimeZone } from '@clube/contract/kernel/club-time.ts'
import type { ReceiptRules } from './deps.ts'

/** Another receipt of the same till. Only those that staff approved count: others could be forged. */
export type TillReceipt = { readonly number: number; readonly issued_on: string }

/** What is known when a receipt is registered. Counts exclude the receipt itself. */
export type ReceiptFindings = {
  readonly amount_cents: number
  readonly issued_on: string
  readonly number: number
  readonly person: {
    readonly today: number
    readonly at_shop_today: number
    /** Receipts of the shop within `recentDays`. */
    readonly at_shop_recently: number
    readonly rejected_recently: number
    /** Reversals within `reversal_review_days`. */
    readonly reversed: number
    /** Approved automatically within `recentDays`, including receipts reversed since. */
    readonly auto_approved: { readonly count: number; readonly cents: number }
  }
  readonly till: {
    /** Whether staff have seen a receipt of the till. */
    readonly is_known: boolean
    /** The nearest by number, at most `neighbors` on each side. */
    readonly below: readonly TillReceipt[]
    readonly above: readonly TillReceipt[]
  }
  /** Amount that the shop's receipts rarely exceed; null while there are too few. */
  readonly usual_cents: number | null
  /** Use of the device in the last `recentDays`; null without a device id or at a kiosk. */
  readonly device: { readonly other_customers: number; readonly reversed: number } | null
  /**
   * Other registrations of the same issuer, model, series and number. `refused` are reversed ones, and rejected ones of
   * the same key or person: other rejections do not count, since forgers could have any number rejected.
   */
  readonly same_number: { readonly approved: number; readonly refused: number }
  /** Why staff reversed an earlier registration of the same key; null if they did not. Corrections do not count. */
  readonly reversal_reason: string | null
  /** The tax authority's response; null in a club without a provider of fiscal queries. */
  readonly fiscal: FiscalFinding | null
}

/** The registered receipt compared with the tax authority's record. */
export type FiscalFinding = 'confirmed' | 'different' | 'cancelled' | 'unknown' | 'unanswered'

export const noResponseReason = 'Consulta fiscal sem resposta'
const approvedDuplicateReason = 'Outra nota com o mesmo número já foi aprovada: uma delas é falsa'

export const recentDays = 30
/** How many receipts of a till are compared on each side. */
export const neighbors = 3
/** How many of a shop's receipts its usual amount is computed from. */
export const usualAmountSample = { min: 20, max: 200 }
/** A receipt may be at most this many times the shop's usual amount. */
const usualFactor = 3

const dayMs = 24 * 3_600_000
const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / dayMs

/**
 * Why staff review a receipt; without a reason it is approved automatically. Being a new customer is not a reason:
 * people join at the counter with today's receipts.
 */
export const reviewReasons = (
  rules: ReceiptRules,
  findings: ReceiptFindings,
  time: { now: Date; time_zone: TimeZone },
): string[] => [
  ...(findings.amount_cents > rules.auto_approve_max_cents
    ? ['Valor acima do limite de aprovação automática']
    : []),
  ...personReasons(rules, findings),
  // A confirmed receipt is genuine, even if unusual.
  ...(findings.fiscal === 'confirmed' ? [] : implausibleReasons(rules, findings, time)),
  ...(findings.fiscal === null ? [] : fiscalReasons[findings.fiscal]),
  ...(findings.same_number.approved > 0 ? [approvedDuplicateReason] : []),
  ...deviceReasons(rules, findings),
]

const fiscalReasons: Readonly<Record<FiscalFinding, readonly string[]>> = {
  confirmed: [],
  different: ['Valor ou data diferente da consulta fiscal'],
  cancelled: ['Nota cancelada na consulta fiscal'],
  unknown: ['Nota não encontrada na consulta fiscal'],
  unanswered: [noResponseReason],
}

/**
 * Review reasons of a receipt whose paper original staff have at the service desk. One that was reversed is reviewed
 * regardless of its new amount: it may have been reversed for another reason.
 */
export const deskReviewReasons = (
  rules: Pick<ReceiptRules, 'desk_approve_max_cents'>,
  {
    amount_cents,
    same_number,
    reversal_reason,
  }: Pick<ReceiptFindings, 'amount_cents' | 'same_number' | 'reversal_reason'>,
): string[] => [
  ...(amount_cents > rules.desk_approve_max_cents ? ['Valor acima do limite de aprovação no balcão'] : []),
  ...(same_number.approved > 0 ? [approvedDuplicateReason] : []),
  ...(reversal_reason === null ? [] : [`Nota estornada antes (${reversal_reason.replace(/\.$/, '')})`]),
]

const implausibleReasons = (
  rules: ReceiptRules,
  findings: ReceiptFindings,
  time: { now: Date; time_zone: TimeZone },
): string[] => [
  ...(findings.usual_cents !== null && findings.amount_cents > findings.usual_cents * usualFactor
    ? ['Valor fora do comum para esta loja']
    : []),
  ...tillReasons(rules, findings),
  ...(isMallClosed(rules, findings, time) ? ['Cadastrada no dia da compra, antes de o shopping abrir'] : []),
]

const personReasons = (rules: ReceiptRules, { amount_cents, person }: ReceiptFindings): string[] => {
  const { count, cents } = person.auto_approved
  const exceedsMonthlyLimit =
    count + 1 > rules.auto_approve_month_count || cents + amount_cents > rules.auto_approve_month_cents
  return [
    ...(person.at_shop_today > 0 ? ['Outra nota da mesma loja no mesmo dia'] : []),
    ...(person.at_shop_recently >= rules.shop_recent_limit
      ? [`${person.at_shop_recently + 1} notas desta loja em ${recentDays} dias`]
      : []),
    ...(person.rejected_recently > 0 ? [`Cliente com nota recusada nos últimos ${recentDays} dias`] : []),
    ...(person.reversed > 0
      ? [`Cliente com nota estornada nos últimos ${rules.reversal_review_days} dias`]
      : []),
    ...(exceedsMonthlyLimit ? ['Limite mensal de aprovação automática do cliente'] : []),
  ]
}

const tillReasons = (rules: ReceiptRules, findings: ReceiptFindings): string[] => {
  const { till, same_number } = findings
  return [
    ...(same_number.refused > 0 ? ['Nota com este número já foi recusada ou estornada'] : []),
    ...(till.is_known ? [] : ['Primeira nota deste caixa da loja']),
    ...(isOutOfOrder(findings) ? ['Número fora da ordem das notas da loja'] : []),
    ...(isOutOfRange(rules, findings) ? ['Número distante das outras notas da loja'] : []),
  ]
}

/**
 * Numbers of a till increase with time. One day of difference is tolerated (a receipt after midnight, a mistyped day),
 * and so is a single contradicting receipt among several, which may itself be the wrong one.
 */
const isOutOfOrder = ({ issued_on, till }: ReceiptFindings): boolean =>
  isMajority(till.below, (other) => daysBetween(issued_on, other.issued_on) > 1) ||
  isMajority(till.above, (other) => daysBetween(other.issued_on, issued_on) > 1)

const isMajority = (
  receipts: readonly TillReceipt[],
  contradicts: (receipt: TillReceipt) => boolean,
): boolean => receipts.filter(contradicts).length * 2 > receipts.length

/** A till issues at most `numbers_per_day` receipts a day, so the nearest known receipt bounds the number. */
const isOutOfRange = (rules: ReceiptRules, { number, issued_on, till }: ReceiptFindings): boolean => {
  const nearest = [till.below[0], till.above[0]].filter((other) => other !== undefined)
  const isReachable = (other: TillReceipt) =>
    Math.abs(number - other.number) <=
    rules.numbers_per_day * (Math.abs(daysBetween(other.issued_on, issued_on)) + 1)
  return nearest.length > 0 && !nearest.some(isReachable)
}

/** Registered on the day of the purchase before the mall opened. */
const isMallClosed = (
  { opens_at_hour }: ReceiptRules,
  { issued_on }: ReceiptFindings,
  { now, time_zone }: { now: Date; time_zone: TimeZone },
): boolean =>
  opens_at_hour !== null &&
  issued_on === clubDayOf(now, time_zone) &&
  clubHourOf(now, time_zone) < opens_at_hour

const deviceReasons = (rules: ReceiptRules, { device }: ReceiptFindings): string[] => [
  ...(device !== null && device.other_customers >= rules.device_customers
    ? [`Aparelho usado por ${device.other_customers + 1} clientes em ${recentDays} dias`]
    : []),
  ...(device !== null && device.reversed > 0 ? ['Aparelho de onde veio uma nota estornada'] : []),
]
