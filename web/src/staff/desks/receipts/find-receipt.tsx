import { maskOf } from '@clube/contract/brazil/mask.ts'
import { parseReceiptKey, receiptKeyLength } from '@clube/contract/brazil/receipt-key.ts'
import { findReceiptCall, type ReviewedReceipt } from '@clube/contract/receipts/receipt-staff-calls.ts'
import { Button } from '../../../kit/button/button.tsx'
import { MaskedField } from '../../../kit/field/masked-field.tsx'
import { useForm } from '../../../kit/form/use-form.ts'
import { trackPending } from '../../../kit/overlay/pending-count.ts'
import { showToast } from '../../../kit/toast/toast-store.ts'
import { parsedRule } from '../../../parts/parsed-rule.ts'
import { showFailure } from '../../../platform/api/show-failure.ts'
import { useSend } from '../../../platform/app/app-context.tsx'
import css from './receipts.module.css'

const keyMask = maskOf('AAAA '.repeat(receiptKeyLength / 4).trim())

/** Any receipt by its key, decided ones too. */
export function FindReceipt({ onFound }: { onFound: (receipt: ReviewedReceipt | null) => void }) {
  const send = useSend()
  const form = useForm({
    initial: { receipt_key: '' },
    rules: { receipt_key: parsedRule(parseReceiptKey) },
    onSubmit: async (body): Promise<void> => {
      const sent = await trackPending(send(findReceiptCall, { body }))
      if (!sent.ok) return showFailure(sent.failure, { form })
      const { receipt } = sent.data
      onFound(receipt)
      if (!receipt) showToast({ message: 'Ninguém cadastrou uma nota com esta chave.', type: 'warning' })
      else form.reset()
    },
  })
  return (
    <form {...form.props} className={css.find}>
      <MaskedField
        label="Procurar pela chave de acesso"
        mask={keyMask}
        keyboard="switch"
        autoComplete="off"
        {...form.field('receipt_key')}
      />
      <Button type="submit" compact look="outline" pending={form.pending}>
        Procurar
      </Button>
    </form>
  )
}
