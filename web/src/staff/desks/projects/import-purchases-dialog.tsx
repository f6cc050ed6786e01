import type { DataOf } from '@clube/contract/kernel/call.ts'
import { countFormatter } from '@clube/contract/kernel/count-formats.ts'
import { fileMaxBytes } from '@clube/contract/kernel/file.ts'
import { importPurchasesCall, purchaseFileHeader } from '@clube/contract/new-project/staff-calls.ts'
import { useRef, useState } from 'react'
import { Button } from '../../../kit/button/button.tsx'
import { Notice } from '../../../kit/feedback/notice.tsx'
import { Dialog } from '../../../kit/surface/dialog.tsx'
import { saveFile } from '../../../parts/save-file.ts'
import { useAction } from '../../../parts/use-action.ts'
import { projectDeskKey } from './project-paths.ts'

type Imported = DataOf<typeof importPurchasesCall>

type ImportPurchasesDialogProps = {
  open: boolean
  onClose: () => void
  /** A purchase number of the brand. */
  example: string
  /** Whether only imported purchases are accepted. */
  isRequired: boolean
}

type Outcome =
  | { kind: 'none' }
  | { kind: 'invalid'; message: string }
  | { kind: 'imported'; imported: Imported }

const formatAdded = countFormatter('compra nova', 'compras novas')
const formatKnown = countFormatter('já estava na lista', 'já estavam na lista')

/** Imports the brand's purchases: all lines of a file, or none with the reasons. */
export function ImportPurchasesDialog({ open, onClose, example, isRequired }: ImportPurchasesDialogProps) {
  const { pending, run } = useAction()
  const input = useRef<HTMLInputElement>(null)
  const [outcome, setOutcome] = useState<Outcome>({ kind: 'none' })
  const close = () => {
    setOutcome({ kind: 'none' })
    onClose()
  }
  const load = async (file: File): Promise<void> => {
    if (file.size > fileMaxBytes)
      return setOutcome({ kind: 'invalid', message: 'O arquivo passa de 5 MB. Divida-o em partes.' })
    if (file.size === 0) return setOutcome({ kind: 'invalid', message: 'O arquivo está vazio.' })
    setOutcome({ kind: 'none' })
    await run((send) => send(importPurchasesCall, { body: { file } }), {
      onSuccess: (imported) => setOutcome({ kind: 'imported', imported }),
      form: {
        fields: ['file'],
        setServerErrors: ([error]: readonly { message: string }[]) =>
          setOutcome({ kind: 'invalid', message: error?.message ?? '' }),
      },
      refresh: [projectDeskKey],
    })
  }
  return (
    <Dialog open={open} onClose={close} title="Carregar compras" wide>
      <div className="stack">
        <p>
          Um arquivo CSV em UTF-8 que começa com a linha <code>{purchaseFileHeader}</code> e tem um número por
          linha, como {example}. Se uma linha tiver erro, nada é carregado. Números já carregados continuam: o
          mesmo arquivo pode ser enviado de novo.
        </p>
        <p className="soft">
          {isRequired
            ? 'Só são aceitos projetos de compras desta lista.'
            : 'A marca aceita também compras fora desta lista.'}
        </p>
        <div className="row">
          <Button
            compact
            pending={pending}
            variant={outcome.kind === 'imported' ? 'outline' : 'primary'}
            onClick={() => input.current?.click()}
          >
            {outcome.kind === 'none' ? 'Escolher arquivo' : 'Escolher outro arquivo'}
          </Button>
          <Button
            compact
            variant="quiet"
            onClick={() =>
              saveFile('compras-modelo.csv', 'text/csv', `\uFEFF${purchaseFileHeader}\r\n${example}\r\n`)
            }
          >
            Baixar um modelo
          </Button>
        </div>
        <input
          ref={input}
          type="file"
          accept=".csv,text/csv"
          aria-label="Arquivo de compras"
          hidden
          disabled={pending}
          onChange={({ currentTarget }) => {
            const file = currentTarget.files?.[0]
            // Allows the same file to be chosen again once it is fixed.
            currentTarget.value = ''
            if (file) void load(file)
          }}
        />
        <div className="stack" role="status">
          {outcome.kind === 'invalid' && <Notice tone="bad">{outcome.message}</Notice>}
          {outcome.kind === 'imported' && <ImportedNotice imported={outcome.imported} />}
        </div>
      </div>
    </Dialog>
  )
}

const ImportedNotice = ({ imported: { added, known, rejected } }: { imported: Imported }) =>
  rejected.length === 0 ? (
    <Notice tone="good">
      {formatAdded(added)}, {formatKnown(known)}.
    </Notice>
  ) : (
    <Notice tone="bad">
      <strong>Nada foi carregado. Corrija estas linhas:</strong>
      <ul>
        {rejected.map(({ line, reason }) => (
          <li key={line}>
            Linha {line}: {reason}
          </li>
        ))}
      </ul>
    </Notice>
  )
