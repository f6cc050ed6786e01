import { countsReceipt, type Receipt } from '@clube/contract/receipts/receipt.ts'
import { useEffect, useRef } from 'react'
import { Link } from 'wouter'
import { Button } from '../../../kit/button/button.tsx'
import { Counter } from '../../../kit/feedback/counter.tsx'
import { Drawing } from '../../../kit/feedback/drawing.tsx'
import { Stack } from '../../../kit/page/screen.tsx'
import { formatCents } from '../../../parts/money.ts'
import { paths } from '../../../platform/navigation/paths.ts'
import css from './receipts.module.css'

/** What came of the registration: points at once, or a person who looks first. */
export function RegisteredReceipt({ receipt, onAnother }: { receipt: Receipt; onAnother: () => void }) {
  const counts = countsReceipt(receipt.state)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className={css.done}>
      <Drawing name={counts ? 'success' : 'receipt'} />
      <h1 ref={heading} tabIndex={-1} className={css.arrived}>
        {counts ? 'Nota aprovada!' : 'Nota recebida!'}
      </h1>
      {counts && receipt.points > 0 && (
        <p className={css.earned}>
          + <Counter value={receipt.points} /> {receipt.points === 1 ? 'ponto' : 'pontos'}
        </p>
      )}
      <p>
        {counts
          ? `${receipt.shop_name}, ${formatCents(receipt.amount_cents)}.`
          : 'Estamos conferindo a sua nota. O resultado aparece em Minhas notas.'}
      </p>
      <Stack gap="near">
        <Button onClick={onAnother}>Cadastrar outra nota</Button>
        <Link href={paths.receipts} asChild>
          <Button look="quiet" href={paths.receipts}>
            Ver minhas notas
          </Button>
        </Link>
      </Stack>
    </div>
  )
}
