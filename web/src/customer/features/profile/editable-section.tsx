import { useEffect, useRef, useState, type ReactNode } from 'react'
import { Button, QuietButton } from '../../../kit/button/button.tsx'
import type { Form } from '../../../kit/form/use-form.ts'
import { loadPart } from '../../../parts/lazy-part.tsx'
import css from './profile.module.css'

type EditableSectionProps = {
  /** Also the link's fragment. */
  id: string
  title: string
  /** What the section shows while it is not being edited; `edit` opens the form. */
  summary: ReactNode | ((edit: () => void) => ReactNode)
  /** Verb on the button: "Alterar". */
  action: string
  /** The form's code, loaded before the form opens. */
  code: Parameters<typeof loadPart>[0]
  /** The form; `close` returns to the read view. */
  children: (close: () => void) => ReactNode
}

/** Data with a button that opens the form to change it. Focus moves into the form and back. */
export function EditableSection({ id, title, summary, action, code, children }: EditableSectionProps) {
  const [isEditing, setEditing] = useState(false)
  const edit = async () => setEditing(await loadPart(code))
  const section = useRef<HTMLElement>(null)
  const wasEditing = useRef(false)
  useEffect(() => {
    if (wasEditing.current === isEditing) return
    wasEditing.current = isEditing
    const first = isEditing ? 'input:enabled, select:enabled' : 'button'
    section.current?.querySelector<HTMLElement>(first)?.focus()
  }, [isEditing])
  return (
    <section
      ref={section}
      id={id}
      className={`stack raised ${css.section}`}
      aria-labelledby={`${id}-titulo`}
      tabIndex={-1}
    >
      <div className={`row spread ${css.head}`}>
        <h2 id={`${id}-titulo`}>{title}</h2>
        {!isEditing && (
          <Button variant="quiet" compact aria-label={`${action}: ${title}`} onClick={() => void edit()}>
            {action}
          </Button>
        )}
      </div>
      {isEditing
        ? children(() => setEditing(false))
        : typeof summary === 'function'
          ? summary(() => void edit())
          : summary}
    </section>
  )
}

type SectionFormProps = {
  form: Pick<Form<object>, 'props' | 'pending'>
  onCancel: () => void
  children: ReactNode
}

/** A section's form, ending with its buttons. */
export function SectionForm({ form, onCancel, children }: SectionFormProps) {
  return (
    <form {...form.props} className="stack">
      {children}
      <Button type="submit" pending={form.pending}>
        Salvar
      </Button>
      <QuietButton onClick={onCancel} disabled={form.pending}>
        Cancelar
      </QuietButton>
    </form>
  )
}
