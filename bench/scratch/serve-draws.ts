import type { drawScratchCardCall } from '@clube/contract/scratch-card/calls.ts'
import { bindCall } from '../../server/src/http/bind.ts'
import { announce, createBareBinder } from '../bare-server.ts'

/** Serves the route behind the product's HTTP layer and prints its URL. A session's token is `deck.participation`. */
export const serveDraws = async (
  call: typeof drawScratchCardCall,
  draw: (request: {
    token: string
    deck_id: string
    transaction_id: string
    code: string
  }) => Promise<number>,
): Promise<void> => {
  const binder = await createBareBinder()
  bindCall(binder, call, async ({ body: { alphanumero, transacao_id }, session }) => {
    const [deck_id = ''] = session.session_id.split('.')
    const token = session.session_id
    const position = await draw({ token, deck_id, transaction_id: transacao_id, code: alphanumero })
    const drawn_at = new Date().toISOString()
    return { data: { campaign_id: deck_id, position, prize: null, drawn_at, head: 'a'.repeat(64) } }
  })
  await announce(binder)
}
