import { useState } from 'react'
import { parseDocument } from '@clube/contract/brazil/document.ts'
import { filePath } from '@clube/contract/kernel/served-file.ts'
import {
  auditFile,
  findAuditSubjectCall,
  listAuditActorsCall,
  searchAuditCall,
  verifyAuditCall,
  type AuditLineView,
} from '@clube/contract/staff/audit-calls.ts'
import { auditActorTitles } from '@clube/contract/staff/audit-titles.ts'
import { Button } from '../../../kit/button/button.tsx'
import { EmptyState } from '../../../kit/feedback/empty-state.tsx'
import type { Column } from '../../../kit/table/data-table.tsx'
import { Loaded, type QueryState } from '../../../parts/club-data/loaded.tsx'
import { FileLink } from '../../../parts/file-link.tsx'
import { usePages } from '../../../parts/pages.tsx'
import { QueryTable } from '../../../parts/query-table.tsx'
import { useAction } from '../../../parts/use-action.ts'
import { useCallQuery } from '../../../parts/use-call-query.ts'
import { LinkButton, OutlineButton } from '../../parts/buttons.tsx'
import { DeskPage, focusSearch, KeyHints } from '../../parts/desk-page.tsx'
import { FilterField, Filters, FilterSelect } from '../../parts/filter-field.tsx'
import { formatInstant } from '../../parts/instant.ts'
import { actionTitle, actionTitles, shortId, subjectTitle } from './audit-labels.ts'
import css from './audit.module.css'
import { Proofs } from './proofs.tsx'

/** @param onSubject shows everything about one subject */
const columnsOf = (onSubject: (id: string) => void): readonly Column<AuditLineView>[] => [
  { title: 'Linha', narrow: true, cell: ({ position }) => position },
  { title: 'Quando', narrow: true, cell: ({ at }) => formatInstant(at) },
  {
    title: 'Quem',
    cell: ({ actor }) => (
      <span className={css.actor}>
        {actor.name ??
          (actor.id === null
            ? auditActorTitles[actor.kind]
            : `${auditActorTitles[actor.kind]}\u00a0${shortId(actor.id)}`)}
      </span>
    ),
  },
  {
    title: 'O que aconteceu',
    cell: ({ action, sentence }) => (
      <>
        <strong>{actionTitle(action)}</strong>
        <div>{sentence}</div>
      </>
    ),
  },
  {
    title: 'Sobre',
    narrow: true,
    cell: ({ subject }) =>
      subject ? (
        <LinkButton title={`Ver tudo sobre ${subject.id}`} onClick={() => onSubject(subject.id)}>
          {subjectTitle(subject.kind, subject.id)}
        </LinkButton>
      ) : (
        '–'
      ),
  },
]

const noFilter = { actor_id: '', action: '', from: '', to: '' }

/** Who did what to whose data, with the verification that no line was changed. */
export function AuditDesk() {
  const [filter, setFilter] = useState(noFilter)
  const [text, setText] = useState('')
  const subject = useSubject(text.trim())
  const subject_id = subject.kind === 'id' ? subject.id : null
  const actors = useCallQuery(['audit', 'actors'], (send, signal) => send(listAuditActorsCall, { signal }))
  const search = usePages<AuditLineView>({
    queryKey: ['audit', 'lines', filter, subject_id],
    enabled: subject_id !== null,
    read: (send, { cursor, signal }) =>
      send(searchAuditCall, {
        query: { ...nonEmpty({ ...filter, subject_id: subject_id ?? '' }), cursor },
        signal,
      }),
  })
  const { pending, run } = useAction()
  const verify = () =>
    run((send) => send(verifyAuditCall, { body: {} }), {
      success: 'A trilha inteira será verificada. Acompanhe em Provas automáticas.',
      refresh: [
        ['audit', 'proofs'],
        ['audit', 'lines'],
      ],
    })
  const change = (name: keyof typeof noFilter) => (value: string) =>
    setFilter((now) => ({ ...now, [name]: value }))

  return (
    <DeskPage
      title="Auditoria"
      actions={
        <OutlineButton pending={pending} onClick={verify}>
          Verificar cadeia
        </OutlineButton>
      }
    >
      <Proofs />
      <h2>Linhas da trilha</h2>
      <Filters>
        <FilterSelect
          label="Quem"
          value={filter.actor_id}
          onChange={change('actor_id')}
          all="Todos"
          options={(actors.data ?? []).map(({ staff_id, name }) => ({ value: staff_id, label: name }))}
        />
        <FilterField label="Sobre (CPF, CNPJ ou identificador)" value={text} onChange={setText} />
        <FilterSelect
          label="Ação"
          value={filter.action}
          onChange={change('action')}
          all="Todas"
          options={actionOptions(search.data ?? [], filter.action)}
        />
        <FilterField label="De" type="date" value={filter.from} onChange={change('from')} />
        <FilterField label="Até" type="date" value={filter.to} onChange={change('to')} />
        {(filter !== noFilter || text !== '') && (
          <Button
            compact
            variant="quiet"
            onClick={() => {
              setText('')
              setFilter(noFilter)
            }}
          >
            Limpar
          </Button>
        )}
        {filter.from && filter.to && (
          <FileLink href={filePath(auditFile, { from: filter.from, to: filter.to })}>
            Baixar o período em CSV
          </FileLink>
        )}
      </Filters>
      <KeyHints
        hints={[
          ['V', 'verificar cadeia', verify],
          ['/', 'filtrar', focusSearch],
        ]}
      />
      {subject.kind === 'incomplete' && (
        <EmptyState illustration="search">Digite o CPF, o CNPJ ou o identificador inteiro.</EmptyState>
      )}
      {subject.kind === 'document' && (
        <Loaded query={subject.lookup}>
          {() => <EmptyState illustration="search">Não há cadastro com este documento.</EmptyState>}
        </Loaded>
      )}
      {subject.kind === 'id' && (
        <QueryTable
          query={search}
          label="Linhas da auditoria, da mais nova à mais antiga"
          columns={columnsOf(setText)}
          keyOf={({ position }) => String(position)}
          empty="Nenhuma linha corresponde ao filtro."
        />
      )}
    </DeskPage>
  )
}

/** The subject that the text selects: an id, empty for all; or a document whose customer is not (yet) found. */
type Subject =
  | { kind: 'incomplete' }
  | { kind: 'document'; lookup: QueryState<unknown> }
  | { kind: 'id'; id: string }

/** A document number is looked up by POST: it never becomes part of a URL, not even while it is typed. */
function useSubject(text: string): Subject {
  const isId = text === '' || isIdentifier(text)
  const document = isId ? null : documentOf(text)
  const lookup = useCallQuery(
    ['audit', 'subject', document],
    (send, signal) => send(findAuditSubjectCall, { body: { document_id: document ?? '' }, signal }),
    // Every lookup writes an audit line.
    { enabled: document !== null, staleTime: Infinity },
  )
  if (isId) return { kind: 'id', id: text }
  if (document === null) return { kind: 'incomplete' }
  const found = lookup.data?.customer_id ?? null
  return found === null ? { kind: 'document', lookup } : { kind: 'id', id: found }
}

const documentOf = (text: string): string | null => {
  const parsed = parseDocument(text, { allowed: ['cpf', 'cnpj'], cnpj_mode: 'alphanumeric' })
  return parsed.ok ? parsed.value.document_id : null
}

/** Whether the text is an id, or the name of a document and its version. */
const isIdentifier = (text: string): boolean =>
  /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text) || /^[a-z_]+\//.test(text)

/** Every action with a title, and the untitled actions of the loaded lines and the filter. */
const actionOptions = (lines: readonly AuditLineView[], chosen: string): { value: string; label: string }[] =>
  [...new Set([...Object.keys(actionTitles), ...lines.map(({ action }) => action), chosen])]
    .filter((action) => action !== '')
    .map((value) => ({ value, label: actionTitle(value) }))
    .toSorted((one, other) => one.label.localeCompare(other.label, 'pt-BR'))

/** Only the filters that have a value. */
const nonEmpty = (filter: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(filter).filter(([, value]) => value.trim() !== ''))
