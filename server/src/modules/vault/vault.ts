import { createCipheriv, createDecipheriv, createHmac, hash, hkdfSync, randomBytes } from 'node:crypto'

/** What the product can do with its root key; the key itself stays inside. */
export type Vault = {
  /** Keyed fingerprint for equality search: the same text under the same label gives the same 32 bytes. */
  readonly indexOf: (label: string, text: string) => Buffer
  /** Encrypts with AES-256-GCM; `label` is authenticated, so a value cannot be moved to another column. */
  readonly seal: (label: string, text: string) => Buffer
  /** Decrypts what `seal` made; throws when the key, the label or a byte differs. */
  readonly open: (label: string, sealed: Buffer) => string
  /** A key of its own for another purpose, for instance signing captcha challenges. */
  readonly derive: (purpose: string) => Buffer
}

const ivBytes = 12
const tagBytes = 16

/** @param rootKey at least 32 random bytes; everything else is derived from it with HKDF. */
export const createVault = (rootKey: Buffer): Vault => {
  if (rootKey.length < 32) throw new Error('The root key must have at least 32 bytes')
  const derive = (purpose: string): Buffer =>
    Buffer.from(hkdfSync('sha256', rootKey, '', `clube/${purpose}`, 32))
  const indexKey = derive('index')
  const sealKey = derive('seal')
  return {
    derive,
    indexOf: (label, text) => createHmac('sha256', indexKey).update(`${label}\0${text}`).digest(),
    seal: (label, text) => {
      const iv = randomBytes(ivBytes)
      const cipher = createCipheriv('aes-256-gcm', sealKey, iv).setAAD(Buffer.from(label))
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([iv, cipher.getAuthTag(), body])
    },
    open: (label, sealed) => {
      const decipher = createDecipheriv('aes-256-gcm', sealKey, sealed.subarray(0, ivBytes))
      decipher.setAAD(Buffer.from(label)).setAuthTag(sealed.subarray(ivBytes, ivBytes + tagBytes))
      return decipher.update(sealed.subarray(ivBytes + tagBytes), undefined, 'utf8') + decipher.final('utf8')
    },
  }
}

/** SHA-256 of a high-entropy secret: how session ids, tickets and device secrets rest in the database. */
export const fingerprint = (secret: string): Buffer => hash('sha256', secret, 'buffer')

/** The same as the text in which PostgreSQL writes and reads those bytes: `\x` and hex digits. */
export const fingerprintText = (secret: string): string => `\\x${hash('sha256', secret, 'hex')}`

/** A fresh secret of 256 bits, safe in cookies and addresses. */
export const createSecret = (): string => randomBytes(32).toString('base64url')
