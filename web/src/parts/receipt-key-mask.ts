import { maskOf } from '@clube/contract/brazil/mask.ts'
import { receiptKeyLength } from '@clube/contract/brazil/receipt-key.ts'

/** Groups of four, as receipts print the key. */
export const receiptKeyMask = maskOf('AAAA '.repeat(receiptKeyLength / 4).trim())
