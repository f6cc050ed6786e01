import { createHmac } from 'node:crypto'
import { secondFactorDigits } from '@clube/contract/staff/second-factor.ts'

/** Time step of codes, in seconds (RFC 6238). */
export const stepSeconds = 30
/** Accepted clock drift, in steps before and after now. */
const windowSteps = 1
/** 160 bits, as RFC 4226 recommends. */
export const secretBytes = 20

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** RFC 4648 base32 without padding, as authenticator apps expect. */
export const toBase32 = (bytes: Buffer): string => {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  const groups = bits.match(/.{1,5}/g) ?? []
  return groups.map((group) => alphabet[Number.parseInt(group.padEnd(5, '0'), 2)]).join('')
}

/** The time step of an instant. */
export const stepOf = (now: Date): number => Math.floor(now.getTime() / 1000 / stepSeconds)

/** The code of a time step: HMAC-SHA-1 with dynamic truncation (RFC 4226 §5.3, RFC 6238 §4). */
export const codeAt = (secret: Buffer, step: number, digits: number = secondFactorDigits): string => {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', secret).update(counter).digest()
  const offset = (mac.at(-1) ?? 0) & 0xf
  const number = (mac.readUInt32BE(offset) & 0x7fffffff) % 10 ** digits
  return String(number).padStart(digits, '0')
}

/**
 * The latest step around now with this code, or null. Whether that step was already used is decided by the
 * statement that consumes it.
 */
export const matchingStep = (secret: Buffer, code: string, now: Date): number | null => {
  const current = stepOf(now)
  for (let step = current + windowSteps; step >= current - windowSteps; step -= 1)
    if (codeAt(secret, step) === code) return step
  return null
}

/** The otpauth URI in the QR code for authenticator apps. */
export const otpauthUri = (input: { secret: Buffer; club_name: string; email: string }): string => {
  const label = `${encodeURIComponent(input.club_name)}:${encodeURIComponent(input.email)}`
  const issuer = encodeURIComponent(input.club_name)
  return `otpauth://totp/${label}?secret=${toBase32(input.secret)}&issuer=${issuer}&algorithm=SHA1&digits=${secondFactorDigits}&period=${stepSeconds}`
}
