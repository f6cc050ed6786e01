/** Icons of 24 × 24 with one stroke width in the text color; hidden from screen readers. */
const paths = {
  alert: 'M12 7.5v5.5M12 16.4v.1M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18Z',
  check: 'm5 12.5 4.6 4.6L19 7.5',
  success: 'm8 12.4 2.8 2.8L16 9.6M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18Z',
  info: 'M12 11v5.5M12 7.6v.1M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18Z',
  warning:
    'M12 9.5v4.2M12 17v.1M10.4 4.2 2.9 17.4A1.8 1.8 0 0 0 4.5 20h15a1.8 1.8 0 0 0 1.6-2.6L13.6 4.2a1.9 1.9 0 0 0-3.2 0Z',
  close: 'm6.5 6.5 11 11m0-11-11 11',
  down: 'm6.5 9.5 5.5 5.5 5.5-5.5',
  back: 'm14.5 5.5-6.5 6.5 6.5 6.5',
  next: 'm9.5 5.5 6.5 6.5-6.5 6.5',
  eye: 'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12ZM12 9.2a2.8 2.8 0 1 0 0 5.6 2.8 2.8 0 0 0 0-5.6Z',
  'eye-off':
    'M4 4l16 16M9.9 5.8c.7-.2 1.4-.3 2.1-.3 6 0 9.5 6.5 9.5 6.5a17 17 0 0 1-2.7 3.4M6.3 7.4A16.4 16.4 0 0 0 2.5 12S6 18.5 12 18.5c1.7 0 3.2-.5 4.4-1.2M10 10.2a2.8 2.8 0 0 0 3.9 3.9',
} as const

export type IconName = keyof typeof paths

/** Icons scale with the text size, for kiosks and enlarged text. */
export const inRem = (pixels: number): string => `${pixels / 16}rem`

type OutlineProps = {
  /** A path in a 24 × 24 box. */
  path: string
  /** In CSS pixels at the default text size. */
  size: number
}

/** An icon from the given path, for icons that only one screen loads. */
export function Outline({ path, size }: OutlineProps) {
  return (
    <svg
      viewBox="0 0 24 24"
      width={inRem(size)}
      height={inRem(size)}
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={path} />
    </svg>
  )
}

/** An icon of the kit; `size` in CSS pixels at the default text size, 20 by default. */
export const Icon = ({ name, size = 20 }: { name: IconName; size?: number }) => (
  <Outline path={paths[name]} size={size} />
)
