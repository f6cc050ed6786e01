import type { DocumentType } from '@clube/contract/brazil/document.ts'
import type { BirthDateRules } from '@clube/contract/brazil/birth-date.ts'
import { Button } from '../../../kit/button/button.tsx'
import { BirthDateField, PersonFields } from '../../../parts/person-fields/person-fields.tsx'
import type { PersonValues } from './registration-draft.ts'
import { personRules } from './registration-steps.ts'
import css from './registration.module.css'
import { useStepForm, type StepProps } from './use-step-form.ts'

type PersonStepProps = StepProps<PersonValues> & { document_type: DocumentType; rules: BirthDateRules }

/** Name, birth date (people only), cellphone, e-mail. */
export function PersonStep({ document_type, rules, ...step }: PersonStepProps) {
  const form = useStepForm(step, personRules(document_type, rules))
  return (
    <form {...form.props}>
      <PersonFields form={form} document_type={document_type}>
        {document_type === 'cpf' && <BirthDateField field={form.field('birth_date')} />}
      </PersonFields>
      <div className={css.actions}>
        <Button type="submit">Continuar</Button>
        <Button look="quiet" onClick={step.onBack}>
          Usar outro documento
        </Button>
      </div>
    </form>
  )
}
