import { parseNumberFormat, readNumber } from '@clube/contract/new-project/number-format.ts'
import type { Vault } from '../vault/index.ts'

/** Reads a number by a brand's format; null if it does not match. */
export const readByFormat = (format: string, typed: string): string | null => {
  const parsed = parseNumberFormat(format)
  return parsed.ok ? readNumber(parsed.format, typed) : null
}

/** Letters and digits only: a number remains the same when the brand changes the separators of its format. */
export const bareOf = (number: string): string => number.toUpperCase().replace(/[^A-Z0-9]/g, '')

/** Keyed fingerprint of a number of the brand. */
export const numberIndexOf = (
  vault: Pick<Vault, 'indexOf'>,
  { kind, brand_id, number }: { kind: 'purchase' | 'registration'; brand_id: string; number: string },
): Buffer => vault.indexOf(`new-project.${kind}`, `${brand_id} ${bareOf(number)}`)
