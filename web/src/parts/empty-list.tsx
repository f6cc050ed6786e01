import type { ReactNode } from 'react'
import { Button } from '../kit/button/button.tsx'
import { EmptyState, type IllustrationName } from '../kit/feedback/empty-state.tsx'
import { requestPassword } from '../platform/session/password-request.ts'
import { isIdentified, useSession } from '../platform/session/session-store.ts'
import { LinkButton } from './link-button.tsx'

type EmptyListProps = {
  illustration: IllustrationName
  /** One sentence. */
  children: ReactNode
  href: string
  /** The button's label. */
  action: string
}

/** Nothing to show: one sentence, and a button that opens another page. */
export const EmptyList = ({ illustration, children, href, action }: EmptyListProps) => {
  const button = (
    <LinkButton href={href} compact>
      {action}
    </LinkButton>
  )
  return (
    <EmptyState illustration={illustration} action={button}>
      {children}
    </EmptyState>
  )
}

/** An empty list of the person's own items. A passwordless session cannot tell whether the person has any. */
export function EmptyPersonalList(props: EmptyListProps) {
  if (!isIdentified(useSession())) return <EmptyList {...props} />
  const actions = (
    <>
      <Button compact onClick={() => void requestPassword()}>
        Confirmar senha
      </Button>
      <LinkButton href={props.href} variant="outline" compact>
        {props.action}
      </LinkButton>
    </>
  )
  return (
    <EmptyState illustration={props.illustration} action={actions}>
      Sem a senha, aqui aparece só o que você fizer depois de entrar.
    </EmptyState>
  )
}
