import { secondFactorDigits, secondFactorFormMessage } from '@clube/contract/staff/second-factor.ts'

/** Validation error of an authenticator code. */
export const codeRule = (code: string): string | undefined =>
  code.length === secondFactorDigits ? undefined : secondFactorFormMessage
