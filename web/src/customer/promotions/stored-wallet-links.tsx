import { useEffect, useState } from 'react'
import { LinkButton } from '../../parts/link-button.tsx'
import type { WalletEntry } from './promotion.ts'
import { loadWalletEntries } from './promotions.ts'

/** Links to the wallet pages that this device can show while the server does not respond. */
export function StoredWalletLinks() {
  const [entries, setEntries] = useState<readonly WalletEntry[]>([])
  useEffect(
    () =>
      void listStoredEntries().then(setEntries, () => {
        // Without the code of the kinds, the page is still useful.
      }),
    [],
  )
  return entries.map(({ href, title }) => (
    <LinkButton key={href} variant="outline" href={href}>
      {title}
    </LinkButton>
  ))
}

async function listStoredEntries(): Promise<WalletEntry[]> {
  const entries = await loadWalletEntries()
  const stored = await Promise.all(entries.map(({ readStored }) => readStored()))
  return entries.filter((_entry, index) => (stored[index] ?? []).length > 0)
}
