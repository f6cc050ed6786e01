import * as z from 'zod/mini'
import { cpfSchema } from '../brazil/cpf.ts'
import { requiredRadioMessage } from '../brazil/field-messages.ts'
import { fullNameSchema } from '../brazil/full-name.ts'

/** Documents that prove a person's authority to act for a company. */
export const authorityProofs = {
  statute: 'Contrato social ou estatuto',
  power_of_attorney: 'Procuração',
} as const
export type AuthorityProof = keyof typeof authorityProofs

/** The person who acts for a company at the desk, as shown in the documents that the attendant checked. */
export const representativeSchema = z.object({
  name: fullNameSchema,
  cpf: cpfSchema,
  power: z.enum(Object.keys(authorityProofs) as [AuthorityProof, ...AuthorityProof[]], {
    error: requiredRadioMessage,
  }),
})
export type Representative = z.infer<typeof representativeSchema>
