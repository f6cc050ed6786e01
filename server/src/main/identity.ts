import { checkPlace } from '../modules/addresses/index.ts'
import { acceptDocuments } from '../modules/consent/index.ts'
import { createPasswordHasher, type IdentityDeps } from '../modules/identity/index.ts'
import { createSendMessage, type MessagingDeps } from '../modules/messaging/index.ts'
import { notifyEverywhere } from '../modules/recovery/index.ts'
import type { ClubConfiguration } from './club-configuration.ts'
import type { Ground } from './ground.ts'

/** What identity works with; places are checked and documents accepted by their own modules, notices go out as messages. */
export const identityDepsOf = (ground: Ground, messaging: MessagingDeps): IdentityDeps => {
  const { db, clock, vault, limits, audit, configuration } = ground
  const sendMessage = createSendMessage(messaging)
  return {
    db,
    clock,
    vault,
    limits,
    hasher: createPasswordHasher(),
    rules: rulesOf(configuration),
    checkPlace: (place) => checkPlace({ db }, place),
    acceptDocuments,
    tellOfChange: (tx, notice) => notifyEverywhere({ sendMessage }, tx, notice),
    appendAuditLine: audit,
  }
}

const rulesOf = ({ club, enumeration, limits }: ClubConfiguration): IdentityDeps['rules'] => ({
  club_name: club.name,
  document_types: club.document_types,
  cnpj: club.cnpj,
  minimum_age: club.minimum_age,
  terms_id: club.terms_id,
  passwordless: club.passwordless,
  access_key: club.access_key,
  enumeration,
  limits,
})
