import type { Db } from '../../db/database.ts'
import type { Vault } from '../vault/index.ts'
import { documentEndOf, greetingName } from './customer.ts'
import { findPeople } from './customer-store.ts'

/** What a desk shows of a person. */
export type DeskPerson = {
  readonly name: string | null
  readonly first_name: string | null
  readonly document_end: string
}

/** The holders of vouchers, by customer; without a name once their data have been erased. */
export const findDeskPeople = async (
  { vault }: { readonly vault: Pick<Vault, 'open'> },
  db: Db,
  vouchers: readonly { customer_id: string }[],
): Promise<ReadonlyMap<string, DeskPerson>> => {
  const people = await findPeople(
    db,
    vouchers.map(({ customer_id }) => customer_id),
  )
  const holders = new Map<string, DeskPerson>()
  for (const [id, person] of people)
    holders.set(id, {
      name: person.name,
      first_name: greetingName(person),
      document_end: documentEndOf(vault, person),
    })
  return holders
}

/** @throws when the person was not found, which is a bug */
export const deskPersonOf = (people: ReadonlyMap<string, DeskPerson>, customer_id: string): DeskPerson => {
  const person = people.get(customer_id)
  if (!person) throw new Error('The customer of a voucher was not found')
  return person
}
