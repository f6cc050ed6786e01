import { describe, expect, it } from 'vitest'
import { explain, type Place } from './explain.ts'
import type { Failure } from './failure.ts'

const network: Failure = { kind: 'network', during: 'call' }
const server: Failure = { kind: 'server', status: 500, request_id: 'r-1' }
const captchaNetwork: Failure = { kind: 'network', during: 'captcha' }
const unreadable: Failure = { kind: 'unrecognised', status: 200, message: null }
const invalid = (
  errors: { path: string; message: string }[],
  message = 'Verifique os dados informados!',
): Failure => ({
  kind: 'invalid',
  status: 422,
  code: null,
  message,
  errors,
})
const refused = (status: number, message: string): Failure => ({
  kind: 'refused',
  status,
  code: 'any.reason',
  message,
  errors: [],
})

/** The toasts of spec §8, one row each. */
const rows: [string, Failure, Place, string, 'error' | 'warning'][] = [
  [
    'network failure in form submit',
    network,
    'form',
    'Verifique sua conexão com a internet e tente novamente!',
    'error',
  ],
  [
    'network failure in autocomplete loading',
    network,
    'autocomplete',
    'Verifique sua conexão com a internet e tente novamente!',
    'error',
  ],
  [
    'network failure in postal lookup',
    network,
    'postal-lookup',
    'Verifique sua conexão com a internet e tente novamente!',
    'error',
  ],
  [
    'network failure in captcha solving',
    network,
    'captcha',
    'Verifique sua conexão com a internet e tente novamente!',
    'error',
  ],
  [
    'network failure of the captcha before an endpoint',
    captchaNetwork,
    'endpoint',
    'Verifique sua conexão com a internet e tente novamente!',
    'error',
  ],
  [
    'network failure during an endpoint execute',
    network,
    'endpoint',
    'Ops, aconteceu algo com sua conexão de internet, tente novamente por favor!',
    'error',
  ],
  [
    'server failure in a form',
    server,
    'form',
    'Não conseguimos processar seus dados. Tente novamente em alguns minutos ou entre em contato com o suporte!',
    'error',
  ],
  [
    'server failure of an endpoint',
    server,
    'endpoint',
    'Não conseguimos processar seus dados. Tente novamente em alguns minutos ou entre em contato com o suporte!',
    'error',
  ],
  ['unexpected failure in a form', unreadable, 'form', 'Ops, houve um erro inesperado!', 'error'],
  ['unexpected failure of an endpoint', unreadable, 'endpoint', 'Ops, houve um erro inesperado!', 'error'],
  [
    'unexpected failure in autocomplete',
    unreadable,
    'autocomplete',
    'Ops, houve um erro inesperado',
    'error',
  ],
  [
    'unexpected failure in postal lookup',
    unreadable,
    'postal-lookup',
    'Ops, houve um erro inesperado',
    'error',
  ],
  [
    'unrecognised answer with a message',
    { ...unreadable, message: 'Tente mais tarde.' },
    'form',
    'Tente mais tarde.',
    'error',
  ],
  [
    'known application error',
    refused(409, 'Este documento já tem cadastro.'),
    'form',
    'Este documento já tem cadastro.',
    'error',
  ],
  [
    'promotion call answering 503',
    refused(503, 'Estamos em manutenção.'),
    'endpoint',
    'Estamos em manutenção.',
    'error',
  ],
  [
    'validation in autocomplete',
    invalid([{ path: 'text', message: 'x' }], 'Busca inválida'),
    'autocomplete',
    'Busca inválida',
    'error',
  ],
  [
    'validation in postal lookup',
    invalid([{ path: 'postal_code', message: 'x' }], 'CEP inválido'),
    'postal-lookup',
    'CEP inválido',
    'error',
  ],
  [
    'validation whose ip field cannot be identified',
    invalid([{ path: 'ip', message: 'x' }]),
    'form',
    'Não foi possível processar sua solicitação, contate o suporte!',
    'error',
  ],
  [
    'validation with a message but no list',
    invalid([], 'Documento recusado.'),
    'form',
    'Documento recusado.',
    'error',
  ],
  [
    'no captcha solution',
    { kind: 'unverified', reason: 'no-solution' },
    'form',
    'Não conseguimos verificar se você é um robô. Tente novamente!',
    'error',
  ],
  [
    'enterprise captcha failure',
    { kind: 'unverified', reason: 'enterprise' },
    'form',
    'Sua internet parece lenta e não conseguimos verificar se você é um robô. Tente novamente!',
    'error',
  ],
  [
    'silent sign-in refused',
    refused(401, 'Entre novamente com a sua senha.'),
    'silent-sign-in',
    'Não conseguimos autenticar sua conta. Contate o suporte!',
    'warning',
  ],
  [
    'silent sign-in without a network',
    network,
    'silent-sign-in',
    'Não conseguimos autenticar sua conta. Contate o suporte!',
    'warning',
  ],
]

describe('explain', () => {
  it.each(rows)('%s', (_situation, failure, place, message, type) => {
    expect(explain(failure, { place, fields: ['email'] })).toMatchObject({
      errors: [],
      toast: { message, type },
    })
  })

  it.each<Place>(['form', 'endpoint', 'autocomplete', 'postal-lookup', 'captcha', 'silent-sign-in'])(
    'an aborted call shows and logs nothing: %s',
    (place) => {
      expect(explain({ kind: 'aborted' }, { place })).toEqual({ errors: [], toast: null, log: null })
    },
  )

  it('errors of fields on screen are attached without a toast', () => {
    const failure = invalid([{ path: 'email', message: 'Email inválido' }])
    expect(explain(failure, { place: 'form', fields: ['name', 'email'] })).toEqual({
      errors: [{ path: 'email', message: 'Email inválido' }],
      toast: null,
      log: null,
    })
  })

  it('a refusal with a path is attached to its field', () => {
    const errors = [{ path: 'password', message: 'Senha incorreta. Confira e tente novamente.' }]
    const failure: Failure = {
      kind: 'refused',
      status: 401,
      code: 'identity.wrong-password',
      message: 'x',
      errors,
    }
    expect(explain(failure, { place: 'form', fields: ['password'] })).toEqual({
      errors,
      toast: null,
      log: null,
    })
  })

  it('errors without a field are logged by path, without their messages, and show one support toast', () => {
    const failure = invalid([
      { path: 'email', message: 'Email inválido' },
      { path: 'ip', message: 'ana@exemplo.com.br' },
    ])
    expect(explain(failure, { place: 'form', fields: ['email'] })).toEqual({
      errors: [{ path: 'email', message: 'Email inválido' }],
      toast: { message: 'Não foi possível processar sua solicitação, contate o suporte!', type: 'error' },
      log: 'errors on unknown fields: ip',
    })
  })

  it.each(['recaptcha_token', 'captcha_type', 'altcha_challenge', 'altcha.payload'])(
    'shows an error on %s as a toast in the server’s words',
    (path) => {
      const failure = invalid([
        { path, message: 'Não conseguimos verificar se você é um robô. Tente novamente!' },
      ])
      expect(explain(failure, { place: 'form', fields: [path] })).toMatchObject({
        toast: { message: 'Não conseguimos verificar se você é um robô. Tente novamente!', type: 'error' },
        log: null,
      })
    },
  )
})
