import type { Gate } from './gate.ts'
import { findListed, hashTicketCode } from './offline-list.ts'
import type { DisplayedScan } from './verdict.ts'

/** Why an admission cannot be undone now; null if it can. Only the server knows whether the ticket was used again. */
export function undoError({ current }: Gate, { id }: DisplayedScan): string | null {
  const { isConnected, queue } = current()
  if (!isConnected) return 'Sem conexão não é possível desfazer uma entrada. Tente quando a conexão voltar.'
  return queue.some(({ body }) => body.client_scan_id === id)
    ? 'Esta entrada ainda está na fila deste aparelho. Desfaça depois que ela for enviada.'
    : null
}

/** Shows that an admission was undone; from now on the list of this device decides as if it had not happened. */
export async function showUndone(gate: Gate, admission: DisplayedScan): Promise<void> {
  const { store, newId } = gate.deps
  const { ticket_code, scanned_at } = admission
  gate.change({ shown: { id: newId(), ticket_code, scanned_at, outcome: { kind: 'undone' } } })
  const { list } = gate.current()
  const ticket = list && findListed(list, await hashTicketCode(list, ticket_code))
  if (!ticket) return
  const valid = { ...ticket, state: 'valid' as const, used_at: null, used_gate: null }
  const next = { ...list, tickets: list.tickets.map((each) => (each === ticket ? valid : each)) }
  const admissions = gate.current().admissions.filter(({ code_hash }) => code_hash !== ticket.code_hash)
  gate.change({ list: next, admissions })
  await store.saveList(next, admissions)
}
