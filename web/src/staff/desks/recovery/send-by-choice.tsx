import { useId } from 'react'
import type { RecoveryMethod } from '@clube/contract/recovery/code-calls.ts'
import { FieldNote } from '../../../kit/field/field.tsx'
import css from './recovery.module.css'

export type SendBy = RecoveryMethod

const titles = { email: 'E-mail informado', sms: 'SMS para o celular informado' } as const satisfies Record<
  SendBy,
  string
>

type SendByChoiceProps = {
  value: SendBy | ''
  onChange: (send_by: SendBy) => void
  /** Why it cannot go on yet. */
  error: string | undefined
}

/** Which reviewed contact gets the code. */
export function SendByChoice({ value, onChange, error }: SendByChoiceProps) {
  const id = useId()
  return (
    <fieldset className={css.sendBy} aria-describedby={`${id}-note`}>
      <legend>Enviar o código por</legend>
      {(Object.keys(titles) as SendBy[]).map((send_by) => (
        <label key={send_by}>
          <input type="radio" name={id} checked={value === send_by} onChange={() => onChange(send_by)} />
          {titles[send_by]}
        </label>
      ))}
      <FieldNote id={`${id}-note`} error={error} />
    </fieldset>
  )
}
