import type { PromotionKind } from '@clube/contract/kernel/promotion-kinds.ts'
import css from './campaign-card.module.css'

/** One line drawing per kind, in a field of 96 × 96. */
const emblems = {
  event_tickets:
    'M8 34a5 5 0 0 1 5-5h70a5 5 0 0 1 5 5v8a6 6 0 0 0 0 12v8a5 5 0 0 1-5 5H13a5 5 0 0 1-5-5v-8a6 6 0 0 0 0-12v-8ZM64 29v7m0 8v8m0 8v7M22 42h26M22 54h16',
  free_gifts:
    'M12 40h72v12H12zM18 52h60v30H18zM48 40v42M48 40c-6-22-28-24-29-11 0 9 13 11 29 11Zm0 0c6-22 28-24 29-11 0 9-13 11-29 11Z',
  scratch_card: 'M14 24h68v48H14zM24 34h30v18H24zM30 47l6-6m0 6 10-10M62 36h10M62 46h10M24 62h48',
  partner_points: 'M48 14l10 21 23 3-17 16 4 23-20-11-20 11 4-23-17-16 23-3 10-21Z',
  parking_voucher:
    'M10 62V50a8 8 0 0 1 6-7l6-2 9-16a8 8 0 0 1 7-4h22a8 8 0 0 1 7 4l8 16 6 2a6 6 0 0 1 5 6v13h-8M34 66h30M10 62a4 4 0 0 0 4 4M22 41h50M26 58a8 8 0 1 1 0 16 8 8 0 0 1 0-16Zm46 0a8 8 0 1 1 0 16 8 8 0 0 1 0-16Z',
  new_project: 'M14 80V42l34-24 34 24v38H14ZM38 80V56h20v24M48 18V8h14v18',
} as const satisfies Record<PromotionKind, string>

/** How many different skies there are. */
const variants = 4

/** The picture of a promotion that has none: arches of the club's colour and what the promotion is about. */
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
        <path className={css.emblem} d={emblems[kind]} />
      </g>
    </svg>
  )
}
