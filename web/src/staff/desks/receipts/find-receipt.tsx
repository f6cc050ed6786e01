import { parseReceiptKey } from '@clube/contract/brazil/receipt-key.ts'
import { findReceiptCall, type ReviewedReceipt } from '@clube/contract/receipts/receipt-staff-calls.ts'
import { MaskedField } from '../../../kit/field/masked-field.tsx'
import { showToast } from '../../../kit/toast/toast-store.ts'
import { parsedRule } from '../../../parts/parsed-rule.ts'
import { receiptKeyMask } from '../../../parts/receipt-key-mask.ts'
import { useActionForm } from '../../../parts/use-action-form.ts'
import { SearchForm } from '../../parts/document-search.tsx'

/** Finds any receipt by its access key, including decided ones. */
export function FindReceipt({ onFound }: { onFound: (receipt: ReviewedReceipt | null) => void }) {
  const form = useActionForm({
    initial: { receipt_key: '' },
    rules: { receipt_key: parsedRule(parseReceiptKey) },
    request: (send, body) => send(findReceiptCall, { body }),
    onSuccess: ({ receipt }): void => {
      onFound(receipt)
      if (receipt) form.reset()
      else showToast({ message: 'Ninguém cadastrou uma nota com esta chave.', type: 'warning' })
    },
  })
  return (
    <SearchForm form={form} variant="outline" wide>
      <MaskedField
        label="Procurar pela chave de acesso"
        mask={receiptKeyMask}
        keyboard="switch"
        autoComplete="off"
        {...form.field('receipt_key')}
      />
    </SearchForm>
  )
}
