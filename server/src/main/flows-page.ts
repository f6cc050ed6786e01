import {
  transitionSignIn,
  supportSteps,
  type SignInEvent,
  type SignInState,
} from '@clube/contract/identity/sign-in-flow.ts'

/** A state's name; steps of the support sub-flow have the prefix `support.`. */
const nameOf = (state: SignInState): string => (state.at === 'support' ? `support.${state.step}` : state.at)

const samples: { readonly [At in Exclude<SignInState['at'], 'support'>]: Extract<SignInState, { at: At }> } =
  {
    checkAccountState: { at: 'checkAccountState' },
    signIn: { at: 'signIn' },
    verifyIdentity: { at: 'verifyIdentity', hints: {} },
    forgotPassword: { at: 'forgotPassword' },
    resetCodeEmail: { at: 'resetCodeEmail' },
    resetCodeSms: { at: 'resetCodeSms' },
    resetPasswordOption: { at: 'resetPasswordOption' },
    resetPassword: { at: 'resetPassword', recovery_token: '' },
  }
const states: readonly SignInState[] = [
  ...Object.values(samples),
  ...supportSteps.map((step) => ({ at: 'support', step }) as const),
]

const checked = (registration: string): SignInEvent => ({ type: 'ACCOUNT_CHECKED', registration, hints: {} })
/** Every event, in all variants with their labels. */
const events: { readonly [Type in SignInEvent['type']]: readonly (readonly [SignInEvent, string])[] } = {
  ACCOUNT_CHECKED: [
    [checked('complete'), ' complete'],
    [checked('incomplete'), ' incomplete'],
    [checked('unregistered'), ' any other'],
  ],
  FORGOT_PASSWORD: [[{ type: 'FORGOT_PASSWORD' }, '']],
  IDENTITY_VERIFIED: [[{ type: 'IDENTITY_VERIFIED' }, '']],
  RESET_CODE_SENT: [[{ type: 'RESET_CODE_SENT' }, '']],
  RESET_CODE_CONFIRMED: [[{ type: 'RESET_CODE_CONFIRMED', recovery_token: '' }, '']],
  RECOVERY_OPTIONS: [[{ type: 'RECOVERY_OPTIONS' }, '']],
  SUPPORT_REQUESTED: [[{ type: 'SUPPORT_REQUESTED' }, '']],
  CELLPHONE_CONFIRMED: [[{ type: 'CELLPHONE_CONFIRMED' }, '']],
  EMAIL_CONFIRMED: [[{ type: 'EMAIL_CONFIRMED' }, '']],
  EXTRA_INFORMATION_CONFIRMED: [[{ type: 'EXTRA_INFORMATION_CONFIRMED' }, '']],
  PHOTO_CAPTURED: [[{ type: 'PHOTO_CAPTURED' }, '']],
  SELFIE_INSTRUCTIONS_CONFIRMED: [[{ type: 'SELFIE_INSTRUCTIONS_CONFIRMED' }, '']],
  SUBMISSION_CONFIRMED: [[{ type: 'SUBMISSION_CONFIRMED' }, '']],
  RESET: [[{ type: 'RESET' }, '']],
}

/** One row of the transition table; `calls` where the specification calls the account-verified callback. */
export type Transition = {
  readonly from: string
  readonly event: string
  readonly to: string
  readonly calls: boolean
}

/** Every transition of the sign-in flow, computed from its table. */
export const signInTransitions: readonly Transition[] = states.flatMap((state) =>
  Object.values(events).flatMap((variants) =>
    variants.flatMap(([event, variant]) => {
      const step = transitionSignIn(state, event)
      if (!step) return []
      const to = nameOf(step.state)
      return [{ from: nameOf(state), event: event.type + variant, to, calls: step.calls !== undefined }]
    }),
  ),
)

/** Position of a state in the diagram: column and row. */
const positions: Readonly<Record<string, readonly [number, number]>> = {
  checkAccountState: [0, 1],
  verifyIdentity: [1, 0],
  signIn: [1, 1],
  forgotPassword: [2, 1],
  resetCodeEmail: [3, 1],
  resetPassword: [4, 0],
  resetCodeSms: [4, 2],
  resetPasswordOption: [3, 3],
  ...Object.fromEntries(
    supportSteps.map((step, i) => [`support.${step}`, i < 5 ? [4 - i, 4.4] : [i - 5, 5.6]] as const),
  ),
}
const columnWidth = 330
const rowHeight = 104
const box = { width: 196, height: 50 }
const centerOf = (name: string): { x: number; y: number } => {
  const [column, row] = positions[name] ?? [0, 0]
  return { x: 20 + column * columnWidth + box.width / 2, y: 30 + row * rowHeight + box.height / 2 }
}

/** The point where the line between the centers of two boxes leaves the first one. */
const edgeToward = (from: { x: number; y: number }, to: { x: number; y: number }) => {
  const [dx, dy] = [to.x - from.x, to.y - from.y]
  const fraction = Math.min(
    dx === 0 ? Infinity : (box.width / 2 + 4) / Math.abs(dx),
    dy === 0 ? Infinity : (box.height / 2 + 4) / Math.abs(dy),
  )
  return { x: from.x + dx * fraction, y: from.y + dy * fraction }
}

const drawArrow = ({ from, event, to }: Transition): string => {
  const [start, end] = [centerOf(from), centerOf(to)]
  const [a, b] = [edgeToward(start, end), edgeToward(end, start)]
  // The labels of two opposite arrows are drawn on different sides: upward above, downward below.
  const pointsDown = b.y > a.y
  const isPair = signInTransitions.some(
    (other) => other.from === to && other.to === from && other.event !== 'RESET',
  )
  const offset = isPair ? (pointsDown ? 7 : -7) : 0
  const isVertical = Math.abs(a.x - b.x) < 40
  const x = (a.x + b.x) / 2 + (isVertical ? 6 : isPair ? offset * 6 : 0)
  const y = (a.y + b.y) / 2 + (isVertical ? 0 : isPair && pointsDown ? 30 : -7)
  // Long labels do not fit between two boxes of a row and use two lines.
  const parts = event.replace(/_(?=[A-Z]+($| ))/, '_\n').split('\n')
  const lines = parts.map(
    (part, i) => `<tspan x="${x}" dy="${i === 0 ? -(parts.length - 1) * 13 : 13}">${part}</tspan>`,
  )
  return `<path d="M${a.x} ${a.y + offset}L${b.x} ${b.y + offset}" marker-end="url(#head)"/>
<text x="${x}" y="${y}" class="event" text-anchor="${isVertical ? 'start' : 'middle'}">${lines.join('')}</text>`
}

const drawState = (name: string): string => {
  const { x, y } = centerOf(name)
  const loop = signInTransitions.find(
    ({ from, event, to }) => from === name && to === name && event !== 'RESET',
  )
  return `<rect x="${x - box.width / 2}" y="${y - box.height / 2}" width="${box.width}" height="${box.height}" rx="12"/>
<text x="${x}" y="${loop ? y - 3 : y + 5}" class="state" text-anchor="middle">${name.replace('support.', '')}</text>
${loop ? `<text x="${x}" y="${y + 15}" class="loop" text-anchor="middle">↺ ${loop.event}</text>` : ''}`
}

const drawDiagram = (): string => {
  const names = states.map(nameOf)
  const drawn = signInTransitions.filter(({ from, event, to }) => event !== 'RESET' && from !== to)
  return `<svg viewBox="0 0 ${5 * columnWidth + 10} ${6.4 * rowHeight}" role="img" aria-label="Os estados e suas setas; a tabela abaixo diz o mesmo">
<defs><marker id="head" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" orient="auto"><path d="M0 0L8 4L0 8Z" class="tip"/></marker></defs>
${names.map(drawState).join('\n')}
${drawn.map(drawArrow).join('\n')}
</svg>`
}

const style = `
  body { margin: 0; font: 16px/1.5 system-ui, sans-serif; background: #f4f2f3; color: #1d181b }
  main { max-width: 1680px; margin: 0 auto; padding: 24px 16px 64px }
  h1 { font-size: 24px } h2 { font-size: 18px; margin-top: 32px }
  figure { margin: 0; padding: 12px; overflow-x: auto; background: #fff; border-radius: 16px }
  svg { display: block; min-width: 1400px; width: 100% }
  svg rect { fill: #f7eef3; stroke: #82305f; stroke-width: 1.5 }
  svg path { fill: none; stroke: #6b5d65; stroke-width: 1.5 } svg .tip { fill: #6b5d65; stroke: none }
  svg text { font: 600 14px system-ui, sans-serif; fill: #1d181b }
  svg .event { font: 11px ui-monospace, monospace; fill: #5c5459; paint-order: stroke; stroke: #fff; stroke-width: 4px } svg .loop { font: 11px ui-monospace, monospace; fill: #5c5459 }
  table { width: 100%; border-collapse: collapse; background: #fff; border-radius: 16px; overflow: hidden }
  th, td { padding: 8px 14px; text-align: left; border-bottom: 1px solid #e6e1e4; font-size: 14px }
  td { font-family: ui-monospace, monospace }`

const line = ({ from, event, to, calls }: Transition): string =>
  `<tr><td>${from}</td><td>${event}</td><td>${to}</td><td>${calls ? 'accountVerified' : ''}</td></tr>`

/** The sign-in flow as a diagram and a table, generated from the transition table of browser and server. */
export const flowsPage = (): string => `<!doctype html>
<html lang="pt-BR"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Fluxos</title><style>${style}</style></head>
<body><main><h1>Fluxo de entrada</h1>
<p>${states.length} estados e ${signInTransitions.length} setas. RESET leva de qualquer estado ao começo e não está no desenho.</p>
<figure tabindex="0" aria-label="Desenho do fluxo">${drawDiagram()}</figure>
<h2>Todas as setas</h2>
<table><thead><tr><th scope="col">De</th><th scope="col">Evento</th><th scope="col">Para</th><th scope="col">Chama</th></tr></thead>
<tbody>${signInTransitions.map(line).join('\n')}</tbody></table>
</main></body></html>`
