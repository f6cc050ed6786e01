import { inTransaction, type Db } from '../../db/database.ts'
import type { Vault } from '../vault/index.ts'
import type { Contact } from '../messaging/index.ts'
import { documentLabel } from './customer.ts'
import { documentIndexOf } from './deps.ts'
import { insertCustomer, savePassword } from './customer-store.ts'
import { hashPassword } from './password-hashing.ts'

/** A seeded person; incomplete without a password. */
export type SeedPersona = {
  document_type: 'cpf' | 'cnpj'
  document_id: string
  name: string
  birth_date: string | null
  cellphone: string
  email: string
  password: string | null
  /** Contacts that the person has not confirmed. */
  unverified?: readonly Contact['channel'][]
}

/**
 * Inserts one person, unless they exist.
 * @param input.hash a cheaper hash, for people who never sign in
 */
export const seedCustomer = (input: {
  db: Db
  vault: Vault
  hash?: (password: string) => Promise<string>
  persona: SeedPersona
  now: Date
}): Promise<void> => {
  const { vault, now, hash = hashPassword } = input
  const { password, document_id, unverified = [], ...person } = input.persona
  return inTransaction(input.db, async (tx) => {
    const customer_id = await insertCustomer(tx, {
      ...person,
      document_index: documentIndexOf({ vault }, { document_id }),
      document_sealed: vault.seal(documentLabel, document_id),
      account_status: password === null ? 'incomplete' : 'active',
      cellphone_verified_at: unverified.includes('sms') ? null : now,
      email_verified_at: unverified.includes('email') ? null : now,
      email_marketing_subscription: 'no',
      created_at: now,
      registered_at: password === null ? null : now,
    })
    if (customer_id === null || password === null) return
    await savePassword(tx, {
      customer_id,
      password_hash: await hash(password),
      replaces: null,
      changed_at: now,
    })
  })
}
