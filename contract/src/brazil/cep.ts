import { requiredTextMessage } from './field-messages.ts'
import { digitsOf, fillPattern, maskOf } from './mask.ts'
import { accepted, refused } from './parsed.ts'
import { parsedText } from './parsed-text.ts'
import type { Branded, Parsed } from './parsed.ts'
import { stateByUf, type State, type Uf } from './states.ts'

/** A postal code of 8 digits, stored without the hyphen. */
export type Cep = Branded<'Cep'>

/** Spec §9. */
export const cepLength = 8
export const cepPattern = '00000-000'
/** Spec §5. */
export const cepInvalidMessage = 'CEP inválido'

/** Mask 00000-000. */
export const cepMask = /* @__PURE__ */ maskOf(cepPattern)

/** Parses 5 digits, an optional hyphen and 3 digits. Error messages are those of spec §5. */
export function parseCep(text: string): Parsed<Cep> {
  const trimmed = text.trim()
  if (trimmed === '') return refused(requiredTextMessage)
  return /^\d{5}-?\d{3}$/.test(trimmed) ? accepted(digitsOf(trimmed) as Cep) : refused(cepInvalidMessage)
}

/** Formats digits as 00000-000. */
export function formatCep(digits: string): string {
  return fillPattern(cepPattern, digits)
}

/** The first digits of each CEP range with its state, in ascending order; each range ends where the next one begins. */
const ranges = /* @__PURE__ */ (
  '01 SP,20 RJ,29 ES,30 MG,40 BA,49 SE,50 PE,57 AL,58 PB,59 RN,60 CE,64 PI,65 MA,66 PA,689 AP,69 AM,693 RR,694 AM,' +
  '699 AC,70 DF,728 GO,73 DF,737 GO,768 RO,77 TO,78 MT,79 MS,80 PR,88 SC,90 RS'
)
  .split(',')
  .map((range) => range.split(' ') as [string, Uf])

/** The state that a complete CEP belongs to, or undefined. */
function stateOfCep(digits: string): State | undefined {
  const uf = digits.length === cepLength ? ranges.findLast(([first]) => first <= digits)?.[1] : undefined
  return uf && stateByUf(uf)
}

/** A warning that a CEP belongs to a state other than the chosen one; it is still accepted. */
export function cepWarning(cep: string, state_id: number | null): string | undefined {
  const state = stateOfCep(digitsOf(cep))
  return state === undefined || state_id === null || state.id === state_id
    ? undefined
    : `Este CEP é de outro estado: ${state.name}. Confira o CEP e o estado.`
}

/** Accepts a CEP in any format and outputs its 8 digits. */
export const cepSchema = /* @__PURE__ */ parsedText(parseCep)
