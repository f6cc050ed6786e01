import type { Role } from '@clube/contract/kernel/permissions.ts'
import { inTransaction, type Db } from '../../db/database.ts'
import { hashPassword } from '../identity/index.ts'
import type { Vault } from '../vault/index.ts'
import { recoveryCodeHash } from './recovery-code.ts'
import { totpLabel } from './staff-member.ts'
import { replaceRecoveryCodes } from './staff-secret-store.ts'
import { enrollTotp, insertMember, savePassword } from './staff-store.ts'

/** A seeded member with credentials. */
export type SeedMember = {
  readonly email: string
  readonly name: string
  readonly roles: readonly Role[]
  readonly brand_id: string | null
  readonly password: string
  /** The authenticator app's secret; published, so for demonstrations only. */
  readonly totp_secret: Buffer
  readonly recovery_codes: readonly string[]
}

/** Inserts one member, unless they exist. */
export const seedMember = async (input: {
  db: Db
  vault: Vault
  member: SeedMember
  now: Date
}): Promise<void> => {
  const { vault, member, now } = input
  const password_hash = await hashPassword(member.password)
  await inTransaction(input.db, async (tx) => {
    const inserted = await insertMember(tx, { ...member, second_signature_from: now, now })
    if (!inserted) return
    const { id } = inserted
    await savePassword(tx, { id, password_hash, now })
    const totp_sealed = vault.seal(totpLabel(id), member.totp_secret.toString('base64'))
    await enrollTotp(tx, { id, totp_sealed, step: 0, now })
    const code_hashes = member.recovery_codes.map(recoveryCodeHash)
    await replaceRecoveryCodes(tx, { staff_id: id, code_hashes, now })
  })
}
