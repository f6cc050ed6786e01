import { formatShortCode } from '@clube/contract/campaigns/voucher-code.ts'
import { formatShortDateTime, type TimeZone } from '@clube/contract/kernel/club-time.ts'
import { drawQrCode } from '../../../kernel/pdf-qr-code.ts'
import { createTaggedPdf, pdfPage, type TaggedPdf } from '../../../kernel/tagged-pdf.ts'
import { shortCodeOf } from '../../campaigns/index.ts'

/** The club's data on a printed ticket. */
export type TicketIssuer = {
  readonly club_name: string
  /** sRGB hex color. */
  readonly accent: string
  readonly desk_text: string
}

type PrintedReservation = {
  readonly campaign_title: string
  readonly session_title: string
  readonly place: string
  readonly starts_at: Date
  readonly cancel_until: Date
  readonly confirmed_at: Date
  readonly tickets: readonly { readonly participant_name: string; readonly code: string }[]
}

const soft = '#5c5459'
const cardHeight = 190
const cardGap = 20
const qrSize = 138
const { width: pageWidth, height: pageHeight, margin } = pdfPage
const contentWidth = pageWidth - 2 * margin

/** Tickets as an A4 document, several per page. The same tickets produce the same bytes. */
export const ticketPdf = (
  reservation: PrintedReservation,
  issuer: TicketIssuer,
  zone: TimeZone,
): Promise<Buffer> => {
  const { campaign_title, session_title, tickets, confirmed_at } = reservation
  const about = {
    title: `Ingressos: ${campaign_title}, ${session_title}`,
    author: issuer.club_name,
    created_at: confirmed_at,
  }
  return createTaggedPdf(about, (pdf) => {
    drawStripe(pdf, issuer)
    pdf.text('P', issuer.club_name, { size: 12, color: soft, width: contentWidth })
    pdf.text('H1', campaign_title, { size: 24, bold: true, width: contentWidth })
    for (const sentence of instructionsOf(reservation, issuer, zone))
      pdf.text('P', sentence, { size: 11, width: contentWidth })
    let y = pdf.y() + cardGap
    for (const [index, ticket] of tickets.entries()) {
      if (y + cardHeight > pageHeight - margin) {
        pdf.addPage()
        drawStripe(pdf, issuer)
        y = margin
      }
      const heading = `Ingresso ${index + 1} de ${tickets.length}`
      drawTicket(pdf, { ...reservation, ...ticket, heading }, { y, accent: issuer.accent, zone })
      y += cardHeight + cardGap
    }
  })
}

const instructionsOf = (
  { cancel_until, tickets }: PrintedReservation,
  { desk_text }: TicketIssuer,
  zone: TimeZone,
): string[] => [
  tickets.length === 1
    ? 'Mostre o QR Code na entrada, no celular ou impresso. Ele vale uma vez: não publique fotos dele.'
    : 'Cada pessoa mostra o seu QR Code na entrada, no celular ou impresso. Cada um vale uma vez: não publique fotos deles.',
  `Se não puder ir, cancele em Meus ingressos até ${formatShortDateTime(cancel_until, zone)}.`,
  desk_text,
]

const drawStripe = (pdf: TaggedPdf, { accent }: TicketIssuer): void =>
  pdf.artifact((document) => document.rect(0, 0, pageWidth, 12).fill(accent))

const drawTicket = (
  pdf: TaggedPdf,
  ticket: Omit<PrintedReservation, 'tickets'> & { participant_name: string; code: string; heading: string },
  { y, accent, zone }: { y: number; accent: string; zone: TimeZone },
): void => {
  const { heading, participant_name, session_title, place, starts_at, code } = ticket
  const x = margin + 24
  const width = contentWidth - qrSize - 96
  const qr = { x: pageWidth - margin - qrSize - 24, y: y + 26, width: qrSize, height: qrSize }
  const tear = qr.x - 24
  pdf.artifact((document) => {
    document.lineWidth(1).roundedRect(margin, y, contentWidth, cardHeight, 14).stroke('#d9d2d6')
    document.dash(4, { space: 4 })
    document
      .moveTo(tear, y)
      .lineTo(tear, y + cardHeight)
      .stroke('#b9b0b5')
    document.undash()
  })
  pdf.section(() => {
    pdf.text('H2', heading, { size: 11, bold: true, color: accent, x, y: y + 22, width })
    pdf.text('P', participant_name, { size: participant_name.length > 40 ? 13 : 18, bold: true, x, width })
    pdf.text('P', session_title, { size: 13, x, width, isOneLine: true })
    pdf.text('P', formatShortDateTime(starts_at, zone), { size: 13, x, width })
    pdf.text('P', place, { size: 13, x, width, isOneLine: true })
    pdf.text('P', `Código ${formatShortCode(shortCodeOf(code))}`, {
      size: 13,
      bold: true,
      x,
      y: Math.max(pdf.y(), y + cardHeight - 42),
      width,
    })
    pdf.figure(`QR Code do ${heading.toLowerCase()}, de ${participant_name}`, qr, (document) =>
      drawQrCode(document, code, qr),
    )
  })
}
