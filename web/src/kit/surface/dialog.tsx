import { useEffect, useId, useRef, type ReactNode } from 'react'
import { CloseButton } from '../button/close-button.tsx'
import css from './surface.module.css'

type DialogProps = {
  open: boolean
  /** Asked by Escape, the close control or a touch outside; the owner sets `open`. */
  onClose: () => void
  title: string
  children: ReactNode
  /** Buttons that stay in sight while the body scrolls. */
  actions?: ReactNode
  wide?: boolean
}

/** A question over the page: the browser's own modal, which keeps focus inside and gives it back. */
export function Dialog({ open, onClose, title, children, actions, wide }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  useEffect(() => {
    const element = dialog.current
    if (!element) return
    if (open && !element.open) element.showModal()
    if (!open && element.open) element.close()
  }, [open])
  return (
    <dialog
      ref={dialog}
      className={css.dialog}
      data-wide={wide ? '' : undefined}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onClick={(event) => {
        if (event.target === event.currentTarget) onClose()
      }}
    >
      {open && (
        <>
          <div className={css.head}>
            <h2 id={id}>{title}</h2>
            <CloseButton name="Fechar" onClose={onClose} />
          </div>
          <div className={css.body}>{children}</div>
          {actions && <div className={css.foot}>{actions}</div>}
        </>
      )}
    </dialog>
  )
}
