import { birthDateMask, parseCalendarDay } from '@clube/contract/brazil/birth-date.ts'
import { maskOf } from '@clube/contract/brazil/mask.ts'
import { parseReceiptKey, receiptKeyLength, receiptModels } from '@clube/contract/brazil/receipt-key.ts'
import { receiptAmountMessage, registerReceiptCall } from '@clube/contract/receipts/receipt-calls.ts'
import type { Receipt } from '@clube/contract/receipts/receipt.ts'
import { Button } from '../../../kit/button/button.tsx'
import { MaskedField } from '../../../kit/field/masked-field.tsx'
import { TextField } from '../../../kit/field/text-field.tsx'
import { useForm } from '../../../kit/form/use-form.ts'
import { trackPending } from '../../../kit/overlay/pending-count.ts'
import { useRenewReceipts } from '../../../parts/club-data/use-receipts.ts'
import { centsOf, moneyCharacters } from '../../../parts/money.ts'
import { parsedRule } from '../../../parts/parsed-rule.ts'
import { showFailure } from '../../../platform/api/show-failure.ts'
import { useSend } from '../../../platform/app/app-context.tsx'
import { readServiceChannel } from '../../../platform/storage/service-channel.ts'
import { ReadReceiptCode } from './read-receipt-code.tsx'
import css from './receipts.module.css'

/** Groups of four, as receipts print the key. */
const keyMask = maskOf('AAAA '.repeat(receiptKeyLength / 4).trim())

/** Key, amount and day of one receipt; the key by QR code or typed. */
export function ReceiptForm({ onRegistered }: { onRegistered: (receipt: Receipt) => void }) {
  const send = useSend()
  const renew = useRenewReceipts()
  const form = useForm({
    initial: { receipt_key: '', amount_cents: '', issued_on: '' },
    rules: {
      receipt_key: parsedRule(parseReceiptKey),
      amount_cents: (amount) => (centsOf(amount) > 0 ? undefined : receiptAmountMessage),
      issued_on: parsedRule(parseCalendarDay),
    },
    onSubmit: async ({ receipt_key, amount_cents, issued_on }): Promise<void> => {
      const sent = await trackPending(
        send(registerReceiptCall, {
          body: {
            receipt_key,
            amount_cents: centsOf(amount_cents),
            issued_on,
            service_channel: readServiceChannel(),
          },
        }),
      )
      if (!sent.ok) {
        showFailure(sent.failure, { form })
        return
      }
      void renew()
      onRegistered(sent.data)
    },
  })
  return (
    <form {...form.props} className={css.form}>
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

/** How much of the key is there; once it is whole and right, what it says. */
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
