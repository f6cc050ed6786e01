import { isYoungerThan } from '../brazil/birth-date.ts'

/**
 * Why a minimum age excludes a person on a club day (yyyy-MM-dd), or null. The age is in whole years, null for none.
 * Companies have no age.
 */
export const ageRefusal = (
  minimum_age: number | null,
  person: { readonly document_type: 'cpf' | 'cnpj'; readonly birth_date: string | null },
  day: string,
): 'birth-date-missing' | 'under-age' | null => {
  if (minimum_age === null || person.document_type === 'cnpj') return null
  if (person.birth_date === null) return 'birth-date-missing'
  return isYoungerThan(person.birth_date, minimum_age, day) ? 'under-age' : null
}
