import type { Hints } from '@clube/contract/identity/hints.ts'

/** The digits at the end of a masked value. */
const finalDigits = (hint: string): string => /\d*$/.exec(hint)?.[0] ?? ''

/** The letters at the start of a masked value. */
const initialLetters = (hint: string): string => hint.replace(/\*.*$/, '')

/** Helper texts of the identity step (spec §2): each asks to complete what the hint shows. */
export const hintTexts: { readonly [Field in keyof Required<Hints>]: (hint: string) => string } = {
  birth_date: (hint) => `Complete a data de nascimento que termina em ${finalDigits(hint)}.`,
  cellphone: (hint) => `Complete o celular que termina em ${finalDigits(hint)}.`,
  email: (hint) => `Complete o e-mail que começa com "${initialLetters(hint)}".`,
}
