import { printAtDeskCall, type DeskVoucher } from '@clube/contract/free-gifts/desk-calls.ts'
import { giftName } from '@clube/contract/free-gifts/settings.ts'
import { copyTitle } from '@clube/contract/free-gifts/voucher.ts'
import { useRef, useState } from 'react'
import { showToast } from '../../../kit/toast/toast-store.ts'
import { PrintedRoll, type PrintedVoucher } from '../../../parts/gifts/printed-roll.tsx'
import { newId } from '../../../parts/new-id.ts'
import { useAction } from '../../../parts/use-action.ts'
import { isResponse } from '../../../platform/api/failure.ts'

type Printing = { readonly voucher: PrintedVoucher; readonly gift: string; readonly copy: string | null }

/**
 * Prints copies on the desk's 80 mm roll; `roll` renders the copy for the printer. A retry after a lost response prints
 * the same copy. `onRefused` gets the reason why a voucher can no longer be printed.
 */
export function usePrintCopy(onRefused: (message: string) => void) {
  const { pending, run } = useAction()
  const [printing, setPrinting] = useState<Printing | null>(null)
  /** Ids of print requests without a response, by voucher. */
  const unanswered = useRef(new Map<string, string>())
  const print = (voucher: DeskVoucher) => {
    const { voucher_id } = voucher
    const print_request_id = unanswered.current.get(voucher_id) ?? newId()
    unanswered.current.set(voucher_id, print_request_id)
    return run((send) => send(printAtDeskCall, { body: { voucher_id, print_request_id } }), {
      onSuccess: ({ copy_number, ...codes }) => {
        unanswered.current.delete(voucher_id)
        setPrinting({
          voucher: { ...voucher, ...codes },
          gift: giftName(voucher.gift),
          copy: copyTitle(copy_number),
        })
      },
      onFailure: (failure) => {
        if (!isResponse(failure)) return false
        unanswered.current.delete(voucher_id)
        if (failure.kind !== 'refused' || failure.code === null) return false
        onRefused(failure.message)
        return true
      },
      place: 'endpoint',
    })
  }
  const roll = printing && (
    <PrintedRoll
      {...printing}
      onPrinted={() => {
        setPrinting(null)
        showToast({
          message: `${printing.copy} enviada para a impressora.`,
          type: 'success',
        })
      }}
    />
  )
  return { print, isPrinting: pending || printing !== null, roll }
}
