import { createTaggedPdf, pdfPage, type PdfPage, type TaggedPdf } from './tagged-pdf.ts'

/** A sheet, or the 80 mm roll of kiosk and desk. */
export type PrintedFormat = 'a4' | '80mm'

const soft = '#5c5459'
const black = '#000000'
/** Points per millimeter. */
const mm = 72 / 25.4

/** An 80 mm roll, of which thermal printers print 72 mm; its length is that of the document. */
const roll = { width: 80 * mm, margin: 4 * mm } as const
const tallRoll: PdfPage = { ...roll, height: 2000 }

/** Sizes of a format, in points, and its colors. */
export type PrintedStyle = {
  readonly page: { readonly width: number; readonly margin: number }
  readonly text: number
  readonly title: number
  readonly heading: number
  readonly gap: number
  readonly qr: number
  readonly qrAlignment: 'left' | 'center'
  /** Thermal printers print black only. */
  readonly accentOf: (issuer: { readonly accent: string }) => string
  readonly color: string
}

const sheet: PrintedStyle = {
  page: pdfPage,
  text: 12,
  title: 24,
  heading: 18,
  gap: 14,
  qr: 170,
  qrAlignment: 'left',
  accentOf: ({ accent }) => accent,
  color: soft,
}
const narrow: PrintedStyle = {
  page: roll,
  text: 10,
  title: 14,
  heading: 13,
  gap: 6,
  qr: 130,
  qrAlignment: 'center',
  accentOf: () => black,
  color: black,
}

/**
 * A short tagged document in one of the formats. The same content gives the same bytes.
 * @param drawContent draws from top to bottom and returns the position of the end
 */
export const createPrintedPdf = async (
  properties: { readonly title: string; readonly author: string; readonly created_at: Date },
  format: PrintedFormat,
  drawContent: (pdf: TaggedPdf, style: PrintedStyle) => number,
): Promise<Buffer> => {
  if (format === 'a4') return createTaggedPdf(properties, (pdf) => void drawContent(pdf, sheet))
  // Drawn twice, since the length of the roll is known only afterwards.
  let end = 0
  const draw = (pdf: TaggedPdf) => {
    end = drawContent(pdf, narrow)
  }
  await createTaggedPdf({ ...properties, page: tallRoll }, draw)
  return createTaggedPdf({ ...properties, page: { ...roll, height: end + roll.margin } }, draw)
}
