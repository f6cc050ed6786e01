import css from './parts.module.css'

type GuardedPhotoProps = { url: string; alt: string; onLoad?: () => void }

/**
 * A photo whose view is audited: it cannot be dragged or saved from a menu. When it has
 * the focus, the arrow keys scroll a photo taller than its frame.
 */
export function GuardedPhoto({ url, alt, onLoad }: GuardedPhotoProps) {
  return (
    <div key={url} className={css.photoFrame} tabIndex={0}>
      <img
        className={css.photo}
        src={url}
        alt={alt}
        draggable={false}
        onLoad={onLoad}
        onContextMenu={(event) => event.preventDefault()}
      />
    </div>
  )
}
