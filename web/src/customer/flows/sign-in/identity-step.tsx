import { birthDateMask, parseBirthDate } from '@clube/contract/brazil/birth-date.ts'
import { cellphoneMask, parseCellphone } from '@clube/contract/brazil/cellphone.ts'
import { emailCharacters, emailMaxLength, parseEmail } from '@clube/contract/brazil/email.ts'
import type { Hints } from '@clube/contract/identity/hints.ts'
import { verifyIdentityCall } from '@clube/contract/identity/sign-in-calls.ts'
import { Button } from '../../../kit/button/button.tsx'
import { MaskedField } from '../../../kit/field/masked-field.tsx'
import { TextField } from '../../../kit/field/text-field.tsx'
import { useForm } from '../../../kit/form/use-form.ts'
import { trackPending } from '../../../kit/overlay/pending-count.ts'
import { StepActions } from '../../../kit/page/sign-in-layout.tsx'
import { clubDayOf } from '../../../parts/club-time.ts'
import { parsedRule } from '../../../parts/parsed-rule.ts'
import { useApp } from '../../../platform/app/app-context.tsx'
import { giveHandOver } from '../../../platform/session/hand-over.ts'
import { hintTexts } from './hint-texts.ts'
import type { StepProps } from './step-props.ts'

/** The date must be a possible birth date of a living person; registration checks the age. */
const birthDate = (text: string) => parseBirthDate(text, { today: clubDayOf(new Date()), min_age: 0 })

/** Identity completion (spec §2, title Confirmar Informações): one field per hint. */
export function IdentityStep({ flow, form: signIn, hints, onFailure }: StepProps & { hints: Hints }) {
  const { club, send } = useApp()
  const { document_id, document_type } = signIn
  // Companies have no birth date, even if imported data has one.
  const asked = {
    birth_date: document_type === 'cpf' ? hints.birth_date : undefined,
    cellphone: hints.cellphone,
    email: hints.email,
  }
  const first = asked.birth_date ? 'birth_date' : asked.cellphone ? 'cellphone' : 'email'

  const form = useForm({
    initial: { birth_date: '', cellphone: '', email: '' },
    rules: {
      birth_date: ifHinted(asked.birth_date, parsedRule(birthDate)),
      cellphone: ifHinted(asked.cellphone, parsedRule(parseCellphone)),
      email: ifHinted(asked.email, parsedRule(parseEmail)),
    },
    onSubmit: async ({ birth_date, cellphone, email }): Promise<void> => {
      const day = birthDate(birth_date)
      const body = {
        document_id,
        document_type,
        terms_id: club.terms_id,
        ...(asked.birth_date && day.ok ? { birth_date: day.value } : {}),
        ...(asked.cellphone ? { cellphone } : {}),
        ...(asked.email ? { email } : {}),
      }
      const sent = await trackPending(send(verifyIdentityCall, { body }))
      if (!sent.ok) return onFailure(sent.failure, form)
      giveHandOver({ document_id, document_type, ...sent.data })
      flow.dispatch({ type: 'IDENTITY_VERIFIED' })
    },
  })

  return (
    <form {...form.props}>
      {asked.birth_date && (
        <MaskedField
          label="Data de nascimento"
          mask={birthDateMask}
          emits="text"
          autoComplete="bday"
          placeholder="dd/mm/aaaa"
          helper={hintTexts.birth_date(asked.birth_date)}
          autoFocus={first === 'birth_date'}
          {...form.field('birth_date')}
        />
      )}
      {asked.cellphone && (
        <MaskedField
          label="Celular"
          mask={cellphoneMask}
          keyboard="tel"
          autoComplete="tel-national"
          helper={hintTexts.cellphone(asked.cellphone)}
          autoFocus={first === 'cellphone'}
          {...form.field('cellphone')}
        />
      )}
      {asked.email && (
        <TextField
          label="E-mail"
          inputMode="email"
          autoComplete="email"
          autoCapitalize="none"
          maxLength={emailMaxLength}
          clean={emailCharacters}
          helper={hintTexts.email(asked.email)}
          autoFocus={first === 'email'}
          {...form.field('email')}
        />
      )}
      <StepActions>
        <Button type="submit" pending={form.pending}>
          Confirmar
        </Button>
        <Button look="quiet" onClick={() => flow.dispatch({ type: 'RESET' })}>
          Cancelar
        </Button>
      </StepActions>
    </form>
  )
}

type Rule = (text: string) => string | undefined

const ifHinted = (hint: string | undefined, rule: Rule): Rule => (hint ? rule : () => undefined)
