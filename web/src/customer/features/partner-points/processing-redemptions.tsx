import { ForwardLink } from '../../../parts/forward-link/forward-link.tsx'
import { processingEntry } from './now-entries.ts'
import { useRedemptions } from './use-partners.ts'

/** Links to the redemptions without a result yet: the person may be about to repeat one. */
export function ProcessingRedemptions() {
  const { data = [] } = useRedemptions()
  return data
    .filter(({ state }) => state === 'processing')
    .map((redemption) => {
      const { title, text, href } = processingEntry(redemption)
      return (
        <ForwardLink key={redemption.transaction_id} variant="main" title={title} text={text} href={href} />
      )
    })
}
