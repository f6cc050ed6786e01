import { useState } from 'react'
import type { ReviewedReceipt } from '@clube/contract/receipts/receipt-staff-calls.ts'

/** What staff have seen of the open receipt. */
export type Evidence = {
  /** Why the receipt cannot be approved yet; null once everything was seen. */
  missing: string | null
  /** Records that a photo was shown, or that the key was used to look up the receipt. */
  markSeen: (item: string) => void
}

/** Represents the lookup of a receipt by its key, among the ids of its photos. */
export const keyLookup = 'lookup'

/**
 * An approval requires that every photo of the receipt was shown since it was opened; for one without photos, that
 * its key was used.
 */
export function useEvidence(receipt: ReviewedReceipt | undefined): Evidence {
  const [seen, setSeen] = useState<{ purchase_id: string; items: readonly string[] }>({
    purchase_id: '',
    items: [],
  })
  const purchase_id = receipt?.purchase_id ?? ''
  const items = seen.purchase_id === purchase_id ? seen.items : []
  return {
    missing: receipt ? missingEvidence(receipt, items) : null,
    markSeen: (item) =>
      setSeen((current) => ({
        purchase_id,
        items: [...(current.purchase_id === purchase_id ? current.items : []), item],
      })),
  }
}

function missingEvidence({ photos }: ReviewedReceipt, seen: readonly string[]): string | null {
  const available = photos.filter(({ is_purged }) => !is_purged)
  if (available.length === 0)
    return seen.includes(keyLookup)
      ? null
      : 'Esta nota não tem foto: copie a chave e confira a nota antes de aprovar.'
  const unseen = available.filter(({ id }) => !seen.includes(id)).length
  if (unseen === 0) return null
  return unseen === 1
    ? 'Abra a foto antes de aprovar.'
    : `Abra as ${unseen} fotos que faltam antes de aprovar.`
}
