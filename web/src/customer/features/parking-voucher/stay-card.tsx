import { parkingVehicleTitles, type ParkingStay } from '@clube/contract/parking-voucher/stay.ts'
import { useEffect, useId, useRef, type ReactNode } from 'react'
import { Chip } from '../../../kit/surface/chip.tsx'
import { clubDayOf, formatShortDateTime, formatTime } from '../../../parts/club-time.ts'
import { formatCents } from '../../../parts/money.ts'
import { formatTicketNumber } from '../../../parts/ticket-number.ts'
import css from './parking.module.css'

/** An instant as short as possible: the time only, on the day of `other`. */
const timeOn = (instant: string, other: string): string =>
  clubDayOf(instant) === clubDayOf(other) ? formatTime(instant) : formatShortDateTime(instant)

const minuteMs = 60_000

/** "3 h 55 min" */
function durationText(fromIso: string, untilIso: string): string {
  const minutes = Math.max(0, Math.floor((Date.parse(untilIso) - Date.parse(fromIso)) / minuteMs))
  const hours = Math.floor(minutes / 60)
  return hours === 0 ? `${minutes} min` : `${hours} h ${String(minutes % 60).padStart(2, '0')} min`
}

type StayCardProps = {
  stay: ParkingStay
  /** What a voucher would pay, and what would still be due; null where none can be applied. */
  voucher: { discount_cents: number; due_cents: number } | null
  /** What the voucher uses; null if the person lacks it. */
  uses: string | null
}

/** A ticket as the car park describes it, by its clock, with what a voucher would change. */
export function StayCard({ stay, voucher, uses }: StayCardProps) {
  const id = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  const { discount_cents, entered_at, fee_cents, leave_by, read_at, vehicle } = stay
  const due_cents = voucher ? voucher.due_cents : stay.due_cents
  return (
    <section className={`raised ${css.stay}`} aria-labelledby={id}>
      <header className={css.stayHead}>
        <div className="titled">
          <h2 ref={heading} id={id} tabIndex={-1} className={`title ${css.heading}`}>
            {stay.garage_name}
          </h2>
          <p className="soft figures">Ticket {formatTicketNumber(stay.ticket_number)}</p>
        </div>
        <Chip>{parkingVehicleTitles[vehicle]}</Chip>
      </header>
      <dl className={css.bill}>
        <Line title="Entrada">{timeOn(entered_at, read_at)}</Line>
        <Line title="Permanência">{durationText(entered_at, read_at)}</Line>
        <Line title="Tarifa">{formatCents(fee_cents)}</Line>
        {discount_cents > 0 && <Line title="Descontos e pagamentos">− {formatCents(discount_cents)}</Line>}
        {voucher && (
          <Line title="Desconto do vale" tone="good">
            − {formatCents(voucher.discount_cents)}
          </Line>
        )}
        <Line title={voucher ? 'Com o vale, falta pagar' : 'Falta pagar'} isTotal>
          {formatCents(due_cents)}
        </Line>
        {leave_by !== null && <Line title="Saia até">{timeOn(leave_by, read_at)}</Line>}
        {uses !== null && <Line title="O vale usa">{uses}</Line>}
      </dl>
      <p className="soft small">
        Às {formatTime(read_at)}, pelo relógio do estacionamento.
        {voucher && ' A tarifa cresce com o tempo: ao aplicar, consultamos de novo.'}
      </p>
    </section>
  )
}

type LineProps = { title: string; tone?: 'good'; isTotal?: boolean; children: ReactNode }

const Line = ({ title, tone, isTotal = false, children }: LineProps) => (
  <div data-tone={tone} data-total={isTotal ? '' : undefined}>
    <dt>{title}</dt>
    <dd className="figures">{children}</dd>
  </div>
)
