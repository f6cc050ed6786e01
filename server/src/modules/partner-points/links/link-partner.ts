import { linkPartnerCall, unlinkPartnerCall, type Partner } from '@clube/contract/partner-points/calls.ts'
import { partnerConsentVersion } from '@clube/contract/partner-points/partner.ts'
import type {
  unavailablePartnerRefusals,
  unknownPartnerRefusal,
} from '@clube/contract/partner-points/refusals.ts'
import { inTransaction } from '../../../db/database.ts'
import { refusalsOf, refuseRequest, type Refuse } from '../../../kernel/refusal.ts'
import { PartnerUnavailable, type PartnerProgramme } from '../../../ports/partner-programme.ts'
import { documentLabel, findById, lockUsable } from '../../identity/index.ts'
import type { PartnerDeps } from '../deps.ts'
import { listPartnerRows, shareIsOn } from '../partner-store.ts'
import { isProcessing } from '../redemptions/redemption-store.ts'
import { endLinks, findLiveLink, insertLink, lockLiveLink } from './link-store.ts'
import { viewPartner } from './view-partners.ts'

/** Vault labels of the member's number: sealed, and as a keyed index. */
export const memberLabel = 'partner-link.member'
const memberIndexLabel = 'partner-link.member-index'

/** A configured partner with its name in paths and on screen. */
export type RequiredPartner = {
  readonly slug: string
  readonly name: string
  readonly programme: PartnerProgramme
}

/** A configured partner, on or off. @throws {Refusal} partner-points.unknown-partner */
export const requirePartner = (
  { partners }: Pick<PartnerDeps, 'partners'>,
  slug: string,
  refuse: Refuse<typeof unknownPartnerRefusal>,
): RequiredPartner => {
  const partner = partners.get(slug)
  if (!partner) throw refuse('partner-points.unknown-partner')
  return { slug, name: partner.title, programme: partner.programme }
}

/** A configured partner that is on. @throws {Refusal} partner-points.unknown-partner, partner-points.switched-off */
export const requirePartnerOn = async (
  deps: Pick<PartnerDeps, 'db' | 'partners'>,
  slug: string,
  refuse: Refuse<typeof unknownPartnerRefusal & typeof unavailablePartnerRefusals>,
): Promise<RequiredPartner> => {
  const partner = requirePartner(deps, slug, refuse)
  const row = (await listPartnerRows(deps.db)).get(slug)
  if (row?.is_on === false) throw refuse('partner-points.switched-off', { partner: partner.name })
  return partner
}

/** The partner's response to `ask`. @throws {Refusal} partner-points.no-answer without a usable one */
export const requireAnswer = async <Answer>(
  { name }: Pick<RequiredPartner, 'name'>,
  refuse: Refuse<Pick<typeof unavailablePartnerRefusals, 'partner-points.no-answer'>>,
  ask: () => Promise<Answer>,
): Promise<Answer> => {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof PartnerUnavailable) throw refuse('partner-points.no-answer', { partner: name })
    throw error
  }
}

const refuse = refusalsOf(linkPartnerCall)

/**
 * Links an account of a partner that the partner confirmed. A repeat with the linked number changes nothing.
 * @throws {Refusal} one of the call's refusals, request.rate-limited
 */
export const linkPartner = async (
  deps: PartnerDeps,
  input: {
    customer_id: string
    partner: string
    member_number: string
    proof: string
    consent_version: string
  },
): Promise<Partner> => {
  const { customer_id, member_number, proof, consent_version } = input
  const partner = await requirePartnerOn(deps, input.partner, refuse)
  if (consent_version !== partnerConsentVersion) throw refuse('partner-points.consent-outdated')
  const owner = { customer_id, partner: partner.slug }
  const member_index = deps.vault.indexOf(memberIndexLabel, `${partner.slug} ${member_number}`)
  const existing = await findLiveLink(deps.db, owner)
  if (existing) {
    if (existing.member_index.equals(member_index)) return viewPartner(deps, owner)
    throw refuse('partner-points.already-linked', { partner: partner.name })
  }
  if (!(await deps.limits.spend('partner-links', customer_id, deps.clock())))
    throw refuse('request.rate-limited')
  const customer = await findById(deps.db, customer_id)
  if (!customer) throw refuse('session.required')
  const document_id = deps.vault.open(documentLabel, customer.document_sealed)
  const answer = await requireAnswer(partner, refuse, () =>
    partner.programme.link({ member_number, proof, document_id }),
  )
  if (answer.kind === 'refused')
    throw answer.reason === 'other-document'
      ? refuse('partner-points.other-document', { partner: partner.name })
      : refuse('partner-points.wrong-proof', { partner: partner.name })

  await inTransaction(deps.db, async (tx) => {
    if (!(await lockUsable(tx, [customer_id])).has(customer_id)) throw refuseRequest('session.required')
    if (!(await shareIsOn(tx, partner.slug)))
      throw refuse('partner-points.switched-off', { partner: partner.name })
    const inserted = await insertLink(tx, {
      ...owner,
      member_sealed: deps.vault.seal(memberLabel, member_number),
      member_index,
      member_end: member_number.slice(-4),
      consent_version,
      linked_at: deps.clock(),
    })
    if (inserted) return
    const concurrent = await findLiveLink(tx, owner)
    if (!concurrent) throw refuse('partner-points.member-linked', { partner: partner.name })
    // A concurrent request of the same customer.
    if (!concurrent.member_index.equals(member_index))
      throw refuse('partner-points.already-linked', { partner: partner.name })
  })
  return viewPartner(deps, owner)
}

const refuseUnlink = refusalsOf(unlinkPartnerCall)

/**
 * Ends the customer's link to a partner. A repeat changes nothing.
 * @throws {Refusal} partner-points.unknown-partner, partner-points.redemption-processing
 */
export const unlinkPartner = async (
  deps: PartnerDeps,
  input: { customer_id: string; partner: string },
): Promise<Partner> => {
  const { customer_id } = input
  const { slug } = requirePartner(deps, input.partner, refuseUnlink)
  const owner = { customer_id, partner: slug }
  await inTransaction(deps.db, async (tx) => {
    const link = await lockLiveLink(tx, owner)
    if (!link) return
    if (await isProcessing(tx, link.id)) throw refuseUnlink('partner-points.redemption-processing')
    await endLinks(tx, [link.id], deps.clock())
  })
  return viewPartner(deps, owner)
}
