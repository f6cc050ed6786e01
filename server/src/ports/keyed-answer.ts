/**
 * Response of an external system that was asked to act once under a key. The key makes a repeated request return the
 * first result.
 */
export type KeyedAnswer<Done, Reason extends string> =
  | { readonly kind: 'done'; readonly result: Done }
  /** Nothing was done under the key, and nothing will be. */
  | { readonly kind: 'refused'; readonly reason: Reason }
  /** No usable response: it may have been done, or may still be. `cause` is a short code for the log. */
  | { readonly kind: 'unknown'; readonly cause: string }

/** Response to a lookup by key. */
export type KeyedLookup<Done> =
  | { readonly kind: 'done'; readonly result: Done }
  /** Nothing was done under the key so far; a request that is still running may change this. */
  | { readonly kind: 'absent' }
  | { readonly kind: 'unknown'; readonly cause: string }
