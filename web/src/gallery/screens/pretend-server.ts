import type { Club } from '@clube/contract/club/club.ts'
import type { Call, DataOf } from '@clube/contract/kernel/call.ts'
import type { RefusalEntry } from '@clube/contract/kernel/refusal-table.ts'
import type { Failure, Sent } from '../../platform/api/failure.ts'
import type { App } from '../../platform/app/app-context.tsx'

/** What a call is answered; `never` leaves the screen waiting. */
export type Answer = Sent<unknown> | 'never'
/** By path of the call, without what fills its places. */
export type Answers = Readonly<Record<string, Answer>>

/** A call and the data it yields. */
export const yields = <C extends Call>(
  call: C,
  data: DataOf<C>,
  more: { message?: string; next_cursor?: string; server_time?: string } = {},
): Answers => ({
  [call.path]: {
    ok: true,
    data,
    message: more.message ?? null,
    status: 200,
    server_time: more.server_time ?? null,
    next_cursor: more.next_cursor ?? null,
  },
})

const fails = (call: Call, failure: Failure): Answers => ({ [call.path]: { ok: false, failure } })

/** A call and the refusal it meets, with the contract's own sentence. */
export const refuses = <C extends Call>(call: C, code: keyof C['refusals'] & string): Answers => {
  const refusals: Readonly<Record<string, RefusalEntry>> = call.refusals
  const refusal = refusals[code]
  if (!refusal) throw new Error(`${call.path} knows no ${code}`)
  const { status, message, path } = refusal
  const errors = path === undefined ? [] : [{ path, message }]
  return fails(call, { kind: status === 422 ? 'invalid' : 'refused', status, code, message, errors })
}

/** A call that finds no network. */
export const unreachable = (call: Call): Answers => fails(call, { kind: 'network', during: 'call' })

/** A call that the server fails at. */
export const crashes = (call: Call): Answers => fails(call, { kind: 'server', status: 500, request_id: null })

/** A call that is never answered: the screen as it waits. */
export const neverAnswers = (call: Call): Answers => ({ [call.path]: 'never' })

export const club: Club = {
  name: 'Clube Ipê',
  accent: '#82305f',
  logo_url: null,
  document_types: 'both',
  remember_me: 'yes',
  passwordless: 'no',
  access_key: null,
  terms_id: 'shd_auth_terms',
  minimum_age: 18,
  cnpj: 'alphanumeric',
  captcha: { endpoint: '/api/captcha/altcha', enterprise_site_key: null },
  endpoints: {
    address_lookup: '/api/core/address/postal-address',
    customer_lookup: '/api/marketing/customer',
  },
  service_desk: { text: 'Piso térreo, ao lado da entrada A, das 10h às 22h.', phone: '(11) 4002-8922' },
}

/** An app whose server says what a screen needs to hear; whatever else it is asked is a fault of the gallery. */
export const pretendApp = (input: {
  answers: Answers
  club: Partial<Club>
  onFault: (words: string) => void
}): App => ({
  club: { ...club, ...input.club },
  captcha: {
    fields: async () => ({ ok: false, failure: { kind: 'aborted' } }),
    warmUp: () => {},
    forget: () => {},
  },
  send: async <C extends Call>(call: C, sending: { onProgress?: (share: number) => void }) => {
    const answer = input.answers[call.path]
    if (answer === undefined) input.onFault(`nobody prepared ${call.path}`)
    sending.onProgress?.(0.6)
    if (answer === undefined || answer === 'never') return new Promise<never>(() => {})
    // The answer was prepared for this very call.
    return answer as Sent<DataOf<C>>
  },
})
