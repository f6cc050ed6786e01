import type { StaffSession } from '@clube/contract/event-tickets/session.ts'
import { FactList } from '../../parts/fact-list.tsx'
import { instantInWords } from '../../parts/instant.ts'

/** What was decided of a session. */
export function SessionFacts({ session }: { session: StaffSession }) {
  const facts: [string, string][] = [
    ['Início', instantInWords(session.starts_at)],
    ['Término', session.ends_at ? instantInWords(session.ends_at) : '–'],
    ['Reservas', `${instantInWords(session.sales_from)} a ${instantInWords(session.sales_until)}`],
    ['Cancelamento até', instantInWords(session.cancel_until)],
    [
      'Liberar quem não veio',
      session.no_show_from ? `a partir de ${instantInWords(session.no_show_from)}` : 'Não',
    ],
    ['Limite por CPF', String(session.limit_per_document)],
    ['Idade mínima', session.minimum_age === null ? 'Qualquer idade' : `${session.minimum_age} anos`],
  ]
  return <FactList facts={facts} />
}
