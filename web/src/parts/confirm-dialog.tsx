import { useId, type ReactNode } from 'react'
import { Button, ConfirmingButton } from '../kit/button/button.tsx'
import { TextField } from '../kit/field/text-field.tsx'
import { useForm } from '../kit/form/use-form.ts'
import { Dialog } from '../kit/surface/dialog.tsx'

/** A text to type that the dialog itself does not show, for example one that another person reads aloud. */
export type TypedConfirmation = {
  label: string
  /** Shown below the field for any other text. */
  error: string
  matches: (text: string) => boolean
}

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
  typed?: string | TypedConfirmation
  onConfirm: () => unknown
}

/**
 * Asks for confirmation of an action that cannot be undone. Its button is not at the position of the first press and
 * ignores presses for a second, so that a double click cannot confirm.
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
        {typed !== undefined && (
          <TypedText id={form} confirmation={confirmationOf(typed)} onTyped={props.onConfirm} />
        )}
      </div>
    </Dialog>
  )
}

const confirmationOf = (typed: string | TypedConfirmation): TypedConfirmation =>
  typeof typed === 'string'
    ? {
        label: `Para confirmar, digite ${typed}`,
        error: `Digite ${typed} para confirmar`,
        matches: (text) => text.trim() === typed,
      }
    : typed

type TypedTextProps = { id: string; confirmation: TypedConfirmation; onTyped: () => unknown }

/** A form that is valid once the text has been typed. */
function TypedText({ id, confirmation: { label, error, matches }, onTyped }: TypedTextProps) {
  const form = useForm({
    initial: { typed: '' },
    rules: { typed: (typed) => (matches(typed) ? undefined : error) },
    onSubmit: async (): Promise<void> => void (await onTyped()),
  })
  return (
    <form {...form.props} id={id} autoComplete="off">
      <TextField label={label} {...form.field('typed')} />
    </form>
  )
}
