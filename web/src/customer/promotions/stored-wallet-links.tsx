import { useEffect, useState } from 'react'
import { LinkButton } from '../../parts/link-button.tsx'
import type { WalletEntry } from './promotion.ts'
import { walletEntries } from './promotions.ts'

/** Links to the wallet pages that this device can show while the server does not respond. */
export function StoredWalletLinks() {
  const [entries, setEntries] = useState<readonly WalletEntry[]>([])
  useEffect(() => void listStoredEntries().then(setEntries), [])
  return entries.map(({ href, title }) => (
    <LinkButton key={href} variant="outline" href={href}>
      {title}
    </LinkButton>
  ))
}

async function listStoredEntries(): Promise<WalletEntry[]> {
  const stored = await Promise.all(walletEntries.map(({ readStored }) => readStored()))
  return walletEntries.filter((_entry, index) => (stored[index] ?? []).length > 0)
}
