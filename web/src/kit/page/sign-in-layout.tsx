import { useEffect, useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import { closeEarlierToast } from '../toast/toast-store.ts'
import css from './sign-in-layout.module.css'
import pattern from './theme-pattern.module.css'

type SignInLayoutProps = {
  /** The club's mark and name. */
  brand: ReactNode
  title: string
  /** One sentence under the title. */
  lead?: ReactNode
  children: ReactNode
  /** Key of the step: a new one slides in according to `direction`. */
  step?: string
  direction?: 'forward' | 'back'
  /** Headline on the picture next to the card, on wide screens. */
  greeting?: string
}

/** One question per step: a column on phones, a card next to a picture from 960 px. */
export function SignInLayout(props: SignInLayoutProps) {
  const { step = props.title, direction = 'forward' } = props
  const [first] = useState(step)
  const [hasMoved, setMoved] = useState(false)
  // Only steps after the first are animated.
  if (!hasMoved && step !== first) setMoved(true)
  useEffect(closeEarlierToast, [step])
  return (
    <div className={css.layout}>
      <aside className={css.picture} aria-hidden="true">
        <ThemePattern />
        {props.greeting && <p className={css.greeting}>{props.greeting}</p>}
      </aside>
      <main className={css.pane}>
        <header className={css.brand}>{props.brand}</header>
        <div key={step} className={css.step} data-from={hasMoved ? direction : undefined}>
          <h1 className={css.title}>{props.title}</h1>
          {props.lead && <p className={css.lead}>{props.lead}</p>}
          <div className={css.body}>{props.children}</div>
        </div>
      </main>
    </div>
  )
}

const topOf = (element: Element | null): number => element?.getBoundingClientRect().top ?? 0

/**
 * The buttons of a step, primary first; sticky above the keyboard on phones, where `--foot` on the page
 * is their height, so that focused fields are not scrolled behind them.
 */
export function StepActions({ children }: { children: ReactNode }) {
  const actions = useRef<HTMLDivElement>(null)
  // After every render, since labels and buttons may change.
  useLayoutEffect(() => {
    const element = actions.current
    if (!element || getComputedStyle(element).position !== 'sticky') return
    const buttons = element.getBoundingClientRect().bottom - topOf(element.firstElementChild)
    const { style } = document.documentElement
    style.setProperty('--foot', `${Math.ceil(buttons)}px`)
    return () => void style.removeProperty('--foot')
  })
  return (
    <div ref={actions} className={css.actions} data-step-actions="">
      {children}
    </div>
  )
}

const columns = [0, 1, 2, 3]
const rows = [0, 1, 2, 3, 4, 5]

/** Background pattern: arches in the club's color around a low sun, as inline SVG. */
function ThemePattern() {
  return (
    <svg
      className={pattern.pattern}
      viewBox="0 0 480 720"
      preserveAspectRatio="xMidYMax slice"
      aria-hidden="true"
    >
      <rect className={pattern.sky} width="480" height="720" />
      <circle className={pattern.glow} cx="330" cy="270" r="210" />
      <circle className={pattern.halo} cx="330" cy="270" r="132" />
      <circle className={pattern.sun} cx="330" cy="270" r="72" />
      {rows.map((row) => (
        <g key={row} className={pattern.row} data-row={row}>
          {columns.map((column) => {
            const left = column * 160 - (row % 2) * 80 - 80
            const top = 250 + row * 88
            return (
              <g key={column}>
                <path
                  className={pattern.arch}
                  d={`M${left} ${top + 470}V${top + 80}a80 80 0 0 1 160 0V${top + 470}Z`}
                />
                <path
                  className={pattern.line}
                  d={`M${left + 18} ${top + 470}V${top + 80}a62 62 0 0 1 124 0V${top + 470}`}
                />
              </g>
            )
          })}
        </g>
      ))}
    </svg>
  )
}
