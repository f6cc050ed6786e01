import { useEffect, useRef } from 'react'
import { MaskedField } from '../../../kit/field/masked-field.tsx'
import { useActionForm } from '../../../parts/use-action-form.ts'
import type { Sent } from '../../../platform/api/failure.ts'
import { SubmitButton } from '../buttons.tsx'
import { useDocumentField } from '../document-search.tsx'
import scannerCss from '../scanner/scanner.module.css'
import css from './delivery.module.css'

type FindByDocumentProps = {
  /** Explains who is found this way: people without a code. */
  helper: string
  find: (body: { document_id: string }) => Promise<Sent<unknown>>
}

/** Finds what a person without a code can pick up. The document is not kept on the screen. */
export function FindByDocument({ helper, find }: FindByDocumentProps) {
  const { rule, field } = useDocumentField()
  const form = useActionForm({
    initial: { document_id: '' },
    rules: { document_id: rule },
    request: (_send, body) => find(body),
    onSuccess: (): void => form.reset(),
  })
  return (
    <form className={scannerCss.code} {...form.props}>
      <MaskedField {...field} helper={helper} {...form.field('document_id')} />
      <SubmitButton form={form} variant="outline">
        Procurar
      </SubmitButton>
    </form>
  )
}

type FoundListProps = {
  title: string
  options: readonly { id: string; title: string; lines: readonly string[]; onChoose: () => void }[]
  /** The option that the desk shows. */
  shown_id: string | null
}

/** The items of a person who has several to pick up. */
export function FoundList({ title, options, shown_id }: FoundListProps) {
  const list = useRef<HTMLUListElement>(null)
  // Mounted once per person.
  useEffect(() => list.current?.querySelector('button')?.focus(), [])
  return (
    <section className={css.found} aria-label={title}>
      <h2 className={css.label}>{title}</h2>
      <ul ref={list}>
        {options.map(({ id, title: name, lines, onChoose }) => (
          <li key={id}>
            <button
              type="button"
              className={css.option}
              aria-current={id === shown_id || undefined}
              onClick={onChoose}
            >
              <strong>{name}</strong>
              {lines.map((line) => (
                <span key={line} className="soft small">
                  {line}
                </span>
              ))}
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
