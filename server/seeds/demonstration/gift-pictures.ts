import sharp from 'sharp'

const quality = 82

/** Drawn pictures of the demonstration's gifts, identical on every start. */
export const drawGiftPicture = (subject: keyof typeof drawings): Promise<Buffer> =>
  sharp(Buffer.from(onTable(drawings[subject])))
    .jpeg({ quality })
    .toBuffer()

/** A drawing of 1200 × 900 on a table in front of a wall with lights, complete when cropped to 16:9 or to a square. */
const onTable = ({ wall, content }: { wall: string; content: string }): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="900" viewBox="0 0 1200 900">
  <defs>
    <radialGradient id="wall" cx="0.5" cy="0.35" r="0.8"><stop stop-color="#fff" stop-opacity="0.55"/><stop offset="1" stop-color="#fff" stop-opacity="0"/></radialGradient>
    <linearGradient id="table" x2="0" y2="1"><stop stop-color="#e9dcc8"/><stop offset="1" stop-color="#d3bf9f"/></linearGradient>
    <linearGradient id="round" x2="1"><stop stop-color="#000" stop-opacity="0.22"/><stop offset="0.3" stop-color="#fff" stop-opacity="0.16"/><stop offset="0.62" stop-color="#fff" stop-opacity="0"/><stop offset="1" stop-color="#000" stop-opacity="0.26"/></linearGradient>
    <radialGradient id="shade"><stop stop-color="#4a3420" stop-opacity="0.42"/><stop offset="1" stop-color="#4a3420" stop-opacity="0"/></radialGradient>
    <radialGradient id="light"><stop stop-color="#fff6d8" stop-opacity="0.9"/><stop offset="1" stop-color="#fff6d8" stop-opacity="0"/></radialGradient>
    <pattern id="weave" width="22" height="22" patternUnits="userSpaceOnUse"><path d="M0 0h11v11H0zM11 11h11v11H11z" fill="#8a5a2b" opacity="0.38"/></pattern>
  </defs>
  <rect width="1200" height="900" fill="${wall}"/><rect width="1200" height="900" fill="url(#wall)"/>
  ${lights}
  <rect y="640" width="1200" height="260" fill="url(#table)"/><path d="M0 640h1200" stroke="#fff" stroke-opacity="0.5" stroke-width="4"/>
  <g transform="translate(600 748) scale(0.94) translate(-600 -800)">${content}</g></svg>`

const lights = [
  [90, 150, 60],
  [250, 90, 38],
  [420, 170, 30],
  [800, 110, 34],
  [960, 190, 52],
  [1120, 100, 42],
]
  .map(([x, y, r]) => `<circle cx="${x}" cy="${y}" r="${r}" fill="url(#light)"/>`)
  .join('')

const shadow = (x: number, y: number, width: number): string =>
  `<ellipse cx="${x}" cy="${y}" rx="${width}" ry="${width / 6}" fill="url(#shade)"/>`

/** Small marks at fixed places inside a dome, which look scattered. */
const scattered = (count: number, mark: (x: number, y: number, turn: number) => string): string =>
  Array.from({ length: count }, (_, i) => {
    const angle = (i * 137.5 * Math.PI) / 180
    const distance = Math.sqrt((i + 0.5) / count)
    return mark(
      Math.round(Math.cos(angle) * distance * 190),
      Math.round(Math.sin(angle) * distance * 92),
      (i * 71) % 180,
    )
  }).join('')

/** A panettone of 440 × 480 in its paper mold, with its base at 0, 0. */
const panettone = (paper: string, crumb: string, toppings: string): string => `
  <path d="M-210 -290C-250 -420 -130 -500 0 -500S250 -420 210 -290Z" fill="${crumb}"/>
  <path d="M-206 -310C-236 -420 -124 -492 0 -492" fill="none" stroke="#fff" stroke-opacity="0.28" stroke-width="14" stroke-linecap="round"/>
  <g transform="translate(0 -380)">${toppings}</g>
  <path d="M-200 -300H200L186 0H-186Z" fill="${paper}"/>
  <path d="M-200 -300 ${Array.from({ length: 20 }, () => 'l10 -14 10 14').join(' ')}V-280H-200Z" fill="${paper}"/>
  ${[-150, -100, -50, 0, 50, 100, 150].map((x) => `<path d="M${x} -286L${x * 0.93} -6" stroke="#000" stroke-opacity="0.1" stroke-width="3"/>`).join('')}
  <path d="M-200 -300H200L186 0H-186Z" fill="url(#round)"/>
  <path d="M-195 -196H195L191 -112H-191Z" fill="#b3262e"/><path d="M-195 -196H195L191 -112H-191Z" fill="url(#round)"/>
  <g transform="translate(0 -154)" fill="#d4343d"><path d="M0 0C-30 -70 -120 -70 -112 -14S-40 30 0 0Z"/><path d="M0 0C30 -70 120 -70 112 -14S40 30 0 0Z"/>
    <path d="M-8 6C-30 60 -60 96 -84 112L-40 116C-20 84 -6 50 6 10Z" fill="#b3262e"/><path d="M8 6C30 60 60 96 84 112L40 116C20 84 6 50 -6 10Z" fill="#b3262e"/>
    <rect x="-22" y="-24" width="44" height="46" rx="14" fill="#e2545b"/></g>`

const fruits = ['#c8372d', '#3f8f4d', '#e39a26']
const fruit = scattered(
  34,
  (x, y, turn) =>
    `<rect x="${x - 13}" y="${y - 8}" width="26" height="16" rx="6" fill="${fruits[turn % 3]}" transform="rotate(${turn} ${x} ${y})"/>`,
)
const chips = scattered(
  46,
  (x, y, turn) =>
    `<path d="M${x - 14} ${y + 9}Q${x - 10} ${y - 4} ${x} ${y - 14}Q${x + 10} ${y - 4} ${x + 14} ${y + 9}Z" fill="#3b2016" transform="rotate(${turn % 50} ${x} ${y})"/>`,
)

/** A flower of the yellow ipê. */
const flower = (x: number, y: number, size: number): string =>
  `<g transform="translate(${x} ${y}) scale(${size})">${[0, 72, 144, 216, 288].map((turn) => `<path d="M0 0C-26 -18 -22 -54 0 -58C22 -54 26 -18 0 0Z" fill="#f2b705" transform="rotate(${turn})"/>`).join('')}<circle r="12" fill="#d98e04"/></g>`

const bag = `
  ${shadow(600, 800, 380)}
  <path d="M480 330C480 130 720 130 720 330" fill="none" stroke="#d8c6a4" stroke-width="30" stroke-linecap="round"/>
  <path d="M360 310H840L876 800H324Z" fill="#efe3cb"/>
  <path d="M360 310H840L876 800H324Z" fill="url(#round)" opacity="0.55"/>
  <path d="M362 348H838" stroke="#cdb98f" stroke-width="4" stroke-dasharray="14 10"/>
  <path d="M460 340C450 180 750 180 740 340" fill="none" stroke="#e6d6b4" stroke-width="30" stroke-linecap="round"/>
  <path d="M600 730C596 640 604 590 590 540M592 620C560 590 540 570 524 540M598 600C630 570 650 556 668 520" fill="none" stroke="#6b4a2f" stroke-width="12" stroke-linecap="round"/>
  ${flower(588, 490, 1.25)}${flower(508, 520, 0.95)}${flower(680, 500, 1)}${flower(540, 430, 0.9)}${flower(640, 430, 0.95)}${flower(592, 580, 0.7)}`

const basket = `
  ${shadow(600, 810, 470)}
  <path d="M330 560C330 160 870 160 870 560" fill="none" stroke="#8a5a2b" stroke-width="34"/>
  <path d="M330 560C330 160 870 160 870 560" fill="none" stroke="#c08a4d" stroke-width="14" stroke-dasharray="30 16"/>
  <g transform="translate(560 640) scale(0.62)">${panettone('#f0dfbd', '#a9662c', fruit)}</g>
  <g transform="translate(740 600)"><rect x="-54" y="-150" width="108" height="190" rx="22" fill="#8f1d3a"/><rect x="-54" y="-150" width="108" height="190" rx="22" fill="url(#round)"/><rect x="-60" y="-182" width="120" height="42" rx="10" fill="#e8d9b5"/><rect x="-54" y="-80" width="108" height="70" fill="#fff7e4"/><circle cy="-45" r="20" fill="#b3262e"/></g>
  <g transform="translate(410 610)"><path d="M-62 -150H62L72 40H-72Z" fill="#4d6b3c"/><path d="M-62 -150H62L72 40H-72Z" fill="url(#round)"/><path d="M-62 -150L-46 -178H46L62 -150Z" fill="#3d5630"/><rect x="-44" y="-104" width="88" height="80" rx="8" fill="#f3ead2"/><path d="M-12 -84C10 -84 16 -52 0 -44C-18 -52 -26 -74 -12 -84Z" fill="#6f4528"/></g>
  ${scattered(18, (x, y, turn) => `<ellipse cx="${620 + x * 0.9}" cy="${596 + y * 0.22}" rx="26" ry="18" fill="${turn % 2 ? '#9a6233' : '#b97c45'}" transform="rotate(${turn} ${620 + x * 0.9} ${596 + y * 0.22})"/>`)}
  <path d="M270 590H930L870 810H330Z" fill="#c99554"/><path d="M270 590H930L870 810H330Z" fill="url(#weave)"/><path d="M270 590H930L870 810H330Z" fill="url(#round)" opacity="0.8"/>
  <rect x="252" y="566" width="696" height="44" rx="22" fill="#b17b3d"/><path d="M274 588H926" stroke="#e0b878" stroke-width="10" stroke-dasharray="26 14" stroke-linecap="round"/>
  <g transform="translate(600 660) scale(1.1)" fill="#d4343d"><path d="M0 0C-30 -60 -120 -60 -112 -8S-40 30 0 0Z"/><path d="M0 0C30 -60 120 -60 112 -8S40 30 0 0Z"/><path d="M-8 6L-70 110L-30 112L6 10ZM8 6L70 110L30 112L-6 10Z" fill="#b3262e"/><rect x="-20" y="-22" width="40" height="42" rx="13" fill="#e2545b"/></g>`

const standing = (content: string): string =>
  `${shadow(600, 800, 330)}<g transform="translate(600 800) scale(1.12)">${content}</g>`

const drawings = {
  'fruit-panettone': { wall: '#c7ddd0', content: standing(panettone('#f0dfbd', '#a9662c', fruit)) },
  'chocolate-panettone': { wall: '#e6cdb8', content: standing(panettone('#e2c9a2', '#6f4426', chips)) },
  bag: { wall: '#bcd3df', content: bag },
  basket: { wall: '#dcc9d6', content: basket },
} as const
