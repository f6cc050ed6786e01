import type { KeyedAnswer, KeyedLookup } from './keyed-answer.ts'

/** Points that a partner took from a member's balance. */
export type PartnerDebit = {
  /** The partner's own number of the debit. */
  readonly reference: string
  readonly member_number: string
  /** Points of the partner. */
  readonly points: number
  readonly debited_at: Date
}

/** A partner's offer to exchange points, valid for a short time. */
export type PartnerQuote = {
  readonly reference: string
  /** Points of the partner. */
  readonly points: number
  /** Points of the club that they give. */
  readonly club_points: number
  /** The member's balance of the partner's points. */
  readonly balance: number
  readonly expires_at: Date
}

/** A loyalty programme whose members exchange its points for points of the club. */
export interface PartnerProgramme {
  /**
   * Checks that the person is the member: the proof is what the partner issued for that purpose, and the document is the
   * one that the partner has registered.
   * @throws {PartnerUnavailable} without a usable response
   */
  link(input: {
    member_number: string
    proof: string
    document_id: string
  }): Promise<
    | { readonly kind: 'linked' }
    | { readonly kind: 'refused'; readonly reason: 'unknown-member' | 'wrong-proof' | 'other-document' }
  >
  /** @throws {PartnerUnavailable} without a usable response */
  quote(input: {
    member_number: string
    points: number
  }): Promise<
    | { readonly kind: 'quoted'; readonly quote: PartnerQuote }
    | { readonly kind: 'refused'; readonly reason: 'insufficient-balance' | 'not-authorized' }
  >
  /**
   * Debits points once per key. From `valid_until` on the partner refuses a key that it does not know, so that an absent
   * debit is final then.
   */
  debit(input: {
    key: string
    member_number: string
    points: number
    quote_reference: string
    valid_until: Date
  }): Promise<KeyedAnswer<PartnerDebit, 'insufficient-balance' | 'not-authorized' | 'quote-expired'>>
  /** Looks a debit up; a refunded one is absent. */
  findDebit(key: string): Promise<KeyedLookup<PartnerDebit>>
  /** Returns the points of a debit to the member, once. */
  refund(key: string): Promise<KeyedAnswer<{ readonly refunded_at: Date }, 'unknown-debit'>>
}

/** The partner is slow, unreachable or returns invalid data. */
export class PartnerUnavailable extends Error {
  override name = 'PartnerUnavailable'
}
