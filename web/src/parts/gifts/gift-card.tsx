import type { ReactNode } from 'react'
import { Illustration } from '../../kit/feedback/empty-state.tsx'
import { Chip, type Tone } from '../../kit/surface/chip.tsx'
import css from './gift-card.module.css'

type GiftPictureProps = {
  /** Null for an illustration in its place. */
  picture: { readonly url: string; readonly alternative_text: string } | null
  /** A small picture beside text, instead of one across a card. */
  square?: boolean
}

/** The picture of a gift, or an illustration in its place. */
export const GiftPicture = ({ picture, square = false }: GiftPictureProps) => {
  const shape = square ? 'square' : undefined
  return picture ? (
    <img
      className={css.picture}
      data-shape={shape}
      src={picture.url}
      alt={picture.alternative_text}
      loading="lazy"
    />
  ) : (
    <div className={`${css.picture} ${css.drawn}`} data-shape={shape}>
      <Illustration name="gift" />
    </div>
  )
}

type GiftCardProps = Pick<GiftPictureProps, 'picture'> & {
  name: string
  /** Empty for none. */
  description: string
  /** A label that says whether it can be chosen. */
  availability: { readonly title: string; readonly tone: Tone }
  /** Whether nothing is left: the picture is grayed out. */
  isOut?: boolean
  /** What is left, in words; empty if nothing is. */
  left: string
  /** Empty if unknown. */
  price: string
  /** What is left at each pickup point; empty if nothing is. */
  points: readonly { readonly name: string; readonly left: string }[]
  /** What the person can do, or why they can do nothing. */
  children?: ReactNode
}

/** A gift as shoppers see it, for their page and for the preview of those who write and approve the campaign. */
export function GiftCard(props: GiftCardProps) {
  const { name, picture, description, availability, isOut = false, left, price, points, children } = props
  return (
    <article className={`raised ${css.gift}`} data-out={isOut ? '' : undefined}>
      <GiftPicture picture={picture} />
      <div className={`tight ${css.about}`}>
        <div className={`row ${css.left}`}>
          <Chip tone={availability.tone}>{availability.title}</Chip>
          <span className="soft figures">{left}</span>
        </div>
        <h3>{name}</h3>
        {description !== '' && <p className="soft">{description}</p>}
        {price !== '' && <p className={`figures ${css.price}`}>{price}</p>}
        {points.length > 0 && (
          <ul className={css.points}>
            {points.map((point, index) => (
              <li key={index} className="row spread small">
                <span>{point.name}</span>
                <span className="soft figures">{point.left}</span>
              </li>
            ))}
          </ul>
        )}
        {children}
      </div>
    </article>
  )
}

/** Cards of gifts, as list items, in as many columns as fit. */
export const GiftCards = ({ children }: { children: ReactNode }) => (
  <ul className={`stack ${css.gifts}`}>{children}</ul>
)
