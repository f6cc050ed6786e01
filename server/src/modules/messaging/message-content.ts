/** What a message says; each kind has its words in `message-words.ts`. */
export type MessageContent =
  /** A code for a new password, asked for by whoever retyped the document. */
  | { readonly template: 'reset-code'; readonly code: string; readonly minutes: number }
  | { readonly template: 'password-changed'; readonly at: Date }
  | {
      readonly template: 'contact-changed'
      readonly changed: 'email' | 'cellphone' | 'both'
      readonly at: Date
    }
  /** Remote support: the request came in and is looked at by `until`. */
  | { readonly template: 'recovery-received'; readonly protocol: string; readonly until: Date }
  /** Remote support: staff needs better photos or data; `reason` is a sentence from the desk's list. */
  | { readonly template: 'recovery-asked-again'; readonly protocol: string; readonly reason: string }
  | { readonly template: 'recovery-rejected'; readonly protocol: string; readonly reason: string }
  /** Remote support: approved, with the one-time code that leads to a new password. */
  | {
      readonly template: 'recovery-approved-code'
      readonly protocol: string
      readonly code: string
      readonly minutes: number
    }
  /** Remote support: both contacts are about to change; a notice to the old ones, so that their owner can object. */
  | { readonly template: 'recovery-held'; readonly protocol: string; readonly until: Date }
  /** Recovery in person: a notice to the known addresses. */
  | { readonly template: 'recovery-at-desk'; readonly at: Date }
  | { readonly template: 'new-sign-in'; readonly at: Date }
  /** The end of the account was asked for; it comes at `until` unless the person signs in before. */
  | { readonly template: 'deletion-requested'; readonly until: Date }
  | { readonly template: 'deletion-given-up'; readonly at: Date }
  /** Somebody is to join the staff, or to set a new password: the link does it once, until then. */
  | {
      readonly template: 'staff-invitation'
      readonly name: string
      readonly link: string
      readonly until: Date
      /** Whether the person works here already, and the link is about another password. */
      readonly renews_password: boolean
    }
  /** Places that came back are set aside for this person of a waiting list until then. */
  | {
      readonly template: 'waiting-list-offer'
      readonly session_title: string
      readonly quantity: number
      readonly until: Date
    }

export type MessageTemplate = MessageContent['template']

/** Who is speaking, for the words and the layout. */
export type Sender = {
  readonly club_name: string
  /** sRGB hex colour of the club. */
  readonly accent: string
  /** Scheme and host that browsers see, without a trailing slash. */
  readonly base_url: string
  readonly desk_text: string
  readonly desk_phone: string | null
}
