import type { MessageChannel } from './message.ts'

type Contacts = { readonly email: string | null; readonly cellphone: string | null }

/** The contacts that receive messages to a person. */
export type Contact = {
  readonly channel: MessageChannel
  readonly to: string
  /** Whether the person confirmed it, or the club vouches for it; otherwise it may be another person's. */
  readonly is_verified: boolean
}

/** The contacts of an account. */
export const contactsOf = (
  person: Contacts & { readonly email_verified_at: Date | null; readonly cellphone_verified_at: Date | null },
): Contact[] => [
  ...contactOf('email', person.email, person.email_verified_at !== null),
  ...contactOf('sms', person.cellphone, person.cellphone_verified_at !== null),
]

/** Unverified contacts, as entered. */
export const givenContacts = ({ email, cellphone }: Contacts): Contact[] => [
  ...contactOf('email', email, false),
  ...contactOf('sms', cellphone, false),
]

const contactOf = (channel: Contact['channel'], to: string | null, is_verified: boolean): Contact[] =>
  to === null ? [] : [{ channel, to, is_verified }]

/** Each distinct contact once, e-mails first; verified if any of its duplicates is. */
export const distinctContacts = (contacts: readonly Contact[]): Contact[] => {
  const distinct = new Map<string, Contact>()
  for (const contact of contacts.toSorted((a, b) => a.channel.localeCompare(b.channel))) {
    const key = `${contact.channel}:${contact.to}`
    if (!distinct.get(key)?.is_verified) distinct.set(key, contact)
  }
  return [...distinct.values()]
}
