import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import css from './autocomplete.module.css'
import type { Option, OptionId } from './use-async-options.ts'

/** Spec §9, in CSS pixels. */
const rowHeight = 36
/** Spec §9, in CSS pixels. */
const maxListHeight = 288
/** Overscan: rows rendered above and below the visible ones, for fast scrolling. */
const overscan = 6
/** Minimum space below the field, in rows; otherwise the list opens above. */
const minRowsBelow = 4

type OptionListProps = {
  id: string
  label: string
  options: readonly Option[]
  active: number
  chosen: OptionId | null
  status: 'loading' | 'more' | 'ready'
  onChoose: (option: Option) => void
  onNearEnd: () => void
}

/** The rows of an autocomplete, virtualized because a city may have thousands of streets. */
export function OptionList(props: OptionListProps) {
  const { options, active, status, onNearEnd } = props
  const box = useRef<HTMLDivElement>(null)
  const [scrollTop, setScrollTop] = useState(0)
  const [isAbove, setAbove] = useState(false)
  // Kiosk rows are high enough for touch.
  const [scale] = useState(() => (document.documentElement.dataset.channel === 'totem' ? 2 : 1))
  const height = rowHeight * scale
  const first = Math.max(0, Math.floor(scrollTop / height) - overscan)
  const last = Math.min(options.length, Math.ceil((scrollTop + maxListHeight * scale) / height) + overscan)

  useLayoutEffect(() => {
    const field = box.current?.parentElement?.parentElement?.getBoundingClientRect()
    if (!field) return
    const below = (window.visualViewport?.height ?? window.innerHeight) - field.bottom
    setAbove(below < minRowsBelow * height && field.top > below)
  }, [height])

  // New options start at the top.
  const start = options[0]
  useLayoutEffect(() => {
    if (box.current) box.current.scrollTop = 0
    setScrollTop(0)
  }, [start])

  useLayoutEffect(() => {
    const view = box.current
    if (!view || active < 0) return
    const top = active * height
    if (top < view.scrollTop) view.scrollTop = top
    else if (top + height > view.scrollTop + view.clientHeight)
      view.scrollTop = top + height - view.clientHeight
    setScrollTop(view.scrollTop)
  }, [active, height])

  // The keyboard reaches the end without a scroll event; a short first page cannot be scrolled.
  const isNearEnd = status === 'ready' && options.length > 0 && last >= options.length
  const lastRequest = useRef('')
  useEffect(() => {
    // A failed page is requested again only after scrolling.
    const position = `${options.length} ${scrollTop}`
    if (!isNearEnd || lastRequest.current === position) return
    lastRequest.current = position
    onNearEnd()
  }, [isNearEnd, onNearEnd, options.length, scrollTop])

  const isEmpty = status === 'ready' && options.length === 0
  return (
    <div
      className={css.popup}
      data-above={isAbove ? '' : undefined}
      onMouseDown={(event) => event.preventDefault()}
    >
      {status === 'loading' && <p className={css.note}>Carregando...</p>}
      {isEmpty && <p className={css.note}>Nenhum resultado encontrado</p>}
      <div
        ref={box}
        id={props.id}
        role="listbox"
        aria-label={props.label}
        className={css.list}
        hidden={status === 'loading'}
        onScroll={(event) => setScrollTop(event.currentTarget.scrollTop)}
      >
        <div role="presentation" className={css.rows} style={{ height: options.length * height }}>
          {options.slice(first, last).map((option, offset) => {
            const index = first + offset
            return (
              <div
                key={option.id}
                id={`${props.id}-${index}`}
                role="option"
                aria-selected={props.chosen !== null && String(props.chosen) === String(option.id)}
                aria-setsize={options.length}
                aria-posinset={index + 1}
                className={css.row}
                data-active={index === active ? '' : undefined}
                style={{ top: index * height, height }}
                onClick={() => props.onChoose(option)}
              >
                <span className={css.text}>{option.text}</span>
                {option.additional_data?.uf && <span className={css.uf}>{option.additional_data.uf}</span>}
              </div>
            )
          })}
        </div>
      </div>
      {status === 'more' && <p className={css.note}>Carregando...</p>}
    </div>
  )
}
