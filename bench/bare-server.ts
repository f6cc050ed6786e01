import { pino } from 'pino'
import { createApp } from '../server/src/http/app.ts'
import type { Binder } from '../server/src/http/bind.ts'

/**
 * The product's HTTP layer without a database: every token is a customer's session. The token is the session's and the
 * customer's id.
 */
export const createBareBinder = async (): Promise<Binder> => ({
  app: await createApp({
    log: pino({ level: 'silent' }),
    baseUrl: 'http://127.0.0.1',
    trustProxy: false,
  }),
  guards: {
    identifiedAccess: 'participate',
    findSession: (token) =>
      Promise.resolve({
        session_id: token,
        customer_id: token,
        level: 'customer',
        name: null,
        document_type: 'cpf',
      }),
    findStaffSession: async () => null,
    spendProof: async () => {},
  },
  clock: () => new Date(),
  secureCookies: false,
  checkResponses: false,
})

/** Starts the server and prints its URL, for which `startServerProcess` waits. */
export const announce = async ({ app }: Binder): Promise<void> =>
  console.log(await app.listen({ port: 0, host: '127.0.0.1' }))
