import type { ReactNode } from 'react'
import { Button } from '../../kit/button/button.tsx'
import { EmptyState } from '../../kit/feedback/empty-state.tsx'
import { Skeleton } from '../../kit/feedback/skeleton.tsx'
import { Delayed } from '../../kit/feedback/lazy-loader.tsx'
import { explain } from '../../platform/api/explain.ts'
import { useTitle } from '../../platform/navigation/use-title.ts'
import { failureOf } from '../../parts/call-failed.ts'
import css from './parts.module.css'

/** One desk: its name, what can be done with the whole of it, its list. */
export function DeskPage({
  title,
  actions,
  children,
}: {
  title: string
  actions?: ReactNode
  children: ReactNode
}) {
  useTitle(title)
  return (
    <main className={css.desk}>
      <header className={css.head}>
        <h1>{title}</h1>
        {actions && <div className={css.actions}>{actions}</div>}
      </header>
      {children}
    </main>
  )
}

/** Stands for a list on its way. */
export function LoadingRows() {
  return (
    <Delayed>
      <Skeleton shape="field" count={5} />
      <p className="spoken" role="status">
        Carregando
      </p>
    </Delayed>
  )
}

/** A list that did not come, with its reason and another try. */
export function LoadProblem({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { toast } = explain(failureOf(error), { place: 'endpoint' })
  return (
    <EmptyState
      drawing="offline"
      action={
        <Button compact look="outline" onClick={onRetry}>
          Tentar novamente
        </Button>
      }
    >
      {toast?.message ?? 'Não foi possível carregar.'}
    </EmptyState>
  )
}
