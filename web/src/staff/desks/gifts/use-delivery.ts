import {
  deliverGiftCall,
  readDeskVoucherCall,
  type DeskVoucher,
} from '@clube/contract/free-gifts/desk-calls.ts'
import type { Signature } from '@clube/contract/free-gifts/signature.ts'
import { useRef, useState } from 'react'
import { useAction } from '../../../parts/use-action.ts'
import { isResponse } from '../../../platform/api/failure.ts'
import { newId } from '../../../parts/new-id.ts'
import type { Shown } from './delivery.ts'

/** Cache key of everything that a delivery changes at the desk. */
export const giftDeskKey = ['gift-desk'] as const

/** Reads and delivers vouchers, one at a time. */
export function useDelivery() {
  const [shown, setShown] = useState<Shown>({ kind: 'ready' })
  const reading = useAction()
  const delivering = useAction()
  /** Ids of deliveries without a response, by voucher: sent again, they deliver once. */
  const unanswered = useRef(new Map<string, string>())
  const readings = useRef(0)

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

  const read = (code: string) =>
    reading.run((send) => send(readDeskVoucherCall, { body: { code } }), {
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

  const deliver = (voucher: DeskVoucher, signature: Signature | null) => {
    const { voucher_id } = voucher
    const client_delivery_id = unanswered.current.get(voucher_id) ?? newId()
    unanswered.current.set(voucher_id, client_delivery_id)
    return delivering.run(
      (send) => send(deliverGiftCall, { body: { voucher_id, client_delivery_id, signature } }),
      {
        onSuccess: (data) => {
          unanswered.current.delete(voucher_id)
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

  return { shown, setShown, read, deliver, isReading: reading.pending, isDelivering: delivering.pending }
}
