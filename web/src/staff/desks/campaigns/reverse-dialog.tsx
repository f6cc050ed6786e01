import { requiredTextMessage } from '@clube/contract/brazil/field-messages.ts'
import { parseProtocol } from '@clube/contract/campaigns/protocol.ts'
import { reverseTransactionCall } from '@clube/contract/campaigns/transaction-calls.ts'
import { Button } from '../../../kit/button/button.tsx'
import { TextField } from '../../../kit/field/text-field.tsx'
import { useForm } from '../../../kit/form/use-form.ts'
import { trackPending } from '../../../kit/overlay/pending-count.ts'
import { Dialog } from '../../../kit/surface/dialog.tsx'
import { showToast } from '../../../kit/toast/toast-store.ts'
import { showFailure } from '../../../platform/api/show-failure.ts'
import { useSend } from '../../../platform/app/app-context.tsx'
import { FirstFocus } from '../../parts/first-focus.tsx'
import css from './campaigns.module.css'

type ReverseDialogProps = { open: boolean; onClose: () => void }

/** Takes a completed participation back, by the protocol that its customer quotes. */
export function ReverseDialog({ open, onClose }: ReverseDialogProps) {
  return (
    <Dialog open={open} onClose={onClose} title="Estornar participação" wide>
      <FirstFocus>
        <ReverseForm onDone={onClose} />
      </FirstFocus>
    </Dialog>
  )
}

function ReverseForm({ onDone }: { onDone: () => void }) {
  const send = useSend()
  const form = useForm<{ protocol: string; reason: string }>({
    initial: { protocol: '', reason: '' },
    rules: {
      protocol: (protocol) =>
        parseProtocol(protocol) ? undefined : 'Protocolo inválido. Confira os números com o cliente.',
      reason: (reason) => (reason.trim() === '' ? requiredTextMessage : undefined),
    },
    onSubmit: async (body): Promise<void> => {
      const sent = await trackPending(send(reverseTransactionCall, { body }))
      if (!sent.ok) return showFailure(sent.failure, { form })
      const { protocol, campaign_title } = sent.data
      showToast({ message: `Participação ${protocol} em ${campaign_title} estornada.`, type: 'success' })
      onDone()
    },
  })
  return (
    <form {...form.props} className={css.stack}>
      <p>
        O que a participação trouxe volta: lugares, estoque e pontos. O cliente vê que ela foi estornada, e a
        trilha de auditoria guarda quem fez.
      </p>
      <TextField
        label="Protocolo"
        autoComplete="off"
        maxLength={24}
        placeholder="2026-000123-4"
        helper="Como o cliente o informa, com ou sem hífens."
        {...form.field('protocol')}
      />
      <TextField label="Motivo" multiline maxLength={300} {...form.field('reason')} />
      <Button type="submit" compact look="danger" pending={form.pending}>
        Estornar
      </Button>
    </form>
  )
}
