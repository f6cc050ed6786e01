import { requiredRadioMessage } from '@clube/contract/brazil/field-messages.ts'
import { useEffect, useRef, type ReactNode } from 'react'
import { RadioGroup } from '../../../../kit/field/radio-group.tsx'
import type { FieldBinding } from '../../../../kit/form/use-form.ts'
import css from './support.module.css'

/** Rule of a choice: one option must be chosen. */
export const chosenRule = (value: string): string | undefined =>
  value === '' ? requiredRadioMessage : undefined

type ChoiceProps<Value extends string> = {
  label: string
  options: readonly { value: Value; label: string }[]
  field: FieldBinding<Value | ''>
  /** The option that reveals `children`. */
  revealing: Value
  children: ReactNode
}

/** A choice, one option of which reveals another field. */
export function Choice<Value extends string>(props: ChoiceProps<Value>) {
  const { label, options, field, revealing, children } = props
  return (
    <>
      <div className={css.choice}>
        <RadioGroup
          label={label}
          options={options}
          {...field}
          onChange={(value) => field.onChange(value as Value)}
        />
      </div>
      {field.value === revealing && <Revealed>{children}</Revealed>}
    </>
  )
}

/** Scrolled into view if the choice was just made. */
function Revealed({ children }: { children: ReactNode }) {
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const isChosen =
      document.activeElement instanceof HTMLInputElement && document.activeElement.type === 'radio'
    if (isChosen) element.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <div ref={element} className={css.revealed}>
      {children}
    </div>
  )
}
