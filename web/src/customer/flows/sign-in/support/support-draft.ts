import type { SupportStep } from '@clube/contract/identity/sign-in-flow.ts'
import type {
  ContactStatus,
  ExtraInformationAnswer,
  IdentityPhoto,
} from '@clube/contract/recovery/support-form.ts'

/** The data of the support sub-flow (spec §3), as typed. A reload keeps all but the photos (saved-recovery.ts). */
export type SupportDraft = {
  name: string
  /** dd/MM/yyyy, as typed. */
  birth_date: string
  cellphone_status: ContactStatus | ''
  cellphone: string
  previous_cellphone: string
  email_status: ContactStatus | ''
  email: string
  previous_email: string
  extra_information: ExtraInformationAnswer | ''
  extra_information_description: string
  photos: Partial<Readonly<Record<IdentityPhoto, Blob>>>
}

export const emptyDraft: SupportDraft = {
  name: '',
  birth_date: '',
  cellphone_status: '',
  cellphone: '',
  previous_cellphone: '',
  email_status: '',
  email: '',
  previous_email: '',
  extra_information: '',
  extra_information_description: '',
  photos: {},
}

/** The step that contains a field; undefined if no step does. */
export const stepOf = (path: string): SupportStep | undefined =>
  (stepOfPath as Partial<Record<string, SupportStep>>)[path]

const stepOfPath: Readonly<Record<Exclude<keyof SupportDraft, 'photos'> | IdentityPhoto, SupportStep>> = {
  name: 'identityInformation',
  birth_date: 'identityInformation',
  cellphone_status: 'cellphoneConfirmation',
  cellphone: 'cellphoneConfirmation',
  previous_cellphone: 'cellphoneConfirmation',
  email_status: 'emailConfirmation',
  email: 'emailConfirmation',
  previous_email: 'emailConfirmation',
  extra_information: 'extraInformation',
  extra_information_description: 'extraInformation',
  personal_id_front: 'personalIDFront',
  personal_id_back: 'personalIDBack',
  personal_id_selfie: 'personalIDSelfie',
}
