export { documentEndOf, documentLabel, maskedDocumentOf, type Customer } from './customer.ts'
export {
  correctPerson,
  eraseIdentity,
  findByDocument,
  findById,
  findPeople,
  listWithPassword,
  lockUsable,
  type PersonFacts,
} from './customer-store.ts'
export {
  anonymizeCustomer,
  countDeletions,
  listDueDeletions,
  requestCustomerDeletion,
} from './deletion-store.ts'
export { findNoticeRecipient } from './notice-choice-store.ts'
export { deskPersonOf, findDeskPeople, type DeskPerson } from './desk-person.ts'
export { searchCustomers, type FoundCustomer } from './customer-search-store.ts'
export { documentIndexOf, formerDocumentOf } from './deps.ts'
export {
  insertFormerAccount,
  listFormerAccounts,
  listFormerAccountsOf,
  purgeFormerAccounts,
} from './former-account-store.ts'
export {
  createRecoverableAccounts,
  type RecoverableAccounts,
  type RecoveryFlow,
} from './recoverable-accounts.ts'
export { cancelDeletion } from './cancel-deletion.ts'
export { readDocument, readName } from './form.ts'
export { spendAccountChange, type Visitor } from './identity-limits.ts'
export { isWeakPassword } from './password-rules.ts'
export { confirmPassword } from './update-password.ts'
export type { SignInOrigin, SignInResult } from './sign-in-with-password.ts'
export type { IdentityDeps, IdentityRules } from './deps.ts'
export { deleteExpiredContactCodes as purgeContactCodes } from './contact-code-store.ts'
export { deleteExpiredFlows as purgeFlows } from './flow-store.ts'
export { flowSeconds } from './flow.ts'
export { difficultyOf } from './identity-limits.ts'
export {
  createPasswordHasher,
  hashPassword,
  isOutdated,
  type Hashing,
  type PasswordHasher,
} from './password-hashing.ts'
export { CustomerFileError, importCustomers } from './import-customers.ts'
export { bindIdentity } from './routes.ts'
export { seedCustomer } from './seed-customer.ts'
export { hasCustomers } from './customer-store.ts'
