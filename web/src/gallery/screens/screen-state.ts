import type { Club } from '@clube/contract/club/club.ts'
import type { Step } from './simulated-user.ts'
import type { Call } from '@clube/contract/kernel/call.ts'
import { respond, unanswered, unreachable, type DeclaredResponse } from '../../testing/fake-server.ts'

/** One screen in one state: the app, its path, the server's responses, and the steps of a simulated user. */
export type ScreenState = {
  /** What follows the `#`, such as `entrada/senha-errada`. */
  id: string
  group: string
  title: string
  app: 'shopper' | 'staff'
  path: string
  responses: readonly DeclaredResponse[]
  club?: Partial<Club>
  /** Runs before the app starts: session and device. */
  arrange?: () => void | Promise<void>
  act?: Step | readonly Step[]
  /** Set if the state leaves something behind that only a reload clears. */
  reload?: true
  /** Text that is on the screen once the state is reached. */
  shows: string
}

/** A state without the properties that its group shares. */
export type ScreenRow = Omit<ScreenState, 'id' | 'group' | 'app' | 'path' | 'responses'> &
  Partial<Pick<ScreenState, 'path'>> & { responses?: DeclaredResponse | readonly DeclaredResponse[] }

/** The states of a group with its shared properties; ids start with the slug. */
export const screensOf = (
  base: Pick<ScreenState, 'group' | 'app' | 'path'> & { slug: string } & Partial<ScreenRow>,
  rows: Readonly<Record<string, ScreenRow>>,
): ScreenState[] => {
  const { slug, responses = [], ...shared } = base
  return Object.entries(rows).map(([name, row]) => ({
    ...shared,
    ...row,
    id: `${slug}/${name}`,
    responses: [responses, row.responses ?? []].flat(),
  }))
}

/** A page whose call returns an empty list. */
export const emptyState = (call: Call, title: string, shows: string): ScreenRow => ({
  title,
  responses: respond(call, []),
  shows,
})

/** The loading and error states of a page that reads a call. */
export const loadingStates = (call: Call, title: string) => ({
  carregando: { title: `${title}, carregando`, responses: respond(call, unanswered), shows: 'Carregando' },
  'sem-rede': {
    title: `${title}, sem rede`,
    responses: respond(call, unreachable),
    shows: 'Tentar novamente',
  },
})
