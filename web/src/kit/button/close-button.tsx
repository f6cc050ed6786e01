import { Icon } from '../icon/icon.tsx'
import css from './close-button.module.css'

type CloseButtonProps = {
  /** What it closes, for the ear. */
  name: string
  onClose: () => void
  size?: number
}

/** The cross on what lies over the page. */
export function CloseButton({ name, onClose, size = 20 }: CloseButtonProps) {
  return (
    <button type="button" className={css.close} aria-label={name} onClick={onClose}>
      <Icon name="close" size={size} />
    </button>
  )
}
