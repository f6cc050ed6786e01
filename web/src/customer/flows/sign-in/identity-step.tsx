import { parseBirthDate } from '@clube/contract/brazil/birth-date.ts'
import { parseCellphone } from '@clube/contract/brazil/cellphone.ts'
import { parseEmail } from '@clube/contract/brazil/email.ts'
import type { Hints } from '@clube/contract/identity/hints.ts'
import { verifyIdentityCall } from '@clube/contract/identity/sign-in-calls.ts'
import { useForm } from '../../../kit/form/use-form.ts'
import { trackPending } from '../../../kit/overlay/pending-count.ts'
import { clubDayOf } from '../../../parts/club-time.ts'
import { parsedRule } from '../../../parts/parsed-rule.ts'
import { BirthDateField, CellphoneField, EmailField } from '../../../parts/person-fields/contact-fields.tsx'
import { useApp } from '../../../platform/app/app-context.tsx'
import { saveHandOver } from '../../../platform/session/hand-over.ts'
import { FormActions } from './form-actions.tsx'
import type { StepProps } from './step-props.ts'

/** The date must be a possible birth date of a living person; registration checks the age. */
const birthDate = (text: string) => parseBirthDate(text, { today: clubDayOf(new Date()), min_age: 0 })

/** Identity completion (spec §2, title Confirmar Informações): one field per hint, with helper text
 * that asks the customer to complete the value. */
export function IdentityStep({ flow, form: signIn, hints, onFailure }: StepProps & { hints: Hints }) {
  const { club, send } = useApp()
  const { document_id, document_type } = signIn
  // Companies have no birth date, even if imported data has one.
  const hinted = {
    birth_date: document_type === 'cpf' ? hints.birth_date : undefined,
    cellphone: hints.cellphone,
    email: hints.email,
  }
  const first = hinted.birth_date ? 'birth_date' : hinted.cellphone ? 'cellphone' : 'email'

  const form = useForm({
    initial: { birth_date: '', cellphone: '', email: '' },
    rules: {
      birth_date: ifHinted(hinted.birth_date, parsedRule(birthDate)),
      cellphone: ifHinted(hinted.cellphone, parsedRule(parseCellphone)),
      email: ifHinted(hinted.email, parsedRule(parseEmail)),
    },
    onSubmit: async ({ birth_date, cellphone, email }): Promise<void> => {
      const day = birthDate(birth_date)
      const body = {
        document_id,
        document_type,
        terms_id: club.terms_id,
        ...(hinted.birth_date && day.ok ? { birth_date: day.value } : {}),
        ...(hinted.cellphone ? { cellphone } : {}),
        ...(hinted.email ? { email } : {}),
      }
      const response = await trackPending(send(verifyIdentityCall, { body }))
      if (!response.ok) return onFailure(response.failure, form)
      saveHandOver({ document_id, document_type, ...response.data })
      flow.dispatch({ type: 'IDENTITY_VERIFIED' })
    },
  })

  return (
    <form {...form.props}>
      {hinted.birth_date && (
        <BirthDateField
          autoComplete="bday"
          helper={`Complete a data de nascimento que termina em ${finalDigits(hinted.birth_date)}.`}
          autoFocus={first === 'birth_date'}
          {...form.field('birth_date')}
        />
      )}
      {hinted.cellphone && (
        <CellphoneField
          helper={`Complete o celular que termina em ${finalDigits(hinted.cellphone)}.`}
          autoFocus={first === 'cellphone'}
          {...form.field('cellphone')}
        />
      )}
      {hinted.email && (
        <EmailField
          helper={`Complete o e-mail que começa com "${initialLetters(hinted.email)}".`}
          autoFocus={first === 'email'}
          {...form.field('email')}
        />
      )}
      <FormActions submit="Confirmar" pending={form.pending} onLeave={flow.reset} />
    </form>
  )
}

/** The digits at the end of a masked value. */
const finalDigits = (hint: string): string => /\d*$/.exec(hint)?.[0] ?? ''

/** The letters at the start of a masked value. */
const initialLetters = (hint: string): string => hint.replace(/\*.*$/, '')

type Rule = (text: string) => string | undefined

const ifHinted = (hint: string | undefined, rule: Rule): Rule => (hint ? rule : () => undefined)
