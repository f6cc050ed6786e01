import { useRef, useState } from 'react'
import type { DataOf } from '@clube/contract/kernel/call.ts'
import { countFormatter } from '@clube/contract/kernel/count-formats.ts'
import {
  emptyShopFileMessage,
  importShopsCall,
  longShopFileMessage,
  notCsvMessage,
  previewShopImportCall,
  shopFileHeader,
  shopFileMaxLength,
} from '@clube/contract/receipts/shop-import-calls.ts'
import { shopSegments } from '@clube/contract/receipts/shop.ts'
import { Button } from '../../../kit/button/button.tsx'
import { Notice } from '../../../kit/feedback/notice.tsx'
import { Chip } from '../../../kit/surface/chip.tsx'
import { Dialog } from '../../../kit/surface/dialog.tsx'
import { DataTable, type Column } from '../../../kit/table/data-table.tsx'
import { saveFile } from '../../../parts/save-file.ts'
import { useAction } from '../../../parts/use-action.ts'
import { DeskButton } from '../../parts/buttons.tsx'
import css from './shops.module.css'

type Preview = DataOf<typeof previewShopImportCall>

type Chosen =
  | { kind: 'none' }
  | { kind: 'invalid'; message: string }
  | { kind: 'preview'; name: string; csv: string; preview: Preview }

type ImportShopsDialogProps = { open: boolean; onClose: () => void }

/** Imports shops from a file: what it would change and the rejected lines are shown before anything changes. */
export function ImportShopsDialog({ open, onClose }: ImportShopsDialogProps) {
  const { pending, run } = useAction()
  const input = useRef<HTMLInputElement>(null)
  const [chosen, setChosen] = useState<Chosen>({ kind: 'none' })
  const showError = (message: string) => setChosen({ kind: 'invalid', message })
  const form = {
    fields: ['csv'],
    setServerErrors: ([error]: readonly { message: string }[]) => showError(error?.message ?? ''),
  }
  const close = () => {
    setChosen({ kind: 'none' })
    onClose()
  }
  const read = async (file: File | undefined): Promise<void> => {
    if (!file) return
    setChosen({ kind: 'none' })
    // Checked before the content is read into memory; a character may be several bytes.
    const isLong = file.size > 4 * shopFileMaxLength
    const csv = decodeText(await file.slice(0, 4 * shopFileMaxLength).arrayBuffer())
    if (csv === '') return showError(emptyShopFileMessage)
    if (isBinary(csv)) return showError(notCsvMessage)
    if (isLong || csv.length > shopFileMaxLength) return showError(longShopFileMessage)
    await run((send) => send(previewShopImportCall, { body: { csv } }), {
      onSuccess: (preview) => setChosen({ kind: 'preview', name: file.name, csv, preview }),
      form,
    })
  }
  const load = (csv: string) =>
    run((send) => send(importShopsCall, { body: { csv } }), {
      success: ({ data }) => importedText(data),
      onSuccess: close,
      form,
      refresh: [['shops']],
    })
  return (
    <Dialog open={open} onClose={close} title="Carregar lojas" wide>
      <div className="stack">
        <p>
          Um arquivo CSV que começa com a linha <code>{shopFileHeader}</code>, uma loja por linha. Segmento e
          piso podem ficar vazios; os de uma loja que já existe são atualizados, o nome não muda.
        </p>
        <div className="row">
          <Button
            compact
            pending={pending}
            variant={chosen.kind === 'preview' ? 'outline' : 'primary'}
            onClick={() => input.current?.click()}
          >
            {chosen.kind === 'none' ? 'Escolher arquivo' : 'Escolher outro arquivo'}
          </Button>
          <Button compact variant="quiet" onClick={saveSample}>
            Baixar um modelo
          </Button>
        </div>
        <input
          ref={input}
          type="file"
          accept=".csv,text/csv"
          aria-label="Arquivo"
          hidden
          onChange={({ currentTarget }) => {
            const file = currentTarget.files?.[0]
            // Allows the same file to be chosen again once it is fixed.
            currentTarget.value = ''
            void read(file)
          }}
        />
        <div className="stack" role="status">
          {chosen.kind === 'invalid' && <Notice tone="bad">{chosen.message}</Notice>}
          {chosen.kind === 'preview' && <PreviewOfFile {...chosen} />}
        </div>
        {chosen.kind === 'preview' && chosen.preview.changes.length > 0 && (
          <DeskButton pending={pending} onClick={() => void load(chosen.csv)}>
            {`Carregar ${formatShops(chosen.preview.changes.length)}`}
          </DeskButton>
        )}
      </div>
    </Dialog>
  )
}

const formatShops = countFormatter('loja', 'lojas')

const columns: readonly Column<Preview['changes'][number]>[] = [
  { title: 'Linha', narrow: true, cell: ({ line }) => line },
  { title: 'Loja', cell: ({ name }) => name },
  { title: 'Segmento', cell: ({ segment }) => (segment ? shopSegments[segment] : '–') },
  { title: 'Piso', narrow: true, cell: ({ floor }) => floor ?? '–' },
  {
    title: 'O que muda',
    narrow: true,
    cell: ({ kind }) =>
      kind === 'added' ? <Chip tone="good">Nova</Chip> : <Chip tone="warn">Alterada</Chip>,
  },
]

function PreviewOfFile({ name, preview }: { name: string; preview: Preview }) {
  const { changes, unchanged, rejected } = preview
  return (
    <>
      <p>
        <strong className={css.file}>{name}</strong>: {previewText(preview)}
      </p>
      {rejected.length > 0 && (
        <Notice tone="warn">
          <strong>Linhas que ficam de fora</strong>
          <ul className={css.rejected}>
            {rejected.map(({ line, reason }) => (
              <li key={line}>
                Linha {line}: {reason}
              </li>
            ))}
          </ul>
        </Notice>
      )}
      {changes.length > 0 && (
        <DataTable label="O que muda" columns={columns} rows={changes} keyOf={({ line }) => String(line)} />
      )}
      {changes.length === 0 && unchanged > 0 && <p>As lojas do arquivo já estão assim: nada a carregar.</p>}
    </>
  )
}

const formatAdded = countFormatter('loja nova', 'lojas novas')
const formatChanged = countFormatter('alterada', 'alteradas')
const formatRejected = countFormatter('linha com erro', 'linhas com erro')

const previewText = ({ changes, unchanged, rejected }: Preview): string => {
  const added = changes.filter(({ kind }) => kind === 'added').length
  return `${[
    formatAdded(added),
    formatChanged(changes.length - added),
    `${unchanged.toLocaleString('pt-BR')} sem mudança`,
    formatRejected(rejected.length),
  ].join(', ')}.`
}

const formatLoaded = countFormatter('loja carregada', 'lojas carregadas')
const formatUpdated = countFormatter('atualizada', 'atualizadas')
const formatUpdatedAlone = countFormatter('loja atualizada', 'lojas atualizadas')

const importedText = ({ loaded, updated }: { loaded: number; updated: number }): string => {
  if (updated === 0) return `${formatLoaded(loaded)}.`
  return loaded === 0
    ? `${formatUpdatedAlone(updated)}.`
    : `${formatLoaded(loaded)}, ${formatUpdated(updated)}.`
}

/** Whether a file is not text, such as a spreadsheet, an image or a PDF document. */
const isBinary = (text: string): boolean => text.includes('\0') || text.startsWith('%PDF')

/** Spreadsheet programs save CSV files as UTF-8 or, in Brazil, as Windows-1252. */
function decodeText(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** A sample with the byte order mark by which spreadsheet programs recognize UTF-8. */
const saveSample = () =>
  saveFile(
    'lojas-modelo.csv',
    'text/csv',
    `\uFEFF${shopFileHeader}\r\n11.222.333/0001-81;Café do Pátio;${shopSegments.food};Térreo\r\n` +
      `11.444.777/0001-61;Livraria Jabuticabeira;${shopSegments.books};1º piso\r\n`,
  )
