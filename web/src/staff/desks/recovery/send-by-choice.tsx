import { useId } from 'react'
import type { RecoveryMethod } from '@clube/contract/recovery/code-calls.ts'
import css from './recovery.module.css'

export type SendBy = RecoveryMethod

const titles = { email: 'E-mail informado', sms: 'SMS para o celular informado' } as const satisfies Record<
  SendBy,
  string
>

/** Which reviewed contact gets the code. */
export function SendByChoice({
  value,
  onChange,
}: {
  value: SendBy | ''
  onChange: (send_by: SendBy) => void
}) {
  const id = useId()
  return (
    <fieldset className={css.sendBy}>
      <legend>Enviar o código por</legend>
      {(Object.keys(titles) as SendBy[]).map((send_by) => (
        <label key={send_by}>
          <input type="radio" name={id} checked={value === send_by} onChange={() => onChange(send_by)} />
          {titles[send_by]}
        </label>
      ))}
    </fieldset>
  )
}
