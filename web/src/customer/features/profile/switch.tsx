import type { ReactNode } from 'react'
import css from './switch.module.css'

type SwitchProps = {
  checked: boolean
  onChange: (checked: boolean) => void
  /** While the server is told; takes no further press. */
  pending: boolean
  children: ReactNode
}

/** A choice that holds at once, without a button to save it. */
export function Switch({ checked, onChange, pending, children }: SwitchProps) {
  return (
    <label className={css.switch} data-pending={pending ? '' : undefined}>
      <span>{children}</span>
      <input
        type="checkbox"
        role="switch"
        className={css.track}
        checked={checked}
        aria-checked={checked}
        aria-busy={pending || undefined}
        aria-disabled={pending || undefined}
        onChange={(event) => {
          if (!pending) onChange(event.currentTarget.checked)
        }}
      />
    </label>
  )
}
