import type { drawScratchCardCall } from '@clube/contract/scratch-card/calls.ts'
import { pino } from 'pino'
import { createApp } from '../../server/src/http/app.ts'
import { bindCall } from '../../server/src/http/bind.ts'

/** Serves the route behind the product's HTTP layer and prints its URL. A session's token is `deck.participation`. */
export const serveDraws = async (
  call: typeof drawScratchCardCall,
  draw: (request: { deck_id: string; transaction_id: string; code: string }) => Promise<number>,
): Promise<void> => {
  const app = await createApp({
    log: pino({ level: 'silent' }),
    baseUrl: 'http://127.0.0.1',
    trustProxy: false,
  })
  bindCall(
    {
      app,
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
    },
    call,
    async ({ body: { alphanumero, transacao_id }, session }) => {
      const [deck_id = ''] = session.session_id.split('.')
      const position = await draw({ deck_id, transaction_id: transacao_id, code: alphanumero })
      const drawn_at = new Date().toISOString()
      return { data: { campaign_id: deck_id, position, prize: null, drawn_at, head: 'a'.repeat(64) } }
    },
  )
  console.log(await app.listen({ port: 0, host: '127.0.0.1' }))
}
