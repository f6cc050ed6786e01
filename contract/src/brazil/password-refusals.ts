/** Too many consecutive wrong passwords, for this account or from this IP. */
export const throttledRefusal = {
  status: 429,
  message: 'Muitas tentativas. Aguarde {wait} e tente novamente, ou recupere a sua senha.',
} as const

/** Refusals of every call that asks for the current password. */
export const currentPasswordRefusals = {
  'identity.wrong-current-password': {
    status: 422,
    message: 'Senha atual incorreta.',
    path: 'current_password',
  },
  'identity.throttled': throttledRefusal,
} as const
