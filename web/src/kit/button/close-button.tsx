import { Icon } from '../icon/icon.tsx'
import css from './button.module.css'

type CloseButtonProps = {
  /** What it closes, for screen readers. */
  name: string
  onClose: () => void
  size?: number
}

/** The close control of overlays. */
export function CloseButton({ name, onClose, size = 20 }: CloseButtonProps) {
  return (
    <button type="button" className={css.close} aria-label={name} onClick={onClose}>
      <Icon name="close" size={size} />
    </button>
  )
}
