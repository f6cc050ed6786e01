/**
 * What became of handing a message over to a gateway. `reason` is a short code for the log, such as `550` or
 * `timeout`; it never repeats what the gateway said, which may hold the address.
 */
export type HandOver =
  /** The gateway has it now. `reference` is its own name for the message, where it gives one. */
  | { readonly outcome: 'accepted'; readonly reference: string | null }
  /** The gateway will never take this message. */
  | { readonly outcome: 'refused'; readonly reason: string }
  /** Not now. The gateway may have got it all the same, when its answer was lost. */
  | { readonly outcome: 'unavailable'; readonly reason: string; readonly retry_after_seconds?: number }
