import { useEffect, useRef, type ReactNode } from 'react'
import css from './support.module.css'

/** Content revealed by a choice; scrolled into view if the choice was just made. */
export function Revealed({ children }: { children: ReactNode }) {
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
