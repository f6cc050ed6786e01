import {
  deliverGiftCall,
  findVouchersCall,
  readDeskVoucherCall,
  type DeskVoucher,
} from '@clube/contract/free-gifts/desk-calls.ts'
import type { Signature } from '@clube/contract/campaigns/signature.ts'
import { useRef, useState } from 'react'
import { useAction } from '../../../parts/use-action.ts'
import { isResponse } from '../../../platform/api/failure.ts'
import { useSend } from '../../../platform/app/app-context.tsx'
import { newId } from '../../../parts/new-id.ts'
import type { Shown } from './delivery.ts'
import type { GiftPost } from './gift-post.ts'

/** Cache key of everything that a delivery changes at the desk. */
export const giftDeskKey = ['gift-desk'] as const

/** Reads, finds and delivers vouchers, one at a time. */
export function useDelivery({ campaign, point }: GiftPost) {
  const send = useSend()
  const [shown, setShown] = useState<Shown>({ kind: 'ready' })
  const reading = useAction()
  const delivering = useAction()
  /** Ids of deliveries without a response, by voucher: a retry with the same id delivers only once. */
  const unanswered = useRef(new Map<string, string>())
  const readings = useRef(0)
  /** The vouchers of the person who was found by document and has several. */
  const [found, setFound] = useState<readonly DeskVoucher[]>([])
  /** Counts reads and searches: the response to an earlier one is ignored. */
  const requests = useRef(0)

  const show = (voucher: DeskVoucher) => {
    const id = unanswered.current.get(voucher.voucher_id)
    const isOwn = voucher.state === 'delivered' && id !== undefined && voucher.client_delivery_id === id
    if (isOwn) unanswered.current.delete(voucher.voucher_id)
    setShown(
      isOwn
        ? { kind: 'delivered', voucher }
        : {
            kind: 'voucher',
            voucher,
            reading: (readings.current += 1),
            isUnanswered: id !== undefined && voucher.state === 'issued',
          },
    )
  }

  const find = async ({ document_id }: { document_id: string }) => {
    const request = (requests.current += 1)
    // The previous person's voucher must not stay on the screen for the next one.
    setShown({ kind: 'ready' })
    setFound([])
    const { campaign_id } = campaign
    const body = { document_id, campaign_id, pickup_point_id: point.pickup_point_id }
    const sent = await send(findVouchersCall, { body })
    if (!sent.ok || request !== requests.current) return sent
    const { vouchers } = sent.data
    const [first, ...others] = vouchers ?? []
    if (!first) setShown({ kind: 'nothing-found', hasAccount: vouchers !== null })
    else if (others.length === 0) show(first)
    else {
      setFound([first, ...others])
      setShown({ kind: 'found', vouchers: [first, ...others] })
    }
    return sent
  }

  const read = (code: string) => {
    requests.current += 1
    setFound([])
    return reading.run((send) => send(readDeskVoucherCall, { body: { code } }), {
      onSuccess: show,
      onFailure: (failure) => {
        if (failure.kind !== 'refused' || failure.code === null) {
          // The previous person's voucher must not stay on the screen for the next one.
          setShown({ kind: 'ready' })
          return false
        }
        setShown({ kind: 'refused', message: failure.message })
        return true
      },
      place: 'endpoint',
    })
  }

  const deliver = (voucher: DeskVoucher, signature: Signature | null) => {
    const { voucher_id } = voucher
    const client_delivery_id = unanswered.current.get(voucher_id) ?? newId()
    unanswered.current.set(voucher_id, client_delivery_id)
    return delivering.run(
      (send) => send(deliverGiftCall, { body: { voucher_id, client_delivery_id, signature } }),
      {
        onSuccess: (data) => {
          unanswered.current.delete(voucher_id)
          setFound((vouchers) => vouchers.filter((other) => other.voucher_id !== voucher_id))
          setShown({ kind: 'delivered', voucher: data.voucher })
        },
        onFailure: (failure) => {
          if (!isResponse(failure)) {
            setShown({ kind: 'voucher', voucher, reading: readings.current, isUnanswered: true })
            return false
          }
          unanswered.current.delete(voucher_id)
          if (failure.kind !== 'refused' || failure.code === 'free-gifts.signature-missing') return false
          setShown({ kind: 'refused', message: failure.message })
          return true
        },
        refresh: [giftDeskKey],
        place: 'endpoint',
      },
    )
  }

  return {
    shown,
    setShown,
    found,
    show,
    read,
    find,
    deliver,
    isReading: reading.pending,
    isDelivering: delivering.pending,
  }
}
