import { useId, type ReactNode } from 'react'
import { Button, ConfirmingButton } from '../kit/button/button.tsx'
import { TextField } from '../kit/field/text-field.tsx'
import { useForm } from '../kit/form/use-form.ts'
import { Dialog } from '../kit/surface/dialog.tsx'

type ConfirmDialogProps = {
  open: boolean
  onClose: () => void
  title: string
  /** What confirming changes. */
  children?: ReactNode
  /** Label of the confirming button. */
  confirm: string
  /** Label of the button that closes the dialog without confirming. */
  cancelLabel?: string
  /** `quiet` if people are expected not to confirm. */
  variant?: 'primary' | 'danger' | 'quiet'
  pending?: boolean | undefined
  /** Text that must be typed to confirm. */
  typed?: string
  onConfirm: () => unknown
}

/**
 * Asks for confirmation of an action that cannot be undone. Its button is not at the position of the first press and
 * ignores presses for a second, so that a double press cannot confirm.
 */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const {
    open,
    onClose,
    title,
    children,
    confirm,
    cancelLabel = 'Voltar',
    variant = 'danger',
    pending,
    typed,
  } = props
  const form = useId()
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title}
      fieldFirst={typed !== undefined}
      actions={
        <>
          <ConfirmingButton
            variant={variant}
            pending={pending}
            {...(typed === undefined ? { onClick: () => void props.onConfirm() } : { type: 'submit', form })}
          >
            {confirm}
          </ConfirmingButton>
          <Button variant={variant === 'quiet' ? 'primary' : 'quiet'} onClick={onClose}>
            {cancelLabel}
          </Button>
        </>
      }
    >
      <div className="stack">
        {children}
        {typed !== undefined && <TypedText id={form} text={typed} onTyped={props.onConfirm} />}
      </div>
    </Dialog>
  )
}

/** A form that is valid once the text has been typed. */
function TypedText({ id, text, onTyped }: { id: string; text: string; onTyped: () => unknown }) {
  const form = useForm({
    initial: { typed: '' },
    rules: { typed: (typed) => (typed.trim() === text ? undefined : `Digite ${text} para confirmar`) },
    onSubmit: async (): Promise<void> => void (await onTyped()),
  })
  return (
    <form {...form.props} id={id} autoComplete="off">
      <TextField label={`Para confirmar, digite ${text}`} {...form.field('typed')} />
    </form>
  )
}
