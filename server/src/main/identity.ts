import { availableParallelism } from 'node:os'
import { addressLookupCall } from '@clube/contract/addresses/postal-address.ts'
import { checkPlace, namesTooLong } from '../modules/addresses/index.ts'
import { acceptDocuments, lockConsentDocuments } from '../modules/consent/index.ts'
import { createPasswordHasher, type IdentityDeps } from '../modules/identity/index.ts'
import { createSendMessage, reserveSendingSlot, type MessagingDeps } from '../modules/messaging/index.ts'
import { transferDebt } from '../modules/points/index.ts'
import { notifyAllContacts } from '../modules/recovery/index.ts'
import type { ClubConfiguration } from './club-configuration.ts'
import type { Infrastructure } from './infrastructure.ts'

/** Dependencies of identity, connected to addresses, consent and messaging. */
export const identityDepsOf = (infrastructure: Infrastructure, messaging: MessagingDeps): IdentityDeps => {
  const { db, clock, vault, limits, random, audit, configuration, environment } = infrastructure
  const sendMessage = createSendMessage(messaging)
  return {
    db,
    clock,
    vault,
    limits,
    hasher: createPasswordHasher(Math.ceil(availableParallelism() / environment.processes)),
    rules: rulesOf(configuration),
    checkPlace: (place) => checkPlace({ db }, place),
    // Only the browser sees the responses of a club's own lookup, so its names cannot be checked.
    namesTooLong: async (address) =>
      configuration.club.endpoints.address_lookup === addressLookupCall.path
        ? namesTooLong({ db, clock }, address)
        : [],
    lockConsentDocuments,
    acceptDocuments,
    random,
    sendMessage,
    reserveSendingSlot: (request) => reserveSendingSlot({ db, limits }, request),
    notifyOfChange: (tx, notice) => notifyAllContacts({ sendMessage }, tx, notice),
    carryOverDebts: async (tx, { former_ids, customer_id, now }) => {
      for (const from of former_ids) await transferDebt(tx, { from, to: customer_id, now })
    },
    appendAuditLine: audit,
  }
}

const rulesOf = ({ club, enumeration }: ClubConfiguration): IdentityDeps['rules'] => ({
  club_name: club.name,
  document_types: club.document_types,
  cnpj: club.cnpj,
  minimum_age: club.minimum_age,
  time_zone: club.time_zone,
  terms_id: club.terms_id,
  passwordless: club.passwordless,
  access_key: club.access_key,
  enumeration,
})
