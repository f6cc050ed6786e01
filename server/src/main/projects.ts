import { findById } from '../modules/identity/index.ts'
import { mailboxOf, type Limits } from '../modules/limits/index.ts'
import type { ProjectServices } from '../modules/new-project/index.ts'
import type { PhotoDeps } from '../modules/photos/index.ts'
import { sumGranted } from '../modules/points/index.ts'
import { findMember } from '../modules/staff/index.ts'

/** What brand projects need of other modules. */
export const projectServicesOf = (input: {
  photos: PhotoDeps
  limits: Pick<Limits, 'spend'>
}): ProjectServices => ({ ...input, isSamePerson, grantedPoints })

/** Staff have no document, so a person is recognized by the mailbox of both accounts. */
const isSamePerson: ProjectServices['isSamePerson'] = async (db, { staff_id, customer_id }) => {
  const member = await findMember(db, staff_id)
  const customer = await findById(db, customer_id)
  if (!member || !customer?.email) return false
  return mailboxOf(member.email.toLowerCase()) === mailboxOf(customer.email.toLowerCase())
}

export const grantedPoints: ProjectServices['grantedPoints'] = (db, ids) =>
  sumGranted(db, { kind: 'transaction', ids })
