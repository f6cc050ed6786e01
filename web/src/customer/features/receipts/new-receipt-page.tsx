import type { Receipt } from '@clube/contract/receipts/receipt.ts'
import { useState } from 'react'
import { Screen } from '../../../kit/page/screen.tsx'
import { Page } from '../../../parts/page/page.tsx'
import { paths } from '../../../platform/navigation/paths.ts'
import { ReceiptForm } from './receipt-form.tsx'
import { RegisteredReceipt } from './registered-receipt.tsx'

/** Registers receipts, one after the other. */
export function NewReceiptPage() {
  const [registered, setRegistered] = useState<Receipt | null>(null)
  return registered ? (
    <Screen>
      <RegisteredReceipt
        receipt={registered}
        onAnother={() => setRegistered(null)}
        onChanged={setRegistered}
      />
    </Screen>
  ) : (
    <Page title="Cadastrar nota" back={{ href: paths.receipts, label: 'Minhas notas' }}>
      <ReceiptForm onRegistered={setRegistered} />
    </Page>
  )
}
