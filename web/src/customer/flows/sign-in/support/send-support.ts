import { supportRecoveryCall } from '@clube/contract/recovery/support-call.ts'
import type { BodyOf } from '@clube/contract/kernel/call.ts'
import type { Sent } from '../../../../platform/api/failure.ts'
import type { App } from '../../../../platform/app/app-context.tsx'
import { storedBirthDate } from '../../../../parts/person-fields/person-values.ts'
import { clubDayOf } from '../../../../parts/club-time.ts'
import type { Submitted } from '../recovery/recovery-memory.ts'
import type { SignInForm } from '../step-props.ts'
import type { SupportDraft } from './support-draft.ts'

type Body = BodyOf<typeof supportRecoveryCall>

/**
 * Sends the whole draft (spec §7 "Support recovery"); null if something is missing. If everything was sent and no
 * response came, the server may have stored the request: the same request is sent once more, and the server
 * recognizes it and repeats the lost response. An upload that broke off is not repeated.
 */
export async function sendSupport(
  app: App,
  person: Pick<SignInForm, 'document_id' | 'document_type'>,
  draft: SupportDraft,
  onProgress: (share: number) => void,
): Promise<Sent<Submitted> | null> {
  let left = 0
  const attempt = () =>
    sendOnce(app, person, draft, (share) => {
      left = share
      onProgress(share)
    })
  const sent = await attempt()
  const isAnswerLost = sent !== null && !sent.ok && sent.failure.kind === 'network' && left === 1
  return isAnswerLost ? attempt() : sent
}

async function sendOnce(
  { club, send }: App,
  person: Pick<SignInForm, 'document_id' | 'document_type'>,
  draft: SupportDraft,
  onProgress: (share: number) => void,
): Promise<Sent<Submitted> | null> {
  const { photos, birth_date, cellphone_status, email_status, extra_information, ...rest } = draft
  const { personal_id_front, personal_id_back, personal_id_selfie } = photos
  if (!personal_id_front || !personal_id_back || !personal_id_selfie) return null
  if (cellphone_status === '' || email_status === '' || extra_information === '') return null
  const rules = { today: clubDayOf(new Date()), min_age: club.minimum_age }
  const body: Body = {
    document_id: person.document_id,
    document_type: person.document_type,
    terms_id: club.terms_id,
    ...rest,
    birth_date: person.document_type === 'cpf' ? storedBirthDate(birth_date, rules) : null,
    cellphone_status,
    previous_cellphone: cellphone_status === 'changed' ? rest.previous_cellphone : null,
    email_status,
    previous_email: email_status === 'changed' ? rest.previous_email : null,
    extra_information,
    extra_information_description: extra_information === 'yes' ? rest.extra_information_description : null,
    personal_id_front,
    personal_id_back,
    personal_id_selfie,
  }
  return send(supportRecoveryCall, { body, onProgress })
}
