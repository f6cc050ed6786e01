import { useState } from 'react'
import { Button } from '../../../kit/button/button.tsx'
import { ReasonDialog } from '../../parts/reason-dialog.tsx'
import type { Shown } from './verdict.ts'

type OverrideButtonProps = {
  shown: Shown
  onOverride: (ticket_code: string, reason: string) => Promise<boolean>
}

/** Lets a supervisor admit a person whose ticket was refused, with a reason. */
export function OverrideButton({ shown, onOverride }: OverrideButtonProps) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button look="outline" onClick={() => setOpen(true)}>
        Liberar com motivo
      </Button>
      <ReasonDialog
        open={open}
        onClose={() => setOpen(false)}
        title="Liberar a entrada"
        label="Motivo"
        helper="Fica registrado com o seu nome."
        button="Liberar a entrada"
        onReason={async (reason: string) => {
          if (await onOverride(shown.ticket_code, reason)) setOpen(false)
        }}
      />
    </>
  )
}
