import * as z from 'zod/mini'
import type { Parsed } from './parsed.ts'

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
