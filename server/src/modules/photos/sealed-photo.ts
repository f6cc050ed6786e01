import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

const version = 1
const ivBytes = 12
const tagBytes = 16
/** Bytes of a data key. */
export const dataKeyBytes = 32

/**
 * Encrypts with AES-256-GCM as version, nonce, tag, ciphertext. `context` is authenticated: the bytes of one photo
 * do not open as another.
 */
export const sealBytes = (input: { key: Buffer; context: string; bytes: Uint8Array }): Buffer => {
  const iv = randomBytes(ivBytes)
  const cipher = createCipheriv('aes-256-gcm', input.key, iv).setAAD(Buffer.from(input.context))
  const body = Buffer.concat([cipher.update(input.bytes), cipher.final()])
  return Buffer.concat([Buffer.of(version), iv, cipher.getAuthTag(), body])
}

/** Decrypts the output of `sealBytes`; null when key, context or any bit differs. */
export const openBytes = (input: { key: Buffer; context: string; sealed: Buffer }): Buffer | null => {
  const { key, context, sealed } = input
  const bodyAt = 1 + ivBytes + tagBytes
  if (sealed.length < bodyAt || sealed[0] !== version) return null
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(1, 1 + ivBytes), {
      authTagLength: tagBytes,
    })
    decipher.setAAD(Buffer.from(context)).setAuthTag(sealed.subarray(1 + ivBytes, bodyAt))
    return Buffer.concat([decipher.update(sealed.subarray(bodyAt)), decipher.final()])
  } catch {
    return null
  }
}
