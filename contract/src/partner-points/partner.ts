import * as z from 'zod/mini'

/** A partner program's name in paths, such as `azul-fidelidade`. */
export const partnerSlugSchema = z
  .string()
  .check(z.maxLength(40), z.regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, 'Programa parceiro não encontrado.'))

/** The most points, of a partner or of the club, that one redemption moves. */
export const maxPartnerPoints = 10_000_000

const memberNumberMessage = 'Confira o número da sua conta.'
const proofMessage = 'Informe o código que o parceiro mostra para esta finalidade.'

/** The member's number as the partner prints it, without spaces and hyphens. */
export const memberNumberSchema = z.pipe(
  z.pipe(
    z.string({ error: memberNumberMessage }).check(z.maxLength(60, memberNumberMessage)),
    z.transform((text) => text.replaceAll(/[\s.-]/g, '').toUpperCase()),
  ),
  z.string().check(z.regex(/^[0-9A-Z]{4,30}$/, memberNumberMessage)),
)

/** What the partner issues to prove that the person is the member, such as a code of its app. */
export const memberProofSchema = z
  .string({ error: proofMessage })
  .check(z.trim(), z.minLength(4, proofMessage), z.maxLength(200, proofMessage))

/** The version of the text that the person accepts when linking an account. */
export const partnerConsentVersion = '2026-11'

/** The text of the consent, with the partner's name. */
export const partnerConsentText = (partner: string): string =>
  `Autorizo o clube a informar ao ${partner} o número do meu documento e da minha conta, para conferir que a conta é minha e trocar pontos quando eu pedir. Posso desvincular a conta quando quiser.`

/** Whether a number of points can be chosen: within the limits, in steps from the minimum. */
export const isAllowedAmount = (
  points: number,
  { minimum, maximum, step }: { readonly minimum: number; readonly maximum: number; readonly step: number },
): boolean => points >= minimum && points <= maximum && (points - minimum) % step === 0

/** States of a redemption as its customer sees it. */
export const redemptionStates = ['processing', 'completed', 'failed', 'refunded'] as const
export type RedemptionState = (typeof redemptionStates)[number]

/** Labels of the states. */
export const redemptionStateTitles = {
  processing: 'Em processamento',
  completed: 'Concluído',
  failed: 'Não concluído',
  refunded: 'Devolvido',
} as const satisfies Record<RedemptionState, string>

/** What the screen says while the partner has not answered. */
export const processingMessage = 'Resgate em processamento. Não repita a operação.'
