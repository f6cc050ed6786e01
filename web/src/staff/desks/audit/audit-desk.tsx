import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import {
  listAuditActorsCall,
  searchAuditCall,
  verifyAuditCall,
  type AuditLineView,
  type AuditVerdictView,
} from '@clube/contract/staff/audit-calls.ts'
import { Button } from '../../../kit/button/button.tsx'
import { EmptyState } from '../../../kit/feedback/empty-state.tsx'
import { Notice } from '../../../kit/feedback/notice.tsx'
import { trackPending } from '../../../kit/overlay/pending-count.ts'
import { CallFailed, dataOf } from '../../../parts/call-failed.ts'
import { showFailure } from '../../../platform/api/show-failure.ts'
import { useSend } from '../../../platform/app/app-context.tsx'
import { DataTable, type Column } from '../../parts/data-table.tsx'
import { DeskPage, LoadingRows, LoadProblem } from '../../parts/desk-page.tsx'
import { FilterField, Filters, FilterSelect } from '../../parts/filter-field.tsx'
import { instantInWords } from '../../parts/instant.ts'
import { KeyHints } from '../../parts/key-hints.tsx'
import { useShortcuts } from '../../parts/shortcuts.ts'
import css from './audit.module.css'
import { actionTitle, actionTitles, faultsInWords, shortId, subjectTitle } from './audit-words.ts'

const kinds = { staff: 'Equipe', customer: 'Cliente', system: 'Sistema' } as const

/** @param onSubject asked for everything about one thing */
const columnsOf = (onSubject: (id: string) => void): readonly Column<AuditLineView>[] => [
  { title: 'Linha', narrow: true, cell: ({ position }) => position },
  { title: 'Quando', narrow: true, cell: ({ at }) => instantInWords(at) },
  {
    title: 'Quem',
    cell: ({ actor }) => (
      <span className={css.actor}>
        {actor.name ??
          (actor.id === null ? kinds[actor.kind] : `${kinds[actor.kind]}\u00a0${shortId(actor.id)}`)}
      </span>
    ),
  },
  { title: 'Ação', cell: ({ action }) => actionTitle(action) },
  { title: 'O que aconteceu', cell: ({ sentence }) => sentence },
  {
    title: 'Sobre',
    narrow: true,
    cell: ({ subject }) =>
      subject ? (
        <button
          type="button"
          className={css.subject}
          title={`Ver tudo sobre ${subject.id}`}
          onClick={() => onSubject(subject.id)}
        >
          {subjectTitle(subject.kind, subject.id)}
        </button>
      ) : (
        '–'
      ),
  },
]

const noFilter = { actor_id: '', subject_id: '', action: '', from: '', to: '' }

/** Who did what to whose data, and the proof that nobody changed a line of it. */
export function AuditDesk() {
  const send = useSend()
  const [filter, setFilter] = useState(noFilter)
  const [verdict, setVerdict] = useState<AuditVerdictView | null>(null)
  const firstField = useRef<HTMLInputElement>(null)
  const actors = useQuery({
    queryKey: ['audit', 'actors'],
    queryFn: ({ signal }) => dataOf(send(listAuditActorsCall, { signal })),
  })
  const search = useInfiniteQuery({
    queryKey: ['audit', filter],
    initialPageParam: '',
    queryFn: async ({ pageParam, signal }) => {
      const sent = await send(searchAuditCall, { query: { ...given(filter), cursor: pageParam }, signal })
      if (!sent.ok) throw new CallFailed(sent.failure)
      return sent
    },
    getNextPageParam: ({ next_cursor }) => next_cursor,
    placeholderData: keepPreviousData,
  })
  const verify = async () => {
    const sent = await trackPending(send(verifyAuditCall, { body: {} }))
    if (!sent.ok) return showFailure(sent.failure, { place: 'endpoint' })
    setVerdict(sent.data)
    await search.refetch()
  }
  useShortcuts({ v: () => void verify(), '/': () => firstField.current?.focus() })
  const lines = search.data?.pages.flatMap(({ data }) => data)
  const change = (name: keyof typeof noFilter) => (value: string) => setFilter({ ...filter, [name]: value })

  return (
    <DeskPage
      title="Auditoria"
      actions={
        <Button compact look="outline" onClick={() => void verify()}>
          Verificar cadeia
        </Button>
      }
    >
      <div role="status">{verdict && <Verdict verdict={verdict} />}</div>
      <Filters>
        <FilterSelect
          label="Quem"
          value={filter.actor_id}
          onChange={change('actor_id')}
          options={[
            { value: '', label: 'Todos' },
            ...(actors.data ?? []).map(({ staff_id, name }) => ({ value: staff_id, label: name })),
          ]}
        />
        <FilterField
          label="Sobre (identificador)"
          value={filter.subject_id}
          onChange={change('subject_id')}
          inputRef={firstField}
        />
        <FilterSelect
          label="Ação"
          value={filter.action}
          onChange={change('action')}
          options={[{ value: '', label: 'Todas' }, ...actionOptions(lines ?? [])]}
        />
        <FilterField label="De" type="date" value={filter.from} onChange={change('from')} />
        <FilterField label="Até" type="date" value={filter.to} onChange={change('to')} />
        {filter !== noFilter && (
          <Button compact look="quiet" onClick={() => setFilter(noFilter)}>
            Limpar
          </Button>
        )}
      </Filters>
      <KeyHints
        hints={[
          ['V', 'verificar cadeia'],
          ['/', 'filtrar'],
        ]}
      />
      {search.isPending && <LoadingRows />}
      {search.isError && <LoadProblem error={search.error} onRetry={() => void search.refetch()} />}
      {lines && lines.length > 0 && (
        <DataTable
          label="Linhas da auditoria, da mais nova à mais antiga"
          columns={columnsOf(change('subject_id'))}
          rows={lines}
          keyOf={({ position }) => String(position)}
        />
      )}
      {lines?.length === 0 && <EmptyState drawing="search">Nenhuma linha corresponde ao filtro.</EmptyState>}
      {search.hasNextPage && (
        <Button
          look="outline"
          pending={search.isFetchingNextPage}
          onClick={() => void search.fetchNextPage()}
        >
          Carregar mais antigas
        </Button>
      )}
    </DeskPage>
  )
}

function Verdict({ verdict }: { verdict: AuditVerdictView }) {
  if (verdict.at === 'intact')
    return (
      <Notice tone="good">
        A trilha está íntegra: {verdict.lines} linhas. Código da última:{' '}
        <code>{verdict.hash.slice(0, 16)}…</code>
      </Notice>
    )
  return (
    <Notice tone="bad">
      A trilha foi violada: a linha {verdict.position} {faultsInWords[verdict.fault]}.
    </Notice>
  )
}

/** Every action that has a name, and those of the lines that have none yet. */
const actionOptions = (lines: readonly AuditLineView[]): { value: string; label: string }[] =>
  [...new Set([...Object.keys(actionTitles), ...lines.map(({ action }) => action)])]
    .map((value) => ({ value, label: actionTitle(value) }))
    .toSorted((one, other) => one.label.localeCompare(other.label, 'pt-BR'))

/** Only what was filled in. */
const given = (filter: typeof noFilter): Partial<typeof noFilter> =>
  Object.fromEntries(Object.entries(filter).filter(([, value]) => value.trim() !== ''))
