import {
  recoveryCodeAlphabet,
  recoveryCodeCount,
  recoveryCodeLength,
} from '@clube/contract/staff/second-factor.ts'
import { fingerprint } from '../vault/index.ts'

/** One recovery code of 80 bits out of so many random bytes: 32 signs, so five bits of each byte are even. */
export const recoveryCodeOf = (random: Buffer): string =>
  [...random.subarray(0, recoveryCodeLength)].map((byte) => recoveryCodeAlphabet[byte % 32]).join('')

/** A fresh set of codes. @param chance gives random bytes */
export const createRecoveryCodes = (chance: (bytes: number) => Buffer): string[] =>
  Array.from({ length: recoveryCodeCount }, () => recoveryCodeOf(chance(recoveryCodeLength)))

/** How a code rests: 80 random bits need no slow hash. */
export const recoveryCodeHash = (code: string): Buffer => fingerprint(code)
