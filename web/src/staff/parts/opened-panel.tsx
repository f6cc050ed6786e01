import { useEffect, useRef, type ReactNode } from 'react'
import type { Tone } from '../../kit/surface/chip.tsx'
import { OutlineButton } from './buttons.tsx'
import { StateChip } from './fact-list.tsx'
import css from './opened-panel.module.css'

type OpenedPanelProps = {
  title: string
  state: { title: string; tone: Tone }
  onClose: () => void
  /** The buttons that decide. */
  actions?: ReactNode
  children: ReactNode
}

/** The row that was opened, above its list; focused, so that it is read next. */
export function OpenedPanel({ title, state, onClose, actions, children }: OpenedPanelProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <section className={`panel ${css.opened}`} aria-label={title}>
      <div className="row spread">
        <h2 ref={heading} tabIndex={-1}>
          {title}
        </h2>
        <StateChip {...state} />
      </div>
      {children}
      <div className="row">
        {actions}
        <OutlineButton onClick={onClose}>Fechar</OutlineButton>
      </div>
    </section>
  )
}
