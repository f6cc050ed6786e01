import * as z from 'zod/mini'
import { newId } from '../../../parts/new-id.ts'
import { serverNow } from '../../../platform/clock/server-clock.ts'
import { savedHoldOf } from '../../../platform/storage/saved-hold.ts'

const choiceSchema = z.object({
  campaign_id: z.string(),
  gift_id: z.string(),
  pickup_point_id: z.nullable(z.string()),
  /** Unchanged until a response arrives, so that a retry does not count as a copy. */
  print_request_id: z.string(),
  /** Whether it was sent and no response has arrived: it can no longer be changed. */
  is_sent: z.boolean(),
  created_at: z.string(),
})
export type Choice = z.infer<typeof choiceSchema>

/** The choice saved in this browser, restored when the person returns; kept until a voucher is issued. */
export const savedChoice = savedHoldOf('giftChoice', choiceSchema)

const now = () => new Date(serverNow()).toISOString()

export const newChoice = (chosen: Pick<Choice, 'campaign_id' | 'gift_id' | 'pickup_point_id'>): Choice => ({
  ...chosen,
  print_request_id: newId(),
  is_sent: false,
  created_at: now(),
})

/** The same choice, once it is sent. */
export const sentChoice = (choice: Choice): Choice => ({ ...choice, is_sent: true, created_at: now() })

/** The same choice after a refusal: trying again is a new request. */
export const refusedChoice = (choice: Choice): Choice => newChoice(choice)

const copySchema = z.object({
  campaign_id: z.string(),
  voucher_id: z.string(),
  print_request_id: z.string(),
  created_at: z.string(),
})
const savedCopy = savedHoldOf('giftCopy', copySchema)

/** The id of a copy request that got no response, or a new one, which is saved. */
export function copyRequestId(voucher: { campaign_id: string; voucher_id: string }): string {
  const saved = savedCopy.read(voucher.campaign_id, serverNow())
  if (saved?.voucher_id === voucher.voucher_id) return saved.print_request_id
  const print_request_id = newId()
  const { campaign_id, voucher_id } = voucher
  savedCopy.save({ campaign_id, voucher_id, print_request_id, created_at: now() })
  return print_request_id
}

/** Called once the copy request got a response. */
export const clearCopyRequest = (): void => savedCopy.remove()
