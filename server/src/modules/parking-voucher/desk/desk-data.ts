import type { DataAccessDescription } from '@clube/contract/privacy/data-access.ts'
import type { Db } from '../../../db/database.ts'
import type { SubjectSince } from '../../audit/index.ts'
import { listForActor } from '../voucher-store.ts'

/** Audit subject of the list of a club day. Prefixed, because other lists may have the day as their subject. */
export const dayListSubject = (day: string): string => `parking-day/${day}`

const apply = { desk: 'Estacionamento', permission: 'parking.apply' } as const
const supervise = { desk: 'Estacionamento', permission: 'parking.supervise' } as const
const reconcile = { desk: 'Estacionamento', permission: 'parking.reconcile' } as const

/** Descriptions of staff accesses to a customer's vouchers, by audit action. */
export const deskDataAccesses: Readonly<Record<string, DataAccessDescription>> = {
  'parking-voucher.look-up': {
    ...apply,
    what: 'Procurou você pelo seu documento ou consultou o seu ticket do estacionamento',
  },
  'parking-voucher.apply': { ...apply, what: 'Aplicou um vale-estacionamento para você' },
  'parking-voucher.list-vouchers': {
    ...apply,
    what: 'Viu os vales do dia em que você usou um vale-estacionamento',
  },
  'parking-voucher.undo': { ...supervise, what: 'Pediu para desfazer um vale-estacionamento seu' },
  'parking-voucher.ask-again': {
    ...reconcile,
    what: 'Pediu para perguntar de novo ao estacionamento por um vale seu',
  },
  'parking-voucher.decide-case': {
    ...reconcile,
    what: 'Decidiu um vale seu que o estacionamento não confirmou',
  },
}

/** Audit subjects of a customer: vouchers, and the lists of the days with them. */
export const listDeskSubjects = async (db: Db, customer_id: string): Promise<SubjectSince[]> => {
  const vouchers = await listForActor(db, { customer_id, identified_session_id: null }, null)
  const since = new Map<string, Date>()
  for (const { requested_on, requested_at } of vouchers) {
    const id = dayListSubject(requested_on)
    const earlier = since.get(id)
    if (!earlier || requested_at < earlier) since.set(id, requested_at)
  }
  return [
    ...vouchers.map(({ id }) => ({ id, since: null })),
    ...[...since].map(([id, first]) => ({ id, since: first })),
  ]
}
