import type { PromotionKind } from '@clube/contract/kernel/promotion-kinds.ts'
import { eventTicketsEditor } from '../desks/events/promotion-editor.tsx'
import { freeGiftsEditor } from '../desks/gifts/promotion-editor.ts'
import { parkingVoucherEditor } from '../desks/parking/promotion-editor.ts'
import { newProjectEditor } from '../desks/projects/promotion-editor.ts'
import { partnerPointsEditor } from '../desks/partner-points/promotion-editor.ts'
import { scratchCardEditor } from '../desks/scratch-cards/promotion-editor.ts'
import type { PromotionEditor } from './promotion.ts'

/** One entry per kind, null until implemented; a missing entry is a compile error. */
const editors: Readonly<Record<PromotionKind, PromotionEditor | null>> = {
  event_tickets: eventTicketsEditor,
  free_gifts: freeGiftsEditor,
  scratch_card: scratchCardEditor,
  partner_points: partnerPointsEditor,
  parking_voucher: parkingVoucherEditor,
  new_project: newProjectEditor,
}

/** The implemented kinds. */
export const implementedEditors: readonly PromotionEditor[] = Object.values(editors).filter(
  (editor) => editor !== null,
)

/** The registry entry of a kind; null unless it is implemented. */
export const editorOf = (kind: string): PromotionEditor | null =>
  Object.entries(editors).find(([name]) => name === kind)?.[1] ?? null
