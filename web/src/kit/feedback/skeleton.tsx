import css from './feedback.module.css'

type SkeletonProps = {
  /** `text` as high as a line, `title` as a title, `field` as a control, `picture` 16:9, `card` as a card. */
  shape?: 'text' | 'title' | 'field' | 'picture' | 'card'
  /** Number of lines. */
  count?: number
}

/** A pulsing placeholder in the shape of the content. Silent: announce loading in a live region. */
export function Skeleton({ shape = 'text', count = 1 }: SkeletonProps) {
  return (
    <div className="tight" aria-hidden="true">
      {Array.from({ length: count }, (_, index) => (
        <div key={index} className={css.skeleton} data-shape={shape} />
      ))}
    </div>
  )
}
