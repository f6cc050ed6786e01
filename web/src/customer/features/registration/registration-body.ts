import type { BirthDateRules } from '@clube/contract/brazil/birth-date.ts'
import type { registerCall } from '@clube/contract/identity/account-calls.ts'
import type { BodyOf } from '@clube/contract/kernel/call.ts'
import { addressBody } from '../../../parts/address-fields/address-values.ts'
import { storedBirthDate } from '../../../parts/person-fields/person-values.ts'
import type { HandOver } from '../../../platform/session/hand-over.ts'
import type { RegistrationDraft } from './registration-draft.ts'
import type { PasswordValues } from './registration-steps.ts'

type RegisterBody = BodyOf<typeof registerCall>

/** Builds the call's body from all steps. Companies send no birth date. */
export function registrationBody(input: {
  handOver: HandOver
  draft: RegistrationDraft
  passwords: PasswordValues
  accepted_documents: RegisterBody['accepted_documents']
  email_marketing: boolean
  terms_id: string
  service_channel: string | undefined
  birthDateRules: BirthDateRules
}): RegisterBody {
  const { handOver, draft } = input
  const { document_id, document_type, verification_code } = handOver
  const { birth_date, ...contact } = draft.person
  return {
    document_id,
    document_type,
    terms_id: input.terms_id,
    ...contact,
    ...(document_type === 'cpf' ? { birth_date: storedBirthDate(birth_date, input.birthDateRules) } : {}),
    ...addressBody(draft.address),
    ...input.passwords,
    email_marketing_subscription: input.email_marketing ? 'yes' : 'no',
    accepted_documents: input.accepted_documents,
    ...(verification_code === undefined ? {} : { verification_code }),
    ...(input.service_channel === undefined ? {} : { service_channel: input.service_channel }),
  }
}
