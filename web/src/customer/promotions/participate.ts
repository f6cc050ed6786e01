import type { transactionRefusals } from '@clube/contract/campaigns/refusals.ts'
import { startTransactionCall } from '@clube/contract/campaigns/transaction-calls.ts'
import type { BodyOf, RefusalCodeOf } from '@clube/contract/kernel/call.ts'
import * as z from 'zod/mini'
import type { Send } from '../../platform/api/client.ts'
import { isResponse, type Failure, type Sent } from '../../platform/api/failure.ts'
import { serverNow } from '../../platform/clock/server-clock.ts'
import { savedHoldOf } from '../../platform/storage/saved-hold.ts'
import { readServiceChannel } from '../../platform/storage/service-channel.ts'

/** Fields common to all calls that complete a participation. */
type Participation = { transaction_id: string; service_channel: string | undefined }

const pendingSchema = z.object({
  campaign_id: z.string(),
  transaction_id: z.string(),
  created_at: z.string(),
})

/**
 * The participation in a campaign whose completing call was sent but got no response. Each campaign has its own, because
 * participations in several may be unanswered at once.
 */
const pendingParticipationIn = (campaign_id: string) =>
  savedHoldOf(`participation/${campaign_id}`, pendingSchema)

/** Refusals that do not apply to a new participation: it was reused, has another owner, or has ended. */
const staleRefusals: readonly (keyof typeof transactionRefusals)[] = [
  'campaigns.transaction-reused',
  'campaigns.transaction-unknown',
  'campaigns.transaction-expired',
  'campaigns.transaction-cancelled',
]

/**
 * Starts a participation and completes it with the call of its kind. If that call's response is lost, the next attempt
 * resumes the same participation, so that nothing is booked twice: the server repeats its first response.
 */
export async function participate<Data, Code extends string>(
  send: Send,
  start: Omit<BodyOf<typeof startTransactionCall>, 'service_channel'>,
  complete: (participation: Participation) => Promise<Sent<Data, Code>>,
): Promise<Sent<Data, Code | RefusalCodeOf<typeof startTransactionCall>>> {
  const { campaign_id } = start
  const service_channel = readServiceChannel()
  const pendingParticipation = pendingParticipationIn(campaign_id)
  const completeWith = async (transaction_id: string) => {
    pendingParticipation.save({
      campaign_id,
      transaction_id,
      created_at: new Date(serverNow()).toISOString(),
    })
    const sent = await complete({ transaction_id, service_channel })
    if (sent.ok || isResponse(sent.failure)) pendingParticipation.remove()
    return sent
  }

  const resumed = pendingParticipation.read(campaign_id, serverNow())
  if (resumed) {
    const sent = await completeWith(resumed.transaction_id)
    if (sent.ok || !isStale(sent.failure)) return sent
  }
  const started = await send(startTransactionCall, { body: { ...start, service_channel } })
  return started.ok ? completeWith(started.data.transaction_id) : started
}

const isStale = (failure: Failure): boolean =>
  failure.kind === 'refused' && staleRefusals.some((code) => code === failure.code)
