import { printGiftCall } from '@clube/contract/free-gifts/calls.ts'
import { maxCopies, type GiftVoucher } from '@clube/contract/free-gifts/voucher.ts'
import { Button } from '../../../kit/button/button.tsx'
import { useAction } from '../../../parts/use-action.ts'
import { isResponse } from '../../../platform/api/failure.ts'
import { readServiceChannel } from '../../../platform/storage/service-channel.ts'
import { copyRequestId, clearCopyRequest } from './saved-choice.ts'
import { giftDependentKeys } from './use-gifts.ts'

type PrintCopyProps = { voucher: GiftVoucher; onGranted: (copy_number: number) => void }

/** Requests a copy. The id stays the same until a response arrives, so that a retry does not count as another copy. */
export function PrintCopy({ voucher, onGranted }: PrintCopyProps) {
  const { pending, run } = useAction()
  const { campaign_id, copies_left, gift, pickup_point, transaction_id } = voucher
  const print = () => {
    const body = {
      transaction_id,
      campaign_id,
      gift_id: gift.gift_id,
      pickup_point_id: pickup_point.pickup_point_id,
      print_request_id: copyRequestId(voucher),
      service_channel: readServiceChannel(),
    }
    return run((send) => send(printGiftCall, { body }), {
      onSuccess: ({ copy_number }) => {
        clearCopyRequest()
        onGranted(copy_number)
      },
      onFailure: (failure) => {
        if (isResponse(failure)) clearCopyRequest()
        return false
      },
      refresh: giftDependentKeys,
    })
  }
  return (
    <div className="titled">
      <Button variant="outline" pending={pending} onClick={() => void print()}>
        Imprimir 2ª via
      </Button>
      <p className="soft small">
        {copies_left === 1 ? 'Resta 1' : `Restam ${copies_left}`} de {maxCopies} vias. O código é o mesmo.
      </p>
    </div>
  )
}
