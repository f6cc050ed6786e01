import { formatDay } from '@clube/contract/kernel/club-time.ts'
import type { ProjectState } from '@clube/contract/new-project/project.ts'
import {
  listProjectsCall,
  openProjectCall,
  projectLists,
  projectsCsvFile,
  readBrandDeskCall,
  type DeskProject,
  type ListedProject,
  type ProjectList,
} from '@clube/contract/new-project/staff-calls.ts'
import { useState } from 'react'
import { EmptyState } from '../../../kit/feedback/empty-state.tsx'
import { useDialog } from '../../../kit/surface/dialog.tsx'
import type { Column } from '../../../kit/table/data-table.tsx'
import { FileLink } from '../../../parts/file-link.tsx'
import { usePages } from '../../../parts/pages.tsx'
import { QueryTable } from '../../../parts/query-table.tsx'
import { useAction } from '../../../parts/use-action.ts'
import { useCallQuery } from '../../../parts/use-call-query.ts'
import { OutlineButton } from '../../parts/buttons.tsx'
import { DeskPage, KeyHints, searchKey } from '../../parts/desk-page.tsx'
import { Figures } from '../../parts/figures.tsx'
import { Choices, FilterField, Filters } from '../../parts/filter-field.tsx'
import { formatInstant } from '../../parts/instant.ts'
import { useFocusOnClose } from '../../parts/use-focus-on-close.ts'
import { waitingKey } from '../../parts/waiting-counts.ts'
import { ImportPurchasesDialog } from './import-purchases-dialog.tsx'
import { projectDeskKey } from './project-paths.ts'
import { ProjectPanel } from './project-panel.tsx'
import { ProjectStateChip } from './project-state-chip.tsx'

const columns: readonly Column<ListedProject>[] = [
  { title: 'Compra', header: true, cell: ({ purchase_number }) => purchase_number ?? 'Dados apagados' },
  {
    title: 'Registro',
    cell: ({ project_registration_number }) => project_registration_number ?? '–',
  },
  { title: 'Pessoa', cell: ({ customer_name }) => customer_name ?? '–' },
  { title: 'Cadastrado em', narrow: true, cell: ({ submitted_at }) => formatInstant(submitted_at) },
  { title: 'Resposta até', narrow: true, cell: ({ answer_due_on }) => formatDay(answer_due_on) },
  { title: 'Arquivos', narrow: true, cell: ({ files }) => files },
  {
    title: 'Situação',
    narrow: true,
    cell: ({ state, is_late }) => <ProjectStateChip state={state} isLate={is_late} />,
  },
]

const listTitles = {
  undecided: 'A decidir',
  approved: 'Aprovados',
  rejected: 'Recusados',
  cancelled: 'Cancelados',
} as const satisfies Record<ProjectList, string>

const emptyTexts = {
  undecided: 'Nenhum projeto espera a sua decisão.',
  approved: 'Nenhum projeto foi aprovado ainda.',
  rejected: 'Nenhum projeto foi recusado.',
  cancelled: 'Nenhum projeto foi cancelado.',
} as const satisfies Record<ProjectList, string>

/** The projects of the analyst's brand: lists by state, search by number, decisions, purchases and export. */
export function ProjectsDesk() {
  const brand = useCallQuery([...projectDeskKey, 'brand'], (send, signal) =>
    send(readBrandDeskCall, { signal }),
  )
  const importing = useDialog()
  const countOf = (...states: ProjectState[]) =>
    (brand.data?.counts ?? [])
      .filter(({ state }) => states.includes(state))
      .reduce((sum, { count }) => sum + count, 0)
      .toLocaleString('pt-BR')
  return (
    <DeskPage
      title={brand.data ? `Projetos: ${brand.data.brand_name}` : 'Projetos'}
      actions={
        <>
          <FileLink href={projectsCsvFile.path}>Baixar em CSV</FileLink>
          <OutlineButton onClick={importing.open}>Carregar compras</OutlineButton>
        </>
      }
    >
      {brand.data && (
        <Figures
          figures={[
            ['A decidir', countOf('submitted', 'in_review')],
            ['Atrasados', brand.data.late.toLocaleString('pt-BR')],
            ['Aprovados', countOf('approved', 'rewarded')],
            ['Recusados', countOf('rejected')],
            ['Compras carregadas', brand.data.purchases.toLocaleString('pt-BR')],
          ]}
        />
      )}
      <ProjectLists />
      {brand.data && (
        <ImportPurchasesDialog
          {...importing.props}
          example={brand.data.purchase_example}
          isRequired={brand.data.requires_imported_purchase}
        />
      )}
    </DeskPage>
  )
}

function ProjectLists() {
  const [list, setList] = useState<ProjectList>('undecided')
  const [typed, setTyped] = useState('')
  const [number, setNumber] = useState('')
  const [opened, setOpened] = useState<DeskProject | null>(null)
  const { run } = useAction()
  const projects = usePages({
    queryKey: [...projectDeskKey, 'list', number === '' ? list : number],
    read: (send, { cursor, signal }) =>
      send(listProjectsCall, {
        query: { list, number, ...(cursor === undefined ? {} : { cursor }) },
        signal,
      }),
  })
  useFocusOnClose(
    opened?.project_id ?? null,
    (projects.data ?? []).map(({ project_id }) => project_id),
  )
  const open = ({ project_id }: Pick<ListedProject, 'project_id'>) =>
    run((send) => send(openProjectCall, { body: { project_id } }), {
      onSuccess: setOpened,
      refresh: [projectDeskKey, waitingKey],
    })
  return (
    <>
      <Choices
        label="Listas"
        titles={listTitles}
        names={projectLists}
        chosen={list}
        onChoose={(chosen) => {
          setList(chosen)
          setTyped('')
          setNumber('')
          setOpened(null)
        }}
      />
      <form
        role="search"
        onSubmit={(event) => {
          event.preventDefault()
          setNumber(typed.trim())
          setOpened(null)
        }}
      >
        <Filters>
          <FilterField
            label="Número da compra, de registro ou protocolo"
            value={typed}
            onChange={(text) => {
              setTyped(text)
              if (text === '') setNumber('')
            }}
          />
          <button type="submit" className="sr-only">
            Buscar
          </button>
        </Filters>
      </form>
      <KeyHints isList hints={[searchKey]} />
      {opened && (
        <ProjectPanel
          key={opened.project_id}
          project={opened}
          onClose={() => setOpened(null)}
          onOutdated={() => void open(opened)}
        />
      )}
      <QueryTable
        query={projects}
        label={number === '' ? listTitles[list] : `Projetos com o número ${number}`}
        columns={columns}
        keyOf={({ project_id }) => project_id}
        onOpen={(project) => void open(project)}
        empty={
          number !== '' ? (
            'Nenhum projeto da marca tem este número.'
          ) : (
            <EmptyState illustration={list === 'undecided' ? 'success' : 'search'}>
              {emptyTexts[list]}
            </EmptyState>
          )
        }
      />
    </>
  )
}
