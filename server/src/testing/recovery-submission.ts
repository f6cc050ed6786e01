import type { DataOf } from '@clube/contract/kernel/call.ts'
import { openPhotoViewCall, readRecoveryRequestCall } from '@clube/contract/recovery/review-calls.ts'
import { supportRecoveryCall } from '@clube/contract/recovery/support-call.ts'
import { identityPhotos } from '@clube/contract/recovery/support-form.ts'
import { personas } from '../../seeds/demonstration/personas.ts'
import type { ApiResponse, TestBrowser } from './browser.ts'
import { jpeg } from './jpeg.ts'
import { openRecoveryOptions } from './recovery-codes.ts'
import type { TestRecovery } from './recovery.ts'

const terms_id = 'shd_auth_terms'

type Field = string | Uint8Array

/** Maria's submission with a new cellphone, which tests modify. */
export const submissionOf = async (
  change: Readonly<Record<string, Field>> = {},
): Promise<Record<string, Field>> => {
  const picture = await jpeg()
  return {
    document_id: personas.maria.document_id,
    document_type: 'cpf',
    terms_id,
    name: personas.maria.name,
    birth_date: '14/05/1986',
    cellphone_status: 'changed',
    cellphone: '(11) 91111-2222',
    previous_cellphone: '(11) 98765-4321',
    email_status: 'unchanged',
    email: personas.maria.email,
    previous_email: '',
    extra_information: 'no',
    extra_information_description: '',
    ...Object.fromEntries(identityPhotos.map((name) => [name, picture])),
    ...change,
  }
}

/** Sends a submission as a browser does: multipart, with the proof as base64 JSON. */
export const submit = async (
  { url }: { readonly url: string },
  browser: TestBrowser,
  fields: Readonly<Record<string, Field>>,
): Promise<ApiResponse<DataOf<typeof supportRecoveryCall>>> => {
  browser.discardProof()
  const form = new FormData()
  const { altcha_challenge } = await browser.captchaFields()
  form.append('captcha_type', 'altcha')
  form.append('recaptcha_token', 'disabled')
  form.append('altcha_challenge', Buffer.from(JSON.stringify(altcha_challenge)).toString('base64'))
  for (const [name, value] of Object.entries(fields)) if (typeof value === 'string') form.append(name, value)
  for (const [name, value] of Object.entries(fields))
    if (typeof value !== 'string')
      form.append(name, new Blob([Buffer.from(value)], { type: 'image/jpeg' }), `${name}.jpg`)
  const response = await fetch(url + supportRecoveryCall.path, {
    method: 'POST',
    headers: {
      accept: 'application/json',
      'x-requested-with': 'XMLHttpRequest',
      'sec-fetch-site': 'same-origin',
      cookie: [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    },
    body: form,
  })
  const envelope = (await response.json()) as { success: boolean }
  return {
    status: response.status,
    headers: response.headers,
    ok: envelope.success,
    ...envelope,
  } as ApiResponse<DataOf<typeof supportRecoveryCall>>
}

/** Submits for Maria from a fresh browser. @returns the request's id */
export const submitRequest = async (
  recovery: TestRecovery,
  change: Readonly<Record<string, Field>> = {},
): Promise<string> => {
  const fields = await submissionOf(change)
  const browser = await openRecoveryOptions(recovery, String(fields['document_id']))
  const response = await submit(recovery, browser, fields)
  if (!response.ok) throw new Error(`Not submitted: ${JSON.stringify(response)}`)
  const { db } = recovery.database
  const row = await db
    .selectFrom('recovery_request')
    .select('id')
    .where('protocol', '=', response.data.protocol)
    .executeTakeFirstOrThrow()
  return row.id
}

/** Opens every photo of a request as a member of staff. */
export const openPhotos = async (recovery: TestRecovery, staff: TestBrowser, id: string): Promise<void> => {
  const read = await staff.send(readRecoveryRequestCall, { params: { id } })
  for (const photo of read.ok ? read.data.photos : []) await openPhotoOf(recovery, staff, { id, photo })
}

/** Opens one photo of a request. */
export const openPhotoOf = async (
  recovery: TestRecovery,
  staff: TestBrowser,
  { id, photo }: { id: string; photo: { id: string } },
): Promise<void> => {
  const granted = await staff.send(openPhotoViewCall, { params: { id, photo_id: photo.id } })
  if (!granted.ok) throw new Error(`No view: ${JSON.stringify(granted)}`)
  const cookie = `staff=${staff.cookies.get('staff')}`
  const picture = await fetch(recovery.url + granted.data.url, { headers: { cookie } })
  if (!picture.ok) throw new Error(`No picture: ${picture.status}`)
}
