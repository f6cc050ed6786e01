import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hash,
  hkdfSync,
  randomBytes,
} from 'node:crypto'

/** Cryptographic operations with the root key, which stays encapsulated. */
export type Vault = {
  /** Keyed fingerprint for equality search: the same text and label produce the same 32 bytes. */
  readonly indexOf: (label: string, text: string) => Buffer
  /** Encrypts with AES-256-GCM; `label` is authenticated, so a value cannot be moved to another column. */
  readonly seal: (label: string, text: string) => Buffer
  /** Decrypts the output of `seal`; throws when key, label or any byte differs. */
  readonly open: (label: string, sealed: Buffer) => string
  /** A derived key for another purpose, for instance signing captcha challenges. */
  readonly derive: (purpose: string) => Buffer
}

const ivBytes = 12
const tagBytes = 16

/** @param rootKey at least 32 random bytes; everything else is derived from it with HKDF. */
export const createVault = (rootKey: Buffer): Vault => {
  if (rootKey.length < 32) throw new Error('The root key must have at least 32 bytes')
  const derive = (purpose: string): Buffer =>
    Buffer.from(hkdfSync('sha256', rootKey, '', `clube/${purpose}`, 32))
  // Key objects: with the bytes of a key, Node takes several times as long for each operation.
  const indexKey = createSecretKey(derive('index'))
  const sealKey = createSecretKey(derive('seal'))
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

/** SHA-256 of a high-entropy secret: the stored form of session ids, tickets and device secrets. */
export const fingerprint = (secret: string): Buffer => hash('sha256', secret, 'buffer')

/** The same in PostgreSQL's bytea text format: `\x` and hex digits. */
export const fingerprintText = (secret: string): string => `\\x${hash('sha256', secret, 'hex')}`

/** A new 256-bit secret, safe in cookies and URLs. */
export const createSecret = (): string => randomBytes(32).toString('base64url')
