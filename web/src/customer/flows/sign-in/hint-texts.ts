import type { Hints } from '@clube/contract/identity/hints.ts'

/** The digits that a masked value ends with. */
const finalDigits = (hint: string): string => /\d*$/.exec(hint)?.[0] ?? ''

/** The letters that a masked value begins with. */
const initialLetters = (hint: string): string => hint.replace(/\*.*$/, '')

/** Helper texts of the identity step (spec §2): each asks to complete what the hint gives away. */
export const hintTexts: { readonly [Field in keyof Required<Hints>]: (hint: string) => string } = {
  birth_date: (hint) => `Complete a data de nascimento que termina em ${finalDigits(hint)}.`,
  cellphone: (hint) => `Complete o celular que termina em ${finalDigits(hint)}.`,
  email: (hint) => `Complete o e-mail que começa com "${initialLetters(hint)}".`,
}
