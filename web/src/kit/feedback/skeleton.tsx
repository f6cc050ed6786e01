import css from './feedback.module.css'

type SkeletonProps = {
  /** `text` as high as a line, `title` as a title, `field` as a control, `picture` 16:9, `card` as a card. */
  shape?: 'text' | 'title' | 'field' | 'picture' | 'card'
  /** How many below each other. */
  count?: number
}

/** The real shape of what is coming, breathing. Silent: say what loads in a live region. */
export function Skeleton({ shape = 'text', count = 1 }: SkeletonProps) {
  return (
    <div className={css.skeletons} aria-hidden="true">
      {Array.from({ length: count }, (_, at) => (
        <div key={at} className={css.skeleton} data-shape={shape} />
      ))}
    </div>
  )
}
