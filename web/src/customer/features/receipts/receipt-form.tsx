import { birthDateMask, parseCalendarDay } from '@clube/contract/brazil/birth-date.ts'
import { maskOf } from '@clube/contract/brazil/mask.ts'
import { parseReceiptKey, receiptKeyLength, receiptModels } from '@clube/contract/brazil/receipt-key.ts'
import { receiptAmountMessage, registerReceiptCall } from '@clube/contract/receipts/receipt-calls.ts'
import type { Receipt } from '@clube/contract/receipts/receipt.ts'
import { Button } from '../../../kit/button/button.tsx'
import { MaskedField } from '../../../kit/field/masked-field.tsx'
import { TextField } from '../../../kit/field/text-field.tsx'
import { receiptKeys } from '../../../parts/club-data/use-receipts.ts'
import { centsOf, moneyCharacters } from '../../../parts/money.ts'
import { parsedRule } from '../../../parts/parsed-rule.ts'
import { useActionForm } from '../../../parts/use-action-form.ts'
import { readServiceChannel } from '../../../platform/storage/service-channel.ts'
import { ReadReceiptCode } from './read-receipt-code.tsx'

/** Groups of four, as receipts print the key. */
const keyMask = maskOf('AAAA '.repeat(receiptKeyLength / 4).trim())

/** Key, amount and date of a receipt; the key is scanned or typed. */
export function ReceiptForm({ onRegistered }: { onRegistered: (receipt: Receipt) => void }) {
  const form = useActionForm({
    initial: { receipt_key: '', amount_cents: '', issued_on: '' },
    rules: {
      receipt_key: parsedRule(parseReceiptKey),
      amount_cents: (amount) => (centsOf(amount) > 0 ? undefined : receiptAmountMessage),
      issued_on: parsedRule(parseCalendarDay),
    },
    request: (send, { amount_cents, ...receipt }) => {
      const body = { ...receipt, amount_cents: centsOf(amount_cents), service_channel: readServiceChannel() }
      return send(registerReceiptCall, { body })
    },
    onSuccess: onRegistered,
    refresh: receiptKeys,
  })
  return (
    <form {...form.props} className="stack">
      <ReadReceiptCode
        onKey={(key) => {
          form.setValue('receipt_key', key)
          form.focus('amount_cents')
        }}
      />
      <MaskedField
        label="Chave de acesso"
        mask={keyMask}
        keyboard="switch"
        autoComplete="off"
        helper={keyHelper(form.values.receipt_key)}
        {...form.field('receipt_key')}
      />
      <TextField
        label="Valor total da nota"
        inputMode="numeric"
        autoComplete="off"
        clean={moneyCharacters}
        helper="Como está impresso na nota"
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
      <Button type="submit" pending={form.pending}>
        Cadastrar
      </Button>
    </form>
  )
}

/** Progress of the typed key; once it is complete and valid, the facts encoded in it. */
function keyHelper(key: string): string {
  const parsed = parseReceiptKey(key)
  if (parsed.ok) {
    const { model, number, issued_month } = parsed.value
    const [year = '', month = ''] = issued_month.split('-')
    return `Chave conferida: ${receiptModels[model]} nº ${Number(number)}, de ${month}/${year}`
  }
  if (key === '') return `Os ${receiptKeyLength} caracteres perto do QR Code da nota`
  return `${key.length} de ${receiptKeyLength} caracteres`
}
