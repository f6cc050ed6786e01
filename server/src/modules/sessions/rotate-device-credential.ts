import { randomUUID } from 'node:crypto'
import type { Db } from '../../db/database.ts'
import type { Statement } from '../../db/one-statement.ts'
import { createSecret, fingerprint } from '../vault/index.ts'
import * as store from './device-credential-store.ts'
import {
  deviceCredentialLifetimeMs,
  formatDeviceCredential,
  parseDeviceCredential,
  type DeviceCredential,
} from './device-credential.ts'

const newCredential = (family_id: string, now: Date): { text: string; insertion: Statement } => {
  const credential = { id: randomUUID(), secret: createSecret() }
  const insertion = store.insertCredentialSql({
    id: credential.id,
    family_id,
    secret_hash: fingerprint(credential.secret),
    created_at: now,
    expires_at: new Date(now.getTime() + deviceCredentialLifetimeMs),
  })
  return { text: formatDeviceCredential(credential), insertion }
}

/**
 * Remembers a device: a family with its first credential, the credential's text, and the statements that store both.
 */
export const newDeviceFamily = (input: {
  customer_id: string
  access_version: number
  now: Date
}): { family_id: string; device_credential: string; insertions: Statement[] } => {
  const { customer_id, access_version, now } = input
  const family_id = randomUUID()
  const { text, insertion } = newCredential(family_id, now)
  const family = store.insertFamilySql({ id: family_id, customer_id, access_version, created_at: now })
  return { family_id, device_credential: text, insertions: [family, insertion] }
}

/** Result of using a device credential. `reused`: its family was revoked by this use. */
export type Rotation =
  | {
      readonly kind: 'rotated'
      readonly family_id: string
      readonly customer_id: string
      /** The access version of the customer at which the device was remembered. */
      readonly access_version: number
      readonly device_credential: string
    }
  | { readonly kind: 'reused'; readonly customer_id: string }
  | { readonly kind: 'invalid' }

/**
 * Rotates a credential. Reuse of a rotated one means that it was copied: the family is revoked with the sessions opened
 * with it, and a password is required.
 */
export const rotateDeviceCredential = async (
  db: Db,
  input: { text: string; now: Date },
): Promise<Rotation> => {
  const use = useOf(parseDeviceCredential(input.text))
  if (!use) return { kind: 'invalid' }
  const consumed = await store.consumeCredential(db, { ...use, now: input.now })
  if (!consumed) {
    const customer_id = await store.revokeReused(db, use)
    return customer_id === undefined ? { kind: 'invalid' } : { kind: 'reused', customer_id }
  }
  const { text, insertion } = newCredential(consumed.family_id, input.now)
  await insertion.execute(db)
  return { kind: 'rotated', ...consumed, device_credential: text }
}

/** Revokes the device of this credential, with the sessions opened with it; ignores any other string. */
export const revokeDeviceCredential = async (db: Db, text: string): Promise<void> => {
  const use = useOf(parseDeviceCredential(text))
  if (use) await store.revokeFamilyOf(db, use)
}

const useOf = (parsed: DeviceCredential | null): { id: string; secret_hash: Buffer } | null =>
  parsed && { id: parsed.id, secret_hash: fingerprint(parsed.secret) }
