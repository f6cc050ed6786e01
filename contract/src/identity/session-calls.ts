import * as z from 'zod/mini'
import { defineCall } from '../kernel/call.ts'

/** Spec §6–§7 "Authentication check": 401 means not authenticated. */
export const sessionInfoCall = defineCall({
  method: 'GET',
  path: '/api/auth/shd/external/info',
  summary: 'Diz se há uma sessão aberta neste navegador.',
  data: z.object({
    level: z.enum(['customer', 'identified']),
    customer_name: z.nullable(z.string()),
    account_id: z.optional(z.string()),
  }),
  refusals: {},
  session: 'identified',
})

/** `idle`: idle timeout; `expired`: maximum lifetime; otherwise the event that ended the account's sessions. */
export const sessionEnds = ['idle', 'expired', 'password', 'deletion'] as const
export type SessionEnd = (typeof sessionEnds)[number]

/** Why the session of this browser's cookie ended; null if it is valid, unknown, or was ended by signing out. */
export const sessionEndCall = defineCall({
  method: 'GET',
  path: '/api/auth/shd/external/session-end',
  summary: 'Diz por que a sessão deste navegador terminou.',
  data: z.object({ reason: z.nullable(z.enum(sessionEnds)) }),
  refusals: {},
})

/** Spec §7 "External sign-out". */
export const signOutCall = defineCall({
  method: 'POST',
  path: '/api/auth/shd/external/signout',
  summary: 'Encerra a sessão e esquece este aparelho.',
  body: z.object({ device_credential: z.optional(z.string().check(z.maxLength(200))) }),
  data: z.object({}),
  refusals: {},
  status_rule: 'no-400',
})
