import { signaturesOf } from '../../campaigns/index.ts'

/** How the signatures of deliveries are stored. */
export const giftSignatures = signaturesOf('free-gifts')
