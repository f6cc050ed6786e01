import type { ReactNode } from 'react'
import { Button, type ButtonProps } from '../../kit/button/button.tsx'
import { useDialog } from '../../kit/surface/dialog.tsx'
import { showToast } from '../../kit/toast/toast-store.ts'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import css from './parts.module.css'

type DeskButtonProps = Pick<ButtonProps, 'children' | 'onClick' | 'pending'>

/** The main action of a desk. */
export const DeskButton = (props: DeskButtonProps) => <Button compact {...props} />

/** Any other action of a desk. */
export const OutlineButton = (props: DeskButtonProps) => <Button compact variant="outline" {...props} />

type ConfirmButtonProps = {
  children: string
  /** Label of the button that confirms. */
  question: string
  /** What confirming changes. */
  consequence?: ReactNode
  /** `primary` for the main action of the page; all others are confirmed in the danger color. */
  variant?: 'primary' | 'outline'
  pending?: boolean
  onConfirm: () => unknown
}

/** An action that is confirmed in a dialog. */
export function ConfirmButton(props: ConfirmButtonProps) {
  const { children, question, consequence, variant = 'outline', pending, onConfirm } = props
  const dialog = useDialog()
  return (
    <>
      <Button compact variant={variant} pending={pending} onClick={dialog.open}>
        {children}
      </Button>
      <ConfirmDialog
        {...dialog.props}
        title={`${children}?`}
        confirm={question}
        variant={variant === 'primary' ? 'primary' : 'danger'}
        pending={pending}
        onConfirm={async () => {
          await onConfirm()
          dialog.close()
        }}
      >
        {consequence}
      </ConfirmDialog>
    </>
  )
}

/** Copies text to the clipboard; the text itself is next to the button, for browsers that forbid copying. */
export const copyText = (text: string, copiedMessage: string): Promise<void> =>
  Promise.resolve()
    .then(() => navigator.clipboard.writeText(text))
    .then(
      () => showToast({ message: copiedMessage, type: 'success' }),
      () => showToast({ message: 'Não foi possível copiar. Selecione o texto e copie.', type: 'warning' }),
    )

export const CopyButton = ({
  text,
  children,
  copiedMessage,
}: {
  text: string
  children: string
  copiedMessage: string
}) => <OutlineButton onClick={() => void copyText(text, copiedMessage)}>{children}</OutlineButton>

type LinkButtonProps = { onClick: () => void; title?: string; children: ReactNode }

/** A button within text that looks like a link. */
export const LinkButton = (props: LinkButtonProps) => <button type="button" className={css.link} {...props} />

type SubmitButtonProps = Pick<ButtonProps, 'children' | 'variant' | 'compact' | 'disabled'> & {
  form: { pending: boolean }
}

export const SubmitButton = ({ form, ...button }: SubmitButtonProps) => (
  <Button type="submit" compact pending={form.pending} {...button} />
)
