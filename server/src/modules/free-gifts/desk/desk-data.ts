import { clubDayOf } from '@clube/contract/kernel/club-time.ts'
import type { DataAccessDescription } from '@clube/contract/privacy/data-access.ts'
import type { Db } from '../../../db/database.ts'
import type { SubjectSince } from '../../audit/index.ts'
import type { FreeGiftDeps } from '../deps.ts'
import { purgeEntries } from '../vouchers/queue-store.ts'
import { listVoucherSubjects } from '../vouchers/voucher-store.ts'
import { listSubjectsOf } from './audit-desk.ts'
import { listAppearances, listOwnDeliveries, purgeSignatures } from './delivery-store.ts'
import { giftSignatures } from './gift-signatures.ts'

const deliver = { desk: 'Brindes', permission: 'gifts.deliver' } as const
const supervise = { desk: 'Brindes', permission: 'gifts.supervise' } as const

/** Descriptions of staff accesses to a customer's vouchers, deliveries and numbers, by audit action. */
export const deskDataAccesses: Readonly<Record<string, DataAccessDescription>> = {
  'free-gifts.read-voucher': { ...deliver, what: 'Leu um vale-brinde seu' },
  'free-gifts.find-vouchers': { ...deliver, what: 'Procurou os seus vales-brinde pelo seu documento' },
  'free-gifts.print-copy': { ...deliver, what: 'Imprimiu uma 2ª via de um vale-brinde seu' },
  'free-gifts.deliver': { ...deliver, what: 'Registrou a entrega de um brinde seu' },
  'free-gifts.undo-delivery': {
    ...supervise,
    what: 'Desfez a entrega de um brinde seu, e o vale-brinde voltou a valer',
  },
  'free-gifts.list-deliveries': { ...deliver, what: 'Viu as entregas do dia em que você retirou um brinde' },
  'free-gifts.read-signature': { ...supervise, what: 'Abriu a sua assinatura de uma entrega' },
  'free-gifts.give-number': { ...deliver, what: 'Deu uma senha a você' },
  'free-gifts.list-queue': { ...deliver, what: 'Viu a fila em que você estava' },
  'free-gifts.call-number': { ...deliver, what: 'Chamou a sua senha' },
  'free-gifts.mark-absent': { ...deliver, what: 'Registrou que você não estava na fila' },
}

/** Audit subjects of a customer: vouchers, and the daily lists of desks that contained the customer. */
export const listDeskSubjects = async (
  deps: Pick<FreeGiftDeps, 'time_zone'>,
  db: Db,
  customer_id: string,
): Promise<SubjectSince[]> => [
  ...(await listVoucherSubjects(db, customer_id)),
  ...listSubjectsOf(await listAppearances(db, customer_id), deps),
]

/** A customer's deliveries with their signatures, for the personal-data export. */
export const readOwnDeliveries = async (
  { db, vault }: Pick<FreeGiftDeps, 'db' | 'vault'>,
  customer_id: string,
): Promise<readonly object[]> =>
  (await listOwnDeliveries(db, customer_id)).map(({ signature_sealed, ...delivery }) => ({
    ...delivery,
    signature: signature_sealed && giftSignatures.open(vault, signature_sealed),
  }))

const dayMs = 24 * 3_600_000
/** Retention of a signature after the delivery, in days: as long as that of a photo. */
const signatureDays = 90
/** Retention of a queue, in days. */
const queueDays = 30

/** Erases old signatures and deletes old queues. */
export const purgeDesk = async ({ db, clock, time_zone }: FreeGiftDeps): Promise<void> => {
  const daysAgo = (days: number) => new Date(clock().getTime() - days * dayMs)
  await purgeSignatures(db, daysAgo(signatureDays))
  await purgeEntries(db, clubDayOf(daysAgo(queueDays), time_zone))
}
