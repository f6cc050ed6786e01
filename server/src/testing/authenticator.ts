import { codeAt, stepOf } from '../modules/staff/index.ts'

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** The current code of an authenticator app with this secret. */
export const base32Code = (secret: string, now: Date): string => {
  const bits = [...secret.replaceAll(' ', '')]
    .map((character) => alphabet.indexOf(character).toString(2).padStart(5, '0'))
    .join('')
  const bytes = (bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2))
  return codeAt(Buffer.from(bytes), stepOf(now))
}
