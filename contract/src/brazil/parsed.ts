import * as z from 'zod/mini'

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

/** A schema that takes text, refuses with the parser's own sentence and gives out the stored value. */
export type ParsedTextSchema<Value> = z.ZodMiniPipe<
  z.ZodMiniString<string>,
  z.ZodMiniTransform<Awaited<Value>, string>
>

/**
 * Makes a schema, for a call's input or a form, from a parser. A value that is absent or is not text is answered
 * like an empty field, so that the sentence is always one of the parser's.
 */
export function parsedText<Value>(
  parse: (text: string) => Parsed<Value>,
  notTextMessage?: string,
): ParsedTextSchema<Value> {
  return z.pipe(
    z.string({
      error: () => {
        const empty = parse('')
        return empty.ok ? notTextMessage : empty.message
      },
    }),
    z.transform((text: string, context) => {
      const parsed = parse(text)
      if (parsed.ok) return parsed.value as Awaited<Value>
      context.issues.push({ code: 'custom', message: parsed.message, input: text })
      return z.NEVER
    }),
  )
}
