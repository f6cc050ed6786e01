import type { Club } from '@clube/contract/club/club.ts'
import { createContext, use, type ReactNode } from 'react'
import type { CaptchaSource } from '../api/captcha-source.ts'
import type { Send } from '../api/client.ts'

/** What the entry wires up once and every screen may use. */
export type App = { club: Club; send: Send; captcha: CaptchaSource }

const AppContext = createContext<App | null>(null)

/** Lends the app to everything below. */
export function AppProvider({ app, children }: { app: App; children: ReactNode }) {
  return <AppContext value={app}>{children}</AppContext>
}

/** The wired app. Throws outside of `AppProvider`: that is a fault of ours, not of the person's. */
export function useApp(): App {
  const app = use(AppContext)
  if (!app) throw new Error('useApp was called outside of AppProvider')
  return app
}

/** The club's configuration, as far as the browser may know it. */
export const useClub = (): Club => useApp().club

/** The function that talks to the server. */
export const useSend = (): Send => useApp().send
