import * as z from 'zod/mini'
import { calendarDaySchema } from '../brazil/birth-date.ts'
import {
  cellphoneSchema,
  isSameCellphone,
  parseCellphone,
  sameCellphoneMessage,
} from '../brazil/cellphone.ts'
import { customerNameSchema } from '../brazil/customer-name.ts'
import { isSameEmail, parseEmail, emailSchema, sameEmailMessage } from '../brazil/email.ts'
import { requiredRadioMessage, requiredTextMessage } from '../brazil/field-messages.ts'
import type { FieldError } from '../kernel/envelope.ts'
import { fileSchema } from '../kernel/file.ts'
import { recoveryDocumentFields } from './code-calls.ts'
import { extraInformationMaxLength } from './limits.ts'

/** Spec §3: how the entered contact relates to the one in the account. */
export const contactStatuses = ['unchanged', 'changed', 'forgotten'] as const
export type ContactStatus = (typeof contactStatuses)[number]

/** Spec §3: whether there is extra information. */
export const extraInformationAnswers = ['yes', 'forgotten', 'no'] as const
export type ExtraInformationAnswer = (typeof extraInformationAnswers)[number]

/** Spec §3: the photos, named as their form fields, in the order in which they are taken. */
export const identityPhotos = ['personal_id_front', 'personal_id_back', 'personal_id_selfie'] as const
export type IdentityPhoto = (typeof identityPhotos)[number]

/** Fields used by the cross-field rules. */
export type ContactAnswers = {
  readonly cellphone_status: ContactStatus
  readonly cellphone: string
  readonly previous_cellphone?: string | null | undefined
  readonly email_status: ContactStatus
  readonly email: string
  readonly previous_email?: string | null | undefined
  readonly extra_information: ExtraInformationAnswer
  readonly extra_information_description?: string | null | undefined
}

/**
 * The error of the previous cellphone, or undefined: required when it changed, and it must differ from the current one.
 * Spec §5.
 */
export const previousCellphoneError = (
  answers: Pick<ContactAnswers, 'cellphone_status' | 'cellphone' | 'previous_cellphone'>,
): string | undefined => {
  if (answers.cellphone_status !== 'changed') return undefined
  const previous = parseCellphone(answers.previous_cellphone ?? '')
  if (!previous.ok) return previous.message
  return isSameCellphone(previous.value, answers.cellphone) ? sameCellphoneMessage : undefined
}

/** The error of the previous e-mail, or undefined; same rules as for the cellphone. Spec §5. */
export const previousEmailError = (
  answers: Pick<ContactAnswers, 'email_status' | 'email' | 'previous_email'>,
): string | undefined => {
  if (answers.email_status !== 'changed') return undefined
  const previous = parseEmail(answers.previous_email ?? '')
  if (!previous.ok) return previous.message
  return isSameEmail(previous.value, answers.email) ? sameEmailMessage : undefined
}

/** The error of the description, or undefined: required when the answer is yes. Spec §5. */
export const extraInformationError = (
  answers: Pick<ContactAnswers, 'extra_information' | 'extra_information_description'>,
): string | undefined => {
  const isMissing = (answers.extra_information_description ?? '').trim() === ''
  return answers.extra_information === 'yes' && isMissing ? requiredTextMessage : undefined
}

/** Cross-field validation errors of a submission, by field. */
export const supportFormErrors = (answers: ContactAnswers): FieldError[] =>
  [
    { path: 'previous_cellphone', message: previousCellphoneError(answers) },
    { path: 'previous_email', message: previousEmailError(answers) },
    { path: 'extra_information_description', message: extraInformationError(answers) },
  ].flatMap(({ path, message }) => (message === undefined ? [] : [{ path, message }]))

const choice = <const Values extends readonly [string, ...string[]]>(values: Values) =>
  z.enum(values, { error: requiredRadioMessage })
const optionalText = (max: number) => z.optional(z.nullable(z.string().check(z.maxLength(max))))

/** Spec §3 "Support recovery submission". An empty optional field is received as null (multipart). */
export const supportSubmissionSchema = z
  .object({
    ...recoveryDocumentFields,
    name: customerNameSchema,
    /** Individuals only; the server checks it against the clock. */
    birth_date: z.optional(z.nullable(calendarDaySchema)),
    cellphone_status: choice(contactStatuses),
    /** The current number. */
    cellphone: cellphoneSchema,
    previous_cellphone: optionalText(40),
    email_status: choice(contactStatuses),
    /** The current address. */
    email: emailSchema,
    previous_email: optionalText(255),
    extra_information: choice(extraInformationAnswers),
    extra_information_description: optionalText(extraInformationMaxLength),
    personal_id_front: fileSchema(requiredTextMessage),
    personal_id_back: fileSchema(requiredTextMessage),
    personal_id_selfie: fileSchema(requiredTextMessage),
  })
  .check((context) => {
    for (const { path, message } of supportFormErrors(context.value))
      context.issues.push({ code: 'custom', path: [path], message, input: context.value })
  })
