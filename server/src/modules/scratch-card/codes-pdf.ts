import { formatScratchCode } from '@clube/contract/scratch-card/scratch-code.ts'
import { drawQrCode } from '../../kernel/pdf-qr-code.ts'
import { createTaggedPdf, pdfPage, type TaggedPdf } from '../../kernel/tagged-pdf.ts'

const columns = 3
const rows = 6
const perPage = columns * rows

const cell = {
  width: (pdfPage.width - 2 * pdfPage.margin) / columns,
  height: (pdfPage.height - 2 * pdfPage.margin) / rows,
} as const
const padding = 8
const qrSize = 66
const cut = '#b9b0b5'

/** What the sheets show. */
export type CodeSheets = {
  readonly campaign_title: string
  readonly codes: readonly string[]
  /** Content of a code's QR code. */
  readonly linkOf: (code: string) => string
  readonly created_at: Date
}

/** Printable A4 sheets as a tagged document: a card with title, code and QR code for each code, to cut out. */
export const codeSheets = (
  { campaign_title, codes, linkOf, created_at }: CodeSheets,
  issuer: { readonly club_name: string; readonly accent: string },
): Promise<Buffer> =>
  createTaggedPdf(
    { title: `Raspadinhas: ${campaign_title}`, author: issuer.club_name, created_at },
    async (pdf) => {
      for (const [index, code] of codes.entries()) {
        const place = index % perPage
        if (index > 0 && place === 0) {
          pdf.addPage()
          // Drawing is CPU-bound: a page must not delay other requests.
          await new Promise(setImmediate)
        }
        const x = pdfPage.margin + (place % columns) * cell.width
        const y = pdfPage.margin + Math.floor(place / columns) * cell.height
        drawCard(pdf, { x, y, code, link: linkOf(code), campaign_title, ...issuer })
      }
    },
  )

const drawCard = (
  pdf: TaggedPdf,
  card: {
    x: number
    y: number
    code: string
    link: string
    campaign_title: string
    club_name: string
    accent: string
  },
): void => {
  const { x, y } = card
  const width = cell.width - 2 * padding
  pdf.artifact((document) =>
    document.lineWidth(0.5).dash(3, {}).rect(x, y, cell.width, cell.height).stroke(cut).undash(),
  )
  pdf.section(() => {
    const line = (text: string, top: number, options: { bold?: boolean; color?: string; size: number }) =>
      pdf.text('P', text, { x: x + padding, y: y + top, width, isOneLine: true, ...options })
    line(card.campaign_title, padding, { size: 9, bold: true, color: card.accent })
    const qr = { x: x + padding, y: y + padding + 14, width: qrSize, height: qrSize }
    pdf.figure('QR Code da raspadinha', qr, (document) => drawQrCode(document, card.link, qr))
    line(formatScratchCode(card.code), padding + qrSize + 18, { size: 10.5, bold: true })
    line(card.club_name, padding + qrSize + 32, { size: 7 })
  })
}
