import { createStore } from '../../kit/store/create-store.ts'

/** The session as known to this page. */
export type Session =
  | { kind: 'unknown' }
  | { kind: 'signedOut' }
  | {
      kind: 'signedIn'
      level: 'customer' | 'identified'
      customer_name: string | null
      /** Absent without a password. */
      account_id?: string | undefined
    }

/** Whether the session was opened without a password. */
export const isIdentified = (session: Session): boolean =>
  session.kind === 'signedIn' && session.level === 'identified'

/** The session as known to this page; always unknown on the server. */
export const {
  get: currentSession,
  set: setSession,
  useValue: useSession,
} = createStore<Session>({ kind: 'unknown' })
