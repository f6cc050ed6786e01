/**
 * Result of passing a message to a gateway. `reason` is a short code for the log, such as `550` or
 * `timeout`; never the gateway's text, which may contain the address.
 */
export type DeliveryResult =
  /** Accepted by the gateway. `reference` is the gateway's id of the message, if any. */
  | { readonly outcome: 'accepted'; readonly reference: string | null }
  /** Permanently rejected. */
  | { readonly outcome: 'refused'; readonly reason: string }
  /** Temporary failure. The gateway may have accepted the message if its response was lost. */
  | { readonly outcome: 'unavailable'; readonly reason: string; readonly retry_after_seconds?: number }
