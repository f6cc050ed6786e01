import { countFormatter } from './count-formats.ts'

/** The kinds of promotions (spec §1). Customer service and ratings are not promotions. */
export const promotionKinds = [
  'event_tickets',
  'free_gifts',
  'scratch_card',
  'partner_points',
  'parking_voucher',
  'new_project',
] as const
export type PromotionKind = (typeof promotionKinds)[number]

/** Properties shared by all campaigns of a kind. */
export type PromotionKindProperties = {
  /** Name on screen. */
  readonly title: string
  /** What a participation gives, in the singular and the plural. */
  readonly unit: readonly [singular: string, plural: string]
  /**
   * Whether the law requires a certificate and a published prize list before the start. The kind's registry entry says
   * which campaigns leave that to the second signature.
   */
  readonly needs_certificate: boolean
  /** Whether a campaign ends when its stock runs out. */
  readonly ends_when_out_of_stock: boolean
  /** Whether receipts can be required: campaigns of other kinds have no spend rule. */
  readonly uses_receipts: boolean
  /** Whether only receipts of the day of use count, and not those of the whole campaign. */
  readonly counts_receipts_of_day: boolean
  /**
   * Whether protocols are random: partners of the club read them, and consecutive ones would reveal how many participations
   * others have.
   */
  readonly has_random_protocols: boolean
  /** The refusal beyond a campaign's limit per person: it names what each participation gives. */
  readonly limit_refusal: 'campaigns.limit-reached' | 'campaigns.gift-limit-reached'
}

/** One entry per kind: a missing one is a compile error. */
export const promotionKindProperties = {
  event_tickets: {
    title: 'Ingressos',
    unit: ['participação', 'participações'],
    needs_certificate: false,
    ends_when_out_of_stock: false,
    uses_receipts: false,
    counts_receipts_of_day: false,
    has_random_protocols: false,
    limit_refusal: 'campaigns.limit-reached',
  },
  free_gifts: {
    title: 'Compre e ganhe',
    unit: ['brinde', 'brindes'],
    needs_certificate: true,
    ends_when_out_of_stock: true,
    uses_receipts: true,
    counts_receipts_of_day: false,
    has_random_protocols: false,
    limit_refusal: 'campaigns.gift-limit-reached',
  },
  scratch_card: {
    title: 'Raspadinha',
    unit: ['raspadinha', 'raspadinhas'],
    needs_certificate: true,
    ends_when_out_of_stock: false,
    uses_receipts: true,
    counts_receipts_of_day: false,
    has_random_protocols: false,
    limit_refusal: 'campaigns.limit-reached',
  },
  partner_points: {
    title: 'Programa parceiro',
    unit: ['participação', 'participações'],
    needs_certificate: false,
    ends_when_out_of_stock: false,
    uses_receipts: false,
    counts_receipts_of_day: false,
    has_random_protocols: false,
    limit_refusal: 'campaigns.limit-reached',
  },
  parking_voucher: {
    title: 'Vale-estacionamento',
    unit: ['vale-estacionamento', 'vales-estacionamento'],
    needs_certificate: false,
    ends_when_out_of_stock: false,
    uses_receipts: true,
    counts_receipts_of_day: true,
    has_random_protocols: false,
    limit_refusal: 'campaigns.limit-reached',
  },
  new_project: {
    title: 'Projeto',
    unit: ['projeto', 'projetos'],
    needs_certificate: false,
    ends_when_out_of_stock: false,
    uses_receipts: false,
    counts_receipts_of_day: false,
    has_random_protocols: true,
    limit_refusal: 'campaigns.limit-reached',
  },
} as const satisfies Record<PromotionKind, PromotionKindProperties>

/** Formats a number of participations by what each gives: '1 brinde', '2 raspadinhas'. */
export const formatUses = (unit: PromotionKindProperties['unit'], count: number): string =>
  countFormatter(...unit)(count)
