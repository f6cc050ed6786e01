import { formatPoints } from '@clube/contract/kernel/count-formats.ts'
import { useState } from 'react'
import { birthDateMask, parseCalendarDay } from '@clube/contract/brazil/birth-date.ts'
import { parseReceiptKey } from '@clube/contract/brazil/receipt-key.ts'
import type { DataOf } from '@clube/contract/kernel/call.ts'
import { receiptAmountMessage } from '@clube/contract/receipts/receipt-calls.ts'
import { registerAtDeskCall } from '@clube/contract/receipts/receipt-desk-calls.ts'
import { Notice } from '../../../kit/feedback/notice.tsx'
import { MaskedField } from '../../../kit/field/masked-field.tsx'
import { TextField } from '../../../kit/field/text-field.tsx'
import { FormDraft } from '../../../parts/draft/form-draft.tsx'
import { useDraft } from '../../../parts/draft/use-draft.ts'
import { centsOf, formatTypedAmount } from '../../../parts/money.ts'
import { parsedRule } from '../../../parts/parsed-rule.ts'
import { receiptKeyMask } from '../../../parts/receipt-key-mask.ts'
import { useActionForm } from '../../../parts/use-action-form.ts'
import { SubmitButton } from '../../parts/buttons.tsx'

type Decided = DataOf<typeof registerAtDeskCall>

/** Registers a paper receipt at the desk; it is decided immediately. */
export function DeskReceipt({ customer_id }: { customer_id: string }) {
  const [decided, setDecided] = useState<Decided | null>(null)
  const draft = useDraft({
    name: `receipt/${customer_id}`,
    initial: { receipt_key: '', amount_cents: '', issued_on: '' },
  })
  const form = useActionForm({
    draft,
    initial: draft.initial,
    rules: {
      receipt_key: parsedRule(parseReceiptKey),
      amount_cents: (amount) => (centsOf(amount) > 0 ? undefined : receiptAmountMessage),
      issued_on: parsedRule(parseCalendarDay),
    },
    request: (send, { receipt_key, amount_cents, issued_on }) => {
      setDecided(null)
      const body = { customer_id, receipt_key, amount_cents: centsOf(amount_cents), issued_on }
      return send(registerAtDeskCall, { body })
    },
    onSuccess: (result): void => {
      setDecided(result)
      form.reset(draft.original)
    },
  })
  return (
    <form {...form.props} className="panel" aria-labelledby="receipt" autoComplete="off">
      <h2 id="receipt">Nota fiscal em mãos</h2>
      <p className="soft small">
        Copie os dados da nota impressa. Ela é decidida na hora, também se a pessoa já a enviou.
      </p>
      <FormDraft draft={draft} form={form} />
      {decided && <DecidedReceipt decided={decided} />}
      <MaskedField
        label="Chave de acesso"
        mask={receiptKeyMask}
        keyboard="switch"
        autoComplete="off"
        {...form.field('receipt_key')}
      />
      <TextField
        label="Valor total da nota"
        inputMode="numeric"
        autoComplete="off"
        clean={formatTypedAmount}
        {...form.field('amount_cents')}
      />
      <MaskedField
        label="Data da compra"
        mask={birthDateMask}
        emits="text"
        placeholder="dd/mm/aaaa"
        autoComplete="off"
        {...form.field('issued_on')}
      />
      <SubmitButton form={form} variant="outline">
        Cadastrar nota
      </SubmitButton>
    </form>
  )
}

function DecidedReceipt({ decided: { state, shop_name, points, review_reasons } }: { decided: Decided }) {
  return state === 'approved' ? (
    <Notice tone="good">
      Nota de {shop_name} aprovada: + {formatPoints(points)}.
    </Notice>
  ) : (
    <Notice tone="warn">
      Nota de {shop_name} enviada à mesa Notas: {review_reasons.join(' · ')}.
    </Notice>
  )
}
