import { Button } from '../../../kit/button/button.tsx'
import { Notice } from '../../../kit/feedback/notice.tsx'
import type { Gate } from './gate.ts'
import type { Conflict } from './scan-queue.ts'
import css from './gate.module.css'

/** Where the server's result differs from the offline decision; listed until acknowledged. */
export function ConflictList({ gate, conflicts }: { gate: Gate; conflicts: readonly Conflict[] }) {
  if (conflicts.length === 0) return null
  const drop = (id: string) => {
    gate.change({ conflicts: gate.current().conflicts.filter(({ client_scan_id }) => client_scan_id !== id) })
    void gate.deps.store.deleteConflict(id)
  }
  return (
    <section className={css.conflicts} aria-label="Leituras a conferir">
      <h2>Confira com a supervisão</h2>
      <ul>
        {conflicts.map(({ client_scan_id, words }) => (
          <li key={client_scan_id}>
            <Notice tone="warn">
              <p>{words}</p>
              <Button compact look="outline" onClick={() => drop(client_scan_id)}>
                Ciente
              </Button>
            </Notice>
          </li>
        ))}
      </ul>
    </section>
  )
}
