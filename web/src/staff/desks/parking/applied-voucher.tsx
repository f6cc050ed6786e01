import { type DeskParkingVoucher } from '@clube/contract/parking-voucher/desk-calls.ts'
import { useEffect, useRef } from 'react'
import { OutlineButton } from '../../parts/buttons.tsx'
import { StateChip } from '../../parts/fact-list.tsx'
import { useVoucherState } from './parking-desk-data.ts'
import { resultText, stateTitle, ticketText, voucherTones } from './parking-labels.ts'
import css from './parking.module.css'

/** The result, polled while the car park has not answered. */
export function AppliedVoucher({ voucher, onNext }: { voucher: DeskParkingVoucher; onNext: () => void }) {
  const polled = useVoucherState(voucher).data
  const { state, due_cents, leave_by } = polled ?? voucher
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <section className={`panel ${css.result}`} data-tone={voucherTones[state] ?? ''} aria-label="Resultado">
      <div className="row spread">
        <div role="status">
          <h2 ref={heading} tabIndex={-1}>
            {titleOf(state, { due_cents, leave_by })}
          </h2>
        </div>
        <StateChip title={stateTitle(state)} tone={voucherTones[state]} />
      </div>
      {state === 'processing' && <p>O estacionamento ainda não confirmou. Não repita a operação.</p>}
      {state === 'failed' && polled && <p>{polled.message}</p>}
      <p className="soft">
        Ticket {ticketText(voucher.ticket_number)} · {voucher.customer_name ?? 'Sem nome'} · Protocolo{' '}
        {voucher.protocol}
      </p>
      <div>
        <OutlineButton onClick={onNext}>Próxima pessoa</OutlineButton>
      </div>
    </section>
  )
}

function titleOf(
  state: DeskParkingVoucher['state'],
  result: Pick<DeskParkingVoucher, 'due_cents' | 'leave_by'>,
): string {
  if (state !== 'applied') return stateTitle(state)
  if (result.due_cents !== null && result.due_cents > 0) return `Vale aplicado. ${resultText(result)}`
  return result.leave_by === null
    ? 'Estacionamento liberado'
    : `Estacionamento liberado ${resultText(result).toLowerCase()}`
}
