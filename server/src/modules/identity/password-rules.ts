import { dictionary } from '@zxcvbn-ts/language-common'

const commonPasswords = new Set<string>(dictionary['passwords-common'])

/** Personal data that a password must not consist of (ASVS 6.2.4, 6.2.11). */
export type PasswordOwner = {
  document_id: string
  birth_date: string | null
  cellphone: string
  club_name: string
}

/**
 * Whether a password is on the list of common ones or is the person's document, birth date, phone or the club's
 * name. Checked offline; the list ships with the product.
 */
export const isWeakPassword = (password: string, owner: PasswordOwner): boolean => {
  const folded = normalized(password.normalize('NFKC'))
  if (commonPasswords.has(password.toLowerCase()) || commonPasswords.has(folded)) return true
  return personalTexts(owner).some((text) => text !== '' && folded === text)
}

const personalTexts = (owner: PasswordOwner): string[] => {
  const [year = '', month = '', dayOfMonth = ''] = (owner.birth_date ?? '').split('-')
  return [
    normalized(owner.document_id),
    dayOfMonth + month + year,
    year + month + dayOfMonth,
    dayOfMonth + month + year.slice(2),
    owner.cellphone,
    owner.cellphone.slice(2),
    normalized(owner.club_name),
  ]
}

/** Letters and digits without accents or case. */
const normalized = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase()
