import type { Conversation } from '@clube/contract/customer-service/calls.ts'
import { messageMaxLength, messageTextSchema } from '@clube/contract/customer-service/service-ticket.ts'
import * as z from 'zod/mini'
import { Button } from '../../../kit/button/button.tsx'
import { TextField } from '../../../kit/field/text-field.tsx'
import { useForm } from '../../../kit/form/use-form.ts'
import { AttachmentField, attachmentsPath } from '../../../parts/attachments/attachment-field.tsx'
import {
  draftAttachmentsSchema,
  storedUploadsOf,
  useUploads,
  type DraftAttachment,
} from '../../../parts/attachments/use-uploads.ts'
import { ConfirmDialog } from '../../../parts/confirm-dialog.tsx'
import { FormDraft } from '../../../parts/draft/form-draft.tsx'
import { useDraft } from '../../../parts/draft/use-draft.ts'
import { newId } from '../../../parts/new-id.ts'
import { serverNow } from '../../../platform/clock/server-clock.ts'
import { useLeaveGuard } from '../../../platform/navigation/leave-guard.ts'
import { CharacterCount } from './character-count.tsx'
import { shopperUploads } from './use-service-tickets.ts'
import { addWaitingReply, useHasUnstoredReplies } from './waiting-replies.ts'

type Values = { message: string; attachments: DraftAttachment[] }

const draftSchema = z.object({
  message: z.optional(z.string().check(z.maxLength(messageMaxLength))),
  attachments: z.optional(draftAttachmentsSchema),
})

type ReplyFormProps = {
  conversation: Pick<Conversation, 'ticket_id' | 'state'>
  /** Sends the waiting replies now. */
  onWaiting: () => void
}

/** A reply. It is shown in the conversation at once, and waits there until the club has received it. */
export function ReplyForm({ conversation: { ticket_id, state }, onWaiting }: ReplyFormProps) {
  const draft = useDraft<Values>({
    name: `service-reply/${ticket_id}`,
    initial: { message: '', attachments: [] },
    schema: draftSchema as z.ZodMiniType as z.ZodMiniType<Partial<Values>>,
  })
  const uploads = useUploads({
    calls: shopperUploads,
    stored: draft.initial.attachments,
    erasures: draft.erasures,
    onChange: (attachments) => form.setValue('attachments', attachments),
  })
  const form = useForm<Values>({
    initial: draft.initial,
    rules: {
      message: (text) => z.safeParse(messageTextSchema, text).error?.issues[0]?.message,
      attachments: () => uploads.incomplete ?? undefined,
    },
    onSubmit: ({ message, attachments }) => {
      const created_at = new Date(serverNow()).toISOString()
      const uploaded = storedUploadsOf(attachments)
      addWaitingReply({
        ticket_id,
        client_message_id: newId(),
        message,
        attachments: uploaded,
        created_at,
      })
      draft.erase()
      uploads.clear()
      form.reset(draft.original)
      onWaiting()
    },
  })
  const leaving = useLeaveGuard(useHasUnstoredReplies())
  return (
    <form {...form.props} className="stack">
      <FormDraft draft={draft} form={form} />
      <TextField
        label={state === 'waiting_customer' ? 'A equipe espera a sua resposta' : 'Escreva para a equipe'}
        multiline
        autoCapitalize="sentences"
        maxLength={messageMaxLength}
        helper={<CharacterCount text={form.values.message} />}
        {...form.field('message')}
      />
      <AttachmentField uploads={uploads} error={form.errors[attachmentsPath]} />
      <Button type="submit" pending={form.pending}>
        Enviar
      </Button>
      <ConfirmDialog
        {...leaving}
        title="Sair desta página?"
        confirm="Sair sem enviar"
        cancelLabel="Ficar aqui"
      >
        <p>A sua resposta ainda não foi enviada e não pode ser guardada neste aparelho.</p>
      </ConfirmDialog>
    </form>
  )
}
