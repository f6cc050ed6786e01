import { checkPlace } from '../modules/addresses/index.ts'
import { acceptDocuments } from '../modules/consent/index.ts'
import { createPasswordHasher, type IdentityDeps } from '../modules/identity/index.ts'
import type { ClubConfiguration } from './club-configuration.ts'
import type { Ground } from './ground.ts'

/** What identity works with; places are checked and documents accepted by their own modules. */
export const identityDepsOf = ({ db, clock, vault, limits, configuration }: Ground): IdentityDeps => ({
  db,
  clock,
  vault,
  limits,
  hasher: createPasswordHasher(),
  rules: rulesOf(configuration),
  checkPlace: (place) => checkPlace({ db }, place),
  acceptDocuments,
})

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
