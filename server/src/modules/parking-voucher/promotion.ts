import { parkingVoucherAuditTitles } from '@clube/contract/parking-voucher/audit-titles.ts'
import {
  parkingVoucherSettings,
  parkingVoucherSettingsErrors,
} from '@clube/contract/parking-voucher/settings.ts'
import type { PromotionDeps } from '../campaigns/index.ts'
import { settingsErrorsOf, type Promotion } from '../campaigns/index.ts'
import { createParkingSaga } from './apply-outcome.ts'
import type { ParkingServices } from './deps.ts'
import { bindParkingVouchers } from './routes.ts'
import { bindParkingDesk } from './staff-routes.ts'
import { reverseVoucher, registerUndos, askDueUndos } from './undo-voucher.ts'
import { eraseUndoReasons } from './undo-store.ts'
import { describeOutcomes, listMyVouchers, listVouchersForDesk } from './view-vouchers.ts'
import { isCurrent } from './voucher.ts'
import { messagesOf, resendMessage } from './voucher-messages.ts'
import { eraseTickets, listForActor } from './voucher-store.ts'

/** The promotion kind of parking vouchers. */
export const createParkingVoucherPromotion = (deps: PromotionDeps, services: ParkingServices): Promotion => {
  const saga = createParkingSaga(deps, services)
  // Read when it is used.
  const outside = () => ({ ...deps, ...services, saga })
  return {
    settingsErrors: settingsErrorsOf(parkingVoucherSettings, parkingVoucherSettingsErrors),
    referenceErrors: async () => new Map(),
    canWaiveCertificate: () => false,
    approvalWarnings: async () => new Map(),
    listAvailable: async (_db, campaign_ids) => new Set(campaign_ids),
    extensionErrors: async () => [],
    reverse: (tx, reversal) => reverseVoucher(deps, tx, reversal),
    // Applied discounts do not depend on the campaign.
    onPause: async () => {},
    onResume: async () => {},
    // Nothing is held: an applied discount was granted by the car park.
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
    dataAccesses: {},
    listSubjects: async () => [],
    messages: messagesOf(deps.time_zone),
    attachments: {},
    readResults: async () => ({
      steps: [],
      unfulfilled: [],
      given: null,
      tables: [],
      interruption: { pause: [], end: [] },
    }),
    resendMessage: (tx, transaction) => resendMessage(deps, tx, transaction),
    purge: async () => {
      await saga.askDue()
      await askDueUndos(outside())
    },
    proofs: [],
    waiting: {},
    registerJobs: (jobs) => {
      saga.registerJobs(jobs)
      registerUndos(outside(), jobs)
    },
    bind: (binder) => {
      bindParkingVouchers(binder, outside())
      bindParkingDesk(binder, outside())
    },
  }
}
