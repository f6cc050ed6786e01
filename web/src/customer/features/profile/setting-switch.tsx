import { useEffect, useState, type ReactNode } from 'react'
import css from './profile.module.css'

type SettingSwitchProps = {
  /** The value in the profile. */
  stored: boolean
  /** @returns whether the server saved the change */
  save: (isWanted: boolean) => Promise<boolean>
  /** True while a change is being saved; presses are ignored. */
  pending: boolean
  disabled?: boolean
  children: ReactNode
}

/** A setting that applies immediately, without a save button. */
export function SettingSwitch({ stored, save, pending, disabled = false, children }: SettingSwitchProps) {
  // The new value shows immediately and stays until the profile contains it, so that the switch does not flicker.
  const [chosen, setChosen] = useState<boolean | null>(null)
  useEffect(() => setChosen(null), [stored])
  const checked = chosen ?? stored
  const change = async (isWanted: boolean) => {
    setChosen(isWanted)
    if (!(await save(isWanted))) setChosen(null)
  }
  return (
    <label className={css.switch} data-pending={pending ? '' : undefined}>
      <span>{children}</span>
      <input
        type="checkbox"
        role="switch"
        className={css.track}
        checked={checked}
        disabled={disabled}
        aria-checked={checked}
        aria-busy={pending || undefined}
        aria-disabled={pending || undefined}
        onChange={(event) => {
          if (!pending) void change(event.currentTarget.checked)
        }}
      />
    </label>
  )
}
