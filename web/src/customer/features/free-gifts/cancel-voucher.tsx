import { cancelGiftVoucherCall, giftCancelledMessage } from '@clube/contract/free-gifts/calls.ts'
import { giftName } from '@clube/contract/free-gifts/settings.ts'
import type { GiftVoucher } from '@clube/contract/free-gifts/voucher.ts'
import { Button } from '../../../kit/button/button.tsx'
import { useDialog } from '../../../kit/surface/dialog.tsx'
import { ConfirmDialog } from '../../../parts/confirm-dialog.tsx'
import { useAction } from '../../../parts/use-action.ts'
import { giftDependentKeys } from './use-gifts.ts'

/** Cancels a voucher after a confirmation that states what is returned. */
export function CancelVoucher({ voucher }: { voucher: GiftVoucher }) {
  const { pending, run } = useAction()
  const confirmation = useDialog()
  const { campaign_title, gift, voucher_id } = voucher
  const cancel = async () => {
    await run((send) => send(cancelGiftVoucherCall, { body: { voucher_id } }), {
      success: ({ message }) => message ?? giftCancelledMessage,
      refresh: giftDependentKeys,
    })
    confirmation.close()
  }
  return (
    <>
      <Button variant="quiet" onClick={confirmation.open}>
        Cancelar vale-brinde
      </Button>
      <ConfirmDialog
        {...confirmation.props}
        title="Cancelar o vale-brinde?"
        confirm="Sim, cancelar"
        cancelLabel="Manter o vale"
        pending={pending}
        onConfirm={cancel}
      >
        <p>
          <strong>
            {giftName(gift)}, {campaign_title}
          </strong>
        </p>
        <p>
          O vale deixa de valer, também o que já foi impresso, e o brinde vai para outra pessoa. As notas e os
          pontos que você usou voltam para você. Os pontos voltam com pelo menos 30 dias de validade.
        </p>
      </ConfirmDialog>
    </>
  )
}
