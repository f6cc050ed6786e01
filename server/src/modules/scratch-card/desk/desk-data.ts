import type { DataAccessDescription } from '@clube/contract/privacy/data-access.ts'
import type { Db } from '../../../db/database.ts'
import type { SubjectSince } from '../../audit/index.ts'
import { awardSignatures } from '../awards/award.ts'
import { listAwardsForActor } from '../awards/award-store.ts'
import type { ScratchCardDeps } from '../deps.ts'
import { unclaimedSubject } from '../unclaimed/audit-unclaimed.ts'
import { deskSubjectsOf } from './audit-desk.ts'
import { listOwnDeliveries, purgeSignatures } from './delivery-store.ts'

const deliver = { desk: 'Raspadinhas', permission: 'scratch.deliver' } as const
const supervise = { desk: 'Raspadinhas', permission: 'scratch.supervise' } as const

/** Descriptions of staff accesses to a customer's prizes and deliveries, by audit action. */
export const awardDataAccesses: Readonly<Record<string, DataAccessDescription>> = {
  'scratch-card.read-award': { ...deliver, what: 'Leu o código de um prêmio seu' },
  'scratch-card.find-awards': { ...deliver, what: 'Procurou os seus prêmios pelo seu documento' },
  'scratch-card.deliver': { ...deliver, what: 'Registrou a entrega de um prêmio seu' },
  'scratch-card.refuse-delivery': { ...deliver, what: 'Tentou registrar a entrega de um prêmio seu' },
  'scratch-card.undo-delivery': {
    ...supervise,
    what: 'Desfez a entrega de um prêmio seu, que voltou a esperar por você',
  },
  'scratch-card.print-receipt': { ...deliver, what: 'Abriu o recibo da entrega de um prêmio seu' },
  'scratch-card.list-deliveries': {
    ...deliver,
    what: 'Viu as entregas do dia em que você retirou um prêmio',
  },
  'scratch-card.read-signature': { ...supervise, what: 'Abriu a sua assinatura de uma entrega' },
  'scratch-card.list-unclaimed': {
    desk: 'Raspadinhas',
    permission: 'scratch.unclaimed',
    what: 'Baixou a lista de prêmios não entregues em que estava um prêmio seu',
  },
}

/** Audit subjects of a customer: prizes, the lists of the days with their deliveries, and lists of unclaimed prizes. */
export const listAwardSubjects = async (
  { time_zone }: Pick<ScratchCardDeps, 'time_zone'>,
  db: Db,
  customer_id: string,
): Promise<SubjectSince[]> => {
  const awards = await listAwardsForActor(db, { customer_id, identified_session_id: null }, null)
  const deliveries = await listOwnDeliveries(db, customer_id)
  const unclaimed = awards.filter(({ state }) => state !== 'delivered').map(({ campaign_id }) => campaign_id)
  return [
    ...awards.map(({ id }) => ({ id, since: null })),
    ...deskSubjectsOf(
      deliveries.map(({ delivered_at }) => delivered_at),
      time_zone,
    ),
    ...[...new Set(unclaimed)].map((campaign_id) => ({ id: unclaimedSubject(campaign_id), since: null })),
  ]
}

/** A customer's deliveries with their signatures, for the personal-data export. */
export const readOwnDeliveries = async (
  { db, vault }: Pick<ScratchCardDeps, 'db' | 'vault'>,
  customer_id: string,
): Promise<readonly object[]> =>
  (await listOwnDeliveries(db, customer_id)).map(({ signature_sealed, ...delivery }) => ({
    ...delivery,
    signature: signature_sealed && awardSignatures.open(vault, signature_sealed),
  }))

const dayMs = 24 * 3_600_000
/** Retention of a signature after the delivery, in days: as long as that of a photo. */
const signatureDays = 90

/** Erases old signatures. */
export const purgeDesk = ({ db, clock }: Pick<ScratchCardDeps, 'db' | 'clock'>): Promise<void> =>
  purgeSignatures(db, new Date(clock().getTime() - signatureDays * dayMs))
