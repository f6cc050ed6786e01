import { useRef, useState } from 'react'
import { importShopsCall } from '@clube/contract/receipts/receipt-staff-calls.ts'
import { Button } from '../../../kit/button/button.tsx'
import { Dialog } from '../../../kit/surface/dialog.tsx'
import { useAction } from '../../../parts/use-action.ts'
import { DeskButton } from '../../parts/buttons.tsx'
import css from './shops.module.css'

type ImportShopsDialogProps = { open: boolean; onClose: () => void }

type Rejected = readonly { line: number; reason: string }[]

/** Imports shops from a file; rejected lines stay visible with their reasons. */
export function ImportShopsDialog({ open, onClose }: ImportShopsDialogProps) {
  const { pending, run } = useAction()
  const file = useRef<HTMLInputElement>(null)
  const [rejected, setRejected] = useState<Rejected>([])
  const load = async (file: File | undefined): Promise<void> => {
    if (!file) return
    const csv = await file.text()
    await run((send) => send(importShopsCall, { body: { csv } }), {
      success: ({ data }) => importedText(data.loaded),
      onSuccess: ({ rejected }) => {
        setRejected(rejected)
        if (rejected.length === 0) onClose()
      },
      refresh: [['shops']],
    })
  }
  return (
    <Dialog open={open} onClose={onClose} title="Carregar lojas" wide>
      <p>
        Um arquivo CSV que começa com a linha <code>cnpj;name</code>, uma loja por linha.
      </p>
      <p className={css.choose}>
        <Button
          compact
          pending={pending}
          variant={rejected.length > 0 ? 'outline' : 'primary'}
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
          // Allows the same file to be chosen again once it is fixed.
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
          <DeskButton onClick={onClose}>Entendi</DeskButton>
        </>
      )}
    </Dialog>
  )
}

const importedText = (count: number): string =>
  count === 1 ? '1 loja carregada.' : `${count} lojas carregadas.`
