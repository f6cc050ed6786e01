import type { NoticeTopic } from '@clube/contract/identity/notice-calls.ts'
import type { Tx } from '../../db/database.ts'
import type { CarPark, ParkingApplication } from '../../ports/car-park.ts'
import type {
  CustomerNotice,
  OutcomeSaga,
  PromotionDeps,
  StartInput,
  Transaction,
} from '../campaigns/index.ts'
import type { IdentityRules } from '../identity/index.ts'
import type { Limits } from '../limits/index.ts'

/** The topic of every message of parking vouchers, by template. */
export const messageTopics = {
  'parking-applied': 'participations',
  'parking-refused': 'participations',
  'parking-undone': 'participations',
} as const satisfies Record<string, NoticeTopic>

export type ParkingTemplate = keyof typeof messageTopics

/** What parking vouchers need in addition to the dependencies of every kind. */
export type ParkingServices = {
  readonly externalServices: {
    /** Null where the club has none. */
    readonly carPark: CarPark | null
  }
  readonly limits: Pick<Limits, 'spend'>
  /** Document types of the club. */
  readonly rules: Pick<IdentityRules, 'document_types' | 'cnpj'>
  /**
   * Opens a participation for an eligible customer, or returns the open one.
   * @throws {Refusal} campaigns.unknown, one of `eligibilityRefusals`
   */
  readonly openParticipation: (tx: Tx, input: StartInput) => Promise<Transaction>
}

/** Dependencies of parking vouchers. */
export type ParkingDeps = Omit<PromotionDeps, 'notify'> & {
  readonly notify: (tx: Tx, notice: CustomerNotice & { readonly template: ParkingTemplate }) => Promise<void>
}

/** Dependencies of use cases that ask the car park. */
export type CarParkDeps = ParkingDeps & ParkingServices

/** The saga that settles vouchers with the car park's answers. */
export type ParkingSaga = OutcomeSaga<ParkingApplication>
