import { createHash, randomUUID } from 'node:crypto'
import { clubDayOf } from '@clube/contract/kernel/club-time.ts'
import type { PartnerPointsSettings } from '@clube/contract/partner-points/settings.ts'
import { settlementHeader } from '@clube/contract/partner-points/settlement-calls.ts'
import { openJournal } from '../../counterparts/journal.ts'
import {
  createPartnerBooks,
  type BookedDebit,
  type PartnerCommand,
  type PartnerResult,
} from '../../counterparts/partner-books.ts'
import { startTransaction, type CampaignDeps, type PromotionDeps } from '../../src/modules/campaigns/index.ts'
import { documentIndexOf, findByDocument } from '../../src/modules/identity/index.ts'
import { seedPartnerPoints, type PartnerServices } from '../../src/modules/partner-points/index.ts'
import type { PartnerDebit, PartnerProgramme } from '../../src/ports/partner-programme.ts'
import type { Guest } from './guests.ts'
import { partnerMembers } from './partner-members.ts'
import { personas } from './personas.ts'
import { staffEmail, staffPersonas } from './staff.ts'

/** The local partner of the demonstration, as configured in `club.ts`. */
export const demonstrationPartner = { slug: 'voe-mais', title: 'Voe Mais' } as const

export const partnerPointsDemonstration: PartnerPointsSettings = {
  partner: demonstrationPartner.slug,
  minimum: 1_000,
  maximum: 20_000,
  step: 500,
  limit_per_day: 3,
  password_from_points: 5_000,
}

const dayMs = 24 * 3_600_000
const proof = '000000'

type Seeding = { at: Date; answers: 'all' | 'none' | 'other-points' }

/**
 * The local partner's books, written to its journal, so that it knows the debits of the demonstration when it is started.
 * @param file null keeps them in memory
 */
export const createSeedPartner = (file: string | null) => {
  const books = createPartnerBooks()
  const journal = openJournal<PartnerCommand, PartnerResult>(file, books.execute)
  const seeding: Seeding = { at: new Date(0), answers: 'all' }
  const at = () => seeding.at.toISOString()
  const resultOf = ({ key: _key, refunded_at: _refunded, ...debit }: BookedDebit): PartnerDebit => ({
    ...debit,
    points: seeding.answers === 'other-points' ? debit.points + 500 : debit.points,
    debited_at: new Date(debit.debited_at),
  })
  const programme: PartnerProgramme = {
    link: async (input) => {
      const result = journal.execute({ kind: 'link', ...input })
      return result.kind === 'done' ? { kind: 'linked' } : { kind: 'refused', reason: 'unknown-member' }
    },
    quote: async (input) => {
      const result = journal.execute({ kind: 'quote', ...input, at: at() })
      if (result.kind !== 'quoted') return { kind: 'refused', reason: 'not-authorized' }
      const { reference, points, club_points, expires_at } = result.quote
      const quote = {
        reference,
        points,
        club_points,
        balance: result.balance,
        expires_at: new Date(expires_at),
      }
      return { kind: 'quoted', quote }
    },
    debit: async ({ valid_until, ...input }) => {
      const command = { kind: 'debit', ...input, valid_until: valid_until.toISOString(), at: at() } as const
      const result = journal.execute(command)
      if (result.kind !== 'debited') return { kind: 'refused', reason: 'not-authorized' }
      return seeding.answers === 'none'
        ? { kind: 'unknown', cause: 'timeout' }
        : { kind: 'done', result: resultOf(result.debit) }
    },
    findDebit: async (key) => {
      const found = books.findDebit(key)
      return found ? { kind: 'done', result: resultOf(found) } : { kind: 'absent' }
    },
    refund: async (key) => {
      const result = journal.execute({ kind: 'refund', key, at: at() })
      return result.kind === 'refunded'
        ? { kind: 'done', result: { refunded_at: new Date(result.refunded_at) } }
        : { kind: 'refused', reason: 'unknown-debit' }
    },
  }
  return { books, execute: journal.execute, programme, seeding }
}
export type SeedPartner = ReturnType<typeof createSeedPartner>

/**
 * Linked customers with completed redemptions, one in processing and one that waits for staff; a settlement file of the last
 * week with a line of each kind; and a refund that waits for its second person.
 */
export const seedDemonstrationPartnerPoints = async (
  deps: PromotionDeps,
  services: PartnerServices,
  campaigns: CampaignDeps,
  { partner, guests }: { partner: SeedPartner; guests: readonly Guest[] },
): Promise<void> => {
  const { db, vault, time_zone } = deps
  const now = deps.clock()
  const daysAgo = (days: number): Date => new Date(now.getTime() - days * dayMs)
  const { id: campaign_id } = await db
    .selectFrom('campaign')
    .select('id')
    .where('slug', '=', 'milhas-no-ipe')
    .executeTakeFirstOrThrow()
  const { id: staff_id } = await db
    .selectFrom('staff')
    .select('id')
    .where('email', '=', staffEmail(staffPersonas.reconciler))
    .executeTakeFirstOrThrow()
  const { document_id } = personas.beatriz
  const beatriz = await findByDocument(db, documentIndexOf({ vault }, { document_id }))
  const member = partnerMembers.find((each) => each.document_id === document_id)
  if (!beatriz || !member) throw new Error('The demonstration needs Beatriz')
  for (const each of partnerMembers) partner.execute({ kind: 'add-member', member: each })

  type Linked = { customer_id: string; member_number: string; proof: string }
  const { member_number: ownNumber, proof: ownProof } = member
  const person: Linked = { customer_id: beatriz.id, member_number: ownNumber, proof: ownProof }
  const linked = guests.slice(0, 4).map(({ customer_id, document_id: guestDocument }, index) => {
    const member_number = `7000300${index}`
    const account = { member_number, document_id: guestDocument, proof, balance: 30_000, is_authorized: true }
    partner.execute({ kind: 'add-member', member: account })
    return { customer_id, member_number, proof }
  })
  const [first, second, third, fourth] = linked
  if (!first || !second || !third || !fourth) throw new Error('The demonstration needs four guests')

  const redemption = async (
    who: Linked,
    points: number,
    requested_at: Date,
    answers: Seeding['answers'] = 'all',
  ) => {
    const { customer_id } = who
    const { id: transaction_id } = await startTransaction(
      { ...campaigns, clock: () => requested_at },
      {
        customer_id,
        identified_session_id: null,
        campaign_id,
        kind: 'partner_points',
        purchase_ids: [],
        service_channel: 'aplicativo',
      },
    )
    partner.seeding.at = requested_at
    partner.seeding.answers = answers
    await seedPartnerPoints(deps, services, {
      kind: 'redemption',
      ...who,
      campaign_id,
      transaction_id,
      points,
      requested_at,
      partner: demonstrationPartner.slug,
    })
    return transaction_id
  }

  const matched = await redemption(first, 4_000, daysAgo(6))
  const different = await redemption(second, 2_000, daysAgo(5))
  const missing = await redemption(third, 3_000, daysAgo(4))
  const own = await redemption(person, 2_000, daysAgo(3))
  await redemption(fourth, 2_000, daysAgo(2), 'other-points')
  const lineOf = (transaction_id: string, change = 0): string => {
    const debit = partner.books.debits().find(({ key }) => key === transaction_id)
    if (!debit) throw new Error('The partner has no such debit')
    return `${debit.reference};${transaction_id};debito;${debit.points + change};${debit.debited_at}`
  }
  const lines = [
    lineOf(own),
    lineOf(different, 500),
    `D90000001;${randomUUID()};debito;1500;${daysAgo(4).toISOString()}`,
    lineOf(matched),
  ]
  const file = Buffer.from(`${settlementHeader}\n${lines.join('\n')}\n`)
  await seedPartnerPoints(deps, services, {
    kind: 'settlement',
    partner: demonstrationPartner.slug,
    staff_id,
    file,
    sha256: createHash('sha256').update(file).digest('hex'),
    from_day: clubDayOf(daysAgo(7), time_zone),
    to_day: clubDayOf(daysAgo(1), time_zone),
    refund: { refund_id: randomUUID(), transaction_id: missing, reason: 'O parceiro não tem este débito.' },
  })
  await redemption(person, 1_000, now, 'none')
}
