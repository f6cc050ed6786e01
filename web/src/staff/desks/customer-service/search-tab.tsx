import {
  searchMessage,
  searchResultLimit,
  searchTextMaxLength,
  searchTicketsCall,
  type TicketHit,
} from '@clube/contract/customer-service/staff-calls.ts'
import type { DataOf } from '@clube/contract/kernel/call.ts'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { EmptyState } from '../../../kit/feedback/empty-state.tsx'
import { TextField } from '../../../kit/field/text-field.tsx'
import { DataTable, focusFirstRow, type Column } from '../../../kit/table/data-table.tsx'
import { useActionForm } from '../../../parts/use-action-form.ts'
import { SubmitButton } from '../../parts/buttons.tsx'
import { focusSearch } from '../../parts/desk-page.tsx'
import { formatInstant } from '../../parts/instant.ts'
import partsCss from '../../parts/parts.module.css'
import { useStaffIdentity } from '../../parts/staff-session.ts'
import css from './customer-service.module.css'
import { DeskKeys } from './desk-keys.tsx'
import { ticketColumns, TicketLine } from './queue-tab.tsx'
import { markWords } from './search-marks.ts'
import { useNow } from './service-data.ts'
import { servicePaths } from './service-paths.ts'

type Found = DataOf<typeof searchTicketsCall> & { text: string }

const foundBy: Readonly<Record<Found['by'], string>> = {
  protocol: 'Pelo protocolo',
  document: 'Pelo documento, do mais novo ao mais antigo',
  words: 'Pelas palavras, do mais novo ao mais antigo',
}

type SearchTabProps = { text: string; onText: (text: string) => void }

/** Search by protocol, document or words; personal data never become part of an address. */
export function SearchTab({ text, onText }: SearchTabProps) {
  const [found, setFound] = useState<Found | null>(null)
  const form = useActionForm({
    initial: { text },
    rules: { text: (value) => (value.trim().length < 2 ? searchMessage : undefined) },
    request: (send, values) => send(searchTicketsCall, { body: values }),
    onSuccess: (data) => {
      onText(form.values.text)
      setFound({ ...data, text: form.values.text })
      requestAnimationFrame(focusFirstRow)
    },
  })
  return (
    <>
      <form {...form.props} className={partsCss.search} data-wide="" role="search" autoComplete="off">
        <TextField
          label="Protocolo, CPF, CNPJ ou palavras"
          type="search"
          maxLength={searchTextMaxLength}
          helper="Procura no assunto e nas mensagens, também nas notas internas."
          {...form.field('text')}
        />
        <SubmitButton form={form}>Procurar</SubmitButton>
      </form>
      <DeskKeys isList hints={[['/', 'buscar', focusSearch]]} />
      {found && <Hits found={found} />}
    </>
  )
}

function Hits({ found }: { found: Found }) {
  const [, navigate] = useLocation()
  const { staff_id } = useStaffIdentity()
  const columns = ticketColumns(useNow(), staff_id)
  if (found.hits.length === 0)
    return <EmptyState illustration="search">Nenhum atendimento encontrado.</EmptyState>
  return (
    <>
      <p className="soft small" role="status">
        {foundBy[found.by]}: {found.hits.length} {found.hits.length === 1 ? 'atendimento' : 'atendimentos'}.
        {found.has_more &&
          ` São os ${searchResultLimit} mais novos: use mais palavras para chegar aos outros.`}
      </p>
      <DataTable
        label="Atendimentos encontrados"
        columns={[hitColumn(found), ...columns.slice(1).map(columnOfHit)]}
        rows={found.hits}
        keyOf={({ ticket }) => ticket.ticket_id}
        onOpen={({ ticket }) => navigate(servicePaths.ticket(ticket.ticket_id))}
      />
    </>
  )
}

const columnOfHit = ({ cell, ...column }: ReturnType<typeof ticketColumns>[number]): Column<TicketHit> => ({
  ...column,
  cell: ({ ticket }) => cell(ticket),
})

/** The ticket, with what was found in it. */
const hitColumn = ({ by, text }: Found): Column<TicketHit> => ({
  title: 'Assunto',
  wide: true,
  cell: ({ ticket, excerpt, found_at }) => (
    <>
      {by === 'words' ? <Marked text={ticket.subject} search={text} /> : ticket.subject}
      <TicketLine protocol={ticket.protocol} priority={ticket.priority} />
      {excerpt !== null && (
        <div className={`small ${css.excerpt}`}>
          {found_at !== null && <span className="soft">{formatInstant(found_at)}: </span>}
          <Marked text={excerpt} search={text} />
        </div>
      )}
    </>
  ),
})

const Marked = ({ text, search }: { text: string; search: string }) => (
  <>
    {markWords(text, search).map((part, index) =>
      // The parts of a text have no identity besides their position.
      // oxlint-disable-next-line react/no-array-index-key
      part.isHit ? (
        <mark key={index} className={css.mark}>
          {part.text}
        </mark>
      ) : (
        part.text
      ),
    )}
  </>
)
