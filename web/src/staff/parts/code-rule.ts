import { secondFactorDigits, secondFactorFormMessage } from '@clube/contract/staff/second-factor.ts'

/** What speaks against a code of the app, or nothing. */
export const codeRule = (code: string): string | undefined =>
  code.length === secondFactorDigits ? undefined : secondFactorFormMessage
