import css from './page.module.css'

/** A thin line over the page while the next one is on its way; gone when it arrives or fails (spec §2). */
export function PageTransition({ pending }: { pending: boolean }) {
  return (
    <div role="status" className={css.transition} data-pending={pending ? '' : undefined}>
      {pending && <span className="spoken">Carregando página</span>}
    </div>
  )
}
