import { formatCellphone } from '@clube/contract/brazil/cellphone.ts'
import { maskCellphone, maskEmail } from '@clube/contract/brazil/masked-contacts.ts'
import { isKiosk } from '../platform/storage/service-channel.ts'

type Contacts = { email: string; cellphone: string }

/** A person's contacts as shown to them; at a kiosk others see the screen, so they are masked. */
export const shownContacts = ({ email, cellphone }: Contacts): Contacts =>
  isKiosk()
    ? { email: maskEmail(email), cellphone: maskCellphone(cellphone) }
    : { email, cellphone: formatCellphone(cellphone) }
