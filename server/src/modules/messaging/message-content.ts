import type { NoticeTopic } from '@clube/contract/identity/notice-calls.ts'
import type { TimeZone } from '@clube/contract/kernel/club-time.ts'

/** The texts of a message, before layout. */
export type MessageTexts = {
  readonly subject: string
  readonly paragraphs: readonly string[]
  /** Facts by label, such as date and place, after the first paragraph. */
  readonly details?: readonly { readonly label: string; readonly value: string }[]
  /** Shown large, and repeated for autofill on phones. */
  readonly code: string | null
  /**
   * Link: a button in HTML, the full URL in plain text. `url` may be a path of the club's site. A text message contains
   * it only if `short` ends by asking the reader to open it, and only if it fits.
   */
  readonly link?: { readonly label: string; readonly url: string; readonly in_sms?: true }
  /** For the text message; converted to ASCII later. */
  readonly short: string
  /** What to do if the recipient did not request it; null when the account was not affected. */
  readonly warning: string | null
}

/** Content of a message; the texts are in `message-texts.ts`. */
export type MessageContent =
  /** A password reset code. */
  | { readonly template: 'reset-code'; readonly code: string; readonly minutes: number }
  /** Sent instead of a reset code to an unverified contact. */
  | { readonly template: 'reset-code-withheld'; readonly channel: 'email' | 'sms' }
  /** A code that confirms that the contact belongs to the customer. */
  | {
      readonly template: 'contact-code'
      readonly channel: 'email' | 'sms'
      readonly code: string
      readonly minutes: number
    }
  | { readonly template: 'password-changed'; readonly at: Date }
  /** A remembered device's credential was used twice, so it was copied: the sessions opened with it have ended. */
  | { readonly template: 'device-credential-reused'; readonly at: Date }
  | {
      readonly template: 'contact-changed'
      readonly changed: 'email' | 'cellphone' | 'both'
      readonly at: Date
    }
  /** Staff corrected the account's name or birth date, with the person's document. */
  | {
      readonly template: 'person-corrected'
      readonly corrected: 'name' | 'birth_date' | 'both'
      readonly at: Date
    }
  /**
   * Remote support: the request was received and will be reviewed by `until`. Sent to the account, whose owner may not
   * have made the request, and to the contact in the form, which may be anyone's.
   */
  | {
      readonly template: 'recovery-received'
      readonly protocol: string
      readonly until: Date
      readonly sent_to: 'account' | 'applicant'
    }
  /** Remote support: staff need better photos or data; `reason` is a sentence from the desk's list. */
  | { readonly template: 'recovery-asked-again'; readonly protocol: string; readonly reason: string }
  | { readonly template: 'recovery-rejected'; readonly protocol: string; readonly reason: string }
  /** Remote support: approved, with the one-time code that leads to a new password. */
  | {
      readonly template: 'recovery-approved-code'
      readonly protocol: string
      readonly code: string
      readonly minutes: number
    }
  /** Remote support: a notice to the old contacts that some of them will change, with a link that stops it. */
  | {
      readonly template: 'recovery-held'
      readonly protocol: string
      /** Null when the code goes to an unverified contact of the account. */
      readonly changed: 'email' | 'cellphone' | 'both' | null
      readonly until: Date
      readonly link: string
    }
  /** Remote support: the request was stopped by that link. */
  | { readonly template: 'recovery-stopped'; readonly protocol: string; readonly at: Date }
  /** Recovery in person: a notice to the known contacts. */
  | { readonly template: 'recovery-at-desk'; readonly at: Date }
  | { readonly template: 'new-sign-in'; readonly at: Date }
  /** Deletion was requested and happens at `until` unless the customer signs in before then. */
  | { readonly template: 'deletion-requested'; readonly until: Date; readonly has_tickets: boolean }
  | { readonly template: 'deletion-cancelled'; readonly at: Date }
  /** A single-use link for joining the staff or setting a new password. */
  | {
      readonly template: 'staff-invitation'
      readonly name: string
      readonly link: string
      readonly until: Date
      /** Whether the member already exists and the link is for a new password. */
      readonly renews_password: boolean
    }
  /** Asks for a rating of a purchase, with a link that needs no session; only by e-mail, to confirmed addresses. */
  | ({ readonly template: 'rating-request'; readonly path: string; readonly until: Date } & NamedReceipt)
  /** An answer in a service ticket, with a link to it and without its text; only by e-mail. */
  | { readonly template: 'service-answer'; readonly protocol: string; readonly path: string }
  | ActivityContent
  /** A message of a promotion, with the texts of its kind, recorded under `name`. */
  | {
      readonly template: 'promotion'
      readonly name: string
      readonly texts: MessageTexts
      /** Prevents a wasted trip or wait, such as for a session that moved or was cancelled. */
      readonly is_essential?: true
      /** Id of the row that its attachments describe; they are sent to confirmed contacts only. */
      readonly attached_id?: string
    }

/** Notices about the customer's activity in the club, caused by the customer or by staff. */
export type ActivityContent =
  | ({ readonly template: 'receipt-approved'; readonly points: number } & NamedReceipt)
  | ({
      readonly template: 'receipt-rejected'
      readonly reason: string
      readonly can_appeal: boolean
    } & NamedReceipt)
  | ({
      readonly template: 'receipt-reversed'
      readonly reason: string
      readonly points: number
    } & NamedReceipt)
  /** The service desk replaced the amount or day of a decided receipt; `points` is null while it waits for review. */
  | ({
      readonly template: 'receipt-corrected'
      readonly amount_cents: number
      readonly earlier_points: number
      readonly points: number | null
    } & NamedReceipt)
  /** Staff cannot decide without a photo of the receipt. */
  | ({ readonly template: 'receipt-photo-requested' } & NamedReceipt)
  /** Staff added points, or removed them if negative. */
  | { readonly template: 'points-adjusted'; readonly points: number; readonly reason: string }
  /** Points that expire in the days from `first_on` to `last_on`, yyyy-MM-dd. */
  | {
      readonly template: 'points-expiring'
      readonly points: number
      readonly first_on: string
      readonly last_on: string
    }
  | {
      readonly template: 'participation-reversed'
      readonly protocol: string
      readonly campaign_title: string
      readonly reason: string
    }

/** The topic by which customers choose notices of their activity as text messages. */
export const topicOf = ({ template }: ActivityContent): NoticeTopic => {
  switch (template) {
    case 'receipt-approved':
    case 'receipt-rejected':
    case 'receipt-reversed':
    case 'receipt-corrected':
    case 'receipt-photo-requested':
      return 'receipts'
    case 'points-adjusted':
      return 'points'
    case 'points-expiring':
      return 'expiring_points'
    case 'participation-reversed':
      return 'participations'
    default:
      return template satisfies never
  }
}

/** A receipt by its shop and its day, yyyy-MM-dd. */
type NamedReceipt = { readonly shop_name: string; readonly issued_on: string }

/**
 * The purpose of a message, which determines its limits. `account` notifies the owner, or a staff member, of what a
 * session or staff did to the account; `attempt` reports what anyone who knows the document can do; `withheld` is an
 * attempt whose text message was charged when its code was requested; `request` goes to the contact given in a recovery
 * request. Essential e-mails are counted, but never suppressed.
 */
export type MessagePurpose =
  | 'code'
  | 'account'
  | 'attempt'
  | 'withheld'
  | 'request'
  | 'activity'
  | 'promotion'
  | 'essential'

export const purposeOf = (content: MessageContent): MessagePurpose => {
  switch (content.template) {
    case 'reset-code':
    case 'contact-code':
    case 'recovery-approved-code':
    // Counted like a code, so never suppressed: it is the owner's only chance to stop a takeover.
    case 'recovery-held':
      return 'code'
    case 'recovery-received':
      return content.sent_to === 'account' ? 'attempt' : 'request'
    case 'recovery-asked-again':
    case 'recovery-rejected':
      return 'request'
    case 'reset-code-withheld':
      return 'withheld'
    case 'password-changed':
    case 'device-credential-reused':
    case 'contact-changed':
    case 'person-corrected':
    case 'recovery-stopped':
    case 'recovery-at-desk':
    case 'new-sign-in':
    case 'deletion-requested':
    case 'deletion-cancelled':
    case 'staff-invitation':
      return 'account'
    case 'receipt-approved':
    case 'receipt-rejected':
    case 'receipt-reversed':
    case 'receipt-corrected':
    case 'receipt-photo-requested':
    case 'points-adjusted':
    case 'points-expiring':
    case 'participation-reversed':
    case 'rating-request':
    case 'service-answer':
      return 'activity'
    case 'promotion':
      return content.is_essential ? 'essential' : 'promotion'
    default:
      return content satisfies never
  }
}

/** The name under which a message is recorded. */
export const templateOf = (content: MessageContent): string =>
  content.template === 'promotion' ? content.name : content.template

/** The sender, for texts and layout. */
export type Sender = {
  readonly club_name: string
  /** sRGB hex color of the club. */
  readonly accent: string
  /** Time zone of the instants in texts. */
  readonly time_zone: TimeZone
  /** Scheme and host that browsers see, without a trailing slash. */
  readonly base_url: string
  readonly desk_text: string
  readonly desk_phone: string | null
}

/** The full URL of a message's link. */
export const linkUrlOf = ({ url }: NonNullable<MessageTexts['link']>, { base_url }: Sender): string =>
  new URL(url, base_url).href
