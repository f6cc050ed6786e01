import { useId, type ReactNode } from 'react'
import css from './campaigns.module.css'

/** Fields that belong together, two beside each other where there is room. */
export function FormSection({
  title,
  lead,
  children,
}: {
  title: string
  lead?: string
  children: ReactNode
}) {
  const id = useId()
  return (
    <section className={css.panel} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {lead && <p className={css.soft}>{lead}</p>}
      <div className={css.fields}>{children}</div>
    </section>
  )
}
