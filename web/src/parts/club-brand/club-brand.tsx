import { ClubMark } from '../../kit/page/club-mark.tsx'
import { useClub } from '../../platform/app/app-context.tsx'
import css from './club-brand.module.css'

/** The club's logo or emblem, with its name. */
export function ClubBrand() {
  const { name, logo_url } = useClub()
  return (
    <span className={css.brand}>
      {logo_url ? <img className={css.logo} src={logo_url} alt="" /> : <ClubMark />}
      <span>{name}</span>
    </span>
  )
}
