import { Link } from 'wouter'
import { Icon } from '../../kit/icon/icon.tsx'
import css from './forward-link.module.css'

type ForwardLinkProps = {
  href: string
  title: string
  /** A sentence below the title. */
  text?: string
  /** The remaining time, 12:34. The text names the deadline, so it is hidden from screen readers. */
  clock?: string | undefined
  /** `line` within other content (default), `card` on its own, `main` as the screen's primary step. */
  variant?: 'line' | 'card' | 'main'
}

/** A link to another page, as wide as its column, with an arrow. */
export function ForwardLink({ href, title, text, clock, variant = 'line' }: ForwardLinkProps) {
  return (
    <Link
      href={href}
      className={variant === 'line' ? css.forward : `raised ${css.forward}`}
      data-variant={variant}
    >
      {text === undefined ? (
        title
      ) : (
        <span className="titled">
          <strong>{title}</strong>
          <span className="soft">{text}</span>
        </span>
      )}
      {clock !== undefined && (
        <span className={`figures ${css.clock}`} aria-hidden="true">
          {clock}
        </span>
      )}
      <Icon name="next" />
    </Link>
  )
}
