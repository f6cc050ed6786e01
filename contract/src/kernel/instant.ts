import * as z from 'zod/mini'

const message = 'Data inválida'
const earliest = Date.parse('1900-01-01T00:00:00Z')
const end = Date.parse('9999-01-01T00:00:00Z')

/** An ISO instant with its offset; years before 1900 or after 9998 are rejected. */
export const instantSchema = z.iso.datetime({ offset: true, error: message }).check(
  z.refine((text) => {
    const ms = Date.parse(text)
    return ms >= earliest && ms < end
  }, message),
)
