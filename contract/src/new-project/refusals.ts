import type { RefusalTable } from '../kernel/refusal-table.ts'

/** Refusals of a registration; the participation stays open for another attempt. */
export const registrationRefusals = {
  'new-project.invalid-purchase-number': {
    status: 422,
    message: 'Número da compra inválido.',
    path: 'purchase_number',
  },
  'new-project.invalid-registration-number': {
    status: 422,
    message: 'Número de registro do projeto inválido.',
    path: 'project_registration_number',
  },
  'new-project.purchase-not-listed': {
    status: 422,
    message: 'Não encontramos este número na lista de compras da marca. Confira o número ou fale com a loja.',
    path: 'purchase_number',
  },
  'new-project.already-registered': { status: 409, message: 'Este projeto já foi cadastrado.' },
  'new-project.purchase-used': {
    status: 409,
    message: 'Este número da compra já está vinculado a outro projeto.',
  },
  'new-project.audience': { status: 409, message: 'Cadastro exclusivo para {document}.' },
  'new-project.limit-reached': {
    status: 409,
    message: 'Você já cadastrou {n} {n|projeto|projetos} desta marca, o limite por pessoa.',
  },
} as const satisfies RefusalTable

/** Also the response for a project of another customer, and for one of a brand that the analyst does not serve. */
export const unknownProjectRefusal = {
  'new-project.unknown': { status: 404, message: 'Projeto não encontrado.' },
} as const satisfies RefusalTable

/** The project is no longer awaiting a decision. */
export const decidedProjectRefusal = {
  'new-project.decided': { status: 409, message: 'Este projeto já foi decidido ou cancelado.' },
} as const satisfies RefusalTable

/** Also the response to a link to a file that was used, has expired, or was created for someone else. */
export const unknownFileRefusal = {
  'new-project.file-gone': { status: 404, message: 'Este arquivo já foi apagado.' },
} as const satisfies RefusalTable

export const unknownBrandRefusal = {
  'new-project.unknown-brand': { status: 404, message: 'Marca não encontrada.' },
} as const satisfies RefusalTable
