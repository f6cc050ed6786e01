import * as z from 'zod/mini'
import type { DocumentType } from '../brazil/document.ts'
import { requiredRadioMessage } from '../brazil/field-messages.ts'

/** States of a remote-support request. `held` gives the owner of the old contacts time to object. */
export const recoveryStates = [
  'submitted',
  'in_review',
  'needs_second',
  'held',
  'approved',
  'asked_again',
  'rejected',
] as const
export type RecoveryStateName = (typeof recoveryStates)[number]

/** Labels of the states for staff. */
export const recoveryStateTitles = {
  submitted: 'Aguardando análise',
  in_review: 'Em análise',
  needs_second: 'Aguardando segunda aprovação',
  held: 'Em espera de 24 horas',
  approved: 'Aprovado',
  asked_again: 'Nova foto pedida',
  rejected: 'Recusado',
} as const satisfies Readonly<Record<RecoveryStateName, string>>

/** The reviewer's checklist, with the questions shown at the desk. */
export const reviewChecklist = {
  document_readable: 'O documento está legível?',
  document_matches: 'O CPF ou CNPJ do documento confere com o cadastro?',
  face_matches: 'O rosto da selfie é o do documento?',
  paper_shows_day: 'O papel mostra a data do envio (um dia a mais ou a menos)?',
} as const
export type ReviewCheck = keyof typeof reviewChecklist

const answer = z.enum(['yes', 'no'], { error: requiredRadioMessage })

export const reviewChecklistSchema = z.object({
  document_readable: answer,
  document_matches: answer,
  face_matches: answer,
  paper_shows_day: answer,
})
export type ReviewAnswers = z.infer<typeof reviewChecklistSchema>

/** Reasons for requesting a new submission; the message quotes the sentence. */
export const resubmissionReasons = {
  unreadable: 'A foto do documento não está legível. Fotografe de novo em um lugar bem iluminado.',
  wrong_document: 'Envie um documento aceito: CNH ou RG com CPF.',
  selfie: 'Na selfie precisamos ver o seu rosto, a frente do documento e o papel com a data.',
  paper_day: 'O papel da selfie precisa mostrar a data de hoje, escrita à mão.',
  data: 'Os dados informados não conferem com o cadastro. Confira e envie de novo.',
} as const
export type ResubmissionReason = keyof typeof resubmissionReasons

/** Reasons for rejecting a request; the message quotes the sentence. */
export const rejectReasons = {
  not_the_owner: 'As fotos enviadas não são da pessoa que tem este cadastro.',
  not_genuine: 'Não foi possível confirmar que as fotos são autênticas.',
  objected: 'A pessoa que tem este cadastro não reconhece o pedido.',
  no_answer: 'Não foi possível confirmar a identidade com os dados enviados.',
} as const
export type RejectReason = keyof typeof rejectReasons

/** The attendant's checklist with the customer present. */
export const deskChecklist = {
  original_document: 'A pessoa mostrou um documento original com foto?',
  face_matches: 'O rosto é o do documento?',
  data_matches: 'Nome e data de nascimento conferem com o cadastro?',
} as const
export type DeskCheck = keyof typeof deskChecklist

/** The same items for a company, for which a representative acts. */
const companyDeskChecklist: Readonly<Record<DeskCheck, string>> = {
  original_document: 'Quem representa a empresa mostrou um documento original com foto?',
  face_matches: deskChecklist.face_matches,
  data_matches:
    'O contrato social, o estatuto ou a procuração mostra o CNPJ do cadastro e dá poderes a essa pessoa?',
}

/** The attendant's questions about a person or a company. */
export const deskQuestionsFor = (document_type: DocumentType): Readonly<Record<DeskCheck, string>> =>
  document_type === 'cnpj' ? companyDeskChecklist : deskChecklist

export const deskChecklistSchema = z.object({
  original_document: answer,
  face_matches: answer,
  data_matches: answer,
})

/** The second attendant's checklist: the same items, and that the customer has the code to confirm. */
export const deskConfirmationChecklist = {
  ...deskChecklist,
  code_received: 'A pessoa recebeu este código de quem o emitiu?',
} as const

/** The second attendant's questions about a person or a company. */
export const deskConfirmationQuestionsFor = (
  document_type: DocumentType,
): Readonly<Record<keyof typeof deskConfirmationChecklist, string>> => ({
  ...deskConfirmationChecklist,
  ...deskQuestionsFor(document_type),
})

export const deskConfirmationSchema = z.extend(deskChecklistSchema, { code_received: answer })
