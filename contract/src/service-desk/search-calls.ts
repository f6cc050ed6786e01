import * as z from 'zod/mini'
import { parseCalendarDay } from '../brazil/birth-date.ts'
import { parsedText } from '../brazil/parsed-text.ts'
import { documentTypeSchema } from '../brazil/document-type.ts'
import { defineCall } from '../kernel/call.ts'
import { customerStatusSchema } from '../recovery/desk-calls.ts'
import { parsePersonSearch } from './person-search.ts'

/** Only what staff need to distinguish people of the same name. */
const foundPersonSchema = z.object({
  customer_id: z.string(),
  name: z.nullable(z.string()),
  document_type: documentTypeSchema,
  /** Masked. */
  document: z.string(),
  cellphone: z.nullable(z.string()),
  email: z.nullable(z.string()),
  account_status: customerStatusSchema,
})
export type FoundPerson = z.infer<typeof foundPersonSchema>

/** A POST, so that no personal data appears in a URL. Documents are searched by `findCustomerCall`. */
export const searchCustomersCall = defineCall({
  method: 'POST',
  path: '/api/staff/customers/search',
  summary: 'Procura pessoas por nome, celular, e-mail ou protocolo; os dados vêm mascarados.',
  body: z.object({
    text: parsedText(parsePersonSearch),
    /** Narrows a search by name. */
    birth_date: z.optional(parsedText(parseCalendarDay)),
  }),
  data: z.union([
    z.object({ kind: z.literal('found'), people: z.array(foundPersonSchema) }),
    /** More people match than may be shown. */
    z.object({ kind: z.literal('too-many') }),
  ]),
  refusals: {},
  session: 'staff',
  permission: 'customers.search',
})
