import { birthDateMask, parseCalendarDay } from '@clube/contract/brazil/birth-date.ts'
import {
  parseReceiptKey,
  parseReceiptQr,
  receiptKeyLength,
  receiptModels,
} from '@clube/contract/brazil/receipt-key.ts'
import { receiptAmountMessage, registerReceiptCall } from '@clube/contract/receipts/receipt-calls.ts'
import { unlikelyBelowCents, type Receipt } from '@clube/contract/receipts/receipt.ts'
import { useRef, useState } from 'react'
import { Button } from '../../../kit/button/button.tsx'
import { MaskedField } from '../../../kit/field/masked-field.tsx'
import { TextField } from '../../../kit/field/text-field.tsx'
import { useDialog } from '../../../kit/surface/dialog.tsx'
import { receiptDependentKeys } from '../../../parts/club-data/use-receipts.ts'
import { ConfirmDialog } from '../../../parts/confirm-dialog.tsx'
import { FormDraft } from '../../../parts/draft/form-draft.tsx'
import { useDraft } from '../../../parts/draft/use-draft.ts'
import { LinkButton } from '../../../parts/link-button.tsx'
import { centsOf, formatTypedAmount } from '../../../parts/money.ts'
import { parsedRule } from '../../../parts/parsed-rule.ts'
import { ReadQrCode } from '../../../parts/qr-camera/read-qr-code.tsx'
import { receiptKeyMask } from '../../../parts/receipt-key-mask.ts'
import { useActionForm } from '../../../parts/use-action-form.ts'
import { paths } from '../../../platform/navigation/paths.ts'
import { readServiceChannel } from '../../../platform/storage/service-channel.ts'

/** Key, amount and date of a receipt; the key is scanned or typed. */
export function ReceiptForm({ onRegistered }: { onRegistered: (receipt: Receipt) => void }) {
  const draft = useDraft({
    name: 'receipt',
    initial: { receipt_key: '', amount_cents: '', issued_on: '', qr_code: '' },
  })
  const [isShopRefused, setShopRefused] = useState(false)
  const smallAmount = useSmallAmount()
  const form = useActionForm({
    draft,
    initial: draft.initial,
    rules: {
      receipt_key: parsedRule(parseReceiptKey),
      amount_cents: (amount) => (centsOf(amount) > 0 ? undefined : receiptAmountMessage),
      issued_on: parsedRule(parseCalendarDay),
    },
    request: (send, { amount_cents, qr_code, ...receipt }) => {
      if (smallAmount.mustConfirm(centsOf(amount_cents))) return null
      const qr = parseReceiptQr(qr_code)
      const body = {
        ...receipt,
        // The person may have replaced the key since it was read.
        ...(qr.ok && qr.value.key === receipt.receipt_key && { qr_code }),
        amount_cents: centsOf(amount_cents),
        service_channel: readServiceChannel(),
      }
      return send(registerReceiptCall, { body })
    },
    onSuccess: onRegistered,
    onFailure: (failure) => {
      setShopRefused(failure.kind === 'refused' && failure.code === 'receipts.shop-not-participating')
      return false
    },
    refresh: receiptDependentKeys,
  })
  return (
    <form {...form.props} className="stack">
      <FormDraft draft={draft} form={form} />
      <ReadReceiptCode
        onKey={(receipt_key, qr_code) => {
          form.setValues({ receipt_key, qr_code })
          form.focus('amount_cents')
        }}
      />
      <MaskedField
        label="Chave de acesso"
        mask={receiptKeyMask}
        keyboard="switch"
        multiline
        autoComplete="off"
        helper={keyHelper(form.values.receipt_key)}
        {...form.field('receipt_key')}
      />
      {isShopRefused && (
        <LinkButton variant="outline" compact href={paths.shops}>
          Procurar nas lojas participantes
        </LinkButton>
      )}
      <TextField
        label="Valor total da nota"
        inputMode="numeric"
        autoComplete="off"
        clean={formatTypedAmount}
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
      <ConfirmDialog
        {...smallAmount.props}
        title={`Confira o valor: ${form.values.amount_cents}?`}
        confirm="Sim, o valor é este"
        cancelLabel="Corrigir o valor"
        variant="quiet"
        onClose={() => {
          smallAmount.props.onClose()
          form.focus('amount_cents')
        }}
        onConfirm={() => {
          smallAmount.confirm(centsOf(form.values.amount_cents))
          form.submit()
        }}
      >
        <p>Digite também os centavos: para R$ 50,00, digite 5000.</p>
      </ConfirmDialog>
    </form>
  )
}

/** Requires one confirmation of an unlikely small amount. */
function useSmallAmount() {
  const { open, close, props } = useDialog()
  const confirmedCents = useRef<number | null>(null)
  return {
    props,
    /** Opens the dialog if the amount is unlikely and not yet confirmed. @returns whether it did */
    mustConfirm: (cents: number): boolean => {
      if (cents >= unlikelyBelowCents || cents === confirmedCents.current) return false
      open()
      return true
    },
    confirm: (cents: number) => {
      confirmedCents.current = cents
      close()
    },
  }
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

/** Maximum length of a QR code's content in the call. */
const qrMaxLength = 1000

/** Reads the key from the receipt's QR code. */
const ReadReceiptCode = ({ onKey }: { onKey: (key: string, text: string) => void }) => (
  <ReadQrCode
    source="da nota"
    alternative="a chave"
    onText={(text) => {
      const parsed = parseReceiptQr(text)
      if (!parsed.ok) return parsed.message
      onKey(parsed.value.key, text.slice(0, qrMaxLength))
      return undefined
    }}
  />
)
