import {
  EmptyLayout,
  LineIllustration,
  offlineIllustration,
  type IllustrationPaths,
  type EmptyLayoutProps,
} from './line-illustration.tsx'

const illustrations = {
  success: [
    'M38 49l15 15 30-32M60 8a40 40 0 1 1 0 80 40 40 0 0 1 0-80Z',
    'M66 14a38 38 0 1 1 0 76 38 38 0 0 1 0-76Z',
  ],
  ticket: [
    'M18 34a5 5 0 0 1 5-5h74a5 5 0 0 1 5 5v9a7 7 0 0 0 0 14v9a5 5 0 0 1-5 5H23a5 5 0 0 1-5-5v-9a7 7 0 0 0 0-14v-9ZM76 29v6m0 7v6m0 7v6m0 7v3M32 44h28M32 55h18',
    'M80 36h22a6 6 0 0 1 6 6v28a6 6 0 0 1-6 6H80Z',
  ],
  gift: [
    'M24 42h72v10H24zM30 52h60v32a3 3 0 0 1-3 3H33a3 3 0 0 1-3-3V52ZM60 42v45M60 42c-6-20-26-24-27-11 0 8 12 11 27 11Zm0 0c6-20 26-24 27-11 0 8-12 11-27 11Z',
    'M66 54h30v36H66Z',
  ],
  receipt: [
    'M36 10h48v74l-8-6-8 6-8-6-8 6-8-6-8 6V10ZM46 28h28M46 40h28M46 52h16',
    'M50 18h42v66l-8-5-8 5-8-5-8 5-10-5Z',
  ],
  chat: [
    'M22 20h54a6 6 0 0 1 6 6v26a6 6 0 0 1-6 6H46L32 70V58H22a6 6 0 0 1-6-6V26a6 6 0 0 1 6-6ZM92 38h6a6 6 0 0 1 6 6v26a6 6 0 0 1-6 6h-8v11L78 76H62M32 34h34M32 45h20',
    'M60 62h36a6 6 0 0 0 6-6V44h6v30a6 6 0 0 1-6 6H66a6 6 0 0 1-6-6Z',
  ],
  search: [
    'M52 16a28 28 0 1 1 0 56 28 28 0 0 1 0-56ZM73 64l23 22M42 44h20',
    'M58 24a26 26 0 1 1 0 52 26 26 0 0 1 0-52Z',
  ],
  offline: offlineIllustration,
  points: [
    'M60 12l9.5 20.5 22.5 2.6-16.7 15.2 4.5 22.2L60 61.4 40.2 72.5l4.5-22.2L28 35.1l22.5-2.6L60 12ZM30 86h60',
    'M66 20l9 18 21 3-16 14 4 21-18-10Z',
  ],
  car: [
    'M20 66V54a8 8 0 0 1 6-7.7l5-1.3 9-17a8 8 0 0 1 7-4h28a8 8 0 0 1 7 4l8 17 6 1.5a6 6 0 0 1 4 6V66a4 4 0 0 1-4 4h-8M44 70h32M20 66a4 4 0 0 0 4 4M31 45h58M62 24v21M34 62a9 9 0 1 1 0 18 9 9 0 0 1 0-18Zm52 0a9 9 0 1 1 0 18 9 9 0 0 1 0-18Z',
    'M30 52h76v18H30Z',
  ],
} as const satisfies Record<string, IllustrationPaths>

export type IllustrationName = keyof typeof illustrations

/** A small decorative illustration. */
export const Illustration = ({ name }: { name: IllustrationName }) => (
  <LineIllustration paths={illustrations[name]} />
)

/** An empty state: an illustration, one sentence, one action. */
export const EmptyState = ({
  illustration,
  ...props
}: EmptyLayoutProps & { illustration: IllustrationName }) => (
  <EmptyLayout paths={illustrations[illustration]} {...props} />
)
