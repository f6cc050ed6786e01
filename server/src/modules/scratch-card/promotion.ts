import { scratchCardAuditTitles } from '@clube/contract/scratch-card/audit-titles.ts'
import { scratchCardSettings, scratchCardSettingsErrors } from '@clube/contract/scratch-card/settings.ts'
import { settingsErrorsOf, type Promotion } from '../campaigns/index.ts'
import { awardMessagesOf, registerAwardMessages } from './awards/award-messages.ts'
import { bindAwards } from './awards/award-routes.ts'
import { hasPendingAwards } from './awards/award-store.ts'
import { expireAwards, remindOfAwards } from './awards/expire-awards.ts'
import { listVouchers } from './awards/list-vouchers.ts'
import { resendMessage } from './awards/resend-message.ts'
import { listMyAwards } from './awards/view-awards.ts'
import type { ScratchCardDeps, ScratchServices } from './deps.ts'
import { listCampaignsWithCards } from './deck-store.ts'
import { describeOutcomes } from './describe-outcomes.ts'
import { eraseSignatures } from './desk/delivery-store.ts'
import { awardDataAccesses, listAwardSubjects, purgeDesk, readOwnDeliveries } from './desk/desk-data.ts'
import { bindAwardDesk } from './desk/desk-routes.ts'
import { createDeliveryProof } from './desk/prove-deliveries.ts'
import { releaseOnDeletion, reverseDraw } from './end-awards.ts'
import { eraseReasons, listGiftsTo } from './gift-store.ts'
import { giftDataAccesses } from './give-cards.ts'
import { countWaitingSignatures } from './read-deck.ts'
import { createDeckProof } from './prove-decks.ts'
import { publishDecks } from './publish-deck.ts'
import { readResults } from './read-results.ts'
import { bindScratchCards } from './routes.ts'
import { listMyScratchCards } from './view-draws.ts'

/** The promotion kind of scratch cards. */
export const createScratchCardPromotion = (deps: ScratchCardDeps, services: ScratchServices): Promotion => ({
  settingsErrors: settingsErrorsOf(scratchCardSettings, scratchCardSettingsErrors),
  referenceErrors: async () => new Map(),
  canWaiveCertificate: () => false,
  // The deck is prepared and sealed after the approval.
  approvalWarnings: async () => new Map(),
  listAvailable: listCampaignsWithCards,
  // The windows of the sealed deck stay; its cards remain drawable until the later end.
  extensionErrors: async () => [],
  reverse: (tx, reversal) => reverseDraw(deps, tx, reversal),
  onPause: async () => {},
  onResume: async () => {},
  releaseOnDeletion,
  hasValidVouchers: hasPendingAwards,
  // Draws, awards and deliveries contain no personal data other than the account's id.
  erasePersonalData: async (tx, customer_id) => {
    await eraseReasons(tx, customer_id)
    await eraseSignatures(tx, customer_id)
  },
  describeOutcomes: (db, transactions) => describeOutcomes(deps, db, transactions),
  listVouchers: (db, input) => listVouchers(deps, db, input),
  // Own data requires the password.
  readOwnData: async (customer_id) => ({
    scratch_cards: await listMyScratchCards(deps, { customer_id, identified_session_id: null }, null),
    scratch_gifts: await listGiftsTo(deps.db, customer_id),
    scratch_awards: await listMyAwards(deps, { customer_id, identified_session_id: null }, null),
    scratch_deliveries: await readOwnDeliveries(deps, customer_id),
  }),
  auditTitles: scratchCardAuditTitles,
  dataAccesses: { ...giftDataAccesses, ...awardDataAccesses },
  listSubjects: (db, customer_id) => listAwardSubjects(deps, db, customer_id),
  messages: awardMessagesOf(deps.time_zone),
  attachments: {},
  readResults: (campaign_id) => readResults(deps, campaign_id),
  resendMessage: (tx, transaction) => resendMessage(deps, tx, transaction),
  purge: async () => {
    await publishDecks(deps)
    await expireAwards(deps)
    await remindOfAwards(deps)
    await purgeDesk(deps)
  },
  proofs: [createDeckProof(deps), createDeliveryProof(deps)],
  registerJobs: (jobs) => registerAwardMessages(deps, jobs),
  bind: (binder) => {
    bindScratchCards(binder, { ...deps, ...services })
    bindAwards(binder, deps)
    bindAwardDesk(binder, { ...deps, ...services })
  },
  waiting: { 'scratch.approve': (db, input) => countWaitingSignatures(db, input) },
})
