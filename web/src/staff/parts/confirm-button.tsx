import { useState } from 'react'
import { Button } from '../../kit/button/button.tsx'

type ConfirmButtonProps = {
  children: string
  /** What the second press is asked with. */
  question: string
  pending?: boolean
  onConfirm: () => void
}

/** A deed that wants a second press. Leaving it takes the first one back. */
export function ConfirmButton({ children, question, pending, onConfirm }: ConfirmButtonProps) {
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
        look={asked ? 'danger' : 'outline'}
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
