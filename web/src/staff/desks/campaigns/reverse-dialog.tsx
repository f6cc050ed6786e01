import { requiredTextMessage } from '@clube/contract/brazil/field-messages.ts'
import { parseProtocol } from '@clube/contract/campaigns/protocol.ts'
import { reverseTransactionCall } from '@clube/contract/campaigns/transaction-calls.ts'
import { Button } from '../../../kit/button/button.tsx'
import { TextField } from '../../../kit/field/text-field.tsx'
import { useForm } from '../../../kit/form/use-form.ts'
import { Dialog } from '../../../kit/surface/dialog.tsx'
import { useAction } from '../../../parts/use-action.ts'

type ReverseDialogProps = { open: boolean; onClose: () => void }

/** Reverses a completed participation, by the protocol that the customer quotes. */
export function ReverseDialog({ open, onClose }: ReverseDialogProps) {
  return (
    <Dialog open={open} onClose={onClose} title="Estornar participação" wide fieldFirst>
      <ReverseForm onDone={onClose} />
    </Dialog>
  )
}

function ReverseForm({ onDone }: { onDone: () => void }) {
  const { run } = useAction()
  const form = useForm<{ protocol: string; reason: string }>({
    initial: { protocol: '', reason: '' },
    rules: {
      protocol: (protocol) =>
        parseProtocol(protocol) ? undefined : 'Protocolo inválido. Confira os números com o cliente.',
      reason: (reason) => (reason.trim() === '' ? requiredTextMessage : undefined),
    },
    onSubmit: async (body): Promise<void> => {
      await run((send) => send(reverseTransactionCall, { body }), {
        success: ({ data: { protocol, campaign_title } }) =>
          `Participação ${protocol} em ${campaign_title} estornada.`,
        onSuccess: onDone,
        form,
      })
    },
  })
  return (
    <form {...form.props} className="stack">
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
