/** Longest format, as written by staff. */
export const formatMaxLength = 60
/** Longest number, as typed by a customer. */
export const numberMaxLength = 60
/** Most characters that a format can require. */
const totalMaxLength = 30

/** Characters between the groups of a number; customers may omit them or type others. */
const separators = '-./ '

/** A part of a format: its characters as a class of a regular expression that this file writes. */
type Part =
  | { readonly kind: 'separator'; readonly text: string }
  | { readonly kind: 'literal'; readonly text: string }
  | { readonly kind: 'characters'; readonly class: string; readonly least: number; readonly most: number }

/** A parsed format of numbers. */
export type NumberFormat = {
  readonly parts: readonly Part[]
  /** Matches a number without separators; built from the parsed parts only. */
  readonly expression: RegExp
}

type ParsedFormat =
  | { readonly ok: true; readonly format: NumberFormat }
  | { readonly ok: false; readonly message: string }

const classes: Readonly<Record<string, string>> = { A: '[A-Z]', '9': '[0-9]', '*': '[A-Z0-9]' }

/** How formats are written, for the person who writes one. */
export const formatHelp =
  'A é uma letra, 9 é um número e * é letra ou número. {2,5} depois deles repete de 2 a 5 vezes, e só uma vez no formato. Letras e números fixos ficam entre aspas simples. Entre os grupos: traço, ponto, barra ou espaço. Exemplo: AA-9999 ou ‘PRJ’-9{4,6}.'

const refuse = (message: string): ParsedFormat => ({ ok: false, message })

const token = /^(?:([A9*])(?:\{(\d{1,2})(?:,(\d{1,2}))?\})?|['’‘]([A-Z0-9]{1,12})['’‘]|([-./ ]))/

/**
 * Parses the format of a brand's numbers, which staff write in a language of five elements: `A` a letter, `9` a digit,
 * `*` either; `{n}` or `{m,n}` repeats the previous one; letters and digits between single quotes are literal; `-`, `.`,
 * `/` and a space separate. At most one element has a variable length, so that matching takes linear time.
 */
export const parseNumberFormat = (text: string): ParsedFormat => {
  if (text.length > formatMaxLength) return refuse(`Use no máximo ${formatMaxLength} caracteres`)
  const parts: Part[] = []
  let rest = text.trim()
  while (rest !== '') {
    const match = token.exec(rest)
    if (!match) return refuse(`Não entendemos o formato a partir de “${rest.slice(0, 12)}”`)
    const [found, symbol, least, most, literal, separator] = match
    rest = rest.slice(found.length)
    if (symbol !== undefined) {
      const [from, to] = [Number(least ?? 1), Number(most ?? least ?? 1)]
      if (from < 1 || to < from)
        return refuse('Em {2,5} o primeiro número é pelo menos 1 e não passa do segundo')
      parts.push({ kind: 'characters', class: classes[symbol] ?? '', least: from, most: to })
    } else if (literal !== undefined) parts.push({ kind: 'literal', text: literal })
    else if (separator !== undefined) parts.push({ kind: 'separator', text: separator })
  }
  return checkParts(parts)
}

const checkParts = (parts: readonly Part[]): ParsedFormat => {
  const characters = parts.filter((part) => part.kind === 'characters')
  if (characters.length === 0)
    return refuse('O formato precisa de pelo menos uma letra ou um número variável')
  if (characters.filter(({ least, most }) => least < most).length > 1)
    return refuse('Só um grupo pode ter tamanho variável')
  const isMisplaced = (part: Part | undefined) => part?.kind === 'separator'
  if (
    isMisplaced(parts[0]) ||
    isMisplaced(parts.at(-1)) ||
    parts.some((part, index) => isMisplaced(part) && isMisplaced(parts[index + 1]))
  )
    return refuse('Um separador fica entre dois grupos')
  const length = parts.reduce(
    (sum, part) => sum + (part.kind === 'characters' ? part.most : part.text.length),
    0,
  )
  if (length > totalMaxLength) return refuse(`O número pode ter no máximo ${totalMaxLength} caracteres`)
  return { ok: true, format: { parts, expression: expressionOf(parts) } }
}

/** Each part is a group; literals contain only letters and digits, so nothing needs escaping. */
const expressionOf = (parts: readonly Part[]): RegExp =>
  new RegExp(
    `^${parts
      .filter((part) => part.kind !== 'separator')
      .map((part) =>
        part.kind === 'literal' ? `(${part.text})` : `(${part.class}{${part.least},${part.most}})`,
      )
      .join('')}$`,
  )

/**
 * The number as the format writes it, or null if it does not match. Case and separators of the typed text do not
 * matter, so that one number has one form.
 */
export const readNumber = ({ parts, expression }: NumberFormat, typed: string): string | null => {
  if (typed.length > numberMaxLength) return null
  const bare = [...typed.toUpperCase()].filter((character) => !separators.includes(character)).join('')
  const groups = expression.exec(bare)?.slice(1)
  if (!groups) return null
  let next = 0
  return parts.map((part) => (part.kind === 'separator' ? part.text : (groups[next++] ?? ''))).join('')
}

/** Whether a number of this format consists of digits and separators only, for the keyboard of its field. */
export const isNumeric = ({ parts }: NumberFormat): boolean =>
  parts.every(
    (part) => part.kind === 'separator' || (part.kind === 'characters' && part.class === classes['9']),
  )
