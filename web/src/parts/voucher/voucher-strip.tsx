import { QrCode } from './qr-code.tsx'
import css from './voucher-strip.module.css'

/** One voucher as a person shows it at a desk or gate. */
export type Voucher = {
  readonly id: string
  readonly campaign: string
  readonly title: string
  readonly when: string
  readonly where: string
  readonly holder: string
  readonly qr_code: string
  readonly qr_label: string
  readonly short_code: string
  /** Why it can no longer be used, shown in place of the QR code; null while it can. */
  readonly ended: string | null
}

type VoucherStripProps = {
  vouchers: readonly Voucher[]
  /** What they are, in the plural and in the singular: Ingressos, Ingresso. */
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
      {vouchers.map((voucher, at) => (
        <li key={voucher.id}>
          <VoucherCard
            voucher={voucher}
            level={level}
            position={count > 1 ? `${singular} ${at + 1} de ${count}` : null}
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
        <p className={css.campaign}>{voucher.campaign}</p>
        <Heading className={css.title}>{voucher.title}</Heading>
        <p className="figures">{voucher.when}</p>
        <p>{voucher.where}</p>
      </header>
      <div className={css.stub}>
        {ended === null ? (
          <QrCode text={voucher.qr_code} label={voucher.qr_label} />
        ) : (
          <p className={css.ended}>{ended}</p>
        )}
        <p className={css.holder}>{voucher.holder}</p>
        <p className={css.code}>{voucher.short_code}</p>
        {position && <p className="soft">{position}</p>}
      </div>
    </article>
  )
}
