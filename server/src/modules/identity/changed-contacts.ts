type Contacts = { readonly email: string | null; readonly cellphone: string | null }

/** Which contacts differ; null when none does. */
export const changedContacts = (one: Contacts, other: Contacts): 'email' | 'cellphone' | 'both' | null => {
  const isEmailNew = one.email !== other.email
  const isCellphoneNew = one.cellphone !== other.cellphone
  if (isEmailNew && isCellphoneNew) return 'both'
  if (isEmailNew) return 'email'
  return isCellphoneNew ? 'cellphone' : null
}
