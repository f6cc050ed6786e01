import { createPortal } from 'react-dom'
import { formatEnd } from '../club-time.ts'
import { QrCode } from '../voucher/voucher-strip.tsx'
import { useClub } from '../../platform/app/app-context.tsx'
import css from './printed-roll.module.css'

/** What is printed of a voucher. */
export type PrintedVoucher = {
  readonly campaign_title: string
  readonly expires_at: string
  readonly pickup_point: { readonly name: string; readonly location: string; readonly opening_hours: string }
  readonly qr_code: string
  readonly short_code: string
}

type PrintedRollProps = {
  voucher: PrintedVoucher
  /** The gift's name with its variant. */
  gift: string
  /** The note on a copy; null for the first print. */
  copy: string | null
  onPrinted: () => void
}

/**
 * The voucher laid out for an 80 mm roll, in black only; printed instead of the page, once its QR code is drawn.
 * `window.print` returns when the dialog is closed, or immediately where the browser prints without one, as at a kiosk.
 */
export function PrintedRoll({ voucher, gift, copy, onPrinted }: PrintedRollProps) {
  const { name } = useClub()
  const { campaign_title, expires_at, pickup_point: point, qr_code, short_code } = voucher
  const print = () => {
    window.print()
    onPrinted()
  }
  return createPortal(
    <div className={css.roll} aria-hidden="true">
      <p>{name}</p>
      <h2>Vale-brinde</h2>
      {copy !== null && <p className={css.copy}>{copy}</p>}
      <p className={css.gift}>{gift}</p>
      <p>{campaign_title}</p>
      <QrCode text={qr_code} label="QR Code do vale-brinde" onDrawn={print} />
      <p className={css.code}>{short_code}</p>
      <p>
        Retire até <strong>{formatEnd(expires_at)}</strong>
      </p>
      <p>
        <strong>{point.name}</strong>
        <br />
        {point.location}
        <br />
        {point.opening_hours}
      </p>
      <p>Leve um documento com foto. Este vale serve uma vez: não publique fotos dele.</p>
    </div>,
    document.body,
  )
}
