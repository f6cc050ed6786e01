import * as z from 'zod/mini'
import { defaultTimeZone, timeZones } from '../kernel/club-time.ts'
import { pointsRulesSchema } from './points-rules.ts'

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
  /** sRGB hex color from which the theme is derived. */
  accent: z.string(),
  logo_url: z.nullable(z.string()),
  document_types: z.enum(['cpf', 'cnpj', 'both']),
  /** Whether the checkbox 'Lembrar de mim' is shown (spec §2). */
  remember_me: z.enum(['yes', 'no']),
  /** Whether the flow is replaced by a single entry screen (spec §1). */
  passwordless: z.enum(['yes', 'no']),
  /** Sent with the passwordless sign-in (spec §7); null when passwordless sign-in is off. */
  access_key: z.nullable(z.string()),
  /** What a session opened without a password may do (spec §1). */
  passwordless_sessions: z._default(
    z.object({
      /** `identify` only greets the person; `participate` lets the person take part, without personal data. */
      may: z._default(z.enum(['participate', 'identify']), 'participate'),
      /** Points that such sessions of one person may spend per club day; above it the password is required. */
      points_per_day: z._default(z.int().check(z.nonnegative()), 500),
    }),
    { may: 'participate', points_per_day: 500 },
  ),
  points: pointsRulesSchema,
  terms_id: z.string(),
  /** Years; 'Você precisa ter mais de {N} anos!' (spec §5). */
  minimum_age: z.number(),
  /** The club's time zone, which decides when its days begin. */
  time_zone: z._default(z.enum(timeZones), defaultTimeZone),
  /** Duration of a dismissible toast, in milliseconds (spec §4); 6,000 by default. */
  toast_ms: z.optional(z.int().check(z.minimum(1_000), z.maximum(60_000))),
  cnpj: z.enum(['alphanumeric', 'numeric']),
  captcha: z.object({
    /** URL of the challenges (spec §7: overridable by configuration). */
    endpoint: z.string(),
    /** Site key of the enterprise captcha; null when only proof of work is used. */
    enterprise_site_key: z.nullable(z.string()),
    /** URL of the enterprise captcha's script, without a trailing slash; by default the provider's own URL. */
    enterprise_url: z.optional(z.string().check(z.regex(/^https?:\/\/[^\s;,'"]+[^\s;,'"/]$/))),
  }),
  endpoints: z.object({
    address_lookup: z.string(),
    customer_lookup: z.string(),
    /** URL for cancelling reservations (spec §7); by default the product's own call. */
    cancel_reservation: z.optional(z.string()),
  }),
  service_desk: z.object({ text: z.string(), phone: z.nullable(z.string()) }),
  kiosk: z._default(
    z.object({
      /** Whether the browsers of the kiosks print without a dialog, which a page cannot detect. */
      silent_print: z._default(z.enum(['yes', 'no']), 'no'),
    }),
    { silent_print: 'no' },
  ),
})
export type Club = z.infer<typeof clubSchema>
