import { supportRecoveryCall } from '@clube/contract/recovery/support-call.ts'
import type { BodyOf } from '@clube/contract/kernel/call.ts'
import { clubDayOf } from '../../../../parts/club-time.ts'
import { storedBirthDate } from '../../../../parts/person-fields/person-values.ts'
import type { Sent } from '../../../../platform/api/failure.ts'
import type { App } from '../../../../platform/app/app-context.tsx'
import type { Submitted } from '../recovery/recovery-data.ts'
import type { SignInForm } from '../step-props.ts'
import type { SupportDraft } from './support-draft.ts'

/**
 * Sends the whole draft (spec §7 "Support recovery"); null if something is missing. If everything was sent but no
 * response arrived, the server may have stored the request: the same request is sent once more, and the server
 * recognizes it and repeats the lost response. An interrupted upload is not repeated.
 */
export async function sendSupport(
  { club, send }: App,
  person: SignInForm,
  draft: SupportDraft,
  onProgress: (fraction: number) => void,
): Promise<Sent<Submitted> | null> {
  const { document_id, document_type } = person
  const answers = answersOf(draft, document_type === 'cpf' ? club.minimum_age : null)
  if (!answers) return null
  const body = { document_id, document_type, terms_id: club.terms_id, ...answers }
  let sentFraction = 0
  const attempt = () =>
    send(supportRecoveryCall, {
      body,
      onProgress: (fraction) => {
        sentFraction = fraction
        onProgress(fraction)
      },
    })
  const sent = await attempt()
  const isResponseLost = !sent.ok && sent.failure.kind === 'network' && sentFraction === 1
  return isResponseLost ? attempt() : sent
}

type Answers = Omit<BodyOf<typeof supportRecoveryCall>, 'document_id' | 'document_type' | 'terms_id'>

/** The draft as the call's body; null if something is missing. A company (`min_age` null) has no birth date. */
function answersOf(draft: SupportDraft, min_age: number | null): Answers | null {
  const { photos, birth_date, cellphone_status, email_status, extra_information, ...rest } = draft
  const { personal_id_front, personal_id_back, personal_id_selfie } = photos
  if (!personal_id_front || !personal_id_back || !personal_id_selfie) return null
  if (cellphone_status === '' || email_status === '' || extra_information === '') return null
  return {
    ...rest,
    birth_date:
      min_age === null ? null : storedBirthDate(birth_date, { today: clubDayOf(new Date()), min_age }),
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
}
