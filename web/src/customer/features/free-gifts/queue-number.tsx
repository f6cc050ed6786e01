import { joinQueueCall } from '@clube/contract/free-gifts/queue-calls.ts'
import type { GiftVoucher } from '@clube/contract/free-gifts/voucher.ts'
import { formatPeople } from '@clube/contract/kernel/count-formats.ts'
import { Button } from '../../../kit/button/button.tsx'
import { Notice } from '../../../kit/feedback/notice.tsx'
import { useAction } from '../../../parts/use-action.ts'
import { giftDependentKeys } from './use-gifts.ts'

/** The person's number in the queue of the pickup point, or a button that takes one. */
export function QueueNumber({ voucher: { voucher_id, queue } }: { voucher: GiftVoucher }) {
  const { pending, run } = useAction()
  const take = () =>
    run((send) => send(joinQueueCall, { body: { voucher_id } }), { refresh: giftDependentKeys })
  if (!queue)
    return (
      <Button variant="outline" pending={pending} onClick={() => void take()}>
        Pegar senha da fila
      </Button>
    )
  const { ahead, called_at, number } = queue
  return (
    <div role="status">
      <Notice tone={called_at === null ? 'info' : 'good'}>
        <p>
          Sua senha de hoje: <strong className="figures">{number}</strong>
        </p>
        <p>
          {called_at !== null
            ? 'Chegou a sua vez: vá ao balcão.'
            : ahead === 0
              ? 'Você é a próxima pessoa.'
              : `${formatPeople(ahead)} na sua frente.`}
        </p>
      </Notice>
    </div>
  )
}
