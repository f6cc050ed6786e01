import { useRef, useState } from 'react'
import type { FieldBinding, Form } from '../../../kit/form/use-form.ts'
import { serverNow } from '../../../platform/clock/server-clock.ts'
import { movedTimes, suggestionsFor, type FollowingTimes, type SessionValues } from './session-plan.ts'

type MovedTimes = {
  start: FieldBinding<string>
  /** Moves the other times, if the start was edited. @returns whether any was moved */
  moveOthers: () => boolean
  /** The times before they were moved; null if none was moved. */
  previousTimes: FollowingTimes | null
  undo: () => void
}

/** The start of a session, which the other times follow once it is entered; a new session's empty times are suggested. */
export function useMovedTimes(form: Form<SessionValues>, { isNew }: { isNew: boolean }): MovedTimes {
  const start = form.field('starts_at')
  const [previousTimes, setPreviousTimes] = useState<FollowingTimes | null>(null)
  /** The start before it was edited. */
  const startBefore = useRef<string | null>(null)

  const moveOthers = () => {
    const { values } = form
    const moved = movedTimes(values, startBefore.current ?? '', new Date(serverNow()))
    if (values.starts_at !== '') startBefore.current = null
    form.setValues(moved)
    const fields = Object.keys(moved) as (keyof FollowingTimes)[]
    if (fields.length === 0) return false
    setPreviousTimes((first) => ({
      ...Object.fromEntries(fields.map((field) => [field, values[field]])),
      ...first,
    }))
    return true
  }
  return {
    start: {
      ...start,
      onChange: (value) => {
        startBefore.current ??= start.value
        start.onChange(value)
      },
      onBlur: () => {
        start.onBlur()
        moveOthers()
        if (isNew) form.setValues(suggestionsFor(form.values))
      },
    },
    moveOthers,
    previousTimes,
    undo: () => {
      if (previousTimes) form.setValues(previousTimes)
      setPreviousTimes(null)
    },
  }
}
