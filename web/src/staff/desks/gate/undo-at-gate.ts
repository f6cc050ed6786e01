import type { Gate, GateState } from './gate.ts'
import type { DisplayedScan } from './verdict.ts'

/** The parts of an admission that its undo needs. */
export type Admission = {
  readonly client_scan_id: string
  readonly participant_name: string | null
  readonly gate: string
  readonly scanned_at: string
}

/** The admission that a result shows; null if the person was not admitted by a ticket. */
export const admissionOf = ({ id, scanned_at, outcome }: DisplayedScan, gate: string): Admission | null => {
  if (!('response' in outcome) || outcome.response.result !== 'admitted') return null
  const { participant_name, used_at } = outcome.response
  return { client_scan_id: id, participant_name, gate, scanned_at: used_at ?? scanned_at }
}

/** Why an admission cannot be undone now; null if it can. Only the server can check whether the ticket was used again. */
export function undoError(
  { isConnected, queue }: Pick<GateState, 'isConnected' | 'queue'>,
  { client_scan_id }: Pick<Admission, 'client_scan_id'>,
): string | null {
  if (!isConnected) return 'Uma entrada só pode ser desfeita com conexão.'
  return queue.some(({ body }) => body.client_scan_id === client_scan_id)
    ? 'Esta entrada ainda está na fila deste aparelho. Desfaça depois que ela for enviada.'
    : null
}

/** Shows that an admission was undone; from now on the list of this device decides as if it had not happened. */
export async function showUndone(gate: Gate, { scanned_at, gate: name }: Admission): Promise<void> {
  const { store, newId } = gate.deps
  const { list, admissions: known } = gate.current()
  const isUndone = (use: { used_at: string | null; used_gate: string | null }) =>
    use.used_at === scanned_at && use.used_gate === name
  const valid = { state: 'valid' as const, used_at: null, used_gate: null }
  const next = list && {
    ...list,
    tickets: list.tickets.map((ticket) => (isUndone(ticket) ? { ...ticket, ...valid } : ticket)),
  }
  const admissions = known.filter((admission) => !isUndone(admission))
  const shown = { id: newId(), ticket_code: '', scanned_at, outcome: { kind: 'undone' as const } }
  gate.change({ shown, list: next, admissions })
  if (next) await store.saveList(next, admissions)
}
