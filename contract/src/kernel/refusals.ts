import type { RefusalTable, RefusalValues } from './refusal-table.ts'

/** Refusals that any call may return. */
export const kernelRefusals = {
  'request.malformed': { status: 400, message: 'Não foi possível processar os dados informados!' },
  'request.forged': { status: 403, message: 'Não autorizado!' },
  'request.insecure': {
    status: 403,
    message: 'Esta conexão não é segura. Abra o clube pelo endereço https.',
  },
  'request.not-found': { status: 404, message: 'Página não encontrada.' },
  'request.rate-limited': {
    status: 429,
    message: 'Muitas tentativas. Aguarde alguns minutos e tente novamente.',
  },
  'request.too-large': {
    status: 413,
    message: 'Os arquivos são grandes demais: até 5 MB cada um e 16 MB no total.',
  },
  'request.file-too-large': {
    status: 413,
    message: 'O arquivo é grande demais: até {megabytes} MB.',
  },
  'session.required': { status: 401, message: 'Entre na sua conta para continuar.' },
  'session.password-required': { status: 403, message: 'Confirme sua senha para continuar.' },
  'session.not-allowed': { status: 403, message: 'Você não tem permissão para fazer isto.' },
  'session.roles-too-recent': {
    status: 403,
    message: 'Seus papéis são recentes: nos primeiros 3 dias, a segunda assinatura é de outra pessoa.',
  },
  'flow.wrong-step': { status: 409, message: 'Sua entrada expirou. Comece novamente.' },
  'captcha.required': {
    status: 422,
    message: 'Não conseguimos verificar se você é um robô. Tente novamente!',
    path: 'altcha_challenge',
  },
} as const satisfies RefusalTable

export type KernelRefusals = typeof kernelRefusals
export type KernelRefusalCode = keyof KernelRefusals

/**
 * Fills the placeholders of a refusal's message: `{name}`, and `{name|singular|plural}`, the noun in the form for that
 * number. A plain placeholder without a value is left unchanged.
 */
export const fillMessage = (message: string, values: RefusalValues = {}): string =>
  message.replace(
    /\{(\w+)(?:\|([^|}]*)\|([^|}]*))?\}/g,
    (placeholder, name: string, singular?: string, plural?: string) => {
      const value = values[name] ?? placeholder
      if (singular !== undefined && plural !== undefined) return value === 1 ? singular : plural
      return typeof value === 'number' ? value.toLocaleString('pt-BR') : value
    },
  )
