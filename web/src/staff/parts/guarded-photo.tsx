import css from './parts.module.css'

/**
 * A photo whose view is audited: it cannot be dragged or saved from a menu. When it has
 * the focus, the arrow keys scroll a photo taller than its frame.
 */
export function GuardedPhoto({ url, alt }: { url: string; alt: string }) {
  return (
    <div key={url} className={css.photoFrame} tabIndex={0}>
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
