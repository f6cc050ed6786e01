import * as calls from '@clube/contract/identity/sign-in-calls.ts'
import { setSessionEnd } from '../../platform/session/session-end.ts'
import { press, waitForText, type } from './simulated-user.ts'
import { respond, refusal, unanswered, unreachable } from '../../testing/fake-server.ts'
import { screensOf, type ScreenState } from './screen-state.ts'

export const sampleDocument = '529.982.247-25'
const hints = { birth_date: '**/**/**79', cellphone: '(**) *****-**65', email: 'jo********' }

const complete = respond(calls.checkAccountCall, { registration: 'complete', hints: {} })
const incomplete = respond(calls.checkAccountCall, { registration: 'incomplete', hints })

/** Goes from the first step to the next. */
export const enterDocument = [type('CPF ou CNPJ', sampleDocument), press('Continuar')]

const begin = { group: 'Entrada', app: 'shopper', path: '/entrar' } as const

/** Sign-in (spec §2): document, identity completion, password. */
export const signInScreens: readonly ScreenState[] = [
  ...screensOf(
    { ...begin, slug: 'login' },
    {
      vazio: { title: 'Login', shows: 'Lembrar de mim' },
      'campo-vazio': {
        title: 'Login, sem documento',
        act: press('Continuar'),
        shows: 'não pode estar vazio',
      },
      'cpf-invalido': {
        title: 'Login, CPF inválido',
        act: [type('CPF ou CNPJ', '111.111.111-11'), press('Continuar')],
        shows: 'CPF inválido!',
      },
      'sessao-expirada': {
        title: 'Login, sessão sem uso',
        arrange: () => setSessionEnd('idle'),
        shows: 'Sua sessão terminou porque ficou muito tempo sem uso.',
      },
      'senha-trocada': {
        title: 'Login, sessão terminada por uma nova senha',
        arrange: () => setSessionEnd('password'),
        shows: 'Entre com a nova senha.',
      },
      'sem-rede': {
        title: 'Login, sem rede',
        responses: respond(calls.checkAccountCall, unreachable),
        act: enterDocument,
        shows: 'Verifique sua conexão com a internet e tente novamente!',
      },
      esperando: {
        title: 'Login, esperando',
        responses: respond(calls.checkAccountCall, unanswered),
        act: enterDocument,
        shows: 'Lembrar de mim',
      },
      'sem-senha': {
        title: 'Entrada só com o documento',
        club: { passwordless: 'yes', access_key: 'x' },
        shows: 'Informe seu documento para entrar.',
      },
    },
  ),
  ...screensOf(
    { ...begin, slug: 'confirmar-informacoes', responses: incomplete },
    {
      vazio: { title: 'Confirmar Informações', act: enterDocument, shows: 'Complete o celular' },
      erros: {
        title: 'Confirmar Informações, com erros',
        act: [...enterDocument, waitForText('Complete o celular'), press('Confirmar')],
        shows: 'não pode estar vazio',
      },
      'nao-confere': {
        title: 'Confirmar Informações, dados que não conferem',
        responses: respond(calls.verifyIdentityCall, refusal('identity.hints-mismatch')),
        act: [
          ...enterDocument,
          type('Data de nascimento', '02/11/1979'),
          type('Celular', '(21) 99887-7665'),
          type('E-mail', 'joao@exemplo.com.br'),
          press('Confirmar'),
        ],
        shows: calls.verifyIdentityCall.refusals['identity.hints-mismatch'].message,
      },
    },
  ),
  ...screensOf(
    { ...begin, slug: 'senha', responses: complete },
    {
      vazia: { title: 'Bem vindo de volta!', act: enterDocument, shows: 'Esqueci minha senha' },
      errada: {
        title: 'Senha errada',
        responses: respond(calls.signInWithPasswordCall, refusal('identity.wrong-password')),
        act: [...enterDocument, type('Senha', 'Girassol-28'), press('Entrar')],
        shows: 'Senha incorreta. Confira e tente novamente.',
      },
    },
  ),
]
