import { verificationCodeLength } from '@clube/contract/brazil/verification-code.ts'
import type { Random } from '../../ports/random.ts'

/** Six uniformly random digits. */
export const generateCode = (random: Pick<Random, 'below'>): string =>
  String(random.below(10 ** verificationCodeLength)).padStart(verificationCodeLength, '0')
