import type { Club } from '@clube/contract/club/club.ts'
import type { Person } from './person.ts'
import type { Answers } from './pretend-server.ts'

/** One screen in one state: the app, where it is opened, what its server says, and what somebody does there. */
export type ScreenState = {
  /** What follows the `#`, such as `entrada/senha-errada`. */
  id: string
  group: string
  title: string
  app: 'shopper' | 'staff'
  path: string
  answers: Answers
  club?: Partial<Club>
  /** Before the app is there: who is signed in, what device it is. */
  arrange?: () => void
  act?: (person: Person) => Promise<void>
  /** Words that are on the screen once it is reached. */
  shows: string
}

/** A state, but for what it shares with those it begins like. */
export type ScreenRow = Omit<ScreenState, 'id' | 'group' | 'app' | 'path' | 'answers'> &
  Partial<Pick<ScreenState, 'answers' | 'path'>>

/** States that begin alike. */
export const screensOf = (
  base: Pick<ScreenState, 'group' | 'app' | 'path'> & { slug: string } & Partial<ScreenState>,
  rows: Readonly<Record<string, ScreenRow>>,
): ScreenState[] => {
  const { slug, answers = {}, ...shared } = base
  return Object.entries(rows).map(([name, row]) => ({
    ...shared,
    ...row,
    id: `${slug}/${name}`,
    answers: { ...answers, ...row.answers },
  }))
}
