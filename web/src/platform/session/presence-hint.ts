import { presenceCookie } from '@clube/contract/kernel/presence-cookie.ts'

/** Whether a customer may be signed in or remembered in this browser; the server sets the hint with a session. */
export const hasPresenceHint = (): boolean => document.cookie.includes(`${presenceCookie}=`)

/** Deletes the hint when there is no session after all. */
export const clearPresenceHint = (): void => {
  document.cookie = `${presenceCookie}=; path=/; max-age=0`
}
