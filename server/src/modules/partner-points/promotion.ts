import { partnerPointsAuditTitles } from '@clube/contract/partner-points/audit-titles.ts'
import { redemptionStates, redemptionStateTitles } from '@clube/contract/partner-points/partner.ts'
import {
  partnerPointsSettings,
  partnerPointsSettingsErrors,
} from '@clube/contract/partner-points/settings.ts'
import {
  countDeskInquiries,
  protocolOf,
  settingsErrorsOf,
  type KindResults,
  type Promotion,
  type PromotionDeps,
} from '../campaigns/index.ts'
import { partnerDepsOf, type PartnerDeps, type PartnerServices } from './deps.ts'
import { purgeQuotes } from './links/link-store.ts'
import { erasePersonalData, partnerDataAccesses, readOwnData, releaseOnDeletion } from './own-data.ts'
import { findPartnerCampaign } from './partner-campaign.ts'
import { notifyOfRedemption, partnerMessagesOf } from './partner-messages.ts'
import { listPartnerRows } from './partner-store.ts'
import { createDayProof, createRedemptionProof } from './prove-redemptions.ts'
import { createRedemptionSaga, type RedemptionSaga } from './redemptions/redeem-points.ts'
import { findRedemption, hasProcessing, sumByState } from './redemptions/redemption-store.ts'
import { describeOutcomes } from './redemptions/view-redemptions.ts'
import { askDueRefunds, registerRefunds } from './refunds/refund-redemption.ts'
import { countRefundsToDecide } from './refunds/refund-store.ts'
import { bindPartnerPoints } from './routes.ts'
import { countWaitingItems } from './settlement/item-store.ts'
import { matchWaiting, pairLate, registerMatching } from './settlement/import-settlement.ts'
import { bindReconciliation } from './staff-routes.ts'

/** The promotion kind of partner points. */
export const createPartnerPointsPromotion = (
  kindDeps: PromotionDeps,
  services: PartnerServices,
): Promotion => {
  // Created when they are first needed: tests open their database later.
  let created: { readonly deps: PartnerDeps; readonly saga: RedemptionSaga } | undefined
  const open = () => {
    if (created) return created
    const deps = partnerDepsOf(kindDeps, services)
    created = { deps, saga: createRedemptionSaga(deps) }
    return created
  }
  return {
    settingsErrors: settingsErrorsOf(partnerPointsSettings, (settings) => [
      ...partnerPointsSettingsErrors(settings),
      ...(services.externalServices.partners.has(settings.partner)
        ? []
        : [{ path: 'partner', message: 'Programa parceiro não encontrado.' }]),
    ]),
    referenceErrors: async () => new Map(),
    canWaiveCertificate: () => false,
    approvalWarnings: async (db, campaign_ids) => {
      const rows = await listPartnerRows(db)
      const warnings = new Map<string, readonly string[]>()
      for (const id of campaign_ids) {
        const campaign = await findPartnerCampaign(db, id)
        if (campaign && rows.get(campaign.settings.partner)?.is_on === false)
          warnings.set(id, [
            'As trocas com este parceiro estão suspensas. Retome em Conciliação antes do início.',
          ])
      }
      return warnings
    },
    listAvailable: async (db, campaign_ids) => {
      const rows = await listPartnerRows(db)
      const available = new Set<string>()
      for (const id of campaign_ids) {
        const campaign = await findPartnerCampaign(db, id)
        if (campaign && rows.get(campaign.settings.partner)?.is_on !== false) available.add(id)
      }
      return available
    },
    extensionErrors: async () => [],
    // Points of a partner are returned at the desk Conciliação, by two people.
    reverse: async () => false,
    onPause: async () => {},
    onResume: async () => {},
    releaseOnDeletion,
    hasValidVouchers: (tx, { customer_id }) => hasProcessing(tx, customer_id),
    erasePersonalData: (tx, customer_id) => erasePersonalData(open().deps, tx, customer_id),
    describeOutcomes: (db, transactions) => describeOutcomes(open().deps, db, transactions),
    listVouchers: async () => [],
    readOwnData: (customer_id) => readOwnData(open().deps, customer_id),
    auditTitles: partnerPointsAuditTitles,
    dataAccesses: partnerDataAccesses,
    listSubjects: async () => [],
    messages: partnerMessagesOf(kindDeps.time_zone),
    attachments: {},
    readResults: (campaign_id) => readResults(open().deps, campaign_id),
    resendMessage: async (tx, transaction) => {
      const redemption = await findRedemption(tx, transaction.id)
      if (redemption?.state !== 'completed' && redemption?.state !== 'refunded') return false
      await notifyOfRedemption(open().deps, tx, {
        template: redemption.state === 'completed' ? 'partner-redeemed' : 'partner-refunded',
        redemption,
        protocol: protocolOf(transaction),
        isResent: true,
      })
      return true
    },
    purge: async () => {
      const { deps, saga } = open()
      await purgeQuotes(deps.db, deps.clock())
      await matchWaiting(deps)
      await pairLate(deps)
      await saga.askDue()
      await askDueRefunds(deps)
    },
    proofs: [createRedemptionProof(kindDeps), createDayProof(kindDeps)],
    waiting: {
      'partners.reconcile': async (db, { staff_id, limit }) => {
        const differences = await countWaitingItems(db, [...services.externalServices.partners.keys()], limit)
        return Math.min(
          limit,
          (await countDeskInquiries(db, 'partner_points')) +
            (await countRefundsToDecide(db, staff_id)) +
            differences.reduce((sum, { count }) => sum + count, 0),
        )
      },
    },
    registerJobs: (jobs) => {
      const { deps, saga } = open()
      saga.registerJobs(jobs)
      registerRefunds(deps, jobs)
      registerMatching(deps, jobs)
    },
    bind: (binder) => {
      const { deps, saga } = open()
      bindPartnerPoints(binder, deps, saga)
      bindReconciliation(binder, deps, saga)
    },
  }
}

/** Redemptions of a campaign by state, with their points. */
const readResults = async ({ db }: Pick<PartnerDeps, 'db'>, campaign_id: string): Promise<KindResults> => {
  const sums = await sumByState(db, campaign_id)
  const sumOf = (state: (typeof redemptionStates)[number]) => sums.find((each) => each.state === state)
  const processing = sumOf('processing')?.count ?? 0
  const waiting =
    processing === 0 ? [] : [`Resgates em processamento: ${processing}. Eles ainda serão concluídos.`]
  return {
    steps: [],
    unfulfilled: [],
    given: null,
    interruption: { pause: waiting, end: waiting },
    tables: [
      {
        title: 'Resgates',
        columns: ['Situação', 'Resgates', 'Pontos do parceiro', 'Pontos do clube'],
        rows: redemptionStates.map((state) => {
          const { count = 0, partner_points = 0, club_points = 0 } = sumOf(state) ?? {}
          return { title: redemptionStateTitles[state], values: [count, partner_points, club_points] }
        }),
      },
    ],
  }
}
