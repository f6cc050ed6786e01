import { deleteFromOutbox } from '../adapters/outbox/outbox-store.ts'
import {
  eraseParticipations,
  hasParticipations,
  hasValidVouchers,
  releaseInPromotions,
  listPromotionSubjects,
  promotionDataAccesses,
  readOwnPromotionData,
  type CampaignDeps,
} from '../modules/campaigns/index.ts'
import { eraseIps } from '../modules/consent/index.ts'
import { eraseServiceTickets, listTicketIds } from '../modules/customer-service/index.ts'
import type { IdentityDeps } from '../modules/identity/index.ts'
import { deleteMessagesOf, deleteNamedContacts } from '../modules/messaging/index.ts'
import { eraseNotesOn, readBalance } from '../modules/points/index.ts'
import { deleteCorrections } from '../modules/service-desk/index.ts'
import { findMembers } from '../modules/staff/index.ts'
import { eraseRatings } from '../modules/ratings/index.ts'
import type { Random } from '../ports/random.ts'
import type { PrivacyDeps } from '../modules/privacy/index.ts'
import { eraseReceipts, hasReversedReceipt, listPurchaseIds } from '../modules/receipts/index.ts'
import { eraseRecovery, listRequestIds, lockDocument } from '../modules/recovery/index.ts'

/** Dependencies of privacy: every module with personal data erases it here. */
export const privacyDepsOf = (input: {
  identity: IdentityDeps
  campaigns: CampaignDeps
  random: Random
}): PrivacyDeps => {
  const { identity, campaigns, random } = input
  return {
    identity,
    random,
    lockDocument,
    releaseOnDeletion: (tx, person) => releaseInPromotions(campaigns, tx, { ...person, stage: 'requested' }),
    hasValidVouchers: (tx, input) => hasValidVouchers(campaigns, tx, input),
    readOwnPromotionData: (customer_id) => readOwnPromotionData(campaigns, customer_id),
    promotionDataAccesses: promotionDataAccesses(campaigns),
    eraseElsewhere: async (tx, account) => {
      const { customer_id } = account
      await releaseInPromotions(campaigns, tx, { ...account, stage: 'final' })
      await eraseParticipations(campaigns, tx, customer_id)
      await eraseReceipts(tx, account)
      await eraseRatings(tx, account)
      await eraseServiceTickets(tx, account)
      await eraseRecovery(tx, account)
      await eraseNotesOn(tx, customer_id)
      await eraseIps(tx, customer_id)
      await deleteCorrections(tx, customer_id)
      await deleteNamedContacts(tx, customer_id)
      await deleteFromOutbox(tx, await deleteMessagesOf(tx, customer_id))
    },
    fingerprintReason: async (tx, customer_id) => {
      const { debt } = await readBalance(tx, customer_id)
      if (debt > 0 || (await hasReversedReceipt(tx, customer_id))) return 'debts'
      const receipts = await listPurchaseIds(tx, customer_id)
      return receipts.length > 0 || (await hasParticipations(tx, customer_id)) ? 'limits' : null
    },
    listSubjects: async (db, customer_id) => {
      const ids = [
        ...(await listRequestIds(db, customer_id)),
        ...(await listPurchaseIds(db, customer_id)),
        ...(await listTicketIds(db, customer_id)),
      ]
      const promotionSubjects = await listPromotionSubjects(campaigns, db, customer_id)
      return [...ids.map((id) => ({ id, since: null })), ...promotionSubjects]
    },
    rolesOfStaff: findMembers,
  }
}
