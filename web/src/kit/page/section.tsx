import { useId, type ReactNode } from 'react'

type SectionProps = {
  title: ReactNode
  /** Utility and module classes; `stack` by default. */
  className?: string
  children: ReactNode
}

/** A part of a page, named by its heading. */
export function Section({ title, className = 'stack', children }: SectionProps) {
  const id = useId()
  return (
    <section className={className} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  )
}
