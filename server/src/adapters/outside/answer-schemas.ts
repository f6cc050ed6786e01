import * as z from 'zod/mini'

const earliest = Date.UTC(2000, 0, 1)
const latest = Date.UTC(2100, 0, 1)
const isPlausible = (date: Date): boolean => date.getTime() >= earliest && date.getTime() < latest

/** An identifier issued by an external service; the characters are safe in logs, URLs and the database. */
export const reference = z.string().check(z.regex(/^[\w.:-]{1,64}$/))

/** A number of points or cents. */
export const amount = z.int().check(z.minimum(0), z.maximum(1_000_000_000))

/** An instant in ISO 8601 with an offset. */
export const isoInstant = z.pipe(
  z.iso.datetime({ offset: true }),
  z.pipe(
    z.transform((text: string) => new Date(text)),
    z.date().check(z.refine(isPlausible)),
  ),
)

/** An instant in milliseconds since 1970. */
export const epochMs = z.pipe(
  z.int(),
  z.pipe(
    z.transform((ms: number) => new Date(ms)),
    z.date().check(z.refine(isPlausible)),
  ),
)
