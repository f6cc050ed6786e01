import {
  belowOnePointText,
  isBelowOnePoint,
  isCountedReceipt,
  wrongAmountText,
  type Receipt,
} from '@clube/contract/receipts/receipt.ts'
import { useEffect, useRef, useState } from 'react'
import { Button } from '../../../kit/button/button.tsx'
import { formatPoints } from '@clube/contract/kernel/count-formats.ts'
import { Counter } from '../../../kit/feedback/counter.tsx'
import { Illustration } from '../../../kit/feedback/empty-state.tsx'
import { Screen, Stack } from '../../../kit/page/screen.tsx'
import { ForwardLink } from '../../../parts/forward-link/forward-link.tsx'
import { LinkButton } from '../../../parts/link-button.tsx'
import { formatCents } from '../../../parts/money.ts'
import { Page } from '../../../parts/page/page.tsx'
import { useClub } from '../../../platform/app/app-context.tsx'
import { paths } from '../../../platform/navigation/paths.ts'
import { PointsNote } from '../../promotions/points-rules.tsx'
import { PhotoPrompt } from './photo-prompt.tsx'
import { ReceiptForm } from './receipt-form.tsx'
import css from './receipts.module.css'

/** Registers receipts, one after the other. */
export function NewReceiptPage() {
  const [registered, setRegistered] = useState<Receipt | null>(null)
  return registered ? (
    <Screen>
      <RegisteredReceipt
        receipt={registered}
        onRegisterAnother={() => setRegistered(null)}
        onChanged={setRegistered}
      />
    </Screen>
  ) : (
    <Page title="Cadastrar nota" back={{ href: paths.receipts, label: 'Minhas notas' }}>
      <ForwardLink href={paths.shops} title="Ver lojas participantes" />
      <ReceiptForm onRegistered={setRegistered} />
    </Page>
  )
}

/** The result of a registration: points, or a pending review. */
function RegisteredReceipt(props: {
  receipt: Receipt
  onRegisterAnother: () => void
  /** Called with the receipt once its photo is uploaded. */
  onChanged: (receipt: Receipt) => void
}) {
  const { receipt, onRegisterAnother, onChanged } = props
  const isCounted = isCountedReceipt(receipt.state)
  const isBelow = isBelowOnePoint(useClub().points, receipt.amount_cents)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [receipt.photos])
  return (
    <div className={css.done}>
      <Illustration name={isCounted ? 'success' : 'receipt'} />
      <h1 ref={heading} tabIndex={-1}>
        {isCounted ? 'Nota aprovada!' : 'Nota recebida!'}
      </h1>
      {isCounted && receipt.points > 0 && (
        <p className={css.points}>
          + <Counter value={receipt.points} /> {receipt.points === 1 ? 'ponto' : 'pontos'}
        </p>
      )}
      {receipt.estimated_points !== null && receipt.estimated_points > 0 && (
        <p className={css.estimate}>{formatPoints(receipt.estimated_points)} em análise</p>
      )}
      <p>
        {isCounted
          ? `${receipt.shop_name}, ${formatCents(receipt.amount_cents)}.`
          : 'Estamos conferindo a sua nota. O resultado aparece em Minhas notas.'}
      </p>
      {isBelow && (isCounted ? receipt.points : receipt.estimated_points) === 0 && <p>{belowOnePointText}</p>}
      {isCounted && <p className="soft">{wrongAmountText}</p>}
      <PointsNote />
      {receipt.can_add_photo && <PhotoPrompt receipt={receipt} onAdded={onChanged} primary />}
      <Stack gap="near">
        <Button variant={receipt.can_add_photo ? 'outline' : 'primary'} onClick={onRegisterAnother}>
          Cadastrar outra nota
        </Button>
        <LinkButton variant="quiet" href={paths.receipts}>
          Ver minhas notas
        </LinkButton>
      </Stack>
    </div>
  )
}
