declare const brand: unique symbol

/** Text that only its own parser can make: `Branded<'Cpf'>` is a CPF whose check digits were verified. */
export type Branded<Name extends string> = string & { readonly [brand]: Name }

/** What a parser answers: the value as it is stored, or the sentence the screen shows. */
export type Parsed<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly message: string }

/** Accepts a value. */
export function accepted<Value>(value: Value): Parsed<Value> {
  return { ok: true, value }
}

/** Refuses with the sentence to show. */
export function refused(message: string): Parsed<never> {
  return { ok: false, message }
}
