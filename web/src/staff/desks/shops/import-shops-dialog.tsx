import { useState } from 'react'
import { importShopsCall } from '@clube/contract/receipts/receipt-staff-calls.ts'
import { Button } from '../../../kit/button/button.tsx'
import { trackPending } from '../../../kit/overlay/pending-count.ts'
import { Dialog } from '../../../kit/surface/dialog.tsx'
import { showToast } from '../../../kit/toast/toast-store.ts'
import { showFailure } from '../../../platform/api/show-failure.ts'
import { useSend } from '../../../platform/app/app-context.tsx'

type ImportShopsDialogProps = { open: boolean; onClose: () => void; onLoaded: () => void }

type Rejected = readonly { line: number; reason: string }[]

/** Loads shops from a file; lines that were left out stay in sight with their reasons. */
export function ImportShopsDialog({ open, onClose, onLoaded }: ImportShopsDialogProps) {
  const send = useSend()
  const [rejected, setRejected] = useState<Rejected>([])
  const load = async (file: File | undefined): Promise<void> => {
    if (!file) return
    const sent = await trackPending(send(importShopsCall, { body: { csv: await file.text() } }))
    if (!sent.ok) return showFailure(sent.failure, { place: 'endpoint' })
    showToast({ message: `${sent.data.loaded} lojas carregadas.`, type: 'success' })
    setRejected(sent.data.rejected)
    if (sent.data.rejected.length === 0) onLoaded()
  }
  return (
    <Dialog open={open} onClose={onClose} title="Carregar lojas" wide>
      <p>
        Um arquivo CSV que começa com a linha <code>cnpj;name</code>, uma loja por linha.
      </p>
      <label>
        Arquivo
        <input
          type="file"
          accept=".csv,text/csv"
          onChange={(event) => void load(event.currentTarget.files?.[0])}
        />
      </label>
      {rejected.length > 0 && (
        <>
          <h3>Linhas que ficaram de fora</h3>
          <ul>
            {rejected.map(({ line, reason }) => (
              <li key={line}>
                Linha {line}: {reason}
              </li>
            ))}
          </ul>
          <Button compact onClick={onLoaded}>
            Entendi
          </Button>
        </>
      )}
    </Dialog>
  )
}
