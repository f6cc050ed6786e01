import { formatDate, type TimeZone } from '@clube/contract/kernel/club-time.ts'
import { inTransaction } from '../../db/database.ts'
import type { JobQueue, Jobs } from '../../db/jobs.ts'
import { listAcceptors } from '../consent/index.ts'
import type { MessageTexts, PromotionMessage } from '../messaging/index.ts'
import { findCampaign } from './campaign-store.ts'
import { extensionOf, describeExtension } from './extension.ts'
import type { RegulationDeps } from './deps.ts'
import {
  findChange,
  insertNotices,
  listParticipants,
  listUnnotified,
  saveNotified,
  type RegulationRow,
} from './regulation-store.ts'

/** The job that notifies people of a change. */
export const regulationQueue: JobQueue<{ change_id: string }> = {
  name: 'notify-regulation-change',
  expireInSeconds: 600,
  retryLimit: 20,
}

/** People notified in one transaction. */
const batchSize = 100

/** Registers the job's handler, before the job runner starts. */
export const registerRegulationNotices = (deps: RegulationDeps, jobs: Pick<Jobs, 'work'>): void =>
  jobs.work(regulationQueue, ({ change_id }) => notifyOfRegulationChange(deps, change_id))

/**
 * Notifies everyone who accepted another version of the regulation, or participated under it: once each, since
 * message and record commit together. An interrupted run resumes where it stopped.
 */
export const notifyOfRegulationChange = async (deps: RegulationDeps, change_id: string): Promise<void> => {
  const change = await findChange(deps.db, change_id)
  if (change?.state !== 'approved' || change.notified_at !== null || change.decided_at === null) return
  const campaign = await findCampaign(deps.db, change.campaign_id)
  if (!campaign) throw new Error('The campaign of a regulation change was not found')
  const texts = regulationTexts(
    campaign.title,
    { version: change.version, extension: extensionOf(change) },
    deps.time_zone,
  )
  const { id: campaign_id, slug: scope } = campaign
  const before = change.decided_at
  const { version: except } = change
  const kind = 'promotion_regulation'
  await notifyEach(deps, change, texts, (after) =>
    listAcceptors(deps.db, { kind, scope, except, after, limit: batchSize }),
  )
  await notifyEach(deps, change, texts, (after) =>
    listParticipants(deps.db, { campaign_id, before, after, limit: batchSize }),
  )
  await saveNotified(deps.db, change_id, deps.clock())
}

const notifyEach = async (
  deps: RegulationDeps,
  change: RegulationRow,
  texts: MessageTexts,
  page: (after: string | null) => Promise<string[]>,
): Promise<void> => {
  let customer_ids = await page(null)
  while (customer_ids.length > 0) {
    const batch = customer_ids
    await inTransaction(deps.db, async (tx) => {
      for (const customer_id of await insertNotices(tx, change.id, batch))
        await deps.notify(tx, { customer_id, topic: null, template, texts, expires_at: null })
    })
    customer_ids = await page(batch.at(-1) ?? null)
  }
}

const template = 'regulation-changed'

/** Notifies people of changes whose job failed permanently. */
export const resumeRegulationNotices = async (deps: RegulationDeps): Promise<void> => {
  for (const change_id of await listUnnotified(deps.db)) await notifyOfRegulationChange(deps, change_id)
}

/** Texts of the notice that a promotion has a new version of its regulation, and perhaps a later end. */
const regulationTexts = (
  title: string,
  { version, extension }: { version: string; extension: ReturnType<typeof extensionOf> },
  zone: TimeZone,
): MessageTexts => {
  const changed = `A promoção ${title} segue agora a versão ${version} do regulamento, no lugar da que você aceitou.`
  const read = 'Entre no clube e leia a nova versão na página da promoção.'
  if (!extension)
    return {
      subject: 'O regulamento da promoção mudou',
      paragraphs: [changed, read],
      code: null,
      short: `O regulamento de uma promoção sua mudou para a versão ${version}. Entre no clube e leia.`,
      warning: null,
    }
  const end = formatDate(new Date(extension.ends_at.getTime() - 1), zone)
  return {
    subject: 'A promoção foi prorrogada',
    paragraphs: [`A promoção ${title} foi prorrogada: ${describeExtension(extension, zone)}.`, changed, read],
    code: null,
    short: `Uma promoção sua foi prorrogada para ${end}, com a versão ${version} do regulamento. Entre no clube e leia.`,
    warning: null,
  }
}

const exampleExtension = {
  ends_at: new Date('2027-01-07T01:00:00Z'),
  former_ends_at: new Date('2026-12-25T01:00:00Z'),
  redeem_until: null,
  former_redeem_until: null,
  authorized_until: null,
}

/** Examples of the message about a changed regulation, without and with a later end. */
export const campaignMessages = (zone: TimeZone): Readonly<Record<string, PromotionMessage>> => {
  const example = (extension: ReturnType<typeof extensionOf>): PromotionMessage => ({
    topic: null,
    texts: regulationTexts('Natal no Ipê', { version: '1.1', extension }, zone),
  })
  return { [template]: example(null), 'regulation-changed-extension': example(exampleExtension) }
}
