import { requiredTextMessage } from '@clube/contract/brazil/field-messages.ts'
import { useState } from 'react'
import { Button } from '../../../kit/button/button.tsx'
import { TextField } from '../../../kit/field/text-field.tsx'
import { useForm } from '../../../kit/form/use-form.ts'
import { Dialog } from '../../../kit/surface/dialog.tsx'
import { FirstFocus } from '../../parts/first-focus.tsx'
import type { Shown } from './verdict.ts'

type OverrideButtonProps = {
  shown: Shown
  onOverride: (ticket_code: string, reason: string) => Promise<boolean>
}

/** A supervisor lets in whoever was refused, and says why. */
export function OverrideButton({ shown, onOverride }: OverrideButtonProps) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button look="outline" onClick={() => setOpen(true)}>
        Liberar com motivo
      </Button>
      <Dialog open={open} onClose={() => setOpen(false)} title="Liberar a entrada">
        <FirstFocus>
          <ReasonForm
            onReason={async (reason) => {
              if (await onOverride(shown.ticket_code, reason)) setOpen(false)
            }}
          />
        </FirstFocus>
      </Dialog>
    </>
  )
}

function ReasonForm({ onReason }: { onReason: (reason: string) => Promise<void> }) {
  const form = useForm({
    initial: { reason: '' },
    rules: { reason: (reason) => (reason.trim() === '' ? requiredTextMessage : undefined) },
    onSubmit: ({ reason }) => onReason(reason.trim()),
  })
  return (
    <form {...form.props}>
      <TextField
        label="Motivo"
        helper="Fica registrado com o seu nome."
        autoComplete="off"
        maxLength={300}
        {...form.field('reason')}
      />
      <Button type="submit" pending={form.pending}>
        Liberar a entrada
      </Button>
    </form>
  )
}
