import * as z from 'zod/mini'
import { defineCall } from '../kernel/call.ts'
import { defineFile } from '../kernel/served-file.ts'
import { unknownCampaignRefusal } from './refusals.ts'
import { transactionStates } from './transaction-states.ts'

const tableSchema = z.object({
  title: z.string(),
  /** Titles of the columns; the first is that of the row titles. */
  columns: z.array(z.string()),
  /** A value is null where it does not apply, for instance no-shows before the start. */
  rows: z.array(z.object({ title: z.string(), values: z.array(z.nullable(z.int())) })),
})
export type ResultsTable = z.infer<typeof tableSchema>

const resultsSchema = z.object({
  campaign_id: z.uuid(),
  campaign_title: z.string(),
  /** Customers with at least one participation. */
  participants: z.int(),
  /** Participations that reached each step, from opened to completed. */
  steps: z.array(z.object({ title: z.string(), count: z.int() })),
  /** Participations by state, omitting states that have none. */
  states: z.array(z.object({ state: z.enum(transactionStates), count: z.int() })),
  /** Participations by the day on which they were opened, omitting days that have none. */
  days: z.array(z.object({ day: z.string(), opened: z.int(), completed: z.int() })),
  /** Quantity given and total quantity; null if the campaign has no limited quantity. */
  given: z.nullable(z.object({ title: z.string(), given: z.int(), total: z.int() })),
  /** Tables added by the kind. */
  tables: z.array(tableSchema),
  /** How a pause or an early end would affect current participants; empty if it affects no one. */
  interruption: z.object({ pause: z.array(z.string()), end: z.array(z.string()) }),
})
export type CampaignResults = z.infer<typeof resultsSchema>

/** The results of a campaign: counts without personal data. */
export const readResultsCall = defineCall({
  method: 'GET',
  path: '/api/staff/campaign/results',
  summary: 'Resultados de uma promoção.',
  query: z.object({ campaign_id: z.uuid() }),
  data: resultsSchema,
  refusals: unknownCampaignRefusal,
  session: 'staff',
  permission: 'campaigns.edit',
})

/** The same results as a table. */
export const resultsFile = defineFile({
  path: '/api/staff/campaign/:campaign_id/resultados.csv',
  summary: 'Resultados de uma promoção em CSV.',
  params: z.object({ campaign_id: z.uuid() }),
  type: 'text/csv; charset=utf-8',
  disposition: 'attachment',
  filename: 'resultados.csv',
  refusals: unknownCampaignRefusal,
  session: 'staff',
  permission: 'campaigns.edit',
})
