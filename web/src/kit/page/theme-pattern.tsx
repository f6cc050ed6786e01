import css from './theme-pattern.module.css'

const columns = [0, 1, 2, 3]
const rows = [0, 1, 2, 3, 4, 5]

/** Background pattern: arches in the club's colour around a low sun, as inline SVG. */
export function ThemePattern() {
  return (
    <svg
      className={css.pattern}
      viewBox="0 0 480 720"
      preserveAspectRatio="xMidYMax slice"
      aria-hidden="true"
    >
      <rect className={css.sky} width="480" height="720" />
      <circle className={css.glow} cx="330" cy="270" r="210" />
      <circle className={css.halo} cx="330" cy="270" r="132" />
      <circle className={css.sun} cx="330" cy="270" r="72" />
      {rows.map((row) => (
        <g key={row} className={css.row} data-row={row}>
          {columns.map((column) => {
            const left = column * 160 - (row % 2) * 80 - 80
            const top = 250 + row * 88
            return (
              <g key={column}>
                <path
                  className={css.arch}
                  d={`M${left} ${top + 470}V${top + 80}a80 80 0 0 1 160 0V${top + 470}Z`}
                />
                <path
                  className={css.line}
                  d={`M${left + 18} ${top + 470}V${top + 80}a62 62 0 0 1 124 0V${top + 470}`}
                />
              </g>
            )
          })}
        </g>
      ))}
    </svg>
  )
}
