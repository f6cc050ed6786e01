import type { Club } from '@clube/contract/club/club.ts'
import type { Step } from './person.ts'
import type { Call } from '@clube/contract/kernel/call.ts'
import { answer, unanswered, unreachable, type Answer } from '../../testing/fake-server.ts'

/** One screen in one state: the app, its address, the server's answers, and the steps of a simulated user. */
export type ScreenState = {
  /** What follows the `#`, such as `entrada/senha-errada`. */
  id: string
  group: string
  title: string
  app: 'shopper' | 'staff'
  path: string
  answers: readonly Answer[]
  club?: Partial<Club>
  /** Runs before the app starts: session and device. */
  arrange?: () => void | Promise<void>
  act?: Step | readonly Step[]
  /** The state leaves something behind that only a reload clears. */
  reload?: true
  /** Text that is on the screen once the state is reached. */
  shows: string
}

/** A state without the properties that its group shares. */
export type ScreenRow = Omit<ScreenState, 'id' | 'group' | 'app' | 'path' | 'answers'> &
  Partial<Pick<ScreenState, 'path'>> & { answers?: Answer | readonly Answer[] }

/** States with the same beginning. */
export const screensOf = (
  base: Pick<ScreenState, 'group' | 'app' | 'path'> & { slug: string } & Partial<ScreenRow>,
  rows: Readonly<Record<string, ScreenRow>>,
): ScreenState[] => {
  const { slug, answers = [], ...shared } = base
  return Object.entries(rows).map(([name, row]) => ({
    ...shared,
    ...row,
    id: `${slug}/${name}`,
    answers: [answers, row.answers ?? []].flat(),
  }))
}

/** A page without entries. */
export const emptyState = (call: Call, title: string, shows: string): ScreenRow => ({
  title,
  answers: answer(call, []),
  shows,
})

/** The loading and error states of a page that reads a call. */
export const loadingStates = (call: Call, title: string) => ({
  carregando: { title: `${title}, carregando`, answers: answer(call, unanswered), shows: 'Carregando' },
  'sem-rede': {
    title: `${title}, sem rede`,
    answers: answer(call, unreachable),
    shows: 'Tentar novamente',
  },
})
