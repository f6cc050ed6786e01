/** Days between the request and the erasure of an account; signing in before then cancels the request. */
export const deletionDays = 30

const dayMs = 24 * 3_600_000

/** The instant from which an account with a deletion request is anonymized. */
export const deletionDateOf = (requestedAt: Date): Date =>
  new Date(requestedAt.getTime() + deletionDays * dayMs)

/** Deletion requests up to this instant are due. */
export const deletionDueBefore = (now: Date): Date => new Date(now.getTime() - deletionDays * dayMs)

/**
 * How long a keyed fingerprint of a deleted account's document is kept, in days after the anonymization, so that debts
 * and limits continue when the document registers again: `limits` while prizes can be claimed (Lei 5.768/1971), `debts`
 * while they can be collected (Código Civil, art. 206 § 5º I).
 */
export const fingerprintDays = { limits: 180, debts: 5 * 365 } as const
export type FingerprintReason = keyof typeof fingerprintDays

/** When the fingerprint is deleted. */
export const fingerprintKeptUntil = (reason: FingerprintReason, now: Date): Date =>
  new Date(now.getTime() + fingerprintDays[reason] * dayMs)

/** Shown to a customer who signs in within the period. */
export const deletionCancelledMessage = 'O pedido de exclusão foi cancelado. Bom ter você de volta.'

/** Reasons for staff to record a request for a customer. */
export const deskDeletionReasons = {
  own_request: 'A própria pessoa pediu no balcão',
  representative: 'Um representante pediu, com procuração',
  company_closed: 'A empresa foi encerrada e o responsável pediu',
} as const
export type DeskDeletionReason = keyof typeof deskDeletionReasons

/** The attendant's checklist with the customer present. */
export const deletionChecklist = {
  original_document: 'A pessoa mostrou um documento original com foto?',
  holder_or_representative: 'É a pessoa do cadastro, ou alguém com procuração dela?',
  understands_deletion: `A pessoa sabe o que perde depois dos ${deletionDays} dias?`,
} as const
export type DeletionCheck = keyof typeof deletionChecklist
