import { freeGiftAuditTitles } from '@clube/contract/free-gifts/audit-titles.ts'
import {
  costOnlyPoints,
  freeGiftSettings,
  freeGiftSettingsErrors,
} from '@clube/contract/free-gifts/settings.ts'
import * as z from 'zod/mini'
import { settingsErrorsOf, type Promotion } from '../campaigns/index.ts'
import { messageTopics, type FreeGiftDeps, type GiftServices, type GiftTemplate } from './deps.ts'
import { listPictureErrors } from './pictures/picture-errors.ts'
import { bindGiftPictures } from './pictures/picture-routes.ts'
import { purgePictures } from './pictures/purge-pictures.ts'
import { eraseSignatures } from './desk/delivery-store.ts'
import { deskDataAccesses, listDeskSubjects, purgeDesk, readOwnDeliveries } from './desk/desk-data.ts'
import { createDeliveryProof } from './desk/prove-deliveries.ts'
import { createStockProof } from './prove-stock.ts'
import { readResults } from './read-results.ts'
import { bindFreeGifts } from './routes.ts'
import { listCampaignsInStock } from './stock/stock-store.ts'
import { hasValidVouchers, releaseOnDeletion, reverseVoucher } from './vouchers/cancel-voucher.ts'
import { describeOutcomes } from './vouchers/describe-outcomes.ts'
import { expireVouchers, remindOfExpiry } from './vouchers/expire-vouchers.ts'
import { listVouchers } from './vouchers/list-vouchers.ts'
import { resendMessage } from './vouchers/resend-message.ts'
import { listMyGifts } from './vouchers/view-vouchers.ts'
import { createIssuedFiles } from './vouchers/voucher-file.ts'
import { issuedNotes, registerVoucherMessages, voucherTexts } from './vouchers/voucher-messages.ts'

const exampleVoucher = {
  campaign: { title: 'Natal com presente' },
  gift: {
    gift_id: '',
    title: 'Copo térmico',
    variant: 'Azul',
    description: '',
    picture: null,
    value_cents: 8990,
    price: { kind: 'receipts' },
  },
  point: {
    pickup_point_id: '',
    name: 'Balcão do Piso 1',
    location: 'ao lado da escada rolante',
    opening_hours: 'Todos os dias, das 10h às 22h',
  },
  expires_at: new Date('2026-12-06T01:00:00Z'),
  delivered_at: new Date('2026-12-05T22:10:00Z'),
} as const

const messagesOf = (zone: FreeGiftDeps['time_zone']): Promotion['messages'] =>
  Object.fromEntries(
    Object.entries(messageTopics).map(([template, topic]) => {
      const texts = voucherTexts[template as GiftTemplate](exampleVoucher, zone)
      const notes = template === 'gift-issued' ? [issuedNotes.note] : []
      return [template, { topic, texts: { ...texts, paragraphs: [...texts.paragraphs, ...notes] } }]
    }),
  )

/** The promotion kind of free gifts. */
export const createFreeGiftsPromotion = (deps: FreeGiftDeps, services: GiftServices): Promotion => ({
  settingsErrors: settingsErrorsOf(freeGiftSettings, freeGiftSettingsErrors),
  referenceErrors: listPictureErrors,
  canWaiveCertificate: (settings) => {
    const { data } = z.safeParse(freeGiftSettings, settings)
    return data !== undefined && costOnlyPoints(data.gifts)
  },
  // Stock is received after approval.
  approvalWarnings: async () => new Map(),
  listAvailable: listCampaignsInStock,
  extensionErrors: async () => [],
  reverse: (tx, reversal) => reverseVoucher(deps, tx, reversal),
  // Vouchers are valid during a pause.
  onPause: async () => {},
  onResume: async () => {},
  releaseOnDeletion,
  hasValidVouchers,
  // Vouchers, deliveries and numbers contain no other personal data.
  erasePersonalData: eraseSignatures,
  describeOutcomes: (db, transactions) => describeOutcomes(deps, db, transactions),
  listVouchers: (db, input) => listVouchers(deps, db, input),
  // Own data requires the password.
  readOwnData: async (customer_id) => ({
    gift_vouchers: await listMyGifts(deps, { customer_id, identified_session_id: null }, null),
    gift_deliveries: await readOwnDeliveries(deps, customer_id),
  }),
  auditTitles: freeGiftAuditTitles,
  dataAccesses: deskDataAccesses,
  listSubjects: (db, customer_id) => listDeskSubjects(deps, db, customer_id),
  messages: messagesOf(deps.time_zone),
  attachments: { 'gift-issued': (message) => createIssuedFiles(deps, message) },
  readResults: (campaign_id) => readResults(deps, campaign_id),
  resendMessage: (tx, transaction) => resendMessage(deps, tx, transaction),
  purge: async () => {
    await expireVouchers(deps)
    await remindOfExpiry(deps)
    await purgePictures({ ...deps, ...services })
    await purgeDesk(deps)
  },
  proofs: [createStockProof(deps), createDeliveryProof(deps)],
  waiting: {},
  registerJobs: (jobs) => registerVoucherMessages(deps, jobs),
  bind: (binder) => {
    bindFreeGifts(binder, { ...deps, ...services })
    bindGiftPictures(binder, { ...deps, ...services })
  },
})
