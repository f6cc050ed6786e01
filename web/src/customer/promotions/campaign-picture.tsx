import type { PromotionKind } from '@clube/contract/kernel/promotion-kinds.ts'
import css from './campaign-card.module.css'
import { emblems } from './promotion.ts'
import { promotions } from './promotions.ts'

/** Number of different backgrounds. */
const variants = 4

/** The default picture of a promotion: arches in the club's colour and the emblem of its kind. */
export function CampaignPicture({ kind, seed }: { kind: PromotionKind; seed: number }) {
  const variant = seed % variants
  return (
    <svg
      className={css.picture}
      data-variant={variant}
      viewBox="0 0 320 180"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
    >
      <rect className={css.sky} width="320" height="180" />
      <circle className={css.halo} cx={66 + variant * 44} cy="74" r="62" />
      <circle className={css.sun} cx={66 + variant * 44} cy="74" r="34" />
      {[0, 1, 2].map((row) => (
        <g key={row} className={css.arches} data-row={row}>
          {[0, 1, 2, 3, 4, 5].map((column) => {
            const left = column * 72 - (row % 2) * 36 - variant * 12
            const top = 78 + row * 32
            return <path key={column} d={`M${left} 180V${top + 36}a36 36 0 0 1 72 0V180Z`} />
          })}
        </g>
      ))}
      <g transform="translate(218 78)">
        <path className={css.emblem} d={promotions[kind]?.emblem ?? emblems.gift} />
      </g>
    </svg>
  )
}
