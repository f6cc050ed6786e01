import { useImperativeHandle, useState, type ReactNode, type Ref } from 'react'
import { documentMask, parseDocument, type DocumentRules } from '@clube/contract/brazil/document.ts'
import { MaskedField } from '../../kit/field/masked-field.tsx'
import type { Form } from '../../kit/form/use-form.ts'
import { parsedRule } from '../../parts/parsed-rule.ts'
import { useActionForm } from '../../parts/use-action-form.ts'
import type { Sent } from '../../platform/api/failure.ts'
import { useClub } from '../../platform/app/app-context.tsx'
import { SubmitButton } from './buttons.tsx'
import { focusSearch, KeyHints, type KeyHint } from './desk-page.tsx'
import css from './parts.module.css'

/** Lets the parent component clear the field for the next person. */
export type DocumentSearchControl = { restart: () => void }

type SearchFormProps = {
  form: Pick<Form<Record<string, unknown>>, 'props' | 'pending'>
  variant?: 'primary' | 'outline'
  /** For a field with a long value. */
  wide?: boolean
  /** The search field. */
  children: ReactNode
}

/** A form that searches: its fields with their button. */
export const SearchForm = ({ form, variant = 'primary', wide = false, children }: SearchFormProps) => (
  <form {...form.props} className={css.search} data-wide={wide ? '' : undefined}>
    {children}
    <SubmitButton form={form} variant={variant}>
      Procurar
    </SubmitButton>
  </form>
)

type DocumentSearchProps = {
  ref: Ref<DocumentSearchControl>
  /** Sends the search; a failure is shown under the field. */
  find: (body: { document_id: string }) => Promise<Sent<unknown>>
  /** Called when the document is not valid, so that no earlier result remains visible. */
  onInvalid: () => void
  /** Shortcuts of the desk, besides those of the search. */
  hints?: readonly KeyHint[]
}

type ClubDocuments = Pick<ReturnType<typeof useClub>, 'document_types' | 'cnpj'>

/** The club's rules for parsing documents. */
export const documentRulesOf = ({ document_types, cnpj }: ClubDocuments): DocumentRules => ({
  allowed: document_types === 'both' ? ['cpf', 'cnpj'] : [document_types],
  cnpj_mode: cnpj,
})

const labels = { cpf: 'CPF', cnpj: 'CNPJ', both: 'CPF ou CNPJ' } as const

/** The field for documents of the types that the club accepts, and its validation rule. */
export function useDocumentField() {
  const { document_types, cnpj } = useClub()
  const [{ rule, mask }] = useState(() => {
    const rules = documentRulesOf({ document_types, cnpj })
    return {
      rule: parsedRule((text) => parseDocument(text, rules)),
      mask: (text: string) => documentMask(text, rules),
    }
  })
  const keyboard = document_types !== 'cpf' && cnpj === 'alphanumeric' ? 'switch' : 'numeric'
  return { rule, field: { label: labels[document_types], mask, keyboard } as const }
}

/** Finds a person by document, the first step of a desk that serves people. */
export function DocumentSearch({ ref, find, onInvalid, hints = [] }: DocumentSearchProps) {
  const { rule, field } = useDocumentField()
  const form = useActionForm({
    initial: { document_id: '' },
    rules: { document_id: rule },
    onInvalid,
    request: (_send, body) => find(body),
  })
  useImperativeHandle(ref, () => ({
    restart: () => {
      form.reset()
      // The previous result is removed in this render; the field can be focused in the next.
      requestAnimationFrame(focusSearch)
    },
  }))
  return (
    <div>
      <SearchForm form={form}>
        <MaskedField {...field} autoFocus {...form.field('document_id')} />
      </SearchForm>
      <KeyHints hints={[['/', 'documento', focusSearch], ['Enter', 'procurar'], ...hints]} />
    </div>
  )
}
