import type { FieldError } from '@clube/contract/kernel/envelope.ts'
import { useEffect, useRef } from 'react'
import { useForm, type Form, type FormOptions } from '../../../kit/form/use-form.ts'

/** Props of every step. */
export type StepProps<Values> = {
  initial: Values
  /** Called on every change, so that a reload loses nothing. */
  onChange: (values: Values) => void
  onDone: (values: Values) => Promise<void> | void
  onBack: () => void
  /** The server's errors for this step's fields. */
  errors: readonly FieldError[]
}

/** A step's form: reports every change and shows the server's errors under its fields. */
export function useStepForm<Values extends Record<string, unknown>>(
  step: Omit<StepProps<Values>, 'onBack'>,
  rules: FormOptions<Values>['rules'] & object,
): Form<Values> {
  const form = useForm<Values>({ initial: step.initial, rules, onSubmit: step.onDone })
  const { values, setServerErrors } = form
  const { errors } = step
  const latest = useRef({ onChange: step.onChange, setServerErrors, seen: values })
  useEffect(() => {
    latest.current.onChange = step.onChange
    latest.current.setServerErrors = setServerErrors
  })
  useEffect(() => {
    if (latest.current.seen === values) return
    latest.current.seen = values
    latest.current.onChange(values)
  }, [values])
  useEffect(() => {
    if (errors.length > 0) latest.current.setServerErrors(errors)
  }, [errors])
  return form
}
