import { useState } from 'react'
import { Button } from '../../kit/button/button.tsx'

type ConfirmButtonProps = {
  children: string
  /** Label of the confirming second press. */
  question: string
  /** `primary` for the main action of the page; every other action is confirmed in the danger colour. */
  look?: 'primary' | 'outline'
  pending?: boolean
  onConfirm: () => unknown
}

/** An action that needs a second press. Moving the focus away cancels the first one. */
export function ConfirmButton(props: ConfirmButtonProps) {
  const { children, question, look = 'outline', pending, onConfirm } = props
  const [asked, setAsked] = useState(false)
  return (
    <span
      onBlur={() => setAsked(false)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !asked) return
        event.stopPropagation()
        event.preventDefault()
        setAsked(false)
      }}
    >
      <Button
        compact
        look={asked && look === 'outline' ? 'danger' : look}
        pending={pending}
        onClick={() => {
          if (asked) onConfirm()
          setAsked(!asked)
        }}
      >
        {asked ? question : children}
      </Button>
    </span>
  )
}
