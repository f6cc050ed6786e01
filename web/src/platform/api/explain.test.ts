import type { FieldError } from '@clube/contract/kernel/envelope.ts'
import { expect, it } from 'vitest'
import { explain, type Place } from './explain.ts'
import type { Failure } from './failure.ts'

const network: Failure = { kind: 'network', during: 'call' }
const captchaNetwork: Failure = { kind: 'network', during: 'captcha' }
const invalid = (errors: FieldError[], message = 'Verifique os dados informados!') => ({
  kind: 'invalid' as const,
  status: 422,
  code: null,
  message,
  errors,
})
const refused = (status: number, message: string, errors: FieldError[] = []) => ({
  kind: 'refused' as const,
  status,
  code: 'any.reason',
  message,
  errors,
})
const emailError = { path: 'email', message: 'Email inválido' }

const networkMessage = 'Verifique sua conexão com a internet e tente novamente!'
const noSolutionMessage = 'Não conseguimos verificar se você é um robô. Tente novamente!'
const supportMessage = 'Não foi possível processar sua solicitação, contate o suporte!'

/** The toasts of spec §8 that do not depend on a status, one row each; status-mapping.test.ts has the others. */
const rows: [string, Failure, Place, string][] = [
  ['a network failure on submitting a form', network, 'form', networkMessage],
  ['a network failure on loading suggestions', network, 'autocomplete', networkMessage],
  ['a network failure in the CEP lookup', network, 'postal-lookup', networkMessage],
  ['a network failure on solving the captcha', network, 'captcha', networkMessage],
  ['a captcha network failure before a call', captchaNetwork, 'endpoint', networkMessage],
  [
    'a network failure during a call',
    network,
    'endpoint',
    'Ops, aconteceu algo com sua conexão de internet, tente novamente por favor!',
  ],
  [
    'a validation error on a field that is not on the screen',
    invalid([{ path: 'ip', message: 'x' }]),
    'form',
    supportMessage,
  ],
  ['a captcha without a solution', { kind: 'unverified', reason: 'no-solution' }, 'form', noSolutionMessage],
  [
    'a failure of the enterprise captcha',
    { kind: 'unverified', reason: 'enterprise' },
    'form',
    'Sua internet parece lenta e não conseguimos verificar se você é um robô. Tente novamente!',
  ],
]

/** Validation failures whose own message is shown. */
const withOwnMessage: [string, ReturnType<typeof invalid>, Place][] = [
  [
    'a validation error in autocomplete',
    invalid([{ path: 'text', message: 'x' }], 'Busca inválida'),
    'autocomplete',
  ],
  [
    'a validation error in the CEP lookup',
    invalid([{ path: 'cep', message: 'x' }], 'CEP inválido'),
    'postal-lookup',
  ],
  ['a validation error with a message but no list', invalid([], 'Documento recusado.'), 'form'],
]

it.each(withOwnMessage)('the toast for %s is the message of the response', (_situation, failure, place) => {
  expect(explain(failure, { place, fields: ['email'] })).toMatchObject({
    errors: [],
    toast: { message: failure.message, type: 'error' },
  })
})

it.each(rows)('the toast for %s is the message of spec §8', (_situation, failure, place, message) => {
  expect(explain(failure, { place, fields: ['email'] })).toMatchObject({
    errors: [],
    toast: { message, type: 'error' },
  })
})

it.each([
  ['a refused silent sign-in', refused(401, 'Entre novamente com a sua senha.')],
  ['a silent sign-in while offline', network],
])('the toast for %s is a warning', (_situation, failure) => {
  expect(explain(failure, { place: 'silent-sign-in', fields: ['email'] })).toMatchObject({
    errors: [],
    toast: { message: 'Não conseguimos autenticar sua conta. Contate o suporte!', type: 'warning' },
  })
})

it.each<Place>(['form', 'endpoint', 'autocomplete', 'postal-lookup', 'captcha', 'silent-sign-in'])(
  'an aborted call is neither shown nor logged (place %s)',
  (place) => {
    expect(explain({ kind: 'aborted' }, { place })).toEqual({ errors: [], toast: null, log: null })
  },
)

it.each([
  ['a validation failure', invalid([emailError])],
  ['a refusal', refused(401, 'x', [emailError])],
])('%s with errors on visible fields attaches them to the fields, without a toast', (_what, failure) => {
  const fields = ['name', 'email']
  expect(explain(failure, { place: 'form', fields })).toEqual({
    errors: [emailError],
    toast: null,
    log: null,
  })
})

it('errors on unknown fields are logged by path, without their messages, and show one support toast', () => {
  const failure = invalid([emailError, { path: 'ip', message: 'ana@exemplo.com.br' }])
  expect(explain(failure, { place: 'form', fields: ['email'] })).toEqual({
    errors: [emailError],
    toast: { message: supportMessage, type: 'error' },
    log: 'errors on unknown fields: ip',
  })
})

it.each(['recaptcha_token', 'captcha_type', 'altcha_challenge', 'altcha.payload'])(
  'an error on %s is shown in a toast with the server’s message',
  (path) => {
    const failure = invalid([{ path, message: noSolutionMessage }])
    expect(explain(failure, { place: 'form', fields: [path] })).toMatchObject({
      toast: { message: noSolutionMessage, type: 'error' },
      log: null,
    })
  },
)
