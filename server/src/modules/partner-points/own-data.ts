import type { DataAccessDescription } from '@clube/contract/privacy/data-access.ts'
import type { Tx } from '../../db/database.ts'
import type { AccountDeletion } from '../campaigns/index.ts'
import type { PartnerDeps } from './deps.ts'
import { memberLabel } from './links/link-partner.ts'
import { endLinks, listLinks } from './links/link-store.ts'
import { eraseMembers } from './redemptions/redemption-store.ts'
import { listRedemptions } from './redemptions/view-redemptions.ts'

const access = { desk: 'Conciliação', permission: 'partners.reconcile' } as const

/** Descriptions of staff accesses to a customer's redemptions, by audit action. */
export const partnerDataAccesses: Readonly<Record<string, DataAccessDescription>> = {
  'partner-points.decide-item': { ...access, what: 'Decidiu uma diferença sobre um resgate seu' },
  'partner-points.ask-again': { ...access, what: 'Perguntou ao parceiro por um resgate seu' },
  'partner-points.decide-case': { ...access, what: 'Decidiu um resgate seu que o parceiro não resolveu' },
  'partner-points.propose-refund': { ...access, what: 'Propôs devolver um resgate seu' },
  'partner-points.confirm-refund': { ...access, what: 'Confirmou a devolução de um resgate seu' },
  'partner-points.withdraw-refund': { ...access, what: 'Retirou a devolução proposta de um resgate seu' },
  'partner-points.resume-refund': {
    ...access,
    what: 'Pediu de novo ao parceiro a devolução de um resgate seu',
  },
}

/** All data that the kind stores about a customer, with the numbers of linked accounts. */
export const readOwnData = async (
  deps: Pick<PartnerDeps, 'db' | 'vault' | 'partners'>,
  customer_id: string,
): Promise<Record<string, unknown>> => ({
  partner_links: (await listLinks(deps.db, customer_id)).map(
    ({ partner, member_sealed, consent_version, linked_at, unlinked_at }) => ({
      partner,
      member_number: member_sealed && deps.vault.open(memberLabel, member_sealed),
      consent_version,
      linked_at,
      unlinked_at,
    }),
  ),
  partner_redemptions: (await listRedemptions(deps, customer_id, null)).data,
})

/** Ends the links of an account that is being erased; until then they can be used again. */
export const releaseOnDeletion = async (
  tx: Tx,
  { customer_id, stage, now }: AccountDeletion,
): Promise<void> => {
  if (stage === 'requested') return
  await endAll(tx, customer_id, now)
}

const endAll = async (tx: Tx, customer_id: string, now: Date): Promise<void> => {
  const links = await listLinks(tx, customer_id)
  await endLinks(
    tx,
    links.map(({ id }) => id),
    now,
  )
}

/** Erases the numbers of a customer's accounts at partners; a redemption in processing is still settled by its key. */
export const erasePersonalData = async (
  { clock }: Pick<PartnerDeps, 'clock'>,
  tx: Tx,
  customer_id: string,
): Promise<void> => {
  await endAll(tx, customer_id, clock())
  await eraseMembers(tx, customer_id)
}
