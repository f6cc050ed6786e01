import * as z from 'zod/mini'

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

/** What the browser may know of the club's configuration; secrets are never part of it. */
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
  terms_id: z.string(),
  /** Years; 'Você precisa ter mais de {N} anos!' (spec §5). */
  minimum_age: z.number(),
  cnpj: z.enum(['alphanumeric', 'numeric']),
  captcha: z.object({
    /** Where challenges come from (spec §7: overridable by configuration). */
    endpoint: z.string(),
    /** Site key of the enterprise captcha; null where proof of work stands alone. */
    enterprise_site_key: z.nullable(z.string()),
  }),
  endpoints: z.object({ address_lookup: z.string(), customer_lookup: z.string() }),
  service_desk: z.object({ text: z.string(), phone: z.nullable(z.string()) }),
})
export type Club = z.infer<typeof clubSchema>
