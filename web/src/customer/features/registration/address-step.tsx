import { Button } from '../../../kit/button/button.tsx'
import { AddressFields } from '../../../parts/address-fields/address-fields.tsx'
import { addressRules, type AddressValues } from '../../../parts/address-fields/address-values.ts'
import css from './registration.module.css'
import { useStepForm, type StepProps } from './use-step-form.ts'

/** The address of the person or company. */
export function AddressStep(step: StepProps<AddressValues>) {
  const form = useStepForm(step, addressRules)
  return (
    <form {...form.props}>
      <AddressFields form={form} />
      <div className={css.actions}>
        <Button type="submit">Continuar</Button>
        <Button look="quiet" onClick={step.onBack}>
          Voltar
        </Button>
      </div>
    </form>
  )
}
