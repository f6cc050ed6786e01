import { formatBirthDate } from '@clube/contract/brazil/birth-date.ts'
import { formatCellphone } from '@clube/contract/brazil/cellphone.ts'
import type { RecoveryRequest } from '@clube/contract/recovery/review-calls.ts'
import type { RecoveryStateName } from '@clube/contract/recovery/review.ts'
import type { IdentityPhoto } from '@clube/contract/recovery/support-form.ts'
import type { ReactNode } from 'react'
import { Chip, type Tone } from '../../../kit/surface/chip.tsx'
import { DataTable, type Column } from '../../../kit/table/data-table.tsx'
import { EmailText } from '../../../parts/person-fields/email-text.tsx'
import { CustomerLink } from '../../parts/customer-link.tsx'
import css from './recovery.module.css'

type Fact = {
  title: string
  given: ReactNode
  on_file: string | null
  /** Whether both values match; null if it cannot be determined. */
  matches: boolean | null
  previous?: { text: ReactNode; matches: boolean | null } | undefined
}

const statusTitles = { unchanged: 'não mudou', changed: 'mudou', forgotten: 'não lembra' } as const
const extraTitles = { yes: 'Sim', forgotten: 'Não lembra', no: 'Não' } as const
const documentTitles = { cpf: 'CPF', cnpj: 'CNPJ' } as const

export const photoTitles = {
  personal_id_front: 'Frente do documento',
  personal_id_back: 'Verso do documento',
  personal_id_selfie: 'Selfie',
} as const satisfies Record<IdentityPhoto, string>

/** The tone of each state of a request. */
export const stateTones = {
  submitted: 'warn',
  in_review: 'accent',
  needs_second: 'warn',
  held: 'warn',
  approved: 'good',
  asked_again: 'accent',
  rejected: 'bad',
} as const satisfies Record<RecoveryStateName, Tone>

const columns: readonly Column<Fact>[] = [
  { title: 'Dado', header: true, cell: ({ title }) => title },
  {
    title: 'Informado',
    cell: ({ given, previous }) => (
      <div>
        {given}
        {previous && (
          <p className="soft small">
            Anterior: {previous.text} {matchChip(previous.matches)}
          </p>
        )}
      </div>
    ),
  },
  { title: 'No cadastro', cell: ({ on_file }) => <span className={css.onFile}>{on_file ?? '–'}</span> },
  { title: 'Confere?', narrow: true, cell: ({ matches }) => matchChip(matches) ?? '–' },
]

/** Submitted values beside those on file. */
export function RequestFacts({ request }: { request: RecoveryRequest }) {
  return (
    <>
      <DataTable
        label="Dados informados e do cadastro"
        columns={columns}
        rows={factsOf(request)}
        keyOf={({ title }) => title}
      />
      <p>
        Mais informações: {extraTitles[request.extra_information]}
        {request.extra_information_description && `. “${request.extra_information_description}”`}
      </p>
    </>
  )
}

const matchChip = (matches: boolean | null) => {
  if (matches === null) return null
  return <Chip tone={matches ? 'good' : 'bad'}>{matches ? 'Confere' : 'Não confere'}</Chip>
}

function factsOf(request: RecoveryRequest): Fact[] {
  const { name, birth_date, cellphone, email, customer_id, document, document_type } = request
  const contact = (
    title: string,
    { status, ...rest }: typeof cellphone,
    format: (text: string) => ReactNode,
  ): Fact => ({
    title: `${title} (${statusTitles[status]})`,
    given: format(rest.given),
    on_file: rest.on_file,
    matches: rest.is_on_file,
    previous: rest.previous ? { text: format(rest.previous), matches: rest.is_previous_on_file } : undefined,
  })
  const birthDate = (given: string): Fact => ({
    title: 'Nascimento',
    given: formatBirthDate(given),
    on_file: null,
    matches: birth_date.is_on_file,
  })
  return [
    {
      title: documentTitles[document_type],
      given: <CustomerLink customer_id={customer_id} document={document} />,
      on_file: document,
      matches: null,
    },
    {
      title: 'Nome',
      given: name.given || '–',
      on_file: name.on_file,
      matches: name.on_file === null ? null : isSameName(name.given, name.on_file),
    },
    ...(birth_date.given === null ? [] : [birthDate(birth_date.given)]),
    contact('Celular', cellphone, (text) => <span className={css.phone}>{formatCellphone(text)}</span>),
    contact('E-mail', email, (text) => <EmailText email={text} />),
  ]
}

/** Ignores accents and case, which people often omit when they type their names. */
const isSameName = (one: string, other: string): boolean =>
  one.localeCompare(other, 'pt-BR', { sensitivity: 'base' }) === 0
