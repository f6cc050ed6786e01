import type { Signature } from '@clube/contract/campaigns/signature.ts'
import { isYoungerThan } from '@clube/contract/brazil/birth-date.ts'
import { clubDayOf } from '@clube/contract/kernel/club-time.ts'
import { rolesAllow } from '@clube/contract/kernel/permissions.ts'
import { deliverAwardCall, type DeskAward } from '@clube/contract/scratch-card/award-desk-calls.ts'
import type { recipientRefusals } from '@clube/contract/scratch-card/refusals.ts'
import { minimumScratchAge } from '@clube/contract/scratch-card/settings.ts'
import { inTransaction, type Tx } from '../../../db/database.ts'
import { refusalsOf, type Refusal } from '../../../kernel/refusal.ts'
import type { DeskMember } from '../../campaigns/index.ts'
import { findPeople } from '../../identity/index.ts'
import type { Charge } from '../../limits/index.ts'
import { awardSignatures, endedAwardRefusal, needsSignature } from '../awards/award.ts'
import { notifyOfAwards } from '../awards/award-messages.ts'
import { lockAward } from '../awards/award-store.ts'
import { listAwaitingAccount, withPrizes } from '../awards/view-awards.ts'
import type { ScratchCardDeps, ScratchServices } from '../deps.ts'
import { auditAward } from './audit-desk.ts'
import { findDelivery, saveDelivery } from './delivery-store.ts'
import { viewDeskAward } from './read-award.ts'

const refuse = refusalsOf(deliverAwardCall)

/** A delivery, or a refusal that is returned instead of thrown, so that its limits and audit line are stored. */
type Outcome =
  | { readonly kind: 'delivered'; readonly award: DeskAward; readonly repeated: boolean }
  | { readonly kind: 'refused'; readonly refusal: Refusal }

type DeliverInput = {
  award_id: string
  client_delivery_id: string
  /** The birth date on the document that the person shows, as yyyy-MM-dd. */
  birth_date: string
  signature: Signature | null
  staff: DeskMember
}

type DeliverDeps = ScratchCardDeps & Pick<ScratchServices, 'limits'>

/**
 * Delivers a prize once, to an adult whose document has the birth date of the account; a repeat returns the first
 * response. Wrong birth dates count toward limits, so that staff cannot guess them, and refusals because of the recipient are
 * audited.
 * @throws {Refusal} one of the call's refusals
 */
export const deliverAward = async (
  deps: DeliverDeps,
  input: DeliverInput,
): Promise<{ award: DeskAward; repeated: boolean }> => {
  const outcome = await inTransaction(deps.db, (tx) => deliver(deps, tx, input))
  if (outcome.kind === 'refused') throw outcome.refusal
  const { award, repeated } = outcome
  return { award, repeated }
}

const deliver = async (deps: DeliverDeps, tx: Tx, input: DeliverInput): Promise<Outcome> => {
  const { client_delivery_id, staff } = input
  const found = await lockAward(tx, input.award_id)
  if (!found) throw refuse('scratch-card.unknown-award')
  // As stored: a UUID in another case is the same award.
  const { id: award_id } = found
  const earlier = await findDelivery(tx, client_delivery_id)
  if (earlier) {
    if (earlier.award_id !== award_id) throw refuse('scratch-card.delivery-reused')
    if (earlier.undone_at) throw refuse('scratch-card.delivery-undone')
    return { kind: 'delivered', award: await viewDeskAward(deps, tx, input), repeated: true }
  }
  const now = deps.clock()
  const ended = endedAwardRefusal(found, now, deps.time_zone)
  if (ended) throw refuse(ended)
  const [award] = await withPrizes(tx, [found])
  if (!award) throw new Error('The award was not found')
  const { campaign, prize } = award
  // A signature that the campaign does not require is not stored.
  const signature = needsSignature(campaign.settings, prize) ? input.signature : null
  const refusal =
    (await findAgeRefusal(deps, tx, { ...input, award_id, customer_id: award.customer_id, now })) ??
    ((await listAwaitingAccount(tx, [award])).has(award_id)
      ? refuse('scratch-card.account-missing')
      : null) ??
    (needsSignature(campaign.settings, prize) && !signature ? refuse('scratch-card.signature-missing') : null)
  if (refusal) {
    await auditAward(deps, tx, {
      staff_id: staff.staff_id,
      award_id,
      action: 'refuse-delivery',
      sentence: `Tentou entregar um prêmio, que não foi entregue: ${refusalReasons[refusal.code] ?? refusal.code}.`,
    })
    return { kind: 'refused', refusal }
  }
  const isDelivered = await saveDelivery(tx, {
    award_id,
    client_delivery_id,
    staff_id: staff.staff_id,
    delivered_at: now,
    signature_sealed: signature && awardSignatures.seal(deps.vault, signature),
  })
  // Another award's delivery has the same id.
  if (!isDelivered) throw refuse('scratch-card.delivery-reused')
  await notifyOfAwards(deps, tx, { event: 'delivered', award_ids: [award_id] })
  await deps.askForRating(tx, { transaction_id: award.transaction_id, now })
  await auditAward(deps, tx, {
    staff_id: staff.staff_id,
    award_id,
    action: 'deliver',
    sentence: `Entregou um prêmio e conferiu a data de nascimento no documento: ${prize.title}.`,
  })
  return { kind: 'delivered', award: await viewDeskAward(deps, tx, input), repeated: false }
}

/** Why a prize was not delivered, for the audit. */
const refusalReasons: Readonly<Record<string, string>> = {
  'scratch-card.birth-date-differs': 'a data de nascimento digitada não é a do cadastro',
  'scratch-card.too-many-birth-dates': 'muitas datas de nascimento erradas',
  'scratch-card.under-age': 'a pessoa é menor de idade',
  'scratch-card.account-missing': 'falta o cadastro com senha',
  'scratch-card.signature-missing': 'falta a assinatura',
} satisfies Record<keyof typeof recipientRefusals, string>

/**
 * Compares the birth date of the document with that of the account, within the limits on wrong ones: an attempt is
 * counted before the comparison. Supervisors have a limit of their own per award.
 * @returns why the prize is not delivered, or null
 */
const findAgeRefusal = async (
  { time_zone, limits: allLimits }: Pick<DeliverDeps, 'time_zone' | 'limits'>,
  tx: Tx,
  input: { award_id: string; birth_date: string; customer_id: string; staff: DeskMember; now: Date },
): Promise<Refusal | null> => {
  const { award_id, birth_date, customer_id, staff, now } = input
  const limits = allLimits.within(tx)
  const isSupervisor = rolesAllow(staff.roles, 'scratch.supervise')
  const charges: readonly Charge[] = [
    { limit: 'award-birth-dates.award', key: isSupervisor ? `${award_id}:supervisor` : award_id },
    { limit: 'award-birth-dates.staff', key: staff.staff_id },
  ]
  if ((await limits.spendAllOrNone(charges, now)) !== null) return refuse('scratch-card.too-many-birth-dates')
  const person = (await findPeople(tx, [customer_id])).get(customer_id)
  if (person?.birth_date !== birth_date) return refuse('scratch-card.birth-date-differs')
  await limits.refund(charges, now)
  return isYoungerThan(birth_date, minimumScratchAge, clubDayOf(now, time_zone))
    ? refuse('scratch-card.under-age', { age: minimumScratchAge })
    : null
}
