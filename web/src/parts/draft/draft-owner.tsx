import { createContext, useEffect, type ReactNode } from 'react'
import { eraseOtherDrafts, type DraftOwner } from '../../platform/storage/drafts.ts'

/** The account that owns the drafts of this subtree; null if there is none. */
export const DraftOwnerContext = createContext<DraftOwner | null>(null)

/** Binds the drafts of its children to the account, and erases those of other accounts. */
export function DraftOwnerProvider({ owner, children }: { owner: DraftOwner | null; children: ReactNode }) {
  useEffect(() => {
    if (owner !== null) eraseOtherDrafts(owner)
  }, [owner])
  return <DraftOwnerContext value={owner}>{children}</DraftOwnerContext>
}
