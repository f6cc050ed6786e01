import { requiredTextMessage } from '@clube/contract/brazil/field-messages.ts'
import { drawRefusals } from '@clube/contract/scratch-card/refusals.ts'
import {
  formatTypedScratchCode,
  isCompleteScratchCode,
  parseScratchCode,
} from '@clube/contract/scratch-card/scratch-code.ts'
import { Button } from '../../../kit/button/button.tsx'
import { TextField } from '../../../kit/field/text-field.tsx'
import { useForm } from '../../../kit/form/use-form.ts'
import { ReadQrCode } from '../../../parts/qr-camera/read-qr-code.tsx'
import { codeOfScan } from './scanned-code.ts'

type CodeFormProps = {
  /** The code in the person's link; empty if there is none. */
  initial: string
  pending: boolean
  /** `outline` if the page has a more important button. */
  variant: 'primary' | 'outline'
  /** @returns the error of the code, if there is one */
  onCode: (code: string) => Promise<string | undefined>
}

const slipMessage = drawRefusals['scratch-card.invalid-code'].message

/** A typing error is shown without a request: the check character of the code detects it. */
const codeRule = (code: string): string | undefined => {
  if (code === '') return requiredTextMessage
  return parseScratchCode(code).kind === 'slip' ? slipMessage : undefined
}

/** The code of a printed card: typed in groups, or read by the camera. */
export function CodeForm({ initial, variant, pending, onCode }: CodeFormProps) {
  const form = useForm({
    initial: { alphanumero: formatTypedScratchCode(initial) },
    rules: { alphanumero: codeRule },
    onSubmit: async ({ alphanumero }) => {
      const message = await onCode(alphanumero)
      if (message !== undefined) form.setServerErrors([{ path: 'alphanumero', message }])
    },
  })
  const field = form.field('alphanumero')
  return (
    <form className="stack" {...form.props}>
      <TextField
        {...field}
        label="Código da raspadinha"
        helper="16 letras e números, como K7QM-2XPD-9FHT-3ACW"
        autoComplete="off"
        autoCapitalize="characters"
        clean={formatTypedScratchCode}
        onChange={(text) => {
          field.onChange(text)
          if (isCompleteScratchCode(text)) form.validate('alphanumero')
        }}
      />
      <Button type="submit" variant={variant} pending={pending}>
        Continuar
      </Button>
      <ReadQrCode
        source="da raspadinha"
        alternative="o código"
        onText={(text) => {
          const code = codeOfScan(text)
          if (parseScratchCode(code).kind === 'slip') return 'Este QR Code não é de uma raspadinha.'
          form.setValue('alphanumero', formatTypedScratchCode(code))
          form.submit()
          return undefined
        }}
      />
    </form>
  )
}
