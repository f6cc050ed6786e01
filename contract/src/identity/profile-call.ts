import * as z from 'zod/mini'
import { streetTypes } from '../brazil/street-types.ts'
import { defineCall } from '../kernel/call.ts'
import { yesNoSchema } from '../kernel/yes-no.ts'
import { noticeChoicesSchema } from './notice-calls.ts'

const storedAddressSchema = z.object({
  cep: z.string(),
  state_id: z.int(),
  city_id: z.int(),
  city_name: z.string(),
  district_id: z.nullable(z.int()),
  neighborhood: z.string(),
  street_type: z.nullable(z.enum(streetTypes)),
  street_name: z.string(),
  street_number: z.string(),
  complement: z.string(),
})
export type StoredAddress = z.infer<typeof storedAddressSchema>

export const profileSchema = z.object({
  document_type: z.enum(['cpf', 'cnpj']),
  document_id: z.string(),
  name: z.string(),
  email: z.string(),
  cellphone: z.string(),
  /** Whether the customer confirmed the contact by a code, or the club vouches for it. */
  is_email_verified: z.boolean(),
  is_cellphone_verified: z.boolean(),
  birth_date: z.nullable(z.string()),
  email_marketing_subscription: yesNoSchema,
  ...noticeChoicesSchema.shape,
  /** ISO instant of joining the club. */
  member_since: z.string(),
  address: z.nullable(storedAddressSchema),
})
export type Profile = z.infer<typeof profileSchema>

export const readProfileCall = defineCall({
  method: 'GET',
  path: '/api/marketing/profile',
  summary: 'Dados de quem está na conta.',
  data: profileSchema,
  refusals: {},
  session: 'customer',
})
