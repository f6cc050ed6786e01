type Contacts = { readonly email: string | null; readonly cellphone: string | null }

/** Which contacts differ; null when none does. */
export const changedContacts = (a: Contacts, b: Contacts): 'email' | 'cellphone' | 'both' | null => {
  const isEmailNew = a.email !== b.email
  const isCellphoneNew = a.cellphone !== b.cellphone
  if (isEmailNew && isCellphoneNew) return 'both'
  if (isEmailNew) return 'email'
  return isCellphoneNew ? 'cellphone' : null
}
