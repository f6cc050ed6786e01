import type { Misbehavior } from '../../../counterparts/misbehavior.ts'
import type { ServerIndex } from './server-pair.ts'

/** The step at which a server is killed while it settles a redemption with an external service. */
export const steps = [
  'before commit',
  'after commit',
  'after sending',
  'after the outside did it',
  'after its answer',
  'before settling',
  'after settling',
] as const
export type Step = (typeof steps)[number]

/** What is redeemed: points of a partner, or a parking voucher for points or for receipts of the day. */
export const crashKinds = ['partner-points', 'parking-for-points', 'parking-for-receipts'] as const
export type CrashKind = (typeof crashKinds)[number]

/**
 * Why the external service refuses. `refused`: the member revoked the consent, or the driver paid. `expired`: the quote expired while
 * it was redeemed, or the car left.
 */
export const outsideRefusals = ['refused', 'expired'] as const
export type OutsideRefusal = (typeof outsideRefusals)[number]

/** One redemption during which a server is killed. */
export type CrashPlan = {
  readonly kind: CrashKind
  readonly step: Step
  /** What the external service does wrong in its first requests about the redemption. */
  readonly misbehavior: Misbehavior | null
  readonly requests: number
  /** Why the external service refuses the request; null if it does not. */
  readonly refusal: OutsideRefusal | null
  /** The server that gets the first request. */
  readonly first: ServerIndex
}

/** The outcome of a redemption. */
export type CrashOutcome = {
  readonly kind: CrashKind
  readonly done: boolean
  /** Cause of the contradiction that was at the desk. */
  readonly desk: string | null
  readonly responses: number
}
