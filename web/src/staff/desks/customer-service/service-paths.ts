import { ticketQueueCall } from '@clube/contract/customer-service/staff-calls.ts'
import * as z from 'zod/mini'
import { staffPaths, withQuery } from '../../app/paths.ts'

/** Paths of the desk's pages; `queue` and `ticket` keep the filter of the queue in the address. */
export const servicePaths = {
  queue: staffPaths.customerService,
  search: `${staffPaths.customerService}/busca`,
  figures: `${staffPaths.customerService}/numeros`,
  templates: `${staffPaths.customerService}/modelos`,
  hours: `${staffPaths.customerService}/horarios`,
  ticket: staffPaths.serviceTicket,
} as const

/** The filter of the queue, without its defaults. */
export type QueueFilter = Partial<Omit<z.output<(typeof ticketQueueCall)['query']>, 'cursor'>>

/** Names of the filters in the address. */
const names = {
  queue: 'fila',
  area: 'area',
  category: 'categoria',
  priority: 'prioridade',
  assignee: 'quem',
  overdue: 'atraso',
} as const satisfies Record<keyof QueueFilter, string>
const fields = Object.keys(names) as (keyof QueueFilter)[]

/** The filter of an address; what is not valid there does not filter. */
export function readQueueFilter(search: string): QueueFilter {
  const query = new URLSearchParams(search)
  return Object.fromEntries(
    fields.flatMap((field) => {
      const text = query.get(names[field])
      const { data } = z.safeParse(ticketQueueCall.query.shape[field], text ?? undefined)
      return text === null || data === undefined ? [] : [[field, data]]
    }),
  )
}

/** A path of the desk with the filter of the queue. */
export const withFilter = (path: string, filter: QueueFilter): string =>
  withQuery(
    path,
    Object.fromEntries(
      fields.flatMap((field) => {
        const value = filter[field]
        return value === undefined || (field === 'queue' && value === 'active') ? [] : [[names[field], value]]
      }),
    ),
  )
