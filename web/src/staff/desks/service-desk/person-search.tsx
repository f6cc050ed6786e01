import { useImperativeHandle, useState, type Ref } from 'react'
import { parseCalendarDay } from '@clube/contract/brazil/birth-date.ts'
import { parseDocument } from '@clube/contract/brazil/document.ts'
import { digitsOf } from '@clube/contract/brazil/mask.ts'
import { findCustomerCall, type DeskCustomer } from '@clube/contract/recovery/desk-calls.ts'
import { parsePersonSearch, personSearchLimit } from '@clube/contract/service-desk/person-search.ts'
import { searchCustomersCall, type FoundPerson } from '@clube/contract/service-desk/search-calls.ts'
import { Notice } from '../../../kit/feedback/notice.tsx'
import { TextField } from '../../../kit/field/text-field.tsx'
import { BirthDateField } from '../../../parts/person-fields/contact-fields.tsx'
import { parsedRule } from '../../../parts/parsed-rule.ts'
import { useActionForm } from '../../../parts/use-action-form.ts'
import type { Send } from '../../../platform/api/client.ts'
import type { Sent } from '../../../platform/api/failure.ts'
import { useClub } from '../../../platform/app/app-context.tsx'
import { focusSearch, KeyHints, type KeyHint } from '../../parts/desk-page.tsx'
import { documentRulesOf, SearchForm, type DocumentSearchControl } from '../../parts/document-search.tsx'

/** What a search found: the person with a document, or people to choose from. */
export type SearchResult =
  | { kind: 'person'; customer: DeskCustomer }
  | { kind: 'people'; people: readonly FoundPerson[] }
  | { kind: 'none'; criterion: 'document' | 'other' }
  | { kind: 'too-many' }

type PersonSearchProps = {
  ref: Ref<DocumentSearchControl>
  /** Null when a search begins. */
  onResult: (result: SearchResult | null) => void
  /** Hides the search while the desk shows something else. */
  hidden: boolean
  autoFocus: boolean
  hints: readonly KeyHint[]
}

/** Finds a person by document, name, contact or protocol, with one field for all. */
export function PersonSearch({ ref, onResult, hidden, autoFocus, hints }: PersonSearchProps) {
  const rules = documentRulesOf(useClub())
  const [isTooMany, setTooMany] = useState(false)
  const show = (result: SearchResult | null) => {
    setTooMany(result?.kind === 'too-many')
    onResult(result)
  }
  const form = useActionForm({
    initial: { text: '', birth_date: '' },
    rules: {
      text: (text) => {
        const search = parsePersonSearch(text)
        const document = parseDocument(text, rules)
        if (search.ok || document.ok) return undefined
        return resemblesDocument(text) ? document.message : search.message
      },
      birth_date: (day) => (day === '' ? undefined : parsedRule(parseCalendarDay)(day)),
    },
    // A refused search would otherwise be shown above the previous search's result.
    onInvalid: () => onResult(null),
    request: (send, { text, birth_date }) => {
      onResult(null)
      return parseDocument(text, rules).ok
        ? findByDocument(send, text, show)
        : searchByText(
            send,
            { text, ...(isTooMany && birth_date !== '' ? { birth_date } : {}) },
            'other',
            show,
          )
    },
  })
  useImperativeHandle(ref, () => ({
    restart: () => {
      setTooMany(false)
      form.reset()
      // The previous result is removed in this render; the field can be focused in the next.
      requestAnimationFrame(focusSearch)
    },
  }))
  return (
    <div hidden={hidden} className="stack">
      <SearchForm form={form}>
        <TextField
          label="Pessoa"
          helper="Nome, contato, documento ou protocolo"
          autoComplete="off"
          autoFocus={autoFocus}
          {...form.field('text')}
        />
        {isTooMany && <BirthDateField {...form.field('birth_date')} />}
      </SearchForm>
      {isTooMany && (
        <Notice tone="warn">
          Mais de {personSearchLimit} pessoas têm este nome. Acrescente outro sobrenome ou a data de
          nascimento.
        </Notice>
      )}
      <KeyHints hints={[['/', 'pessoa', focusSearch], ['Enter', 'procurar'], ...hints]} />
    </div>
  )
}

/** Whether invalid text is more likely a document than a contact. */
const resemblesDocument = (text: string): boolean =>
  !/[@a-z]/i.test(text) && [11, 14].includes(digitsOf(text).length)

type Show = (result: SearchResult) => void

/** The digits of a CPF can also be those of a cellphone. */
const findByDocument = async (send: Send, text: string, show: Show): Promise<Sent<unknown>> => {
  const sent = await send(findCustomerCall, { body: { document_id: text } })
  if (!sent.ok) return sent
  const { customer } = sent.data
  if (!customer && parsePersonSearch(text).ok) return searchByText(send, { text }, 'document', show)
  show(customer ? { kind: 'person', customer } : { kind: 'none', criterion: 'document' })
  return sent
}

const searchByText = async (
  send: Send,
  body: { text: string; birth_date?: string },
  criterion: 'document' | 'other',
  show: Show,
): Promise<Sent<unknown>> => {
  const sent = await send(searchCustomersCall, { body })
  if (!sent.ok) return sent
  const { data } = sent
  if (data.kind === 'too-many') show(data)
  else if (data.people.length === 0) show({ kind: 'none', criterion })
  else show({ kind: 'people', people: data.people })
  return sent
}
