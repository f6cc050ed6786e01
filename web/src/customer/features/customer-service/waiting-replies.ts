import { replyCall, type Conversation } from '@clube/contract/customer-service/calls.ts'
import { messageMaxLength } from '@clube/contract/customer-service/service-ticket.ts'
import { use, useEffect, useEffectEvent } from 'react'
import * as z from 'zod/mini'
import { createStore } from '../../../kit/store/create-store.ts'
import { storedUploadSchema } from '../../../parts/attachments/use-uploads.ts'
import { DraftOwnerContext } from '../../../parts/draft/draft-owner.tsx'
import type { Send } from '../../../platform/api/client.ts'
import type { Failure } from '../../../platform/api/failure.ts'
import { useSend } from '../../../platform/app/app-context.tsx'
import { useWhenOnline } from '../../../platform/offline/use-when-online.ts'
import {
  draftKey,
  draftMaxDays,
  eraseDraft,
  readDraft,
  saveDraft,
  waitingRepliesDraft,
  type DraftOwner,
} from '../../../platform/storage/drafts.ts'
import { isKiosk } from '../../../platform/storage/service-channel.ts'
import { useShowConversation } from './use-service-tickets.ts'

const waitingReplySchema = z.object({
  ticket_id: z.string(),
  /** Unchanged until a response arrives, so that a repeated request adds one message. */
  client_message_id: z.string(),
  message: z.string().check(z.maxLength(messageMaxLength)),
  attachments: z.array(storedUploadSchema),
  created_at: z.string(),
  /** Why the club did not accept it; null while it waits. */
  refusal: z.nullable(z.string()),
})

/** A reply that the club has not received yet, or did not accept. */
export type WaitingReply = z.infer<typeof waitingReplySchema>

type State = {
  /** Storage key; null where nothing may be stored, such as on a kiosk. */
  key: string | null
  replies: readonly WaitingReply[]
  /** The reply that is being sent. */
  sending: string | null
  /** Whether all replies survive closing the page. */
  isStored: boolean
}

const noReplies: State = { key: null, replies: [], sending: null, isStored: true }
const store = createStore<State>(noReplies)

/** Loads the replies that wait on this device for an account; those of the previous account are forgotten. */
export function loadWaitingReplies(owner: DraftOwner | null): void {
  const key = owner === null || isKiosk() ? null : draftKey(owner, waitingRepliesDraft)
  // While one is being sent, the memory is newer than the storage.
  if (key !== null && key === store.get().key && store.get().sending !== null) return
  const replies = key === null ? [] : (readDraft(key, z.array(waitingReplySchema)) ?? [])
  store.set({ ...noReplies, key, replies })
}

function change(replies: readonly WaitingReply[], sending: string | null = store.get().sending): void {
  const { key } = store.get()
  if (replies.length === 0 && key !== null) eraseDraft(key)
  const isStored = replies.length === 0 || (key !== null && saveDraft(key, replies, draftMaxDays))
  store.set({ key, replies, sending, isStored })
}

/** Adds a reply, which `sendWaitingReplies` sends. */
export const addWaitingReply = (reply: Omit<WaitingReply, 'refusal'>): void =>
  change([...store.get().replies, { ...reply, refusal: null }])

export const removeWaitingReply = (client_message_id: string): void =>
  change(store.get().replies.filter((reply) => reply.client_message_id !== client_message_id))

/** Lets a refused reply wait again. */
export const retryWaitingReply = (client_message_id: string): void => setRefusal(client_message_id, null)

const setRefusal = (client_message_id: string, refusal: string | null): void =>
  change(
    store
      .get()
      .replies.map((reply) =>
        reply.client_message_id === client_message_id ? { ...reply, refusal } : reply,
      ),
  )

/**
 * Sends the waiting replies in order, one at a time. A reply without a response stays and is sent again; a refused one stays
 * with its reason.
 */
export async function sendWaitingReplies(
  send: Send,
  onSent: (conversation: Conversation) => void,
): Promise<void> {
  if (store.get().sending !== null) return
  const { key } = store.get()
  for (;;) {
    const { replies } = store.get()
    const next = replies.find(({ refusal }) => refusal === null)
    if (!next) return
    const { attachments, client_message_id, message, ticket_id } = next
    change(replies, client_message_id)
    const sent = await send(replyCall, {
      body: {
        ticket_id,
        message,
        client_message_id,
        attachments: attachments.map(({ upload_id }) => upload_id),
      },
    }).catch(() => null)
    // The account has changed meanwhile.
    if (store.get().key !== key) return
    const rest = store.get().replies
    if (sent?.ok) {
      change(
        rest.filter((reply) => reply.client_message_id !== client_message_id),
        null,
      )
      onSent(sent.data)
      continue
    }
    change(rest, null)
    const reason = sent === null ? null : refusalOf(sent.failure)
    if (reason === null) return
    setRefusal(client_message_id, reason)
  }
}

/** The club's reason for not accepting the reply; null if it may accept the same reply later. */
function refusalOf(failure: Failure): string | null {
  if (failure.kind !== 'refused' && failure.kind !== 'invalid') return null
  const isSessionNeeded = failure.status === 401 || failure.status === 403
  return isSessionNeeded ? null : (failure.errors[0]?.message ?? failure.message)
}

/** The replies that wait on this device. */
export const useWaitingReplies = (): readonly WaitingReply[] => store.useValue().replies
/** The id of the reply that is being sent. */
export const useSendingReply = (): string | null => store.useValue().sending
/** Whether closing the page loses a reply. */
export const useHasUnstoredReplies = (): boolean => {
  const { isStored, replies } = store.useValue()
  return !isStored && replies.length > 0
}

/** How often waiting replies are sent again, in milliseconds. */
export const resendMs = 20_000

/** Sends waiting replies while the component is mounted: at once, when the device is online again, and at intervals. */
export function useReplySender(): () => void {
  const owner = use(DraftOwnerContext)
  const send = useSend()
  const show = useShowConversation()
  const attemptNow = useEffectEvent(() => void sendWaitingReplies(send, show))
  const hasWaiting = useWaitingReplies().some(({ refusal }) => refusal === null)
  useEffect(() => loadWaitingReplies(owner), [owner])
  useEffect(() => {
    if (!hasWaiting) return
    attemptNow()
    const timer = setInterval(() => attemptNow(), resendMs)
    return () => clearInterval(timer)
  }, [hasWaiting])
  useWhenOnline(() => sendWaitingReplies(send, show))
  return () => void sendWaitingReplies(send, show)
}

/** `useReplySender` for pages that show no replies. */
export function ReplySender(): null {
  useReplySender()
  return null
}
