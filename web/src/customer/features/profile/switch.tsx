import type { ReactNode } from 'react'
import css from './switch.module.css'

type SwitchProps = {
  checked: boolean
  onChange: (checked: boolean) => void
  /** True while the change is being saved; presses are ignored. */
  pending: boolean
  children: ReactNode
}

/** A setting that applies immediately, without a save button. */
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
