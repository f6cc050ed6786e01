import type { ReceiptFormat } from '@clube/contract/scratch-card/award-calls.ts'
import { formatCents } from '@clube/contract/kernel/money.ts'
import { formatDateTime, type TimeZone } from '@clube/contract/kernel/club-time.ts'
import { createPrintedPdf } from '../../../kernel/printed-pdf.ts'

/** The club as a receipt shows it. */
type ReceiptIssuer = {
  readonly club_name: string
  /** sRGB hex color. */
  readonly accent: string
  readonly desk_text: string
}

export type PrintedReceipt = {
  readonly campaign_title: string
  readonly prize_title: string
  readonly value_cents: number
  readonly pickup_place: string
  readonly customer_name: string
  /** Masked except for its middle. */
  readonly document: string
  readonly delivered_at: Date
  /** The staff member; null when the name is no longer known. */
  readonly delivered_by: string | null
  readonly has_signature: boolean
  /** Last group of the short code. */
  readonly code_end: string
  /** Position of the card in the sealed deck. */
  readonly position: number
}

/** The receipt of a delivered prize as a tagged document. The same delivery gives the same bytes. */
export const receiptPdf = (
  receipt: PrintedReceipt,
  issuer: ReceiptIssuer,
  { format, zone }: { format: ReceiptFormat; zone: TimeZone },
): Promise<Buffer> => {
  const about = {
    title: `Recibo de prêmio: ${receipt.campaign_title}`,
    author: issuer.club_name,
    created_at: receipt.delivered_at,
  }
  return createPrintedPdf(about, format, (pdf, style) => {
    const { page, text: size, title, heading, gap, color } = style
    const width = page.width - 2 * page.margin
    const accent = style.accentOf(issuer)
    const line = (text: string, options: { bold?: boolean; color?: string; size?: number } = {}) =>
      pdf.text('P', text, { size, width, ...options })
    const section = (heading_: string, draw: () => void) =>
      pdf.section(() => {
        pdf.text('H2', heading_, { size, bold: true, color: accent, width, y: pdf.y() + gap })
        draw()
      })

    pdf.artifact((document) => document.rect(0, 0, page.width, size / 2).fill(accent))
    line(issuer.club_name, { color })
    pdf.text('H1', 'Recibo de entrega de prêmio', { size: title, bold: true, width })
    line(receipt.campaign_title)
    section('Prêmio', () => {
      line(receipt.prize_title, { size: heading, bold: true })
      line(`Valor: ${formatCents(receipt.value_cents)}`)
      line(`Cartão nº ${receipt.position} do baralho lacrado, código final ${receipt.code_end}`)
    })
    section('Quem recebeu', () => {
      // Both are empty after the person's data were erased.
      if (receipt.customer_name !== '') line(receipt.customer_name, { bold: true })
      if (receipt.document !== '') line(`CPF ${receipt.document}`)
      line('A data de nascimento foi conferida no documento apresentado: 18 anos ou mais.')
      line(receipt.has_signature ? 'Assinatura colhida na tela.' : 'Este prêmio não exige assinatura.')
    })
    section('Entrega', () => {
      line(receipt.pickup_place, { bold: true })
      line(formatDateTime(receipt.delivered_at, zone))
      if (receipt.delivered_by !== null) line(`Entregue por ${receipt.delivered_by}`)
    })
    pdf.text('P', issuer.desk_text, { size, width, color, y: pdf.y() + gap })
    return pdf.y()
  })
}
