import { useState, type ReactNode } from 'react'
import { Button, type ButtonProps } from '../../kit/button/button.tsx'
import { showToast } from '../../kit/toast/toast-store.ts'
import css from './parts.module.css'

type DeskButtonProps = Pick<ButtonProps, 'children' | 'onClick' | 'pending'>

/** The main action of a desk. */
export const DeskButton = (props: DeskButtonProps) => <Button compact {...props} />

/** Every other action of a desk. */
export const OutlineButton = (props: DeskButtonProps) => <Button compact variant="outline" {...props} />

type ConfirmButtonProps = {
  children: string
  /** Label of the button once it asks for confirmation. */
  question: string
  /** `primary` for the main action of the page; every other action is confirmed in the danger color. */
  variant?: 'primary' | 'outline'
  pending?: boolean
  onConfirm: () => unknown
}

/** An action that a second click confirms. Moving the focus away cancels the first one. */
export function ConfirmButton(props: ConfirmButtonProps) {
  const { children, question, variant = 'outline', pending, onConfirm } = props
  const [isConfirming, setConfirming] = useState(false)
  return (
    <span
      onBlur={() => setConfirming(false)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !isConfirming) return
        event.stopPropagation()
        event.preventDefault()
        setConfirming(false)
      }}
    >
      <Button
        compact
        variant={isConfirming && variant === 'outline' ? 'danger' : variant}
        pending={pending}
        onClick={() => {
          if (isConfirming) onConfirm()
          setConfirming(!isConfirming)
        }}
      >
        {isConfirming ? question : children}
      </Button>
    </span>
  )
}

/** Copies text to the clipboard; the text itself is next to the button, for browsers that forbid copying. */
export const copyText = (text: string, done: string): Promise<void> =>
  Promise.resolve()
    .then(() => navigator.clipboard.writeText(text))
    .then(
      () => showToast({ message: done, type: 'success' }),
      () => showToast({ message: 'Não foi possível copiar. Selecione o texto e copie.', type: 'warning' }),
    )

export const CopyButton = ({ text, children, done }: { text: string; children: string; done: string }) => (
  <OutlineButton onClick={() => void copyText(text, done)}>{children}</OutlineButton>
)

type LinkButtonProps = { onClick: () => void; title?: string; children: ReactNode }

/** A button within text that looks like a link. */
export const LinkButton = (props: LinkButtonProps) => <button type="button" className={css.link} {...props} />

type SubmitButtonProps = Pick<ButtonProps, 'children' | 'variant' | 'compact' | 'disabled'> & {
  form: { pending: boolean }
}

/** The button that submits a form. */
export const SubmitButton = ({ form, ...button }: SubmitButtonProps) => (
  <Button type="submit" compact pending={form.pending} {...button} />
)
