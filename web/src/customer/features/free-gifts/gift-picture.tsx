import type { GiftSummary } from '@clube/contract/free-gifts/gift.ts'
import { Drawing } from '../../../kit/feedback/empty-state.tsx'
import css from './gifts.module.css'

/** The picture of a gift, or a drawing in its place. */
export const GiftPicture = ({ picture }: Pick<GiftSummary, 'picture'>) =>
  picture ? (
    <img className={css.picture} src={picture.url} alt={picture.alternative_text} loading="lazy" />
  ) : (
    <div className={`${css.picture} ${css.drawn}`}>
      <Drawing name="gift" />
    </div>
  )
