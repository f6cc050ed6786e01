import {
  recoveryCodeAlphabet,
  recoveryCodeCount,
  recoveryCodeLength,
} from '@clube/contract/staff/second-factor.ts'
import type { Random } from '../../ports/random.ts'
import { fingerprint } from '../vault/index.ts'

/** One recovery code of 80 bits: 32 characters, so five bits of each random byte are uniform. */
export const recoveryCodeOf = (random: Buffer): string =>
  [...random.subarray(0, recoveryCodeLength)].map((byte) => recoveryCodeAlphabet[byte % 32]).join('')

/** A new set of codes. */
export const createRecoveryCodes = (random: Pick<Random, 'bytes'>): string[] =>
  Array.from({ length: recoveryCodeCount }, () => recoveryCodeOf(random.bytes(recoveryCodeLength)))

/** Stored form of a code: 80 random bits need no slow hash. */
export const recoveryCodeHash = (code: string): Buffer => fingerprint(code)
