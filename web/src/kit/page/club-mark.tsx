import { inRem } from '../icon/icon.tsx'
import css from './page.module.css'

/** The default logo: a low sun under an arch. */
export function ClubMark({ size = 36 }: { size?: number }) {
  return (
    <svg className={css.mark} viewBox="0 0 36 36" width={inRem(size)} height={inRem(size)} aria-hidden="true">
      <rect className={css.markBackground} width="36" height="36" rx="10" />
      <path className={css.markArch} d="M8.5 29V17.5a9.5 9.5 0 0 1 19 0V29" />
      <circle className={css.markSun} cx="18" cy="20.5" r="4" />
    </svg>
  )
}
