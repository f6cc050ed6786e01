import type { WonPrize } from '@clube/contract/scratch-card/calls.ts'

/** Icons of the kinds of prizes: paths in a 24 × 24 box. */
export const prizeIconPaths = {
  goods:
    'M4 10.5h16V13H4ZM5.5 13v7h13v-7M12 10.5V20M12 10.5C10.8 5.8 6.6 5.4 6.4 8c0 2 2.6 2.5 5.6 2.5Zm0 0c1.2-4.7 5.4-5.1 5.6-2.5 0 2-2.6 2.5-5.6 2.5Z',
  service:
    'M3 8.5A1.5 1.5 0 0 1 4.5 7h15A1.5 1.5 0 0 1 21 8.5v1.9a1.6 1.6 0 0 0 0 3.2v1.9a1.5 1.5 0 0 1-1.5 1.5h-15A1.5 1.5 0 0 1 3 15.5v-1.9a1.6 1.6 0 0 0 0-3.2ZM15 7v2m0 2v2m0 2v2',
  card: 'M4.5 6h15A1.5 1.5 0 0 1 21 7.5v9a1.5 1.5 0 0 1-1.5 1.5h-15A1.5 1.5 0 0 1 3 16.5v-9A1.5 1.5 0 0 1 4.5 6ZM3 10h18M6.5 14.5h4',
  points: 'm12 4 2.4 5 5.6.7-4.100 3.800 1.100 5.5-5-2.800L7 19l1.100-5.5L4 9.7 9.6 9 12 4Z',
} as const satisfies Record<WonPrize['kind'], string>
