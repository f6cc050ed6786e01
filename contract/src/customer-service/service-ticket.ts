import * as z from 'zod/mini'
import { requiredSelectMessage, requiredTextMessage } from '../brazil/field-messages.ts'
import { formatProtocol, parseProtocol, type ProtocolNumber } from '../campaigns/protocol.ts'
import { serviceTicketStates } from './service-ticket-states.ts'

/** Areas of the staff among which tickets are distributed. */
export const serviceAreas = {
  general: 'Atendimento geral',
  purchases: 'Notas e pontos',
  promotions: 'Promoções e prêmios',
  parking: 'Estacionamento',
  accounts: 'Cadastro e privacidade',
} as const
export type ServiceArea = keyof typeof serviceAreas

/** What a ticket is about, on screen, and the area that receives it first. */
export const ticketCategories = {
  purchase: { title: 'Nota fiscal', area: 'purchases' },
  points: { title: 'Pontos', area: 'purchases' },
  promotion: { title: 'Promoção ou prêmio', area: 'promotions' },
  event: { title: 'Ingresso de evento', area: 'promotions' },
  parking: { title: 'Estacionamento', area: 'parking' },
  shop: { title: 'Compra ou atendimento em loja', area: 'general' },
  account: { title: 'Cadastro e acesso', area: 'accounts' },
  privacy: { title: 'Privacidade e meus dados', area: 'accounts' },
  praise: { title: 'Elogio ou sugestão', area: 'general' },
  other: { title: 'Outro assunto', area: 'general' },
} as const satisfies Record<string, { title: string; area: ServiceArea }>
export type TicketCategory = keyof typeof ticketCategories

/** Priorities, most urgent first. */
export const ticketPriorities = { urgent: 'Urgente', high: 'Alta', normal: 'Normal', low: 'Baixa' } as const
export type TicketPriority = keyof typeof ticketPriorities

export const subjectMaxLength = 120
export const messageMinLength = 10
export const messageMaxLength = 2_000
export const ratingOfServiceMaxLength = 500
export const attachmentLimit = 5
/** Maximum size of one attachment, in bytes (10 MB). */
export const attachmentMaxBytes = 10 * 1024 * 1024
/** Hours after which an upload without a message is deleted. */
export const uploadLifetimeHours = 24
/** Targets, in business days and in days: first answer and solution. */
export const firstAnswerBusinessDays = 1
export const solutionDays = 7

export const subjectMessage = `Escreva o assunto em até ${subjectMaxLength} caracteres.`
export const messageTooShortMessage = `Escreva pelo menos ${messageMinLength} caracteres.`
export const messageTooLongMessage = `Escreva até ${messageMaxLength.toLocaleString('pt-BR')} caracteres.`
export const attachmentsMessage = `Envie até ${attachmentLimit} anexos.`
export const serviceRatingMessage = 'Escolha uma nota de 1 a 5.'
export const attachmentFormatMessage = 'Envie uma foto (JPEG ou PNG) ou um PDF de até 10 MB.'

const keysOf = <Key extends string>(titles: Readonly<Record<Key, unknown>>) =>
  Object.keys(titles) as [Key, ...Key[]]

export const areaSchema = z.enum(keysOf(serviceAreas), { error: requiredSelectMessage })
export const categorySchema = z.enum(keysOf(ticketCategories), { error: requiredSelectMessage })
export const prioritySchema = z.enum(keysOf(ticketPriorities), { error: requiredSelectMessage })
export const ticketStateSchema = z.enum(serviceTicketStates)

export const subjectSchema = z
  .string({ error: requiredTextMessage })
  .check(z.trim(), z.minLength(1, requiredTextMessage), z.maxLength(subjectMaxLength, subjectMessage))

/** The first message of a ticket: 10 to 2,000 characters. */
export const firstMessageSchema = z
  .string({ error: requiredTextMessage })
  .check(
    z.trim(),
    z.minLength(messageMinLength, messageTooShortMessage),
    z.maxLength(messageMaxLength, messageTooLongMessage),
  )

/** A later message, which may be as short as "Sim". */
export const messageTextSchema = z
  .string({ error: requiredTextMessage })
  .check(z.trim(), z.minLength(1, requiredTextMessage), z.maxLength(messageMaxLength, messageTooLongMessage))

/** Ids of uploads; repeated ones count once. */
export const uploadIdsSchema = z._default(
  z.array(z.uuid()).check(
    z.overwrite((ids) => [...new Set(ids)]),
    z.maxLength(attachmentLimit, attachmentsMessage),
  ),
  [],
)

export const serviceRatingSchema = z
  .int({ error: serviceRatingMessage })
  .check(z.minimum(1, serviceRatingMessage), z.maximum(5, serviceRatingMessage))

/** The version of a ticket: each change increases it. */
export const ticketVersionSchema = z.int().check(z.minimum(1), z.maximum(2_147_483_647))

/** Pictures are stored as JPEG, in any format that was sent. */
export const attachmentTypes = ['image/jpeg', 'application/pdf'] as const

export const attachmentSchema = z.object({
  attachment_id: z.string(),
  type: z.enum(attachmentTypes),
  /** The name that the sender's device gave it, without path and control characters. */
  name: z.string(),
  bytes: z.int(),
})
export type TicketAttachment = z.infer<typeof attachmentSchema>

/** What a ticket is about: each links to its page. Null where nothing is linked. */
export const ticketLinksSchema = z.object({
  transaction: z.nullable(
    z.object({
      transaction_id: z.string(),
      protocol: z.string(),
      campaign_title: z.string(),
      /** Title of the promotion's kind, such as "Ingressos". Older servers, which respond during an update, do not send it. */
      kind_title: z.optional(z.string()),
      /** When the person participated. Optional like `kind_title`. */
      created_at: z.optional(z.string()),
    }),
  ),
  purchase: z.nullable(
    z.object({
      purchase_id: z.string(),
      shop_name: z.string(),
      amount_cents: z.int(),
      /** yyyy-MM-dd */
      issued_on: z.string(),
    }),
  ),
  campaign: z.nullable(z.object({ campaign_id: z.string(), slug: z.string(), title: z.string() })),
})
export type TicketLinks = z.infer<typeof ticketLinksSchema>

const protocolPrefix = 'SAC-'

/** Formats the protocol of a ticket: SAC-2026-000123-4, which differs from those of participations. */
export const formatTicketProtocol = (number: ProtocolNumber): string =>
  `${protocolPrefix}${formatProtocol(number)}`

/** Parses a protocol, with or without hyphens and prefix; null when the check digit does not match. */
export const parseTicketProtocol = (text: string): ProtocolNumber | null =>
  parseProtocol(text.trim().replace(/^sac[\s-]*/i, ''))
