import * as z from 'zod/mini'
import { defaultTimeZone, timeZones } from '../kernel/club-time.ts'

/** Document kinds that can be shown to people (spec §3). */
export const consentKinds = [
  'emprestimo',
  'event_terms',
  'loyaltyclub_regulation',
  'loyaltyclub_terms',
  'promotion_regulation',
  'promotion_terms',
  'shd_auth_terms',
  'sac',
] as const

/** The public part of the club's configuration; never contains secrets. */
export const clubSchema = z.object({
  name: z.string(),
  /** sRGB hex colour from which the theme is derived. */
  accent: z.string(),
  logo_url: z.nullable(z.string()),
  document_types: z.enum(['cpf', 'cnpj', 'both']),
  /** Whether the checkbox 'Lembrar de mim' is shown (spec §2). */
  remember_me: z.enum(['yes', 'no']),
  /** Whether the flow is replaced by a single entry screen (spec §1). */
  passwordless: z.enum(['yes', 'no']),
  /** Sent with the passwordless sign-in (spec §7); null where passwordless is off. */
  access_key: z.nullable(z.string()),
  /** What a session may do that was opened without a password (spec §1). */
  passwordless_sessions: z._default(
    z.object({
      /** `identify` greets and no more; `participate` lets the person take part, without personal data. */
      may: z._default(z.enum(['participate', 'identify']), 'participate'),
      /** Points such sessions of one person may spend on one day of the club; beyond it the password is asked for. */
      points_per_day: z._default(z.int().check(z.nonnegative()), 500),
    }),
    { may: 'participate', points_per_day: 500 },
  ),
  terms_id: z.string(),
  /** Years; 'Você precisa ter mais de {N} anos!' (spec §5). */
  minimum_age: z.number(),
  /** The club's time zone, which decides when its days begin. */
  time_zone: z._default(z.enum(timeZones), defaultTimeZone),
  /** How long a dismissible toast stays, in milliseconds (spec §4); 6,000 unless given. */
  toast_ms: z.optional(z.int().check(z.minimum(1_000), z.maximum(60_000))),
  cnpj: z.enum(['alphanumeric', 'numeric']),
  captcha: z.object({
    /** Where challenges come from (spec §7: overridable by configuration). */
    endpoint: z.string(),
    /** Site key of the enterprise captcha; null when only proof of work is used. */
    enterprise_site_key: z.nullable(z.string()),
    /** Where the enterprise captcha's script lives, without a slash at its end; by default its provider's own address. */
    enterprise_url: z.optional(z.string().check(z.regex(/^https?:\/\/[^\s;,'"]+[^\s;,'"/]$/))),
  }),
  endpoints: z.object({
    address_lookup: z.string(),
    customer_lookup: z.string(),
    /** Where reservations are cancelled (spec §7); the club's own call where it is not named. */
    cancel_reservation: z.optional(z.string()),
  }),
  service_desk: z.object({ text: z.string(), phone: z.nullable(z.string()) }),
})
export type Club = z.infer<typeof clubSchema>
