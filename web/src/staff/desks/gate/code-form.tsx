import { requiredTextMessage } from '@clube/contract/brazil/field-messages.ts'
import { Button } from '../../../kit/button/button.tsx'
import { TextField } from '../../../kit/field/text-field.tsx'
import { useForm } from '../../../kit/form/use-form.ts'
import css from './gate.module.css'

const inCapitals = (text: string): string => text.toUpperCase()

/** A form for typed codes; a scanner that types into the field also ends with Enter. */
export function CodeForm({ onCode }: { onCode: (code: string) => void }) {
  const form = useForm({
    initial: { ticket_code: '' },
    rules: { ticket_code: (code) => (code.trim() === '' ? requiredTextMessage : undefined) },
    onSubmit: ({ ticket_code }) => {
      onCode(ticket_code)
      form.reset()
    },
  })
  return (
    <form className={css.code} {...form.props}>
      <TextField
        label="Código do ingresso"
        autoComplete="off"
        autoCapitalize="characters"
        maxLength={200}
        clean={inCapitals}
        {...form.field('ticket_code')}
      />
      <Button type="submit" compact>
        Validar
      </Button>
    </form>
  )
}
