declare const brand: unique symbol

/** Text that only its parser can produce: `Branded<'Cpf'>` is a CPF whose check digits were verified. */
export type Branded<Name extends string> = string & { readonly [brand]: Name }

/** Result of a parser: the value to store, or the message to show. */
export type Parsed<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly message: string }

/** Accepts a value. */
export function accepted<Value>(value: Value): Parsed<Value> {
  return { ok: true, value }
}

/** Rejects with the message to show. */
export function refused(message: string): Parsed<never> {
  return { ok: false, message }
}
