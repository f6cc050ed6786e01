import * as z from 'zod/mini'
import { transactionRefusals } from '../campaigns/refusals.ts'
import { serviceChannelSchema } from '../campaigns/service-channel.ts'
import { defineCall } from '../kernel/call.ts'
import { drawRefusals, earnedRefusals, guessRefusals } from './refusals.ts'
import { scratchPrizeKinds } from './settings.ts'

export const awardStates = ['pending', 'delivered', 'expired', 'cancelled'] as const
export type AwardState = (typeof awardStates)[number]

/** Labels of the states. */
export const awardStateTitles = {
  pending: 'Para retirar',
  delivered: 'Entregue',
  expired: 'Prazo encerrado',
  cancelled: 'Cancelado',
} as const satisfies Record<AwardState, string>

/** What a person won. */
export const wonPrizeSchema = z.object({
  kind: z.enum(scratchPrizeKinds),
  title: z.string(),
  value_cents: z.int(),
  /** Null for prizes that are picked up. */
  points: z.nullable(z.int()),
  /** Null for points. */
  pickup_place: z.nullable(z.string()),
  /** Instant from which it can no longer be picked up; null for points. */
  pickup_until: z.nullable(z.string()),
})
export type WonPrize = z.infer<typeof wonPrizeSchema>

/** A drawn card. It never changes. */
const drawnCardSchema = z.object({
  campaign_id: z.string(),
  /** Position in the sealed deck, from 1. */
  position: z.int(),
  /** Null for a card without a prize. */
  prize: z.nullable(wonPrizeSchema),
  drawn_at: z.string(),
  /** The chain's head after this draw, in hexadecimal: evidence for the holder. */
  head: z.string(),
})
export type DrawnCard = z.infer<typeof drawnCardSchema>

/**
 * Spec §7 "Scratch-card self-service": draws the card of a code before anything is scratched. The same code, used by the
 * same person, always returns the same card.
 */
export const drawScratchCardCall = defineCall({
  method: 'POST',
  path: '/api/legacy/autoatendimentoRasgadinha',
  summary: 'Confirma o código de uma raspadinha e responde o resultado.',
  body: z.object({
    /** The customer, who must be the one of the session. */
    id: z.optional(z.uuid()),
    /** The code, as typed or scanned; empty for a card earned by the participation's receipts. */
    alphanumero: z.string().check(z.maxLength(64)),
    /** The campaign's short public number. */
    cd_identificador: z.int(),
    service_channel: serviceChannelSchema,
    /** The participation. */
    transacao_id: z.uuid(),
  }),
  data: drawnCardSchema,
  refusals: { ...transactionRefusals, ...drawRefusals, ...earnedRefusals, ...guessRefusals },
  session: 'participant',
  status_rule: 'only-200',
})

/** A card given at the desk that has not been drawn yet. */
const waitingCardSchema = z.object({
  campaign_id: z.string(),
  campaign_title: z.string(),
  cd_identificador: z.int(),
  /** The code as printed; it is valid for this person only. */
  code: z.string(),
  given_at: z.string(),
})
export type WaitingCard = z.infer<typeof waitingCardSchema>

/**
 * The customer's cards: those given at the desk and not drawn yet, oldest first, and drawn ones, newest first. A
 * session without a password gets only those that it drew.
 */
export const listMyScratchCardsCall = defineCall({
  method: 'GET',
  path: '/api/marketing/promotion/scratch-card/mine',
  summary: 'Raspadinhas da pessoa.',
  data: z.object({
    waiting: z.array(waitingCardSchema),
    drawn: z.array(
      z.extend(drawnCardSchema, {
        /** The participation that drew it. Older servers, which respond during an update, do not send it. */
        transaction_id: z.optional(z.string()),
        campaign_title: z.string(),
        /** The code as printed, to find the draw among the published ones; null for paper codes, which are not stored. */
        code: z.nullable(z.string()),
        award: z.nullable(z.object({ award_id: z.string(), state: z.enum(awardStates) })),
      }),
    ),
  }),
  refusals: {},
  session: 'participant',
})
