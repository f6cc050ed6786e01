import * as z from 'zod/mini'

const message = 'Não foi possível ler a assinatura. Peça para assinar de novo.'

/** Coordinates are relative to the field's width and height, from 0 to this number. */
export const signatureScale = 1000

const coordinate = z.int({ error: message }).check(z.minimum(0, message), z.maximum(signatureScale, message))

/** A signature as strokes of x, y, x, y …, which is smaller than a picture and contains nothing else. */
export const signatureSchema = z
  .array(
    z.array(coordinate, { error: message }).check(
      z.minLength(4, message),
      z.maxLength(4000, message),
      z.refine((coordinates) => coordinates.length % 2 === 0, message),
    ),
    { error: message },
  )
  .check(z.minLength(1, message), z.maxLength(60, message))
export type Signature = z.infer<typeof signatureSchema>
