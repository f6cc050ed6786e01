import { checkAccountCall } from '@clube/contract/identity/sign-in-calls.ts'
import * as calls from '@clube/contract/recovery/code-calls.ts'
import { choose, press, waitForText, type, type Step } from './simulated-user.ts'
import { respond, refusal, success } from '../../testing/fake-server.ts'
import { sampleNow } from '../../testing/samples.ts'
import { savedRecoveryKey } from '../../customer/flows/sign-in/recovery/recovery-data.ts'
import { fakePhone } from './sample-camera.ts'
import { readObjectionCall, stopRecoveryCall } from '@clube/contract/recovery/objection-calls.ts'
import { paths } from '../../platform/navigation/paths.ts'
import { screensOf, type ScreenState } from './screen-state.ts'
import { enterDocument, sampleDocument } from './sign-in-screens.ts'

/** The responses of a server that accepts everything. */
export const acceptingResponses = [
  respond(checkAccountCall, { registration: 'complete', hints: {} }),
  respond(
    calls.forgotPasswordCall,
    success(
      { expires_at: '2026-11-21T12:10:00Z', resend_at: '2026-11-21T12:02:00Z' },
      { server_time: '2026-11-21T12:00:00Z' },
    ),
  ),
  respond(calls.recoveryOptionsCall, {
    available_options: ['sms', 'local_support', 'remote_support'],
    confirmation_text: 'Senha alterada com sucesso!',
  }),
  respond(calls.verifyResetCodeCall, { recovery_token: 'x' }),
  respond(calls.resetPasswordCall, {
    customer_name: 'Maria',
    confirmation_text: 'Senha alterada com sucesso!',
  }),
]

const atForgotPassword = [...enterDocument, press('Esqueci minha senha'), waitForText('Enviar código')]
const requestCode = (document: string): Step[] => [
  ...atForgotPassword,
  type('CPF ou CNPJ', document),
  press('Enviar código'),
]
const atEmailCode = [...requestCode(sampleDocument), waitForText('Confira seu e-mail')]
/** Steps up to the choice of another option. */
export const openRecoveryOptions = [
  ...atEmailCode,
  press('Usar outra opção de verificação'),
  waitForText('Precisamos verificar sua identidade'),
]
const enterCode = [...atEmailCode, type('Código de verificação', '123456'), press('Confirmar')]
const atNewPassword = [...enterCode, waitForText('Crie uma nova senha')]
const newPassword = (confirmation: string): Step[] => [
  ...atNewPassword,
  type('Nova senha', 'Girassol-27'),
  type('Confirme a nova senha', confirmation),
  press('Salvar nova senha'),
]
/** Stores a flow that a reload interrupted while it waited for the code. */
const saveInterruptedCode = (code_expires_at: string): void => {
  const form = { document_id: sampleDocument.replace(/\D/g, ''), document_type: 'cpf', remember_me: 'no' }
  const recovery = { at: 'resetCodeEmail', form, configuration: null, code_expires_at }
  const saved = { recovery, expires_at: Date.parse(sampleNow) + 60_000 }
  sessionStorage.setItem(savedRecoveryKey, JSON.stringify(saved))
}
/** Stores a flow that a reload interrupted at the new-password step. */
const saveInterruptedPassword = (): void => {
  const form = { document_id: sampleDocument.replace(/\D/g, ''), document_type: 'cpf', remember_me: 'no' }
  const saved = { recovery: { at: 'resetPassword', form }, expires_at: Date.parse(sampleNow) + 60_000 }
  sessionStorage.setItem(savedRecoveryKey, JSON.stringify(saved))
}
const chooseOption = (option: string): Step[] => [...openRecoveryOptions, choose(option), press('Continuar')]

/** Recovery by codes (spec §2, §4). */
const codeScreens = screensOf(
  {
    group: 'Recuperação da senha',
    app: 'shopper',
    path: '/entrar',
    slug: 'recuperacao',
    responses: acceptingResponses,
    arrange: fakePhone,
  },
  {
    esqueci: { title: 'Esqueci minha senha', act: atForgotPassword, shows: 'Enviar código' },
    'outro-documento': {
      title: 'Esqueci minha senha, outro documento',
      act: requestCode('111.444.777-35'),
      shows: 'O documento informado não coincide com o anterior',
    },
    'codigos-esgotados': {
      title: 'Esqueci minha senha, códigos do dia esgotados',
      responses: respond(calls.forgotPasswordCall, refusal('recovery.codes-exhausted')),
      act: requestCode(sampleDocument),
      shows: calls.forgotPasswordCall.refusals['recovery.codes-exhausted'].message,
    },
    'codigo-por-email': { title: 'Confira seu e-mail', act: atEmailCode, shows: 'Usar outra opção' },
    'codigo-errado': {
      title: 'Código errado',
      responses: respond(calls.verifyResetCodeCall, refusal('recovery.wrong-code')),
      act: enterCode,
      shows: 'Código inválido. Confira e tente novamente.',
    },
    'codigo-expirado': {
      title: 'Código expirado',
      responses: respond(calls.verifyResetCodeCall, refusal('recovery.code-expired')),
      act: enterCode,
      shows: 'Este código expirou. Peça um novo código.',
    },
    'codigo-retomado': {
      title: 'Código, página recarregada',
      arrange: () => saveInterruptedCode('2026-11-21T15:10:00Z'),
      shows: 'O código vale até 12h10.',
    },
    'codigo-vencido': {
      title: 'Código, prazo terminado',
      arrange: () => saveInterruptedCode('2026-11-21T14:59:00Z'),
      shows: 'Este código expirou. Peça um novo código.',
    },
    opcoes: { title: 'Precisamos verificar sua identidade', act: openRecoveryOptions, shows: 'Fale conosco' },
    'sem-escolha': {
      title: 'Opções, sem escolha',
      act: [...openRecoveryOptions, press('Continuar')],
      shows: 'Por favor, selecione uma opção',
    },
    'sms-bloqueado': {
      title: 'Opções, SMS bloqueado',
      reload: true,
      act: [
        ...chooseOption('Receber um código por SMS'),
        waitForText('Confira seu celular'),
        press('Usar outra opção de verificação'),
      ],
      shows: 'Tente novamente em',
    },
    'codigo-por-sms': {
      title: 'Confira seu celular',
      act: chooseOption('Receber um código por SMS'),
      shows: 'Confira seu celular',
    },
    'fale-conosco': {
      title: 'Fale conosco',
      act: chooseOption('Fale conosco'),
      shows: 'Por favor dirija-se ao balcão para recuperar a sua senha!',
    },
    'nova-senha': { title: 'Crie uma nova senha', act: atNewPassword, shows: 'Salvar nova senha' },
    'nova-senha-retomada': {
      title: 'Nova senha, página recarregada',
      responses: respond(calls.renewRecoveryTokenCall, {
        recovery_token: 'y',
        expires_at: '2026-11-21T15:10:00Z',
      }),
      arrange: saveInterruptedPassword,
      shows: 'Você tem até 12h10.',
    },
    'nova-senha-vencida': {
      title: 'Nova senha, prazo terminado durante a recarga',
      responses: respond(calls.renewRecoveryTokenCall, refusal('recovery.token-expired')),
      arrange: saveInterruptedPassword,
      shows: 'O prazo para criar a nova senha terminou.',
    },
    'nova-senha-diferente': {
      title: 'Nova senha, confirmação diferente',
      act: newPassword('Girassol-28'),
      shows: 'As senhas não coincidem!',
    },
    pronto: { title: 'Tudo certo!', act: newPassword('Girassol-27'), shows: 'Senha alterada com sucesso!' },
  },
)

const stopped = { protocol: '2026-000123-4', state: 'stopped', held_until: null } as const
const cancel = 'Não fui eu: cancelar o pedido'

/** The page that the notice about a held request links to. */
const objectionScreens = screensOf(
  {
    group: 'Recuperação da senha',
    app: 'shopper',
    path: `${paths.objection}#codigo`,
    slug: 'nao-fui-eu',
    responses: [
      respond(readObjectionCall, {
        protocol: '2026-000123-4',
        state: 'held',
        held_until: '2026-11-22T12:00:00Z',
      }),
      respond(stopRecoveryCall, stopped),
    ],
  },
  {
    espera: { title: 'Não fui eu', shows: cancel },
    cancelado: {
      title: 'Não fui eu, cancelado',
      act: press(cancel),
      shows: 'Pedido 2026-000123-4 cancelado.',
    },
    'ja-cancelado': {
      title: 'Não fui eu, cancelado antes',
      responses: respond(readObjectionCall, stopped),
      shows: 'Pedido 2026-000123-4 cancelado.',
    },
    expirado: {
      title: 'Não fui eu, prazo terminado',
      responses: respond(readObjectionCall, refusal('recovery.link-expired')),
      shows: 'O prazo para cancelar este pedido terminou.',
    },
    desconhecido: {
      title: 'Não fui eu, endereço desconhecido',
      responses: respond(readObjectionCall, refusal('recovery.unknown-link')),
      shows: 'Este endereço não vale.',
    },
  },
)

/** Recovery by codes, and the objection to recovery by photos. */
export const recoveryScreens: readonly ScreenState[] = [...codeScreens, ...objectionScreens]
