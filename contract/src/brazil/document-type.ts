import * as z from 'zod/mini'
import { documentMaxLength, documentTypes } from './document.ts'
import { requiredTextMessage } from './field-messages.ts'

// The document fields of calls. Separate from `document.ts` so that a screen with a document field does not have to
// load the schema library.

/**
 * A document as typed. The server parses it with `parseDocument` under the club's rules. Empty text is accepted here,
 * because its error message also depends on those rules.
 */
export const documentTextSchema = /* @__PURE__ */ z
  .string({ error: requiredTextMessage })
  .check(z.maxLength(documentMaxLength))

export const documentTypeSchema = /* @__PURE__ */ z.enum(documentTypes)
