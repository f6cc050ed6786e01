import { quotedText } from '@clube/contract/brazil/quoted-text.ts'
import type { RefundState } from '@clube/contract/partner-points/desk-calls.ts'
import type {
  SettlementImportState,
  SettlementState,
} from '@clube/contract/partner-points/settlement-calls.ts'
import type { RedemptionState } from '@clube/contract/partner-points/partner.ts'
import * as z from 'zod/mini'
import type { Tone } from '../../../kit/surface/chip.tsx'
import { formatInstant } from '../../parts/instant.ts'

export const formatCount = (count: number): string => count.toLocaleString('pt-BR')

/** A number of points on one side; a dash if that side has no entry. */
export const pointsOrDash = (points: number | null): string => (points === null ? '–' : formatCount(points))

export const settlementTones: Readonly<Record<SettlementState, Tone>> = {
  matched: 'good',
  only_ours: 'warn',
  only_theirs: 'warn',
  different_amount: 'bad',
}

export const importTones: Readonly<Record<SettlementImportState, Tone>> = {
  receiving: 'warn',
  matching: 'accent',
  done: 'good',
  refused: 'bad',
}

export const refundTones: Readonly<Record<RefundState, Tone>> = {
  proposed: 'warn',
  sending: 'accent',
  done: 'good',
  no_debit: 'good',
  desk: 'bad',
  withdrawn: undefined,
}

export const redemptionTones: Readonly<Record<RedemptionState, Tone>> = {
  processing: 'warn',
  completed: 'good',
  failed: 'bad',
  refunded: undefined,
}

/** 'Ivan Moreira, em 21/11/2026, 09:00' */
export const formatActor = (name: string | null, at: string): string =>
  `${name ?? 'Pessoa removida'}, em ${formatInstant(at)}`

const reasonSchema = /* @__PURE__ */ quotedText(300)

/** The error of a reason, as the server would report it, or undefined. */
export const reasonError = (reason: string): string | undefined =>
  z.safeParse(reasonSchema, reason).error?.issues[0]?.message
