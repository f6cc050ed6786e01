import { createStore } from '../../kit/store/create-store.ts'

/** The session as this page knows it. */
export type Session =
  | { at: 'unknown' }
  | { at: 'signedOut' }
  | { at: 'signedIn'; level: 'customer' | 'identified'; customer_name: string | null }

/** Whether the person gave only a document. */
export const isIdentified = (who: Session): boolean => who.at === 'signedIn' && who.level === 'identified'

/** The session as the page knows it; always unknown on the server. */
export const {
  get: currentSession,
  set: setSession,
  useValue: useSession,
} = createStore<Session>({ at: 'unknown' })
