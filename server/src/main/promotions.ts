import type { PointsRules } from '@clube/contract/club/points-rules.ts'
import {
  implementedPromotions,
  returnParticipations,
  startTransactionIn,
  type Promotion,
  type PromotionDeps,
  type PromotionPoints,
  type Promotions,
} from '../modules/campaigns/index.ts'
import { createEventTicketsPromotion } from '../modules/event-tickets/index.ts'
import { createFreeGiftsPromotion, type GiftServices } from '../modules/free-gifts/index.ts'
import type { CreateAttachments, MessageTexts, MessagingDeps } from '../modules/messaging/index.ts'
import {
  earnEachPoints,
  findCredits,
  readSpendablePoints,
  restorePoints,
  reverseEarnedPoints,
  spendPoints,
  sumGranted,
} from '../modules/points/index.ts'
import { findById } from '../modules/identity/index.ts'
import { mailboxOf } from '../modules/limits/index.ts'
import {
  createNewProjectPromotion,
  listApprovedBrands,
  type ProjectServices,
} from '../modules/new-project/index.ts'
import { createParkingVoucherPromotion, type ParkingServices } from '../modules/parking-voucher/index.ts'
import { createPartnerPointsPromotion, type PartnerServices } from '../modules/partner-points/index.ts'
import { createScratchCardPromotion, type ScratchServices } from '../modules/scratch-card/index.ts'
import { findMember, findMembers } from '../modules/staff/index.ts'
import type { ClubConfiguration } from './club-configuration.ts'
import type { Infrastructure } from './infrastructure.ts'
import type { ExternalServices } from './outside.ts'
import { creditDepsOf, promotionCreditOf, receiptUseOf } from './credit.ts'
import { createCustomerNotifier } from './notify-customer.ts'
import { askForRatingOfDelivery } from './ratings.ts'

/** What some kinds need besides the dependencies of every kind. */
export type PromotionServices = GiftServices &
  ScratchServices &
  ProjectServices &
  Omit<ParkingServices, 'openParticipation' | 'externalServices'> &
  Pick<PartnerServices, 'confirmPassword'> & { readonly externalServices: ExternalServices }

/** All promotion kinds; null for unimplemented ones, whose campaigns cannot be approved. */
export const createPromotions = (deps: PromotionDeps, services: PromotionServices): Promotions => ({
  event_tickets: createEventTicketsPromotion(deps),
  free_gifts: createFreeGiftsPromotion(deps, services),
  scratch_card: createScratchCardPromotion(deps, services),
  partner_points: createPartnerPointsPromotion(deps, services),
  parking_voucher: createParkingVoucherPromotion(deps, {
    ...services,
    openParticipation: openParticipationOf(deps),
  }),
  new_project: createNewProjectPromotion(deps, services),
})

/** How a desk opens a participation for a customer. */
export const openParticipationOf =
  (
    deps: Pick<PromotionDeps, 'db' | 'clock' | 'time_zone' | 'random'>,
  ): ParkingServices['openParticipation'] =>
  (tx, input) =>
    startTransactionIn({ ...deps, purchases: receiptUseOf(creditDepsOf(deps)) }, tx, input)

/** What a participation spends and wins has the same source; the kind of the posting tells them apart. */
const sourceOf = (transaction_id: string) => ({ kind: 'transaction', id: transaction_id })

/** What brand projects need of other modules. */
export const projectServicesOf = (
  services: Pick<ProjectServices, 'photos' | 'limits' | 'scanner'>,
): ProjectServices => ({
  ...services,
  isSamePerson,
  grantedPoints,
})

/** Staff have no document, so a person is recognized by the mailbox of both accounts. */
const isSamePerson: ProjectServices['isSamePerson'] = async (db, { staff_id, customer_id }) => {
  const member = await findMember(db, staff_id)
  const customer = await findById(db, customer_id)
  if (!member || !customer?.email) return false
  return mailboxOf(member.email.toLowerCase()) === mailboxOf(customer.email.toLowerCase())
}

export const grantedPoints: ProjectServices['grantedPoints'] = (db, ids) =>
  sumGranted(db, { kind: sourceOf('').kind, ids })

/** The brands for which analysts can work. */
export const listBrands = listApprovedBrands

/** The point operations of promotion kinds, with the club's daily limit for passwordless sessions. */
export const promotionPointsOf = ({
  passwordless_sessions: { points_per_day: identified_points_per_day },
  points: { lifetime_days },
  time_zone,
}: Pick<ClubConfiguration['club'], 'passwordless_sessions' | 'time_zone'> & {
  readonly points: Pick<PointsRules, 'lifetime_days'>
}): PromotionPoints => ({
  spend: (tx, { transaction_id, ...spending }) =>
    spendPoints({ identified_points_per_day, time_zone }, tx, {
      ...spending,
      source: sourceOf(transaction_id),
    }),
  readSpendable: readSpendablePoints,
  restore: (tx, { transaction_id, about, now }) =>
    restorePoints(tx, { source: sourceOf(transaction_id), about, now }),
  grant: async (tx, grants, now) => {
    const earnings = grants.map(({ transaction_id, ...grant }) => ({
      ...grant,
      source: sourceOf(transaction_id),
    }))
    const credited = await earnEachPoints(tx, earnings, { lifetime_days, now })
    return new Set(credited.map(({ source }) => source.id))
  },
  revoke: (tx, { transaction_id, about, now }) =>
    reverseEarnedPoints(tx, { source: sourceOf(transaction_id), about, now }),
  findGrants: (db, ids) => findCredits(db, { kind: sourceOf('').kind, ids }),
})

/** Dependencies of every kind. */
export const promotionDepsOf = (
  { configuration, db, clock, time_zone, vault, random, audit, jobs }: Infrastructure,
  messaging: MessagingDeps,
): PromotionDeps => {
  const notify = createCustomerNotifier(messaging)
  const points = promotionPointsOf(configuration.club)
  const credit = creditDepsOf({ db, clock, time_zone })
  return {
    db,
    clock,
    time_zone,
    vault,
    audit,
    jobs,
    random,
    points,
    credit: promotionCreditOf(credit),
    returnParticipations: (tx, input) =>
      returnParticipations({ purchases: receiptUseOf(credit), points }, tx, input),
    askForRating: askForRatingOfDelivery,
    sender: messaging.sender,
    namesOfStaff: findMembers,
    notify: (tx, { customer_id, topic, template, texts, attached, expires_at, is_essential, ip }) =>
      notify(tx, {
        customer_id,
        topic,
        contentFor: ({ is_verified }) => ({
          template: 'promotion',
          name: template,
          texts: attached ? withParagraph(texts, is_verified ? attached.note : attached.withheld) : texts,
          ...(attached ? { attached_id: attached.id } : {}),
          ...(is_essential ? { is_essential } : {}),
        }),
        expires_at,
        ip,
      }),
  }
}

const withParagraph = (texts: MessageTexts, paragraph: string | null): MessageTexts => ({
  ...texts,
  paragraphs: [...texts.paragraphs, ...(paragraph === null ? [] : [paragraph])],
})

/** Creates the attachments of the promotions' messages. */
export const createAttachmentsOf = (promotions: Promotions): CreateAttachments => {
  const creators = Object.assign(
    {},
    ...implementedPromotions(promotions).map(({ attachments }) => attachments),
  ) as Promotion['attachments']
  return async ({ template, ...message }) => {
    const create = creators[template]
    if (!create) throw new Error(`The message ${template} has no attachments`)
    return create(message)
  }
}
