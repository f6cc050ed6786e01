import { useId, useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import { CloseButton } from '../button/button.tsx'
import css from './surface.module.css'

type DialogProps = {
  open: boolean
  /** Called on Escape, the close button or a click outside; the caller sets `open`. */
  onClose: () => void
  title: string
  children: ReactNode
  /** Sticky buttons below the scrolling body. */
  actions?: ReactNode
  wide?: boolean
  /** Focuses the first field instead of the close button. */
  fieldFirst?: boolean
}

/** The state of a dialog that a button opens: its props, and the functions that open and close it. */
export function useDialog() {
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  return { props: { open, onClose: close }, open: () => setOpen(true), close }
}

/** A modal dialog using the native element, which traps and restores focus. */
export function Dialog({ open, onClose, title, children, actions, wide, fieldFirst }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  // Closing restores the focus before a form of the page moves it to an error.
  useLayoutEffect(() => {
    const element = dialog.current
    if (!element) return
    if (open && !element.open) {
      // showModal respects the attribute, which React does not render.
      if (fieldFirst) element.querySelector('input, select, textarea')?.setAttribute('autofocus', '')
      element.showModal()
    }
    if (!open && element.open) element.close()
  }, [open, fieldFirst])
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
        // The second click of a double click on the button that opened the dialog does not close it.
        if (event.target === event.currentTarget && event.detail < 2) onClose()
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
