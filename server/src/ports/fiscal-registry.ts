/** What the tax authority has registered about a receipt. */
export type FiscalReceipt = {
  readonly state: 'authorized' | 'cancelled'
  readonly amount_cents: number
  /** Day of issue in the shop's time zone, yyyy-MM-dd. */
  readonly issued_on: string
}

/** A contracted provider of queries to the tax authorities. State pages are never scraped. */
export interface FiscalRegistry {
  /**
   * Looks up a receipt by its 44-character key; null for a key unknown to the authority.
   * @throws {FiscalRegistryUnavailable} without a usable response
   */
  find(receipt_key: string): Promise<FiscalReceipt | null>
}

/** The provider is slow, unreachable or returns invalid data: the receipt waits for staff. */
export class FiscalRegistryUnavailable extends Error {
  override name = 'FiscalRegistryUnavailable'
}
