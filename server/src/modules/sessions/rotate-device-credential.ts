import { randomUUID } from 'node:crypto'
import type { Db } from '../../db/database.ts'
import type { Statement } from '../../db/one-statement.ts'
import { createSecret, fingerprint } from '../vault/index.ts'
import * as store from './device-credential-store.ts'
import { deviceCredentialLifeMs, formatDeviceCredential, parseDeviceCredential } from './device-credential.ts'

type CredentialOrder = { customer_id: string; family_id?: string; now: Date }

/** Creates the first or next credential of a family. @returns its text, and the statement that stores it */
export const newDeviceCredential = (order: CredentialOrder): { text: string; insertion: Statement } => {
  const credential = { id: randomUUID(), secret: createSecret() }
  const insertion = store.insertingCredential({
    id: credential.id,
    family_id: order.family_id ?? randomUUID(),
    customer_id: order.customer_id,
    secret_hash: fingerprint(credential.secret),
    created_at: order.now,
    expires_at: new Date(order.now.getTime() + deviceCredentialLifeMs),
  })
  return { text: formatDeviceCredential(credential), insertion }
}

/** Creates and stores a credential. @returns the text for the browser */
export const issueDeviceCredential = async (db: Db, order: CredentialOrder): Promise<string> => {
  const { text, insertion } = newDeviceCredential(order)
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
  const given = parseDeviceCredential(input.text)
  if (!given) return null
  const use = { id: given.id, secret_hash: fingerprint(given.secret) }
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
  const given = parseDeviceCredential(text)
  if (!given) return
  const family = await store.findFamily(db, { id: given.id, secret_hash: fingerprint(given.secret) })
  if (family) await store.revokeFamily(db, family.family_id, now)
}
