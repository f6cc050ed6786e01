import * as z from 'zod/mini'
import type { Parsed } from './parsed.ts'

/** A schema that accepts text, fails with the parser's message and outputs the stored value. */
export type ParsedTextSchema<Value> = z.ZodMiniPipe<
  z.ZodMiniString<string>,
  z.ZodMiniTransform<Awaited<Value>, string>
>

/**
 * Creates a schema, for a call's input or a form, from a parser. A value that is absent or not text is treated
 * like an empty field, so that the message is always one of the parser's.
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
