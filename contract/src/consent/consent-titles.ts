import type { ConsentDocument } from './calls.ts'

/** Titles of the document kinds (spec §3). */
export const consentTitles = {
  emprestimo: 'Termo de empréstimo de equipamentos',
  event_terms: 'Termos do evento',
  loyaltyclub_regulation: 'Regulamento do clube',
  loyaltyclub_terms: 'Termos de adesão ao clube',
  promotion_regulation: 'Regulamento da promoção',
  promotion_terms: 'Termos da promoção',
  shd_auth_terms: 'Termos de uso e privacidade',
  sac: 'Termos do atendimento',
} as const satisfies Record<ConsentDocument['kind'], string>
