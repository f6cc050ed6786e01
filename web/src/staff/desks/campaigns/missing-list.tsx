import type { ReactNode } from 'react'
import type { StaffCampaign } from '@clube/contract/campaigns/campaign.ts'
import type { FieldError } from '@clube/contract/kernel/envelope.ts'
import { Notice } from '../../../kit/feedback/notice.tsx'
import { fieldTitle } from './campaign-labels.ts'
import css from './campaigns.module.css'

type MissingListProps = {
  campaign: Pick<StaffCampaign, 'missing' | 'is_kind_built'>
  /** Where each missing item is fixed. */
  linkOf?: (fault: FieldError) => ReactNode
}

/** What still prevents the signature, each item under its field's label. */
export function MissingList({ campaign: { missing, is_kind_built }, linkOf }: MissingListProps) {
  // An empty list must not suggest that the campaign can be signed when it cannot.
  if (missing.length === 0)
    return is_kind_built ? <Notice tone="good">Nada falta para a assinatura.</Notice> : null
  return (
    <Notice tone="warn">
      <ul className={css.missing} aria-label="O que falta">
        {missing.map((fault) => (
          <li key={`${fault.path} ${fault.message}`}>
            <strong>{fieldTitle(fault.path)}:</strong> {fault.message} {linkOf?.(fault)}
          </li>
        ))}
      </ul>
    </Notice>
  )
}
