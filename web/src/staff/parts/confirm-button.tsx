import { useState } from 'react'
import { Button } from '../../kit/button/button.tsx'

type ConfirmButtonProps = {
  children: string
  /** What the second press is asked with. */
  question: string
  /** `primary` for what the page is there for; everything else is asked again in the colour of danger. */
  look?: 'primary' | 'outline'
  pending?: boolean
  onConfirm: () => void
}

/** A deed that wants a second press. Leaving it takes the first one back. */
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
