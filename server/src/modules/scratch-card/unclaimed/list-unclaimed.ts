import { Readable } from 'node:stream'
import { formatDate, formatDateTime, formatEnd, type TimeZone } from '@clube/contract/kernel/club-time.ts'
import { formatCents } from '@clube/contract/kernel/money.ts'
import type { DataOf } from '@clube/contract/kernel/call.ts'
import { awardStateTitles } from '@clube/contract/scratch-card/calls.ts'
import {
  unclaimedDays,
  unclaimedFile,
  type listUnclaimedCall,
} from '@clube/contract/scratch-card/unclaimed-calls.ts'
import { inTransaction } from '../../../db/database.ts'
import { csvText } from '../../../kernel/csv.ts'
import { refusalsOf } from '../../../kernel/refusal.ts'
import { listCampaignsOfKind } from '../../campaigns/index.ts'
import { findPeople, maskedDocumentOf } from '../../identity/index.ts'
import type { ScratchCardDeps } from '../deps.ts'
import { findScratchCampaign, type ScratchCampaign } from '../scratch-campaign.ts'
import { unclaimedSubject } from './audit-unclaimed.ts'
import { countUndelivered, listUndelivered } from './unclaimed-store.ts'

const dayMs = 24 * 3_600_000

/** The instant of the campaign's end: the planned one, unless it was ended earlier. */
const endOf = ({ ended_at, ends_at }: Pick<ScratchCampaign, 'ended_at' | 'ends_at'>): Date =>
  ended_at !== null && ended_at < ends_at ? ended_at : ends_at

const dueAt = (campaign: Pick<ScratchCampaign, 'ended_at' | 'ends_at'>): Date =>
  new Date(endOf(campaign).getTime() + unclaimedDays * dayMs)

/** Ended campaigns with the number and value of their undelivered prizes, latest end first. */
export const listUnclaimed = async ({
  db,
  clock,
}: Pick<ScratchCardDeps, 'db' | 'clock'>): Promise<DataOf<typeof listUnclaimedCall>> => {
  const now = clock()
  const ended = (await listCampaignsOfKind(db, 'scratch_card')).filter((campaign) => endOf(campaign) <= now)
  const counts = await countUndelivered(
    db,
    ended.map(({ id }) => id),
  )
  const lines: DataOf<typeof listUnclaimedCall> = []
  for (const { id } of ended) {
    const campaign = await findScratchCampaign(db, id)
    if (!campaign) continue
    const own = counts.filter(({ campaign_id }) => campaign_id === id)
    const due_at = dueAt(campaign)
    lines.push({
      campaign_id: id,
      title: campaign.title,
      ends_at: endOf(campaign).toISOString(),
      due_at: due_at.toISOString(),
      is_due: due_at <= now,
      awards: own.reduce((sum, { awards }) => sum + awards, 0),
      value_cents: own.reduce(
        (sum, { prize_number, awards }) => sum + awards * prizeOf(campaign, prize_number).value_cents,
        0,
      ),
    })
  }
  return lines
}

const prizeOf = ({ settings }: ScratchCampaign, prize_number: number) => {
  const prize = settings.prizes[prize_number - 1]
  if (!prize) throw new Error('The campaign has no such prize')
  return prize
}

const batchSize = 500

/** UTF-8 byte order mark and column titles; Brazilian spreadsheets separate columns by semicolons. */
const header = '\uFEFFPosição;Prêmio;Valor;Pessoa;Ganho em;Retirada até;Situação\r\n'

/**
 * The undelivered prizes of a campaign as a CSV file, with masked documents; the download is audited.
 * @throws {Refusal} campaigns.unknown, scratch-card.unclaimed-too-early, before the first row is sent
 */
export const readUnclaimedFile = async (
  deps: ScratchCardDeps,
  { campaign_id, staff_id }: { campaign_id: string; staff_id: string },
): Promise<Readable> => {
  const refuse = refusalsOf(unclaimedFile)
  const campaign = await findScratchCampaign(deps.db, campaign_id)
  if (!campaign) throw refuse('campaigns.unknown')
  const due_at = dueAt(campaign)
  if (due_at > deps.clock())
    throw refuse('scratch-card.unclaimed-too-early', { date: formatDate(due_at, deps.time_zone) })
  await inTransaction(deps.db, (tx) =>
    deps.audit(tx, {
      actor: { kind: 'staff', id: staff_id },
      action: 'scratch-card.list-unclaimed',
      subject: { kind: 'scratch-unclaimed', id: unclaimedSubject(campaign_id) },
      sentence: `Baixou a lista de prêmios não entregues da promoção ${campaign.title}.`,
    }),
  )
  return Readable.from(linesOf(deps, campaign))
}

async function* linesOf(deps: ScratchCardDeps, campaign: ScratchCampaign): AsyncGenerator<string> {
  yield header
  let after = 0
  for (;;) {
    const awards = await listUndelivered(deps.db, { campaign_id: campaign.id, after, limit: batchSize })
    const people = await findPeople(
      deps.db,
      awards.map(({ customer_id }) => customer_id),
    )
    for (const award of awards) {
      const person = people.get(award.customer_id)
      yield lineOf(deps.time_zone, {
        ...award,
        prize: prizeOf(campaign, award.prize_number),
        document: person ? maskedDocumentOf(deps.vault, person) : '',
      })
    }
    const last = awards.at(-1)
    if (!last || awards.length < batchSize) return
    after = last.position
  }
}

type Line = Awaited<ReturnType<typeof listUndelivered>>[number] & {
  readonly prize: { readonly title: string; readonly value_cents: number }
  readonly document: string
}

const lineOf = (zone: TimeZone, { position, prize, document, won_at, expires_at, state }: Line): string =>
  [
    position,
    csvText(prize.title),
    csvText(formatCents(prize.value_cents)),
    document,
    formatDateTime(won_at, zone),
    expires_at === null ? '' : formatEnd(expires_at, zone),
    awardStateTitles[state],
  ].join(';') + '\r\n'
