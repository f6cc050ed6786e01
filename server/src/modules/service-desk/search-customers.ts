import type { DataOf } from '@clube/contract/kernel/call.ts'
import { maskCellphone, maskEmail } from '@clube/contract/brazil/masked-contacts.ts'
import { personSearchLimit, type PersonSearch } from '@clube/contract/service-desk/person-search.ts'
import type { FoundPerson, searchCustomersCall } from '@clube/contract/service-desk/search-calls.ts'
import { inTransaction } from '../../db/database.ts'
import { refuseRequest } from '../../kernel/refusal.ts'
import { maskedDocumentOf, searchCustomers as search, type FoundCustomer } from '../identity/index.ts'
import type { ServiceDeskDeps } from './deps.ts'

const descriptions: Readonly<Record<PersonSearch['kind'], string>> = {
  name: 'pelo nome',
  cellphone: 'pelo celular',
  email: 'pelo e-mail',
  protocol: 'pelo protocolo',
}

/**
 * Finds people by name, cellphone, e-mail or protocol. An audit line is appended for each person shown; a search that
 * matches more people than may be shown returns none.
 * @throws {Refusal} request.rate-limited
 */
export const searchCustomers = async (
  deps: ServiceDeskDeps,
  input: { criteria: PersonSearch; birth_date: string | null; staff_id: string },
): Promise<DataOf<typeof searchCustomersCall>> => {
  const { criteria, staff_id } = input
  if (!(await deps.limits.spend('customer-searches', staff_id, deps.clock())))
    throw refuseRequest('request.rate-limited')
  const matching = await findMatching(deps, input)
  const exceedsLimit = matching.length > personSearchLimit
  const people = exceedsLimit ? [] : matching
  const how = descriptions[criteria.kind]
  await inTransaction(deps.db, async (tx) => {
    const line = { actor: { kind: 'staff', id: staff_id }, action: 'customers.search' } as const
    for (const { id } of people)
      await deps.audit(tx, {
        ...line,
        subject: { kind: 'customer', id },
        sentence: `Viu um cadastro no resultado de uma busca ${how}.`,
      })
    if (people.length === 0)
      await deps.audit(tx, {
        ...line,
        subject: null,
        sentence: `Procurou uma pessoa ${how}: ${exceedsLimit ? 'resultados demais' : 'nenhum resultado'}.`,
      })
  })
  return exceedsLimit ? { kind: 'too-many' } : { kind: 'found', people: people.map((it) => viewOf(deps, it)) }
}

const findMatching = async (
  { db, findOwnersOfProtocol }: ServiceDeskDeps,
  { criteria, birth_date }: { criteria: PersonSearch; birth_date: string | null },
): Promise<FoundCustomer[]> => {
  const limit = personSearchLimit + 1
  switch (criteria.kind) {
    case 'name':
      return search(db, { search: { ...criteria, birth_date }, limit })
    case 'protocol':
      return search(db, {
        search: { kind: 'ids', ids: await findOwnersOfProtocol(db, criteria.protocol) },
        limit,
      })
    case 'cellphone':
    case 'email':
      return search(db, { search: criteria, limit })
    default:
      return criteria satisfies never
  }
}

const viewOf = (
  { vault }: Pick<ServiceDeskDeps, 'vault'>,
  { id, name, document_type, cellphone, email, account_status, ...sealed }: FoundCustomer,
): FoundPerson => ({
  customer_id: id,
  name,
  document_type,
  document: maskedDocumentOf(vault, { ...sealed, document_type }),
  cellphone: cellphone && maskCellphone(cellphone),
  email: email && maskEmail(email),
  account_status,
})
