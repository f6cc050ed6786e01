import type { RefusalValues } from '@clube/contract/kernel/refusal-table.ts'
import { createMicroBatch } from '../../../db/batching.ts'
import { findInquiries, type Inquiry, type OutcomeAnswer } from '../../campaigns/index.ts'
import type { PartnerDebit } from '../../../ports/partner-programme.ts'
import { nameOf, type ConfiguredPartner, type PartnerDeps } from '../deps.ts'
import { memberLabel } from '../links/link-partner.ts'
import { listPartnerRows } from '../partner-store.ts'
import { absentDebit, debitError } from './redemption.ts'
import {
  findRedemptions,
  findReused,
  type PartnerRedemption,
  type ReportedDebit,
} from './redemption-store.ts'

type Answer = OutcomeAnswer<PartnerDebit>

const unknown = (cause: string): Answer => ({ kind: 'unknown', cause })

/** Codes of failed redemptions, by the partner's reason. */
const failureCodes = {
  'insufficient-balance': 'partner-points.insufficient',
  'not-authorized': 'partner-points.not-authorized',
  'quote-expired': 'partner-points.quote-expired',
} as const

/** A failure with the partner's name for its message. */
export const failureOf = (
  deps: Pick<PartnerDeps, 'partners'>,
  partner: string,
  code: string,
): { code: string; values: RefusalValues & Record<string, string | number> } => ({
  code,
  values: { partner: nameOf(deps, partner) },
})

/**
 * Asks the partner to debit, with the participation's id as key. Every further request first asks whether it was done: the
 * debit is sent again only if the partner does not know it and would still accept it. Requests that are sent together read
 * the database by the same statements.
 */
export const createAskPartner = (deps: PartnerDeps) => {
  const reads = createReads(deps)
  return async (transaction_id: string, now: Date): Promise<Answer> => {
    try {
      const redemption = await reads.findRedemption(transaction_id)
      const inquiry = await reads.findInquiry(transaction_id)
      if (!redemption || !inquiry) return unknown('not-stored')
      const partner = deps.partners.get(redemption.partner)
      if (!partner) return unknown('not-configured')
      const context = { deps, reads, partner, redemption, now }
      const isFirst = inquiry.attempts === 1 && inquiry.cause === null
      return isFirst ? await sendDebit(context) : await findOrSend(context)
    } catch {
      return unknown('error')
    }
  }
}

type Reads = ReturnType<typeof createReads>

const createReads = ({ db }: Pick<PartnerDeps, 'db'>) => {
  const identify = ({ partner, reference, transaction_id }: ReportedDebit): string =>
    JSON.stringify([partner, reference, transaction_id])
  return {
    findRedemption: createMicroBatch<string, PartnerRedemption>((ids) => findRedemptions(db, ids)),
    findInquiry: createMicroBatch<string, Inquiry>((ids) => findInquiries(db, ids)),
    isReferenceUsed: createMicroBatch<ReportedDebit, boolean>(
      async (debits) => {
        const reused = await findReused(db, debits)
        return new Map(debits.map((debit) => [identify(debit), reused.has(debit.transaction_id)]))
      },
      { identify },
    ),
  }
}

/** What a request about a redemption needs. */
type InquiryContext = {
  readonly deps: PartnerDeps
  readonly reads: Reads
  readonly partner: ConfiguredPartner
  readonly redemption: PartnerRedemption
  readonly now: Date
}

const findOrSend = async (context: InquiryContext): Promise<Answer> => {
  const { deps, partner, redemption, now } = context
  const found = await partner.programme.findDebit(redemption.transaction_id)
  switch (found.kind) {
    case 'done':
      return verifyDebit(context, found.result)
    case 'unknown':
      return unknown(found.cause)
    case 'absent':
      break
    default:
      return found satisfies never
  }
  const absent = absentDebit(redemption.valid_until, now)
  switch (absent.kind) {
    case 'final':
      return { kind: 'refused', failure: failureOf(deps, redemption.partner, 'partner-points.no-answer') }
    case 'wait':
      return unknown('absent')
    case 'send': {
      const row = (await listPartnerRows(deps.db)).get(redemption.partner)
      return row?.is_on === false ? unknown('switched-off') : sendDebit(context)
    }
    default:
      return absent satisfies never
  }
}

const sendDebit = async (context: InquiryContext): Promise<Answer> => {
  const { deps, partner, redemption, now } = context
  const { transaction_id: key, member_sealed, partner_points, quote_reference, valid_until } = redemption
  if (member_sealed === null) return unknown('erased')
  if (now >= valid_until) return unknown('late')
  const answer = await partner.programme.debit({
    key,
    member_number: deps.vault.open(memberLabel, member_sealed),
    points: partner_points,
    quote_reference,
    valid_until,
  })
  switch (answer.kind) {
    case 'done':
      return verifyDebit(context, answer.result)
    case 'unknown':
      return unknown(answer.cause)
    case 'refused': {
      // Points that were debited in spite of the refusal must not be lost.
      const found = await partner.programme.findDebit(key)
      if (found.kind === 'done') return { kind: 'contradiction', cause: 'refused-debit' }
      if (found.kind === 'unknown') return unknown(found.cause)
      return { kind: 'refused', failure: failureOf(deps, redemption.partner, failureCodes[answer.reason]) }
    }
    default:
      return answer satisfies never
  }
}

const verifyDebit = async (
  { deps, reads, redemption }: InquiryContext,
  debit: PartnerDebit,
): Promise<Answer> => {
  const { partner, transaction_id, member_sealed, partner_points } = redemption
  const error = debitError(debit, {
    member_number: member_sealed && deps.vault.open(memberLabel, member_sealed),
    points: partner_points,
  })
  if (error) return { kind: 'contradiction', cause: error }
  const { reference } = debit
  return (await reads.isReferenceUsed({ partner, reference, transaction_id }))
    ? { kind: 'contradiction', cause: 'reused-reference' }
    : { kind: 'done', result: debit }
}
