import css from './page.module.css'

/** A progress line during a page transition; hidden when it completes or fails (spec §2). */
export function PageTransition({ pending }: { pending: boolean }) {
  return (
    <div role="status" className={css.transition} data-pending={pending ? '' : undefined}>
      {pending && <span className="spoken">Carregando página</span>}
    </div>
  )
}
