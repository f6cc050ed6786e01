import { useRef, useState } from 'react'
import { importShopsCall } from '@clube/contract/receipts/receipt-staff-calls.ts'
import { Button } from '../../../kit/button/button.tsx'
import { trackPending } from '../../../kit/overlay/pending-count.ts'
import { Dialog } from '../../../kit/surface/dialog.tsx'
import { showToast } from '../../../kit/toast/toast-store.ts'
import { showFailure } from '../../../platform/api/show-failure.ts'
import { useSend } from '../../../platform/app/app-context.tsx'
import css from './shops.module.css'

type ImportShopsDialogProps = { open: boolean; onClose: () => void; onLoaded: () => void }

type Rejected = readonly { line: number; reason: string }[]

/** Loads shops from a file; lines that were left out stay in sight with their reasons. */
export function ImportShopsDialog({ open, onClose, onLoaded }: ImportShopsDialogProps) {
  const send = useSend()
  const file = useRef<HTMLInputElement>(null)
  const [rejected, setRejected] = useState<Rejected>([])
  const load = async (file: File | undefined): Promise<void> => {
    if (!file) return
    const sent = await trackPending(send(importShopsCall, { body: { csv: await file.text() } }))
    if (!sent.ok) return showFailure(sent.failure, { place: 'endpoint' })
    showToast({ message: loadedWords(sent.data.loaded), type: 'success' })
    setRejected(sent.data.rejected)
    if (sent.data.rejected.length === 0) onLoaded()
  }
  return (
    <Dialog open={open} onClose={onClose} title="Carregar lojas" wide>
      <p>
        Um arquivo CSV que começa com a linha <code>cnpj;name</code>, uma loja por linha.
      </p>
      <p className={css.choose}>
        <Button
          compact
          look={rejected.length > 0 ? 'outline' : 'primary'}
          onClick={() => file.current?.click()}
        >
          Escolher arquivo
        </Button>
      </p>
      <input
        ref={file}
        type="file"
        accept=".csv,text/csv"
        aria-label="Arquivo"
        hidden
        onChange={({ currentTarget }) => {
          const chosen = currentTarget.files?.[0]
          // The same file may be chosen again once it is mended.
          currentTarget.value = ''
          void load(chosen)
        }}
      />
      {rejected.length > 0 && (
        <>
          <h3>Linhas que ficaram de fora</h3>
          <ul className={css.rejected}>
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

const loadedWords = (count: number): string =>
  count === 1 ? '1 loja carregada.' : `${count} lojas carregadas.`
