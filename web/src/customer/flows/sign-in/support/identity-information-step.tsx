import { parseFullName } from '@clube/contract/brazil/full-name.ts'
import { clubDayOf } from '../../../../parts/club-time.ts'
import { parsedRule } from '../../../../parts/parsed-rule.ts'
import { BirthDateField } from '../../../../parts/person-fields/contact-fields.tsx'
import { NameField } from '../../../../parts/person-fields/person-fields.tsx'
import { birthDateRule } from '../../../../parts/person-fields/person-values.ts'
import { useClub } from '../../../../platform/app/app-context.tsx'
import { FormActions } from '../form-actions.tsx'
import { Lead } from '../recovery/lead.tsx'
import type { SupportStepProps } from './support-step-props.ts'
import { useSupportForm } from './use-support-form.ts'

/** The person's identity (spec §2 "identity information"): the name, and for people the birth date. */
export function IdentityInformationStep(props: SupportStepProps) {
  const { flow, form: person } = props
  const { minimum_age: min_age } = useClub()
  const isPerson = person.document_type === 'cpf'
  const form = useSupportForm(props, ['name', 'birth_date'], {
    rules: {
      name: parsedRule(parseFullName),
      birth_date: (text) =>
        isPerson ? birthDateRule({ today: clubDayOf(new Date()), min_age })(text) : undefined,
    },
    onConfirmed: () => flow.dispatch({ type: 'IDENTITY_VERIFIED' }),
  })
  return (
    <form {...form.props}>
      <Lead>
        Nossa equipe confere se você é a pessoa deste cadastro. Preencha como está no seu documento.
      </Lead>
      <NameField document_type={person.document_type} autoFocus {...form.field('name')} />
      {isPerson && <BirthDateField {...form.field('birth_date')} />}
      <FormActions submit="Continuar" leave="Voltar" onLeave={flow.goBack} />
    </form>
  )
}
