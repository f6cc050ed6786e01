import { inRem } from '../../../kit/icon/icon.tsx'

/** Line drawings of the home's tiles, in the kit's stroke; kept here so that only the home loads them. */
export const drawings = {
  points: 'm12 3.6 2.6 5.2 5.8.9-4.2 4 1 5.7-5.2-2.7-5.2 2.7 1-5.7-4.2-4 5.8-.9Z',
  receipts:
    'M6 3.5v17l2-1.3 2 1.3 2-1.3 2 1.3 2-1.3 2 1.3v-17l-2 1.3-2-1.3-2 1.3-2-1.3-2 1.3ZM9 9h6M9 12.5h6',
  participations: 'M8.5 6h12M8.5 12h12M8.5 18h12M3.5 6l1 1 1.7-2M3.5 12l1 1 1.7-2M3.5 18l1 1 1.7-2',
} as const

/** A path in a 24 × 24 box. */
export function TileDrawing({ path }: { path: string }) {
  return (
    <svg
      viewBox="0 0 24 24"
      width={inRem(26)}
      height={inRem(26)}
      fill="none"
      stroke="currentColor"
      strokeWidth="1.6"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={path} />
    </svg>
  )
}
