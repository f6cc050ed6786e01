import { cityCall, neighborhoodCall, streetCall } from '@clube/contract/addresses/list-calls.ts'
import { addressLookupCall, postalAddressCall } from '@clube/contract/addresses/postal-address.ts'
import { captchaChallengeCall } from '@clube/contract/captcha/calls.ts'
import { cancelReservationCall } from '@clube/contract/event-tickets/calls.ts'
import {
  customerLookupCall,
  registerCall,
  updatePasswordCall,
} from '@clube/contract/identity/account-calls.ts'
import { sessionInfoCall, signOutCall } from '@clube/contract/identity/session-calls.ts'
import {
  checkAccountCall,
  signInPasswordlessCall,
  signInWithPasswordCall,
  verifyIdentityCall,
} from '@clube/contract/identity/sign-in-calls.ts'
import { defineCall, type Call } from '@clube/contract/kernel/call.ts'
import {
  forgotPasswordCall,
  recoveryOptionsCall,
  resetPasswordCall,
  verifyResetCodeCall,
} from '@clube/contract/recovery/code-calls.ts'
import { supportRecoveryCall } from '@clube/contract/recovery/support-call.ts'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { explain, type Place } from './explain.ts'
import { readResponse } from './read-response.ts'

/** A call with the path and the status rule of spec §7. */
const unimplementedCall = (path: `/${string}`, status_rule?: Call['status_rule']): Call =>
  defineCall({
    method: 'POST',
    path,
    summary: '',
    data: z.unknown(),
    refusals: {},
    ...(status_rule && { status_rule }),
  })

type Class = 'validation' | 'refusal' | 'unexpected' | 'server'
const statuses = [400, 401, 403, 404, 409, 422, 429, 500, 503] as const
/** The class of each status; a status that is not listed is unexpected. */
type Row = Readonly<Partial<Record<(typeof statuses)[number], Class>>>

const only200: Row = { 500: 'server', 503: 'server' }
const lookup: Row = { ...only200, 400: 'validation', 422: 'validation' }
const form: Row = { ...lookup, 401: 'refusal', 403: 'refusal', 409: 'refusal' }
const without400: Row = { ...form, 400: 'unexpected' }
const promotion: Row = { ...form, 400: 'refusal', 404: 'refusal', 503: 'refusal' }
const rating: Row = { ...promotion, 400: 'unexpected' }

/** Every call of spec §7, by how spec §8 maps its statuses. */
const families: readonly { rule: string; place: Place; row: Row; calls: readonly Call[] }[] = [
  {
    rule: 'a form submission',
    place: 'form',
    row: form,
    calls: [
      checkAccountCall,
      signInPasswordlessCall,
      verifyIdentityCall,
      signInWithPasswordCall,
      forgotPasswordCall,
      verifyResetCodeCall,
      recoveryOptionsCall,
      resetPasswordCall,
      supportRecoveryCall,
      registerCall,
      updatePasswordCall,
      sessionInfoCall,
    ],
  },
  { rule: 'signing out', place: 'endpoint', row: without400, calls: [signOutCall] },
  {
    rule: 'a list of addresses',
    place: 'autocomplete',
    row: lookup,
    calls: [cityCall, neighborhoodCall, streetCall],
  },
  {
    rule: 'a postal lookup',
    place: 'postal-lookup',
    row: lookup,
    calls: [postalAddressCall, addressLookupCall],
  },
  { rule: 'the captcha', place: 'captcha', row: promotion, calls: [captchaChallengeCall] },
  {
    rule: 'a promotion',
    place: 'endpoint',
    row: promotion,
    calls: [
      cancelReservationCall,
      unimplementedCall('/api/marketing/loyalty-club/redeem-partner-points/:transaction_id'),
      unimplementedCall('/api/marketing/loyalty-club/parking/redeem-voucher/:ticket_number'),
      unimplementedCall('/api/marketing/promotion/customer-service/ticket/new'),
      unimplementedCall('/api/marketing/promotion/customer-service/ticket/reply'),
      unimplementedCall('/api/marketing/promotion/free-gifts/print'),
    ],
  },
  {
    rule: 'a rating, without a rule for 400',
    place: 'endpoint',
    row: rating,
    calls: [unimplementedCall('/api/marketing/promotion/purchase/save-nps-rating', 'no-400')],
  },
  {
    rule: 'a call where anything other than 200 is an error',
    place: 'endpoint',
    row: only200,
    calls: [
      unimplementedCall('/api/legacy/autoatendimentoRasgadinha', 'only-200'),
      unimplementedCall('/api/marketing/promotion/brand-new-project/register', 'only-200'),
    ],
  },
]

const serverMessage =
  'Não conseguimos processar seus dados. Tente novamente em alguns minutos ou entre em contato com o suporte!'
const defaultMessages: Readonly<Record<Class, string>> = {
  validation: 'Verifique os dados informados!',
  refusal: 'Não foi possível processar os dados informados!',
  unexpected: 'Ops, houve um erro inesperado!',
  server: serverMessage,
}
const classes = {
  invalid: 'validation',
  refused: 'refusal',
  unrecognized: 'unexpected',
  server: 'server',
} as const

const read = (call: Call, place: Place, status: number, body: object) => {
  const sent = readResponse(call, { status, body })
  if (sent.ok) return { class: 'success', toast: null }
  const { kind } = sent.failure
  return {
    class: kind in classes ? classes[kind as keyof typeof classes] : kind,
    toast: explain(sent.failure, { place }).toast,
  }
}

describe.each(families)('$rule', ({ place, row, calls }) => {
  const cases = calls.flatMap((call) => statuses.map((status) => ({ path: call.path, status, call })))

  test.each(cases)(
    'status $status of $path is mapped to its error class and shows the response’s message, or the general one of a server error',
    ({ call, status }) => {
      const expected = row[status] ?? 'unexpected'
      const message = expected === 'server' ? serverMessage : 'Frase do servidor.'
      for (const body of [{ message: 'Frase do servidor.' }, { msg: 'Frase do servidor.' }]) {
        expect(read(call, place, status, { success: false, ...body })).toEqual({
          class: expected,
          toast: { message, type: 'error' },
        })
      }
    },
  )

  test.each(cases)(
    'status $status of $path without a message shows the default message of its error class',
    ({ call, status }) => {
      // A 503 shows the response's message or the general one of a server error.
      const expected = status === 503 ? 'server' : (row[status] ?? 'unexpected')
      const isLookup = place === 'autocomplete' || place === 'postal-lookup'
      const message =
        isLookup && expected === 'unexpected' ? 'Ops, houve um erro inesperado' : defaultMessages[expected]
      expect(read(call, place, status, { success: false, data: null })).toEqual({
        class: expected,
        toast: { message, type: 'error' },
      })
    },
  )
})

test('calls with the only-200 rule treat the statuses 201 and 202 as errors, even with a success envelope', () => {
  const call = unimplementedCall('/api/legacy/autoatendimentoRasgadinha', 'only-200')
  const success = { success: true, data: {}, message: 'Quase' }
  expect(read(call, 'endpoint', 200, success)).toEqual({ class: 'success', toast: null })
  for (const status of [201, 202])
    expect(read(call, 'endpoint', status, success)).toEqual({
      class: 'unexpected',
      toast: { message: 'Quase', type: 'error' },
    })
  expect(read(unimplementedCall('/api/marketing/a'), 'endpoint', 201, success)).toMatchObject({
    class: 'success',
  })
})

test.each([{ success: false, message: 'Outra frase.' }, { error: 'bare' }, {}])(
  'status 401 of a customer lookup shows the same message for any body: %j',
  (body) => {
    expect(read(customerLookupCall, 'endpoint', 401, body).toast).toEqual({
      message: 'Não autorizado!',
      type: 'error',
    })
  },
)

test('a refusal of a call with the only-200 rule keeps its code, so that the session and the field can react to it', () => {
  const call = unimplementedCall('/api/legacy/autoatendimentoRasgadinha', 'only-200')
  const message = 'Este código já foi utilizado.'
  const body = { success: false, message, msg: message, code: 'scratch-card.code-used' }
  expect(readResponse(call, { status: 409, body })).toMatchObject({
    ok: false,
    failure: { kind: 'refused', status: 409, code: 'scratch-card.code-used', message },
  })
})

test('a refusal that the call declares with status 429 keeps its code', () => {
  const message = 'Aguarde um momento para tentar novamente.'
  const body = { success: false, message, code: 'recovery.too-soon' }
  expect(readResponse(forgotPasswordCall, { status: 429, body })).toMatchObject({
    ok: false,
    failure: { kind: 'refused', status: 429, code: 'recovery.too-soon' },
  })
})
