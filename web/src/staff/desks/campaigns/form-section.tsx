import { useId, type ReactNode } from 'react'
import css from './campaigns.module.css'

/** Related fields, in two columns where there is room. */
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
    <section className="panel" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {lead && <p className="soft small">{lead}</p>}
      <div className={css.fields}>{children}</div>
    </section>
  )
}
