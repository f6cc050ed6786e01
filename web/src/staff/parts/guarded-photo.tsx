import css from './guarded-photo.module.css'

/**
 * A picture that was opened by a look of its own: neither dragged nor saved from a menu. With the focus on it the arrow
 * keys scroll one that is higher than its place.
 */
export function GuardedPhoto({ url, alt }: { url: string; alt: string }) {
  return (
    <div key={url} className={css.frame} tabIndex={0}>
      <img
        className={css.photo}
        src={url}
        alt={alt}
        draggable={false}
        onContextMenu={(event) => event.preventDefault()}
      />
    </div>
  )
}
