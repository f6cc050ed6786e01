import { useRef, useState } from 'react'
import { documentMask, parseDocument, type DocumentRules } from '@clube/contract/brazil/document.ts'
import { findCustomerCall, type DeskCustomer } from '@clube/contract/recovery/staff-calls.ts'
import { Button } from '../../../kit/button/button.tsx'
import { EmptyState } from '../../../kit/feedback/empty-state.tsx'
import { MaskedField } from '../../../kit/field/masked-field.tsx'
import { useForm } from '../../../kit/form/use-form.ts'
import { trackPending } from '../../../kit/overlay/pending-count.ts'
import { parsedRule } from '../../../parts/parsed-rule.ts'
import { showFailure } from '../../../platform/api/show-failure.ts'
import { useClub, useSend } from '../../../platform/app/app-context.tsx'
import { DeskPage } from '../../parts/desk-page.tsx'
import { KeyHints } from '../../parts/key-hints.tsx'
import { useShortcuts } from '../../parts/shortcuts.ts'
import { CodeForPerson } from './code-for-person.tsx'
import { PersonSummary } from './person-summary.tsx'
import css from './service-desk.module.css'

type Found =
  | { at: 'nothing' }
  | { at: 'nobody' }
  | { at: 'person'; customer: DeskCustomer }
  | { at: 'code'; code: string; expires_at: string }

const labels = { cpf: 'CPF', cnpj: 'CNPJ', both: 'CPF ou CNPJ' } as const

/** A person stands at the desk: found by the document, checked in person, given a code that is shown once. */
export function ServiceDesk() {
  const send = useSend()
  const { document_types, cnpj } = useClub()
  const [{ rules, mask }] = useState(() => {
    const known: DocumentRules = {
      allowed: document_types === 'both' ? ['cpf', 'cnpj'] : [document_types],
      cnpj_mode: cnpj,
    }
    return { rules: known, mask: (text: string) => documentMask(text, known) }
  })
  const [found, setFound] = useState<Found>({ at: 'nothing' })
  const searchBox = useRef<HTMLDivElement>(null)
  const form = useForm({
    initial: { document_id: '' },
    rules: { document_id: parsedRule((text) => parseDocument(text, rules)) },
    onSubmit: async (body): Promise<void> => {
      setFound({ at: 'nothing' })
      const sent = await trackPending(send(findCustomerCall, { body }))
      if (!sent.ok) return showFailure(sent.failure, { form })
      const { customer } = sent.data
      setFound(customer ? { at: 'person', customer } : { at: 'nobody' })
    },
  })
  const restart = () => {
    setFound({ at: 'nothing' })
    form.reset()
    searchBox.current?.querySelector('input')?.focus()
  }
  useShortcuts({ '/': () => searchBox.current?.querySelector('input')?.focus(), n: restart })

  return (
    <DeskPage title="Balcão">
      <div className={css.desk}>
        {found.at !== 'code' && (
          <div ref={searchBox} className={css.search}>
            <form {...form.props}>
              <MaskedField
                label={labels[document_types]}
                mask={mask}
                keyboard={document_types !== 'cpf' && cnpj === 'alphanumeric' ? 'switch' : 'numeric'}
                autoFocus
                {...form.field('document_id')}
              />
              <Button type="submit" compact pending={form.pending}>
                Procurar
              </Button>
            </form>
            <KeyHints
              hints={[
                ['/', 'documento'],
                ['Enter', 'procurar'],
                ['N', 'nova pessoa'],
              ]}
            />
          </div>
        )}
        {found.at === 'nobody' && (
          <EmptyState drawing="search">
            Não há cadastro com este documento. A pessoa pode entrar pelo site.
          </EmptyState>
        )}
        {found.at === 'person' && (
          <PersonSummary
            key={found.customer.customer_id}
            customer={found.customer}
            onIssued={(issued) => setFound({ at: 'code', ...issued })}
          />
        )}
        {found.at === 'code' && <CodeForPerson {...found} onDone={restart} />}
      </div>
    </DeskPage>
  )
}
