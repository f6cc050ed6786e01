import type { Db } from '../../../db/database.ts'
import { documentEndOf, findPeople, greetingName } from '../../identity/index.ts'
import type { FreeGiftDeps } from '../deps.ts'

/** What a desk shows of a person. */
export type DeskPerson = {
  readonly name: string | null
  readonly first_name: string | null
  readonly document_end: string
}

/** The holders of vouchers, by customer; without a name after their data were erased. */
export const findHolders = async (
  { vault }: Pick<FreeGiftDeps, 'vault'>,
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
export const holderOf = (holders: ReadonlyMap<string, DeskPerson>, customer_id: string): DeskPerson => {
  const holder = holders.get(customer_id)
  if (!holder) throw new Error('The customer of a voucher was not found')
  return holder
}
