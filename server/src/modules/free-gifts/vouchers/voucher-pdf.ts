import { formatShortCode } from '@clube/contract/campaigns/voucher-code.ts'
import { copyTitle, type VoucherFormat } from '@clube/contract/free-gifts/voucher.ts'
import { formatEnd, type TimeZone } from '@clube/contract/kernel/club-time.ts'
import { drawQrCode } from '../../../kernel/pdf-qr-code.ts'
import { createPrintedPdf, type PrintedStyle } from '../../../kernel/printed-pdf.ts'
import type { TaggedPdf } from '../../../kernel/tagged-pdf.ts'
import { shortCodeOf } from '../../campaigns/index.ts'

/** The club as a printed voucher shows it. */
export type VoucherIssuer = {
  readonly club_name: string
  /** sRGB hex color. */
  readonly accent: string
  readonly desk_text: string
}

export type PrintedVoucher = {
  readonly campaign_title: string
  readonly gift_title: string
  readonly variant: string
  readonly customer_name: string
  readonly pickup_point: { readonly name: string; readonly location: string; readonly opening_hours: string }
  readonly issued_at: Date
  readonly expires_at: Date
  readonly copy_number: number
  readonly code: string
}

/** A voucher as a tagged document. The same voucher gives the same bytes. */
export const voucherPdf = async (
  voucher: PrintedVoucher,
  issuer: VoucherIssuer,
  { format, zone }: { format: VoucherFormat; zone: TimeZone },
): Promise<Buffer> => {
  const about = {
    title: `Vale-brinde: ${voucher.campaign_title}`,
    author: issuer.club_name,
    created_at: voucher.issued_at,
  }
  return createPrintedPdf(about, format, (pdf, style) => drawVoucher(pdf, voucher, { issuer, zone, style }))
}

/** Draws the voucher from top to bottom. @returns the position of its end */
const drawVoucher = (
  pdf: TaggedPdf,
  voucher: PrintedVoucher,
  { issuer, zone, style }: { issuer: VoucherIssuer; zone: TimeZone; style: PrintedStyle },
): number => {
  const { page, text: size, title, heading, gap, qr: qrSize, color } = style
  const width = page.width - 2 * page.margin
  const accent = style.accentOf(issuer)
  const { code, pickup_point: point } = voucher
  const copy = copyTitle(voucher.copy_number)
  const line = (text: string, options: { bold?: boolean; color?: string; size?: number } = {}) =>
    pdf.text('P', text, { size, width, ...options })

  pdf.artifact((document) => document.rect(0, 0, page.width, size / 2).fill(accent))
  line(issuer.club_name, { color })
  pdf.text('H1', voucher.campaign_title, { size: title, bold: true, width })
  pdf.section(() => {
    const sectionTitle = copy === null ? 'Vale-brinde' : `Vale-brinde, ${copy}`
    pdf.text('H2', sectionTitle, { size, bold: true, color: accent, width, y: pdf.y() + gap })
    line(voucher.gift_title, { size: heading, bold: true })
    if (voucher.variant !== '') line(voucher.variant)
    line(voucher.customer_name)
    const qr = {
      x: page.margin + (style.qrAlignment === 'center' ? (width - qrSize) / 2 : 0),
      y: pdf.y() + gap,
      width: qrSize,
      height: qrSize,
    }
    pdf.figure('QR Code do vale-brinde', qr, (document) => drawQrCode(document, code, qr))
    pdf.text('P', `Código ${formatShortCode(shortCodeOf(code))}`, {
      size: size + 2,
      bold: true,
      width,
      x: page.margin,
      y: qr.y + qrSize + gap,
    })
  })
  pdf.section(() => {
    pdf.text('H2', 'Onde retirar', { size, bold: true, color: accent, width, y: pdf.y() + gap })
    line(point.name, { bold: true })
    line(point.location)
    line(point.opening_hours)
    line(`Válido até ${formatEnd(voucher.expires_at, zone)}`, { bold: true })
  })
  pdf.text(
    'P',
    'Mostre este vale no ponto de retirada, com um documento com foto. Ele vale uma vez: não publique fotos dele.',
    { size, width, y: pdf.y() + gap },
  )
  line(issuer.desk_text, { color })
  return pdf.y()
}
