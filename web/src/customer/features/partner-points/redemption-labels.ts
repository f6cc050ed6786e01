import type { Redemption } from '@clube/contract/partner-points/calls.ts'
import { redemptionStateTitles, type RedemptionState } from '@clube/contract/partner-points/partner.ts'
import { formatPoints } from '@clube/contract/kernel/count-formats.ts'
import type { Tone } from '../../../kit/surface/chip.tsx'

const tones: Readonly<Record<RedemptionState, Tone>> = {
  processing: 'warn',
  completed: 'good',
  failed: 'bad',
  refunded: undefined,
}

/** The state as a chip. */
export const stateChip = ({ state }: Redemption): { title: string; tone: Tone } => ({
  title: redemptionStateTitles[state],
  tone: tones[state],
})

/** '2.000 pontos do Azul Fidelidade' */
export const partnerPointsText = (points: number, partner_name: string): string =>
  `${formatPoints(points)} do ${partner_name}`

/** '1.000 pontos do clube' */
export const clubPointsText = (points: number): string => `${formatPoints(points)} do clube`

/** Both amounts of an exchange in one line. */
export const exchangeText = (
  redemption: Pick<Redemption, 'partner_points' | 'club_points' | 'partner_name'>,
): string =>
  `${partnerPointsText(redemption.partner_points, redemption.partner_name)} por ${clubPointsText(redemption.club_points)}`
