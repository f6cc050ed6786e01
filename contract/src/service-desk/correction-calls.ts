import * as z from 'zod/mini'
import { customerNameSchema } from '../brazil/customer-name.ts'
import type { DocumentType } from '../brazil/document.ts'
import { requiredRadioMessage } from '../brazil/field-messages.ts'
import { defineCall } from '../kernel/call.ts'

/** Hours within which another member confirms a correction. */
export const correctionHours = 24

/** What each of the two attendants confirms. */
export const correctionChecklist = {
  original_document: 'A pessoa mostrou um documento original com foto?',
  face_matches: 'O rosto é o do documento?',
  correction_matches: 'Os dados corrigidos são iguais aos do documento?',
} as const
export type CorrectionCheck = keyof typeof correctionChecklist

/** The same items for a company, for which a representative acts. */
const companyCorrectionChecklist: Readonly<Record<CorrectionCheck, string>> = {
  original_document:
    'Quem representa a empresa mostrou um documento original com foto e o contrato social, o estatuto ou a procuração?',
  face_matches: correctionChecklist.face_matches,
  correction_matches: 'O nome corrigido é igual ao do cartão CNPJ?',
}

/** The attendants' questions about a person or a company. */
export const correctionQuestionsFor = (
  document_type: DocumentType,
): Readonly<Record<CorrectionCheck, string>> =>
  document_type === 'cnpj' ? companyCorrectionChecklist : correctionChecklist

const answer = z.enum(['yes', 'no'], { error: requiredRadioMessage })
const checklist = z.object({ original_document: answer, face_matches: answer, correction_matches: answer })

const correctionSchema = z.object({
  correction_id: z.string(),
  name: z.string(),
  /** dd/MM/yyyy; null for companies. */
  birth_date: z.nullable(z.string()),
  /** The name of the member who proposed it. */
  proposed_by: z.string(),
  is_mine: z.boolean(),
  expires_at: z.string(),
})
export type Correction = z.infer<typeof correctionSchema>

const unknownCustomer = {
  'service-desk.unknown-customer': { status: 404, message: 'Cadastro não encontrado.' },
} as const
const checklistFailed = {
  'service-desk.checklist-failed': {
    status: 422,
    message: 'Só é possível corrigir os dados quando todos os itens conferem.',
    path: 'checklist',
  },
} as const
const decided = {
  'service-desk.correction-decided': {
    status: 409,
    message: 'Esta correção não espera mais confirmação. Abra o cadastro de novo.',
  },
} as const
const notCorrectable = {
  'service-desk.not-correctable': {
    status: 409,
    message: 'Só é possível corrigir um cadastro ativo ou incompleto.',
  },
} as const

/** Maximum number of corrections listed; the rest follow once these are decided. */
export const listedCorrections = 50

/** Corrections that wait for confirmation, oldest first, without personal data. */
export const listCorrectionsCall = defineCall({
  method: 'GET',
  path: '/api/staff/customers/corrections',
  summary: 'As correções de dados que esperam a confirmação de outra pessoa.',
  data: z.array(
    z.object({
      customer_id: z.string(),
      /** The name of the member who proposed it. */
      proposed_by: z.string(),
      is_mine: z.boolean(),
      expires_at: z.string(),
    }),
  ),
  refusals: {},
  session: 'staff',
  permission: 'customers.correct',
})

/** The correction that waits for confirmation. A POST, since it shows personal data. */
export const readCorrectionCall = defineCall({
  method: 'POST',
  path: '/api/staff/customers/corrections/read',
  summary: 'A correção de dados de uma pessoa que espera confirmação.',
  body: z.object({ customer_id: z.uuid() }),
  data: z.object({ correction: z.nullable(correctionSchema) }),
  refusals: unknownCustomer,
  session: 'staff',
  permission: 'customers.correct',
})

/** Proposes another name or birth date, after checking the person's document. */
export const proposeCorrectionCall = defineCall({
  method: 'POST',
  path: '/api/staff/customers/corrections/propose',
  summary: 'Propõe a correção de nome e nascimento; outra pessoa da equipe confirma.',
  body: z.object({
    customer_id: z.uuid(),
    name: customerNameSchema,
    /** For people only. */
    birth_date: z.optional(z.string().check(z.maxLength(10))),
    checklist,
  }),
  data: correctionSchema,
  refusals: {
    ...unknownCustomer,
    ...checklistFailed,
    ...notCorrectable,
    'service-desk.correction-unchanged': {
      status: 422,
      message: 'Os dados são os que já estão no cadastro.',
      path: 'name',
    },
    'service-desk.correction-pending': {
      status: 409,
      message: 'Outra correção deste cadastro espera confirmação. Abra o cadastro de novo.',
    },
  },
  session: 'staff',
  permission: 'customers.correct',
})

/** Confirms exactly the correction that was shown, after also checking the document, and applies it. */
export const approveCorrectionCall = defineCall({
  method: 'POST',
  path: '/api/staff/customers/corrections/approve',
  summary: 'Confirma a correção que outra pessoa da equipe propôs e muda o cadastro.',
  body: z.object({ correction_id: z.uuid(), checklist }),
  data: z.object({}),
  refusals: {
    ...checklistFailed,
    ...decided,
    ...notCorrectable,
    'service-desk.own-correction': {
      status: 403,
      message: 'Quem propôs a correção não a confirma. Chame outra pessoa do balcão.',
    },
  },
  session: 'staff',
  permission: 'customers.correct',
  second_signature: true,
})

/** Rejects a correction, or withdraws the member's own. */
export const rejectCorrectionCall = defineCall({
  method: 'POST',
  path: '/api/staff/customers/corrections/reject',
  summary: 'Recusa ou retira uma correção que espera confirmação.',
  body: z.object({ correction_id: z.uuid() }),
  data: z.object({}),
  refusals: decided,
  session: 'staff',
  permission: 'customers.correct',
})
