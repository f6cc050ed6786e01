import { formatDay } from '@clube/contract/kernel/club-time.ts'
import {
  settlementImportStateTitles,
  settlementMaxErrors,
  type SettlementImport,
} from '@clube/contract/partner-points/settlement-calls.ts'
import { useState } from 'react'
import { EmptyState } from '../../../kit/feedback/empty-state.tsx'
import { Notice } from '../../../kit/feedback/notice.tsx'
import { Progress } from '../../../kit/feedback/progress.tsx'
import { DataTable, type Column } from '../../../kit/table/data-table.tsx'
import { QueryTable } from '../../../parts/query-table.tsx'
import { KeyHints } from '../../parts/desk-page.tsx'
import { FactList, StateChip } from '../../parts/fact-list.tsx'
import { formatInstant } from '../../parts/instant.ts'
import { useFocusOnClose } from '../../parts/use-focus-on-close.ts'
import { ImportForm } from './import-form.tsx'
import { OpenedPanel } from './opened-panel.tsx'
import { useSettlements } from './partner-desk-data.ts'
import { formatActor, formatCount, importTones } from './partner-desk-labels.ts'

const periodOf = ({ from_day, to_day }: SettlementImport): string =>
  from_day === to_day ? formatDay(from_day) : `${formatDay(from_day)} a ${formatDay(to_day)}`

const columns: readonly Column<SettlementImport>[] = [
  { title: 'Arquivo', wide: true, cell: ({ file_name }) => file_name },
  { title: 'Período', narrow: true, cell: periodOf },
  {
    title: 'Situação',
    narrow: true,
    cell: ({ state }) => <StateChip title={settlementImportStateTitles[state]} tone={importTones[state]} />,
  },
  { title: 'Lançamentos', narrow: true, cell: ({ lines }) => formatCount(lines) },
  { title: 'Enviado', narrow: true, cell: ({ started_at }) => formatInstant(started_at) },
]

/** The import of a settlement file, and the newest ones with their errors. */
export function FilesTab({ partner }: { partner: string }) {
  const list = useSettlements(partner)
  const [opened, setOpened] = useState<string | null>(null)
  const imports = list.data ?? []
  const found = imports.find(({ import_id }) => import_id === opened)
  useFocusOnClose(
    found ? opened : null,
    imports.map(({ import_id }) => import_id),
  )
  return (
    <>
      <section className="panel" aria-labelledby="importar">
        <h2 id="importar">Importar arquivo de liquidação</h2>
        <ImportForm partner={partner} onReceived={({ import_id }) => setOpened(import_id)} />
      </section>
      <KeyHints isList hints={[]} />
      {found && (
        <OpenedImport
          key={`${found.import_id} ${found.state}`}
          imported={found}
          onClose={() => setOpened(null)}
        />
      )}
      <QueryTable
        query={list}
        label="Arquivos importados, do mais novo ao mais antigo"
        columns={columns}
        keyOf={({ import_id }) => import_id}
        onOpen={({ import_id }) => setOpened(import_id)}
        empty={<EmptyState illustration="receipt">Nenhum arquivo foi importado ainda.</EmptyState>}
      />
    </>
  )
}

type ImportError = SettlementImport['errors'][number]

const errorColumns: readonly Column<ImportError>[] = [
  { title: 'Linha', narrow: true, cell: ({ line }) => formatCount(line) },
  { title: 'Erro', cell: ({ reason }) => reason },
]

function OpenedImport({ imported, onClose }: { imported: SettlementImport; onClose: () => void }) {
  const { file_name, state, errors, finished_at } = imported
  return (
    <OpenedPanel
      title={file_name}
      state={{ title: settlementImportStateTitles[state], tone: importTones[state] }}
      onClose={onClose}
    >
      <KeyHints hints={[['B', 'fechar', onClose]]} />
      <StateNotice imported={imported} />
      <FactList
        facts={[
          ['Período coberto', periodOf(imported)],
          ['Lançamentos', formatCount(imported.lines)],
          ['Já vistos em outro arquivo', formatCount(imported.repeated_lines)],
          ['Enviado por', formatActor(imported.started_by, imported.started_at)],
          ...(finished_at === null ? [] : [['Terminado em', formatInstant(finished_at)] as const]),
        ]}
      />
      {errors.length > 0 && (
        <>
          <DataTable
            label="Erros do arquivo"
            columns={errorColumns}
            rows={errors}
            keyOf={({ line, reason }) => `${line} ${reason}`}
          />
          {errors.length >= settlementMaxErrors && (
            <p className="soft small">Só os primeiros {settlementMaxErrors} erros são mostrados.</p>
          )}
        </>
      )}
    </OpenedPanel>
  )
}

function StateNotice({ imported: { state, received_bytes, size_bytes } }: { imported: SettlementImport }) {
  switch (state) {
    case 'receiving':
      return (
        <>
          <Progress
            label="Recebido"
            value={received_bytes}
            max={size_bytes}
            valueText="Recebido até agora"
            detail={`${Math.floor((received_bytes / size_bytes) * 100)} %`}
          />
          <Notice tone="warn">Escolha o mesmo arquivo acima, e o envio continua de onde parou.</Notice>
        </>
      )
    case 'matching':
      return <Notice>O arquivo chegou inteiro e está sendo conferido. O resultado aparece aqui.</Notice>
    case 'refused':
      return <Notice tone="bad">Nada foi importado. Corrija o arquivo e envie de novo.</Notice>
    case 'done':
      return <Notice tone="good">Conferido. As diferenças estão na aba Conferência.</Notice>
    default:
      return state satisfies never
  }
}
