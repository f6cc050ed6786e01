import type { currentPasswordRefusals } from '@clube/contract/brazil/password-refusals.ts'
import type { NoticeTopic } from '@clube/contract/identity/notice-calls.ts'
import type { Tx } from '../../db/database.ts'
import type { Refuse } from '../../kernel/refusal.ts'
import type { PartnerProgramme } from '../../ports/partner-programme.ts'
import type { CustomerNotice, PromotionDeps } from '../campaigns/index.ts'
import type { Limits } from '../limits/index.ts'

/** The topic of every message of partner points, by template. */
export const messageTopics = {
  'partner-redeemed': 'participations',
  'partner-refused': 'participations',
  'partner-refunded': 'participations',
} as const satisfies Record<string, NoticeTopic>

export type PartnerTemplate = keyof typeof messageTopics

/** A partner of the club, from its configuration. */
export type ConfiguredPartner = { readonly title: string; readonly programme: PartnerProgramme }

/** What partner points need in addition to the dependencies of every kind. */
export type PartnerServices = {
  /** The partners by their name in paths, in the order of the configuration. */
  readonly externalServices: { readonly partners: ReadonlyMap<string, ConfiguredPartner> }
  readonly limits: Pick<Limits, 'spend'>
  /** Verifies the password of a signed-in customer. @throws {Refusal} one of `currentPasswordRefusals` */
  readonly confirmPassword: (input: {
    customer_id: string
    password: string
    refuse: Refuse<typeof currentPasswordRefusals>
  }) => Promise<unknown>
}

/** Dependencies of partner points. */
export type PartnerDeps = Omit<PromotionDeps, 'notify'> &
  Omit<PartnerServices, 'externalServices'> & {
    readonly notify: (
      tx: Tx,
      notice: CustomerNotice & { readonly template: PartnerTemplate },
    ) => Promise<void>
    readonly partners: ReadonlyMap<string, ConfiguredPartner>
  }

/** The dependencies of partner points, from those of every kind. */
export const partnerDepsOf = (
  deps: PromotionDeps,
  { externalServices, limits, confirmPassword }: PartnerServices,
): PartnerDeps => ({ ...deps, limits, confirmPassword, partners: externalServices.partners })

/** The name of a partner on screen, also of one that is no longer configured. */
export const nameOf = ({ partners }: Pick<PartnerDeps, 'partners'>, slug: string): string =>
  partners.get(slug)?.title ?? slug
