import css from './voucher-strip.module.css'
import { useEffect, useState } from 'react'

/** One voucher as a person shows it at a desk or gate. */
export type Voucher = {
  readonly id: string
  readonly campaign: string
  readonly title: string
  readonly when: string
  readonly where: string
  /** The cancellation deadline as a sentence; null if it cannot be cancelled. Not shown once it has ended. */
  readonly cancellation: string | null
  /** The person who uses it; null if anyone who shows it may. */
  readonly holder: string | null
  readonly qr_code: string
  readonly qr_label: string
  readonly short_code: string
  /** Why it can no longer be used, shown first and without the QR code; null while it can. */
  readonly ended: string | null
}

type VoucherStripProps = {
  vouchers: readonly Voucher[]
  /** Their name in the plural and in the singular: Ingressos, Ingresso. */
  label: string
  singular: string
  /** Their heading level. */
  level: 'h2' | 'h3'
}

/** Vouchers in a horizontal carousel. */
export function VoucherStrip({ vouchers, label, singular, level }: VoucherStripProps) {
  const count = vouchers.length
  return (
    <ul className={css.strip} aria-label={label} tabIndex={count > 1 ? 0 : undefined}>
      {vouchers.map((voucher, index) => (
        <li key={voucher.id}>
          <VoucherCard
            voucher={voucher}
            level={level}
            position={count > 1 ? `${singular} ${index + 1} de ${count}` : null}
          />
        </li>
      ))}
    </ul>
  )
}

type VoucherCardProps = Pick<VoucherStripProps, 'level'> & { voucher: Voucher; position: string | null }

function VoucherCard({ voucher, position, level: Heading }: VoucherCardProps) {
  const { ended } = voucher
  return (
    <article className={css.voucher} data-ended={ended === null ? undefined : ''}>
      <header className={css.top}>
        {ended !== null && <p className={css.ended}>{ended}</p>}
        <p className={css.campaign}>{voucher.campaign}</p>
        <Heading className={css.title}>{voucher.title}</Heading>
        <p className="figures">{voucher.when}</p>
        <p>{voucher.where}</p>
        {ended === null && voucher.cancellation !== null && <p className="figures">{voucher.cancellation}</p>}
      </header>
      <div className={css.stub}>
        {ended === null && <QrCode text={voucher.qr_code} label={voucher.qr_label} />}
        {voucher.holder !== null && <p className={css.holder}>{voucher.holder}</p>}
        <p className={css.code}>{voucher.short_code}</p>
        {position && <p className="soft">{position}</p>}
      </div>
    </article>
  )
}

/** Quiet zone around the code, in modules; many scanners need it. */
const quietModules = 4

type QrPath = { size: number; path: string }

type QrCodeProps = {
  text: string
  label: string
  /** Called once it is drawn, or cannot be. */
  onDrawn?: () => void
}

/** A QR code as one path, drawn once the encoder has loaded; always black on white. */
export function QrCode({ text, label, onDrawn }: QrCodeProps) {
  const [code, setCode] = useState<QrPath | null>(null)
  useEffect(() => {
    let isUnmounted = false
    draw(text).then(
      (drawn) => isUnmounted || setCode(drawn),
      // If the encoder did not load, the short code below still works.
      () => isUnmounted || onDrawn?.(),
    )
    return () => {
      isUnmounted = true
    }
  }, [text])
  useEffect(() => {
    if (code) onDrawn?.()
    // Once per code.
  }, [code])
  if (!code) return <div className={css.qr} aria-hidden="true" />
  const side = code.size + 2 * quietModules
  return (
    <svg
      className={css.qr}
      data-qr-code=""
      role="img"
      aria-label={label}
      viewBox={`0 0 ${side} ${side}`}
      shapeRendering="crispEdges"
    >
      <path transform={`translate(${quietModules} ${quietModules})`} d={code.path} />
    </svg>
  )
}

async function draw(text: string): Promise<QrPath> {
  const { create } = await import('qrcode')
  const { modules } = create(text, { errorCorrectionLevel: 'M' })
  const { size, data } = modules
  let path = ''
  for (let row = 0; row < size; row += 1)
    for (let column = 0; column < size; column += 1)
      if (data[row * size + column]) path += `M${column} ${row}h1v1h-1z`
  return { size, path }
}
