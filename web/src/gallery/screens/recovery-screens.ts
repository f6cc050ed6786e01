import { checkAccountCall } from '@clube/contract/identity/sign-in-calls.ts'
import {
  forgotPasswordCall,
  recoveryOptionsCall,
  resetPasswordCall,
  verifyResetCodeCall,
} from '@clube/contract/recovery/code-calls.ts'
import type { Person } from './person.ts'
import { answer, refusal, success } from '../../testing/pretend-server.ts'
import { pretendPhone } from './sample-camera.ts'
import { screensOf, type ScreenState } from './screen-state.ts'
import { enterDocument, sampleDocument } from './sign-in-screens.ts'

/** A server that accepts everything. */
export const willing = [
  answer(checkAccountCall, { registration: 'complete', hints: {} }),
  answer(
    forgotPasswordCall,
    success(
      { expires_at: '2026-11-21T12:10:00Z', resend_at: '2026-11-21T12:02:00Z' },
      { server_time: '2026-11-21T12:00:00Z' },
    ),
  ),
  answer(recoveryOptionsCall, {
    available_options: ['sms', 'local_support', 'remote_support'],
    confirmation_text: 'Senha alterada com sucesso!',
  }),
  answer(verifyResetCodeCall, { recovery_token: 'x' }),
  answer(resetPasswordCall, { customer_name: 'Maria', confirmation_text: 'Senha alterada com sucesso!' }),
]

const atForgotPassword = async (person: Person): Promise<void> => {
  await enterDocument(person)
  await person.press('Esqueci minha senha')
  await person.sees('Enviar código')
}
const atEmailCode = async (person: Person): Promise<void> => {
  await atForgotPassword(person)
  await person.type('CPF ou CNPJ', sampleDocument)
  await person.press('Enviar código')
  await person.sees('Confira seu e-mail')
}
/** Steps up to the choice of another option. */
export const atOptions = async (person: Person): Promise<void> => {
  await atEmailCode(person)
  await person.press('Usar outra opção de verificação')
  await person.sees('Precisamos verificar sua identidade')
}
const giveCode = async (person: Person): Promise<void> => {
  await person.type('Código de verificação', '123456')
  await person.press('Confirmar')
}
const atNewPassword = async (person: Person): Promise<void> => {
  await atEmailCode(person)
  await giveCode(person)
  await person.sees('Crie uma nova senha')
}
const choose = async (person: Person, option: string): Promise<void> => {
  await atOptions(person)
  await person.choose(option)
  await person.press('Continuar')
}

/** Recovery by codes (spec §2, §4). */
export const recoveryScreens: readonly ScreenState[] = screensOf(
  {
    group: 'Recuperação da senha',
    app: 'shopper',
    path: '/entrar',
    slug: 'recuperacao',
    answers: willing,
    arrange: pretendPhone,
  },
  {
    esqueci: { title: 'Esqueci minha senha', act: atForgotPassword, shows: 'Enviar código' },
    'outro-documento': {
      title: 'Esqueci minha senha, outro documento',
      act: async (person) => {
        await atForgotPassword(person)
        await person.type('CPF ou CNPJ', '111.444.777-35')
        await person.press('Enviar código')
      },
      shows: 'O documento informado não coincide com o anterior',
    },
    'codigos-esgotados': {
      title: 'Esqueci minha senha, códigos do dia esgotados',
      answers: answer(forgotPasswordCall, refusal('recovery.codes-exhausted')),
      act: async (person) => {
        await atForgotPassword(person)
        await person.type('CPF ou CNPJ', sampleDocument)
        await person.press('Enviar código')
      },
      shows: forgotPasswordCall.refusals['recovery.codes-exhausted'].message,
    },
    'codigo-por-email': { title: 'Confira seu e-mail', act: atEmailCode, shows: 'Usar outra opção' },
    'codigo-errado': {
      title: 'Código errado',
      answers: answer(verifyResetCodeCall, refusal('recovery.wrong-code')),
      act: async (person) => {
        await atEmailCode(person)
        await giveCode(person)
      },
      shows: 'Código inválido. Confira e tente novamente.',
    },
    'codigo-expirado': {
      title: 'Código expirado',
      answers: answer(verifyResetCodeCall, refusal('recovery.code-expired')),
      act: async (person) => {
        await atEmailCode(person)
        await giveCode(person)
      },
      shows: 'Este código expirou. Peça um novo código.',
    },
    opcoes: { title: 'Precisamos verificar sua identidade', act: atOptions, shows: 'Fale conosco' },
    'sem-escolha': {
      title: 'Opções, sem escolha',
      act: async (person) => {
        await atOptions(person)
        await person.press('Continuar')
      },
      shows: 'Por favor, selecione uma opção',
    },
    'sms-bloqueado': {
      title: 'Opções, SMS bloqueado',
      reload: true,
      act: async (person) => {
        await choose(person, 'Receber um código por SMS')
        await person.sees('Confira seu celular')
        await person.press('Usar outra opção de verificação')
      },
      shows: 'Tente novamente em',
    },
    'codigo-por-sms': {
      title: 'Confira seu celular',
      act: (person) => choose(person, 'Receber um código por SMS'),
      shows: 'Confira seu celular',
    },
    'fale-conosco': {
      title: 'Fale conosco',
      act: (person) => choose(person, 'Fale conosco'),
      shows: 'Por favor dirija-se ao balcão para recuperar a sua senha!',
    },
    'nova-senha': { title: 'Crie uma nova senha', act: atNewPassword, shows: 'Salvar nova senha' },
    'nova-senha-diferente': {
      title: 'Nova senha, confirmação diferente',
      act: async (person) => {
        await atNewPassword(person)
        await person.type('Nova senha', 'Girassol-27')
        await person.type('Confirme a nova senha', 'Girassol-28')
        await person.press('Salvar nova senha')
      },
      shows: 'As senhas não coincidem!',
    },
    pronto: {
      title: 'Tudo certo!',
      act: async (person) => {
        await atNewPassword(person)
        await person.type('Nova senha', 'Girassol-27')
        await person.type('Confirme a nova senha', 'Girassol-27')
        await person.press('Salvar nova senha')
      },
      shows: 'Senha alterada com sucesso!',
    },
  },
)
