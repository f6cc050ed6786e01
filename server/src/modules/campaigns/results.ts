import type { CampaignResults, ResultsTable } from '@clube/contract/campaigns/results-calls.ts'
import { transactionStates, transactionStateTitles } from '@clube/contract/campaigns/transaction-states.ts'
import { clubDayOf, formatDay, type TimeZone } from '@clube/contract/kernel/club-time.ts'
import { csvText } from '../../kernel/csv.ts'
import type { HourlyCount } from './results-store.ts'

/** What a kind adds to the results of its campaigns. */
export type KindResults = {
  /** Steps between an opened and a completed participation. */
  readonly steps: CampaignResults['steps']
  /**
   * Completed participations whose outcome is still open, expired or was cancelled, by the state that their customers
   * see: they do not count as completed.
   */
  readonly unfulfilled: readonly HourlyCount[]
  /** Null if the kind counts nothing of its own: the campaign's stock applies. */
  readonly given: CampaignResults['given']
  readonly tables: readonly ResultsTable[]
  readonly interruption: CampaignResults['interruption']
}

/** The results of a kind that adds nothing. */
export const noKindResults: KindResults = {
  steps: [],
  unfulfilled: [],
  given: null,
  tables: [],
  interruption: { pause: [], end: [] },
}

/** As in the table by state: a reversed participation no longer counts as completed. */
const isCompleted = ({ state }: HourlyCount): boolean => state === 'completed'

const sum = (hours: readonly HourlyCount[]): number => hours.reduce((total, { count }) => total + count, 0)

/** The counts that all campaigns have. Time zones of Brazil differ from UTC by whole hours. */
export const summarize = (
  counted: readonly HourlyCount[],
  unfulfilled: readonly HourlyCount[],
  time_zone: TimeZone,
): Pick<CampaignResults, 'states' | 'days'> & { opened: number; completed: number } => {
  const hours = [
    ...counted,
    ...unfulfilled.flatMap((each) => [each, { ...each, state: 'completed' as const, count: -each.count }]),
  ]
  const days = Map.groupBy(hours, ({ hour }) => clubDayOf(hour, time_zone))
  return {
    opened: sum(hours),
    completed: sum(hours.filter(isCompleted)),
    states: transactionStates
      .map((state) => ({ state, count: sum(hours.filter((each) => each.state === state)) }))
      .filter(({ count }) => count > 0),
    days: [...days]
      .map(([day, hoursOfDay]) => ({
        day,
        opened: sum(hoursOfDay),
        completed: sum(hoursOfDay.filter(isCompleted)),
      }))
      .toSorted((one, other) => one.day.localeCompare(other.day)),
  }
}

type Cell = string | number | null

const line = (cells: readonly Cell[]): string =>
  `${cells.map((cell) => csvText(String(cell ?? ''))).join(';')}\r\n`

/** The results as a CSV file: one table after another, each under its title. */
export const resultsCsv = (results: CampaignResults): string => {
  const { given } = results
  const tables: { title: string; rows: readonly (readonly Cell[])[] }[] = [
    {
      title: results.campaign_title,
      rows: [
        ['Participantes', results.participants],
        ...results.steps.map(({ title, count }) => [title, count]),
        ...(given ? [[given.title, given.given, `de ${given.total}`]] : []),
      ],
    },
    {
      title: 'Participações por situação',
      rows: results.states.map(({ state, count }) => [transactionStateTitles[state], count]),
    },
    {
      title: 'Participações por dia',
      rows: [
        ['Dia', 'Iniciadas', 'Concluídas'],
        ...results.days.map(({ day, opened, completed }) => [formatDay(day), opened, completed]),
      ],
    },
    ...results.tables.map(({ title, columns, rows }) => ({
      title,
      rows: [columns, ...rows.map((row) => [row.title, ...row.values])],
    })),
  ]
  // Spreadsheets detect the encoding by the byte order mark.
  return `\uFEFF${tables.map(({ title, rows }) => line([title]) + rows.map(line).join('')).join('\r\n')}`
}
