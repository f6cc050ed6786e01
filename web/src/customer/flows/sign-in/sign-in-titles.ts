import type { SignInState, SupportStep } from '@clube/contract/identity/sign-in-flow.ts'

/** Every screen of the flow: one per state, one per support step, and the final one after the new password. */
export type ScreenName = Exclude<SignInState['at'], 'support'> | SupportStep | 'passwordChanged'

/** Titles of the sign-in flow's screens; those of spec §2 verbatim. */
export const signInTitles: Readonly<Record<ScreenName, string>> = {
  checkAccountState: 'Login',
  verifyIdentity: 'Confirmar Informações',
  signIn: 'Bem vindo de volta!',
  forgotPassword: 'Esqueci minha senha',
  resetCodeEmail: 'Confira seu e-mail',
  resetCodeSms: 'Confira seu celular',
  resetPasswordOption: 'Precisamos verificar sua identidade',
  resetPassword: 'Crie uma nova senha',
  passwordChanged: 'Tudo certo!',
  identityInformation: 'Seus dados',
  cellphoneConfirmation: 'Seu celular',
  emailConfirmation: 'Seu e-mail',
  extraInformation: 'Mais informações',
  personalIDFront: 'Frente do documento',
  personalIDBack: 'Verso do documento',
  selfieInstructions: 'Como tirar a selfie',
  personalIDSelfie: 'Selfie com o documento',
  submissionConfirmation: 'Confira e envie',
  informationUnderReview: 'Informações em análise',
}
