import * as z from 'zod/mini'
import { requiredTextMessage } from './field-messages.ts'
import { containsPersonalData, personalDataMessage } from './personal-data.ts'

/** Text quoted in messages and audit sentences. */
export const quotedText = (maximum: number) =>
  z.string().check(
    z.trim(),
    z.minLength(1, requiredTextMessage),
    z.maxLength(maximum, `Use no máximo ${maximum} caracteres`),
    z.refine((text) => !containsPersonalData(text), personalDataMessage),
  )
