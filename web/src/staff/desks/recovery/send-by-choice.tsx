import type { RecoveryMethod } from '@clube/contract/recovery/code-calls.ts'
import { RadioGroup } from '../../../kit/field/radio-group.tsx'

const titles = { email: 'E-mail informado', sms: 'SMS para o celular informado' } as const satisfies Record<
  RecoveryMethod,
  string
>
const methods = Object.keys(titles) as RecoveryMethod[]

type SendByChoiceProps = {
  value: RecoveryMethod | ''
  onChange: (send_by: RecoveryMethod) => void
  /** The error that prevents continuing. */
  error: string | undefined
}

/** Choice of the reviewed contact that gets the code. */
export function SendByChoice({ value, onChange, error }: SendByChoiceProps) {
  return (
    <RadioGroup
      name="send_by"
      label="Enviar o código por"
      options={methods.map((method) => ({ value: method, label: titles[method] }))}
      value={value}
      onChange={(chosen) => onChange(methods.find((method) => method === chosen) ?? 'email')}
      error={error}
    />
  )
}
