import * as z from 'zod/mini'
import { documentTypes } from './document.ts'

/**
 * The type of a document, as calls carry it. Apart from `document.ts`, so that a screen with a document field does
 * not have to load the schema library.
 */
export const documentTypeSchema = /* @__PURE__ */ z.enum(documentTypes)
