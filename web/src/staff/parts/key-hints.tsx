import { Fragment } from 'react'
import { useShortcutsOn } from './shortcuts.ts'
import css from './parts.module.css'

/** Which keys do what here, always in sight. */
export function KeyHints({ hints }: { hints: readonly (readonly [key: string, does: string])[] }) {
  if (!useShortcutsOn()) return null
  return (
    <p className={css.hints}>
      {hints.map(([key, does]) => (
        <Fragment key={key}>
          <span>
            <kbd>{key}</kbd> {does}
          </span>
        </Fragment>
      ))}
    </p>
  )
}
