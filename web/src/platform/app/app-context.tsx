import type { Club } from '@clube/contract/club/club.ts'
import { createContext, use, type ReactNode } from 'react'
import type { CaptchaSource } from '../api/captcha-source.ts'
import type { Send } from '../api/client.ts'

/** Dependencies wired once by the entry and available to every screen. */
export type App = { club: Club; send: Send; captcha: CaptchaSource }

const AppContext = createContext<App | null>(null)

/** Provides the app to its descendants. */
export function AppProvider({ app, children }: { app: App; children: ReactNode }) {
  return <AppContext value={app}>{children}</AppContext>
}

/** The app from the context. @throws outside of `AppProvider` */
export function useApp(): App {
  const app = use(AppContext)
  if (!app) throw new Error('useApp was called outside of AppProvider')
  return app
}

/** The public part of the club's configuration. */
export const useClub = (): Club => useApp().club

/** The function that sends calls to the server. */
export const useSend = (): Send => useApp().send
