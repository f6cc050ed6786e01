import type { Receipt } from '@clube/contract/receipts/receipt.ts'
import { useState } from 'react'
import { Screen, Stack } from '../../../kit/page/screen.tsx'
import { ClubData } from '../../../parts/club-data/club-data.tsx'
import { PageHeader } from '../../../parts/page-header/page-header.tsx'
import { paths } from '../../../platform/navigation/paths.ts'
import { useTitle } from '../../../platform/navigation/use-title.ts'
import { ReceiptForm } from './receipt-form.tsx'
import { RegisteredReceipt } from './registered-receipt.tsx'

/** Registers receipts, one after the other. */
export function NewReceiptPage() {
  useTitle('Cadastrar nota')
  const [registered, setRegistered] = useState<Receipt | null>(null)
  return (
    <Screen>
      <Stack>
        <ClubData>
          {registered ? (
            <RegisteredReceipt
              receipt={registered}
              onAnother={() => setRegistered(null)}
              onChanged={setRegistered}
            />
          ) : (
            <>
              <PageHeader title="Cadastrar nota" back={{ href: paths.receipts, label: 'Minhas notas' }} />
              <ReceiptForm onRegistered={setRegistered} />
            </>
          )}
        </ClubData>
      </Stack>
    </Screen>
  )
}
