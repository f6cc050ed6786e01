import * as z from 'zod/mini'
import { documentTextSchema, documentTypeSchema } from '../brazil/document-type.ts'
import { defineCall } from '../kernel/call.ts'
import { deskCodeMinutes } from './limits.ts'
import { representativeSchema } from './representative.ts'
import { deskChecklistSchema, deskConfirmationSchema, recoveryStates } from './review.ts'

/** Statuses of the accounts that staff can find. */
export const customerStatusSchema = z.enum(['incomplete', 'active', 'blocked', 'deletion_pending'])

/** A customer as the desk sees them, with masked personal data. */
export const deskCustomerSchema = z.object({
  customer_id: z.string(),
  document_type: documentTypeSchema,
  /** Masked. */
  document: z.string(),
  name: z.nullable(z.string()),
  /** dd/MM/yyyy, to compare with the presented document. */
  birth_date: z.nullable(z.string()),
  /** Masked. */
  cellphone: z.nullable(z.string()),
  email: z.nullable(z.string()),
  account_status: customerStatusSchema,
  /** State of the open remote-support request, if any. */
  open_request: z.nullable(z.object({ protocol: z.string(), state: z.enum(recoveryStates) })),
  /** A desk code that waits for confirmation by another member. */
  unconfirmed_code: z.nullable(
    z.object({
      code_id: z.string(),
      /** The name of the member who issued it. */
      issued_by: z.string(),
      expires_at: z.string(),
      is_mine: z.boolean(),
      /** Who acted for the company; null for people. The CPF is masked for the attendant who issued the code. */
      representative: z.optional(
        z.nullable(
          z.object({
            name: z.string(),
            cpf: z.string(),
            /** Absent from the responses of earlier versions. */
            power: z.optional(representativeSchema.shape.power),
          }),
        ),
      ),
    }),
  ),
})
export type DeskCustomer = z.infer<typeof deskCustomerSchema>

/** A POST, so that no document number appears in a URL. */
export const findCustomerCall = defineCall({
  method: 'POST',
  path: '/api/staff/customers/find',
  summary: 'Procura uma pessoa pelo documento; os dados vêm mascarados.',
  body: z.object({ document_id: documentTextSchema }),
  data: z.object({ customer: z.nullable(deskCustomerSchema) }),
  refusals: {},
  session: 'staff',
  permission: 'customers.find',
})

const unknownCustomer = {
  'recovery.unknown-customer': { status: 404, message: 'Cadastro não encontrado.' },
} as const

/** Opens the page of a customer found earlier, here or at another desk. */
export const openCustomerCall = defineCall({
  method: 'POST',
  path: '/api/staff/customers/open',
  summary: 'Abre a página de uma pessoa; os dados vêm mascarados.',
  body: z.object({ customer_id: z.uuid() }),
  data: deskCustomerSchema,
  refusals: unknownCustomer,
  session: 'staff',
  permission: 'customers.view',
})

const checklistFailed = {
  'recovery.checklist-failed': {
    status: 422,
    message: 'Só é possível emitir ou confirmar o código quando todos os itens conferem.',
    path: 'checklist',
  },
} as const

/** Issues a one-time code for the person at the desk. Only this response contains it; it waits for a confirmation. */
export const issueDeskCodeCall = defineCall({
  method: 'POST',
  path: '/api/staff/recovery/desk-codes',
  summary: 'Emite, no balcão, um código de uso único mostrado uma só vez.',
  body: z.object({
    customer_id: z.uuid(),
    checklist: deskChecklistSchema,
    /** Required for companies, ignored for people. */
    representative: z.optional(representativeSchema),
  }),
  data: z.object({ code: z.string(), expires_at: z.string() }),
  refusals: {
    ...unknownCustomer,
    ...checklistFailed,
    'recovery.account-incomplete': {
      status: 409,
      message: 'Este cadastro está incompleto: a pessoa termina o cadastro pelo site, com o documento.',
    },
    'recovery.account-blocked': { status: 403, message: 'Esta conta está bloqueada.' },
    'recovery.representative-required': {
      status: 422,
      message: 'Registre quem representa a empresa. Se os campos não aparecem, carregue a página de novo.',
      path: 'representative',
    },
    'recovery.desk-code-pending': {
      status: 409,
      message: `Outra pessoa do balcão emitiu um código para este cadastro, à espera de confirmação. Procure a pessoa de novo; sem confirmação, o código vence em até ${deskCodeMinutes} minutos.`,
    },
    'recovery.desk-codes-exhausted': {
      status: 429,
      message: 'Já foram emitidos todos os códigos de hoje para este cadastro.',
    },
  },
  session: 'staff',
  permission: 'recovery.desk',
})

/** Confirms exactly the code that `findCustomerCall` showed, after also checking the customer's original document. */
export const confirmDeskCodeCall = defineCall({
  method: 'POST',
  path: '/api/staff/recovery/desk-codes/confirm',
  summary: 'Confirma o código emitido no balcão por outra pessoa; só então ele vale.',
  body: z.object({ code_id: z.uuid(), checklist: deskConfirmationSchema }),
  data: z.object({}),
  refusals: {
    ...checklistFailed,
    'recovery.no-desk-code': {
      status: 409,
      message: 'Este código não espera mais confirmação. Procure a pessoa de novo.',
    },
    'recovery.same-attendant': {
      status: 403,
      message: 'Quem emitiu o código não o confirma. Chame outra pessoa do balcão.',
    },
  },
  session: 'staff',
  permission: 'recovery.desk',
  second_signature: true,
})
