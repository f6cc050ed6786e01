import { Button, QuietButton } from '../../kit/button/button.tsx'
import { StepActions } from '../../kit/page/sign-in-layout.tsx'
import { formatDate } from '../club-time.ts'
import css from './photo-step.module.css'

/** The title of the screen around the instructions. */
export const selfieInstructionsTitle = 'Agora, uma selfie com o documento'

/**
 * Instructions for the selfie: a sample and four tips (spec §2). Goes into `SignInLayout` with
 * `selfieInstructionsTitle`.
 * @param now the instant of the date that the person writes on the paper
 */
export function SelfieInstructions({
  now,
  onConfirm,
  onBack,
}: {
  now: Date
  onConfirm: () => void
  onBack: () => void
}) {
  const date = formatDate(now)
  return (
    <>
      <div className={css.instructions}>
        <SelfieSample date={date} />
        <ul className={css.tips}>
          <li>Fique em um lugar bem iluminado.</li>
          <li>Não use acessórios, como boné ou óculos.</li>
          <li>Segure a frente do documento, bem visível, ao lado do rosto.</li>
          <li>
            Segure um papel com a data de hoje: <b className="figures">{date}</b>.
          </li>
        </ul>
      </div>
      <StepActions>
        <Button onClick={onConfirm}>Continuar</Button>
        <QuietButton onClick={onBack}>Voltar</QuietButton>
      </StepActions>
    </>
  )
}

/** Colors of the theme, so that the illustration fits a light and a dark page. */
const paint = {
  wall: { fill: 'color-mix(in oklab, var(--accent) 12%, var(--surface-raised))' },
  lamp: { fill: 'color-mix(in oklab, var(--warn) 16%, var(--surface-raised))' },
  skin: { fill: 'color-mix(in oklab, var(--warn) 46%, oklch(0.9 0.03 60))' },
  hair: { fill: 'oklch(0.32 0.03 50)' },
  shirt: { fill: 'var(--accent)' },
  paper: { fill: 'oklch(0.99 0.004 80)', stroke: 'var(--line)', strokeWidth: 1.5 },
  band: { fill: 'color-mix(in oklab, var(--good) 55%, oklch(0.95 0.02 150))' },
  rule: { fill: 'none', stroke: 'var(--line)', strokeWidth: 1.5 },
  date: { fill: 'oklch(0.26 0.02 50)', fontSize: 14, fontWeight: 650 },
}
const line = {
  fill: 'none',
  stroke: 'oklch(0.3 0.03 50)',
  strokeWidth: 2.5,
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
} as const

/** A drawn sample of a good selfie: face visible, document on one side, paper with the date on the other. */
function SelfieSample({ date }: { date: string }) {
  return (
    <svg
      width="100%"
      viewBox="0 0 320 220"
      role="img"
      aria-label="Exemplo: rosto sem boné nem óculos, de um lado o documento, do outro um papel com a data"
    >
      <rect {...paint.wall} width="320" height="220" rx="18" />
      <circle {...paint.lamp} cx="160" cy="86" r="92" />
      <path {...paint.shirt} d="M70 220c4-44 34-62 66-66h48c32 4 62 22 66 66Z" />
      <path {...paint.skin} d="M142 128h36v30c0 10-8 18-18 18s-18-8-18-18Z" />
      <path {...paint.hair} d="M114 92c-4-44 20-64 46-64s50 20 46 64l-4 22H118Z" />
      <path {...paint.skin} d="M122 88c0-26 16-38 38-38s38 12 38 38c0 32-16 56-38 56s-38-24-38-56Z" />
      <path {...paint.hair} d="M120 88c2-30 22-44 40-44s38 14 40 44c-12-4-22-14-28-24-12 14-34 22-52 24Z" />
      <path {...line} d="M144 91v4M176 91v4M160 98v11h-4M149 124c6 5 16 5 22 0" />
      <g transform="rotate(-5 72 118)">
        <rect {...paint.paper} x="22" y="84" width="98" height="64" rx="8" />
        <rect {...paint.band} x="22" y="84" width="98" height="14" rx="7" />
        <circle {...paint.skin} cx="42" cy="116" r="8" />
        <path {...paint.shirt} d="M28 138c1-9 7-13 14-13s13 4 14 13Z" />
        <path {...line} d="M66 112h42M66 122h42M66 132h26" />
      </g>
      <path {...paint.skin} d="M66 146c-8 0-12 6-11 14l5 34h26l6-36c1-8-3-12-9-12Z" />
      <path {...line} d="M68 150v8M76 150v8M84 150v8" />
      <g transform="rotate(4 246 116)">
        <rect {...paint.paper} x="198" y="78" width="100" height="76" rx="4" />
        <path {...paint.rule} d="M208 94h80M208 138h80" />
        <text className="figures" {...paint.date} x="248" y="122" textAnchor="middle">
          {date}
        </text>
      </g>
      <path {...paint.skin} d="M254 148c8 0 12 6 11 14l-5 34h-26l-6-36c-1-8 3-12 9-12Z" />
      <path {...line} d="M252 152v8M244 152v8M236 152v8" />
      <path {...paint.shirt} d="M56 186l34 4-2 30H54ZM264 186l-34 4 2 30h34Z" />
    </svg>
  )
}
