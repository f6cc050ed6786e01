import { useEffect, useState, type MouseEvent, type ReactNode } from 'react'
import css from './button.module.css'
import { Icon } from '../icon/icon.tsx'

export type ButtonProps = {
  children: ReactNode
  /** One `primary` per screen; `quiet` is plain text; `outline` is secondary; `danger` is destructive. */
  variant?: 'primary' | 'quiet' | 'outline' | 'danger'
  type?: 'button' | 'submit'
  /** Id of the form that the button submits, if the button is outside of it. */
  form?: string
  /** Shows progress and ignores clicks; keeps width and focus. */
  pending?: boolean | undefined
  disabled?: boolean | undefined
  /** Ignores clicks and keeps the focus, because it has just appeared. */
  inert?: boolean
  onClick?: ((event: MouseEvent<HTMLElement>) => void) | undefined
  /** Renders a link; a router link may wrap it and provide `onClick`. */
  href?: string | undefined
  /** As wide as its label instead of its column. */
  compact?: boolean
  'aria-label'?: string
}

/** A button 56 px high, full width. */
export function Button(props: ButtonProps) {
  const { variant = 'primary', type = 'button', pending = false, inert = false, href, compact } = props
  const shared = {
    className: css.button,
    'data-variant': variant,
    'data-compact': compact ? '' : undefined,
    'aria-label': props['aria-label'],
  }
  if (href !== undefined) {
    return (
      <a {...shared} href={href} onClick={props.onClick}>
        {props.children}
      </a>
    )
  }
  return (
    <button
      {...shared}
      type={type}
      form={props.form}
      disabled={props.disabled}
      data-inert={inert ? '' : undefined}
      aria-disabled={pending || inert || undefined}
      aria-busy={pending || undefined}
      onClick={(event) => {
        if (pending || inert) event.preventDefault()
        else props.onClick?.(event)
      }}
    >
      <span className={css.label}>{props.children}</span>
      {pending && <span className={`spinner ${css.spinner}`} />}
    </button>
  )
}

/** How long a confirming button ignores clicks, in milliseconds. */
export const confirmingPause = { ms: 1_000 }

/** A button that confirms an action. Inert at first, so that a double click on the previous button cannot confirm. */
export function ConfirmingButton(props: Omit<ButtonProps, 'inert' | 'href'>) {
  const [isInert, setInert] = useState(true)
  useEffect(() => {
    const timer = setTimeout(() => setInert(false), confirmingPause.ms)
    return () => clearTimeout(timer)
  }, [])
  return <Button {...props} inert={isInert} />
}

/** The secondary action of a step or dialog, as plain text. */
export const QuietButton = (props: Omit<ButtonProps, 'variant'>) => <Button variant="quiet" {...props} />

type CloseButtonProps = {
  /** What it closes, for screen readers. */
  name: string
  onClose: () => void
  size?: number
}

/** The close button of overlays. */
export function CloseButton({ name, onClose, size = 20 }: CloseButtonProps) {
  return (
    <button type="button" className={css.close} aria-label={name} onClick={onClose}>
      <Icon name="close" size={size} />
    </button>
  )
}
