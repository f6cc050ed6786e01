import { randomUUID } from 'node:crypto'
import type { Db } from '../../db/database.ts'
import type { Statement } from '../../db/one-statement.ts'
import { createSecret, fingerprint } from '../vault/index.ts'
import * as store from './device-credential-store.ts'
import { deviceCredentialLifeMs, formatDeviceCredential, parseDeviceCredential } from './device-credential.ts'

type CredentialInput = { customer_id: string; family_id?: string; now: Date }

/** Creates the first or next credential of a family. @returns its text, and the statement that stores it */
export const newDeviceCredential = (input: CredentialInput): { text: string; insertion: Statement } => {
  const credential = { id: randomUUID(), secret: createSecret() }
  const insertion = store.insertCredentialSql({
    id: credential.id,
    family_id: input.family_id ?? randomUUID(),
    customer_id: input.customer_id,
    secret_hash: fingerprint(credential.secret),
    created_at: input.now,
    expires_at: new Date(input.now.getTime() + deviceCredentialLifeMs),
  })
  return { text: formatDeviceCredential(credential), insertion }
}

/** Creates and stores a credential. @returns the text for the browser */
export const issueDeviceCredential = async (db: Db, input: CredentialInput): Promise<string> => {
  const { text, insertion } = newDeviceCredential(input)
  await insertion.execute(db)
  return text
}

/**
 * Rotates a credential. Reuse of a rotated one means that it was copied: the whole family is
 * revoked and a password is required.
 * @returns null when the credential is invalid
 */
export const rotateDeviceCredential = async (
  db: Db,
  input: { text: string; now: Date },
): Promise<{ customer_id: string; device_credential: string } | null> => {
  const parsed = parseDeviceCredential(input.text)
  if (!parsed) return null
  const use = { id: parsed.id, secret_hash: fingerprint(parsed.secret) }
  const consumed = await store.consumeCredential(db, { ...use, now: input.now })
  if (!consumed) {
    await revokeReusedFamily(db, use, input.now)
    return null
  }
  const { customer_id, family_id } = consumed
  return {
    customer_id,
    device_credential: await issueDeviceCredential(db, { customer_id, family_id, now: input.now }),
  }
}

const revokeReusedFamily = async (
  db: Db,
  use: { id: string; secret_hash: Buffer },
  now: Date,
): Promise<void> => {
  const family = await store.findFamily(db, use)
  if (family?.used_at) await store.revokeFamily(db, family.family_id, now)
}

/** Revokes the device of this credential; ignores any other text. */
export const revokeDeviceCredential = async (db: Db, text: string, now: Date): Promise<void> => {
  const parsed = parseDeviceCredential(text)
  if (!parsed) return
  const family = await store.findFamily(db, { id: parsed.id, secret_hash: fingerprint(parsed.secret) })
  if (family) await store.revokeFamily(db, family.family_id, now)
}
