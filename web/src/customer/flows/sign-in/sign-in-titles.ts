/** Titles of the sign-in flow's steps (spec §2), by state. */
export const signInTitles = {
  checkAccountState: 'Login',
  verifyIdentity: 'Confirmar Informações',
  signIn: 'Bem vindo de volta!',
  forgotPassword: 'Esqueci minha senha',
} as const
