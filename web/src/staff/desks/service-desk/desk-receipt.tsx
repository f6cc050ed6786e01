import { formatPoints } from '@clube/contract/kernel/count-formats.ts'
import { useState } from 'react'
import {
  birthDateMask,
  formatBirthDate as formatDate,
  parseCalendarDay,
} from '@clube/contract/brazil/birth-date.ts'
import { parseReceiptKey } from '@clube/contract/brazil/receipt-key.ts'
import type { DataOf } from '@clube/contract/kernel/call.ts'
import { receiptAmountMessage } from '@clube/contract/receipts/receipt-calls.ts'
import { belowOnePointText, isCountedReceipt } from '@clube/contract/receipts/receipt.ts'
import { registerAtDeskCall } from '@clube/contract/receipts/receipt-desk-calls.ts'
import { Notice } from '../../../kit/feedback/notice.tsx'
import { MaskedField } from '../../../kit/field/masked-field.tsx'
import { TextField } from '../../../kit/field/text-field.tsx'
import { FormDraft } from '../../../parts/draft/form-draft.tsx'
import { useDraft } from '../../../parts/draft/use-draft.ts'
import { centsOf, formatCents, formatTypedAmount } from '../../../parts/money.ts'
import { parsedRule } from '../../../parts/parsed-rule.ts'
import { receiptKeyMask } from '../../../parts/receipt-key-mask.ts'
import { useActionForm } from '../../../parts/use-action-form.ts'
import { SubmitButton } from '../../parts/buttons.tsx'

type Outcome = DataOf<typeof registerAtDeskCall>
type Decided = Extract<Outcome, { kind: 'decided' }>
type Differing = Extract<Outcome, { kind: 'differs' }>

/** Registers a paper receipt at the desk; it is decided immediately. */
export function DeskReceipt({ customer_id }: { customer_id: string }) {
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const draft = useDraft({
    name: `receipt/${customer_id}`,
    initial: { receipt_key: '', amount_cents: '', issued_on: '' },
    days: 1,
  })
  const form = useActionForm({
    initial: draft.initial,
    rules: {
      receipt_key: parsedRule(parseReceiptKey),
      amount_cents: (amount) => (centsOf(amount) > 0 ? undefined : receiptAmountMessage),
      issued_on: parsedRule(parseCalendarDay),
    },
    request: (send, { receipt_key, amount_cents, issued_on }) => {
      const body = { customer_id, receipt_key, amount_cents: centsOf(amount_cents), issued_on }
      const replaces = outcome?.kind === 'differs' ? statedOf(outcome) : undefined
      setOutcome(null)
      return send(registerAtDeskCall, { body: { ...body, replaces } })
    },
    onSuccess: (result): void => {
      setOutcome(result)
      // A comparison requires submitting again, so it does not erase the draft.
      if (result.kind === 'differs') return
      draft.erase()
      form.reset(draft.original)
    },
  })
  return (
    <form {...form.props} className="panel" aria-labelledby="receipt" autoComplete="off">
      <h2 id="receipt">Nota fiscal em mãos</h2>
      <p className="soft small">
        Copie os dados da nota impressa. Ela é decidida na hora, também se a pessoa já a enviou, com este ou
        outro valor.
      </p>
      <FormDraft draft={draft} form={form} />
      {outcome?.kind === 'decided' && <DecidedReceipt decided={outcome} />}
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
      <div role="status">{outcome?.kind === 'differs' && <Comparison stated={outcome} />}</div>
      <SubmitButton form={form} variant="outline">
        {outcome?.kind === 'differs'
          ? `${isCountedReceipt(outcome.state) ? 'Corrigir' : 'Cadastrar'} com os dados da nota impressa`
          : 'Cadastrar nota'}
      </SubmitButton>
    </form>
  )
}

const statedOf = ({ amount_cents, issued_on, state }: Differing) => ({ amount_cents, issued_on, state })

/** The registered data, which submitting again replaces. */
function Comparison({ stated }: { stated: Differing }) {
  const { shop_name, state, points, review_reasons } = stated
  const registered = (
    <strong>
      {formatCents(stated.amount_cents)} em {formatDate(stated.issued_on)}
    </strong>
  )
  if (state === 'pending_review')
    return (
      <Notice tone="warn">
        A pessoa já enviou esta nota de {shop_name} e informou {registered}. Confira com a nota impressa: se
        os dados digitados acima são os dela, cadastre. A troca fica registrada com o seu nome.
      </Notice>
    )
  return (
    <Notice tone="warn">
      {isCountedReceipt(state) ? (
        <>
          Esta nota de {shop_name} já está aprovada neste cadastro, com {registered}, e{' '}
          {points > 0 ? `deu ${formatPoints(points)}` : 'não deu pontos'}. Confira com a nota impressa: se os
          dados digitados acima são os dela, corrija. A aprovação de antes é estornada, e a pessoa recebe um
          aviso.
        </>
      ) : (
        <>
          Esta nota de {shop_name} foi estornada neste cadastro, com {registered}. Confira com a nota
          impressa: se os dados digitados acima são os dela, cadastre.
        </>
      )}{' '}
      A troca fica registrada com o seu nome.
      {review_reasons.length > 0 && ` Depois, a mesa Notas decide: ${review_reasons.join(' · ')}.`}
    </Notice>
  )
}

function DecidedReceipt({ decided: { state, shop_name, points, review_reasons } }: { decided: Decided }) {
  return state === 'approved' ? (
    <Notice tone="good">
      Nota de {shop_name} aprovada{points > 0 ? `: + ${formatPoints(points)}.` : `. ${belowOnePointText}`}
    </Notice>
  ) : (
    <Notice tone="warn">
      Nota de {shop_name} enviada à mesa Notas: {review_reasons.join(' · ')}.
    </Notice>
  )
}
