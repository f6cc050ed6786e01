import { parkingVoucherAuditTitles } from '@clube/contract/parking-voucher/audit-titles.ts'
import {
  parkingVoucherSettings,
  parkingVoucherSettingsErrors,
} from '@clube/contract/parking-voucher/settings.ts'
import { settingsErrorsOf, type Promotion, type PromotionDeps } from '../campaigns/index.ts'
import { createParkingSaga } from './apply-outcome.ts'
import type { ParkingServices } from './deps.ts'
import { deskDataAccesses, listDeskSubjects } from './desk/desk-data.ts'
import { createParkingProof } from './prove-vouchers.ts'
import { readResults } from './read-results.ts'
import { compareEndedDays } from './reconciliation/compare-days.ts'
import { countCases } from './reconciliation/decide-cases.ts'
import { countWaitingItems } from './reconciliation/reconciliation-store.ts'
import { refreshParked } from './refresh-parked.ts'
import { bindParkingVouchers } from './routes.ts'
import { bindParkingDesk, bindParkingReconciliation } from './staff-routes.ts'
import { reverseVoucher, registerUndos, askDueUndos } from './undo-voucher.ts'
import { eraseUndoReasons } from './undo-store.ts'
import { describeOutcomes, listMyVouchers, listVouchersForDesk } from './view-vouchers.ts'
import { isCurrent } from './voucher.ts'
import { messagesOf, resendMessage } from './voucher-messages.ts'
import { eraseTickets, listForActor } from './voucher-store.ts'

const noCarParkWarning =
  'O clube ainda não está ligado a um estacionamento: sem ele, nenhum vale pode ser usado.'

/** The promotion kind of parking vouchers. */
export const createParkingVoucherPromotion = (deps: PromotionDeps, services: ParkingServices): Promotion => {
  const saga = createParkingSaga(deps, services)
  // Spread at each use: tests open their database later.
  const carParkDeps = () => ({ ...deps, ...services, saga })
  return {
    settingsErrors: settingsErrorsOf(parkingVoucherSettings, parkingVoucherSettingsErrors),
    referenceErrors: async () => new Map(),
    canWaiveCertificate: () => false,
    approvalWarnings: async (_db, campaign_ids) =>
      new Map(services.externalServices.carPark ? [] : campaign_ids.map((id) => [id, [noCarParkWarning]])),
    listAvailable: async (_db, campaign_ids) => new Set(campaign_ids),
    extensionErrors: async () => [],
    reverse: (tx, reversal) => reverseVoucher(deps, tx, reversal),
    // Applied discounts do not depend on the campaign.
    onPause: async () => {},
    onResume: async () => {},
    // A voucher holds no stock of the club, and the car park keeps the discount that it granted.
    releaseOnDeletion: async () => {},
    hasValidVouchers: async (tx, { customer_id, now }) =>
      (await listForActor(tx, { customer_id, identified_session_id: null }, null)).some((voucher) =>
        isCurrent(voucher, now),
      ),
    erasePersonalData: async (tx, customer_id) => {
      await eraseTickets(tx, customer_id)
      await eraseUndoReasons(tx, customer_id)
    },
    describeOutcomes: (db, transactions) => describeOutcomes(deps, db, transactions),
    listVouchers: listVouchersForDesk,
    readOwnData: async (customer_id) => ({
      // Own data requires the password.
      parking_vouchers: await listMyVouchers(deps, { customer_id, identified_session_id: null }, null),
    }),
    auditTitles: parkingVoucherAuditTitles,
    dataAccesses: deskDataAccesses,
    listSubjects: listDeskSubjects,
    messages: messagesOf(deps.time_zone),
    attachments: {},
    readResults: (campaign_id) => readResults(deps, campaign_id),
    resendMessage: (tx, transaction) => resendMessage(deps, tx, transaction),
    purge: async () => {
      await saga.askDue()
      await askDueUndos(carParkDeps())
      await refreshParked(carParkDeps())
      await compareEndedDays(carParkDeps())
    },
    proofs: [createParkingProof(deps)],
    waiting: {
      'parking.reconcile': async (db, { limit }) =>
        Math.min(limit, (await countCases(db)) + (await countWaitingItems(db, limit))),
    },
    registerJobs: (jobs) => {
      saga.registerJobs(jobs)
      registerUndos(carParkDeps(), jobs)
    },
    bind: (binder) => {
      bindParkingVouchers(binder, carParkDeps())
      bindParkingDesk(binder, carParkDeps())
      bindParkingReconciliation(binder, carParkDeps())
    },
  }
}
