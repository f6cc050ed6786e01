import type { ContactStatus } from '@clube/contract/recovery/support-form.ts'

/** How the given contact relates to the account's; used for cellphone and e-mail (spec §3). */
export const contactChoices: readonly { value: ContactStatus; label: string }[] = [
  { value: 'unchanged', label: 'Sim, é o mesmo' },
  { value: 'changed', label: 'Não, mudou' },
  { value: 'forgotten', label: 'Não lembro' },
]
