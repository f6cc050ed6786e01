import type { ReactNode } from 'react'
import { EmptyState, type DrawingName } from '../kit/feedback/empty-state.tsx'
import { LinkButton } from './link-button.tsx'

type EmptyListProps = {
  drawing: DrawingName
  /** One sentence. */
  children: ReactNode
  href: string
  /** The button's label. */
  action: string
}

/** Nothing to show: one sentence, and a button that opens another page. */
export const EmptyList = ({ drawing, children, href, action }: EmptyListProps) => {
  const button = (
    <LinkButton href={href} compact>
      {action}
    </LinkButton>
  )
  return (
    <EmptyState drawing={drawing} action={button}>
      {children}
    </EmptyState>
  )
}
