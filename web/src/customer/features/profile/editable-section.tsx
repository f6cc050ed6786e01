import { useEffect, useRef, useState, type ReactNode } from 'react'
import { Button } from '../../../kit/button/button.tsx'
import css from './profile.module.css'

type EditableSectionProps = {
  /** Also the link's fragment. */
  id: string
  title: string
  /** What the section shows while it is not being edited. */
  summary: ReactNode
  /** Verb on the button: "Alterar". */
  action: string
  /** The form; `close` returns to the read view. */
  children: (close: () => void) => ReactNode
}

/** Data with a button that opens the form to change it. The focus follows. */
export function EditableSection({ id, title, summary, action, children }: EditableSectionProps) {
  const [editing, setEditing] = useState(false)
  const section = useRef<HTMLElement>(null)
  const wasEditing = useRef(false)
  useEffect(() => {
    if (wasEditing.current === editing) return
    wasEditing.current = editing
    const first = editing ? 'input:enabled, select:enabled' : 'button'
    section.current?.querySelector<HTMLElement>(first)?.focus()
  }, [editing])
  return (
    <section ref={section} id={id} className={css.section} aria-labelledby={`${id}-titulo`} tabIndex={-1}>
      <div className={css.head}>
        <h2 id={`${id}-titulo`}>{title}</h2>
        {!editing && (
          <Button look="quiet" compact aria-label={`${action}: ${title}`} onClick={() => setEditing(true)}>
            {action}
          </Button>
        )}
      </div>
      {editing ? children(() => setEditing(false)) : summary}
    </section>
  )
}

/** The buttons at the end of a section's form. */
export function SectionActions({ pending, onCancel }: { pending: boolean; onCancel: () => void }) {
  return (
    <div className={css.actions}>
      <Button type="submit" pending={pending}>
        Salvar
      </Button>
      <Button look="quiet" onClick={onCancel} disabled={pending}>
        Cancelar
      </Button>
    </div>
  )
}
