import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { fontOfWoff } from './woff.ts'

/** Size and margin of a page, in points. */
export type PdfPage = { readonly width: number; readonly height: number; readonly margin: number }

/** An A4 page. */
export const pdfPage = { width: 595.28, height: 841.89, margin: 48 } as const satisfies PdfPage

/** Style and position of text; the position defaults to the cursor. */
export type PdfTextOptions = {
  readonly size?: number
  readonly bold?: boolean
  readonly color?: string
  readonly x?: number
  readonly y?: number
  readonly width?: number
  /** Truncates the text to one line with an ellipsis. */
  readonly isOneLine?: boolean
}

type Area = { readonly x: number; readonly y: number; readonly width: number; readonly height: number }

/** An accessible document: everything is either tagged content or an artifact. */
export type TaggedPdf = {
  /** Writes text as a structure element, such as a heading. */
  readonly text: (role: 'H1' | 'H2' | 'P', text: string, options?: PdfTextOptions) => void
  /** Draws a figure with a description for screen readers. */
  readonly figure: (description: string, area: Area, draw: (document: PDFKit.PDFDocument) => void) => void
  /** Draws content that screen readers skip. */
  readonly artifact: (draw: (document: PDFKit.PDFDocument) => void) => void
  /** Groups the elements that `draw` adds. */
  readonly section: (draw: () => void) => void
  readonly addPage: () => void
  /** The vertical position after the last text. */
  readonly y: () => number
}

const weights = { regular: 400, bold: 700 } as const
type Weight = keyof typeof weights

/** The font files are split by subset: Western European letters, and those of the other Latin alphabets. */
const subsets = { latin: 'latin', other: 'latin-ext' } as const
type Subset = keyof typeof subsets

const readFont = async (subset: Subset, weight: Weight): Promise<Buffer> => {
  const file = `@fontsource/figtree/files/figtree-${subsets[subset]}-${weights[weight]}-normal.woff`
  return fontOfWoff(await readFile(fileURLToPath(import.meta.resolve(file))))
}

const fontOf = (subset: Subset, weight: Weight) => `${subset}-${weight}`

let fonts: Promise<ReadonlyMap<string, Buffer>> | null = null

const loadFonts = async (): Promise<ReadonlyMap<string, Buffer>> => {
  const loaded = new Map<string, Buffer>()
  for (const subset of Object.keys(subsets) as Subset[])
    for (const weight of Object.keys(weights) as Weight[])
      loaded.set(fontOf(subset, weight), await readFont(subset, weight))
  return loaded
}

/** Creates a PDF/UA document in Portuguese. The same input produces the same bytes. */
export const createTaggedPdf = async (
  {
    title,
    author,
    created_at,
    page = pdfPage,
  }: { title: string; author: string; created_at: Date; page?: PdfPage },
  draw: (pdf: TaggedPdf) => void | Promise<void>,
): Promise<Buffer> => {
  const { default: PDFDocument } = await import('pdfkit')
  const document = new PDFDocument({
    size: [page.width, page.height],
    margin: page.margin,
    pdfVersion: '1.7',
    tagged: true,
    lang: 'pt-BR',
    displayTitle: true,
    // Missing in the type declarations: PDF/UA, and no default font.
    ...({ subset: 'PDF/UA', font: null } as object),
    info: { Title: title, Author: author, CreationDate: created_at },
  })
  const chunks: Buffer[] = []
  document.on('data', (chunk: Buffer) => chunks.push(chunk))
  const completed = new Promise<void>((resolve) => document.on('end', resolve))
  fonts ??= loadFonts()
  for (const [name, file] of await fonts) document.registerFont(name, file)
  const root = document.struct('Document')
  document.addStructure(root)
  await draw(taggedPdfOf(document, root))
  root.end()
  document.end()
  await completed
  return Buffer.concat(chunks)
}

type Element = ReturnType<PDFKit.PDFDocument['struct']>

const taggedPdfOf = (document: PDFKit.PDFDocument, root: Element): TaggedPdf => {
  let parent = root
  const add = (role: string, options: object, draw: () => void): void =>
    void parent.add(document.struct(role, options, draw))
  return {
    text: (role, text, options = {}) => add(role, {}, () => write(document, text, options)),
    figure: (alt, { x, y, width, height }, draw) =>
      add('Figure', { alt, bbox: [x, y, x + width, y + height] }, () => draw(document)),
    artifact: (draw) => {
      document.markContent('Artifact', { type: 'Layout' })
      draw(document)
      document.endMarkedContent()
    },
    section: (draw) => {
      const section = document.struct('Sect')
      root.add(section)
      parent = section
      draw()
      section.end()
      parent = root
    },
    addPage: () => void document.addPage(),
    y: () => document.y,
  }
}

const write = (document: PDFKit.PDFDocument, text: string, options: PdfTextOptions): void => {
  const { size = 11, bold = false, color = '#1d181b', x = document.x, y = document.y, width } = options
  const height = options.isOneLine ? { height: size * 1.3, ellipsis: true } : {}
  document.fontSize(size).fillColor(color)
  const runs = runsOf(document, text)
  for (const [index, run] of runs.entries()) {
    document.font(fontOf(run.subset, bold ? 'bold' : 'regular'))
    const style = { width, continued: index < runs.length - 1, lineGap: 2, ...height }
    if (index === 0) document.text(run.text, x, y, style)
    else document.text(run.text, style)
  }
}

type Run = { readonly subset: Subset; readonly text: string }

/** Splits text into runs by the font that contains the characters. */
const runsOf = (document: PDFKit.PDFDocument, text: string): Run[] => {
  const runs: Run[] = []
  for (const character of text.normalize('NFC')) {
    const run = runOf(document, character)
    const last = runs.at(-1)
    if (last?.subset === run.subset) runs[runs.length - 1] = { ...last, text: last.text + run.text }
    else runs.push(run)
  }
  return runs
}

/** Accented letters that the fonts lack lose their accents; characters of other scripts become question marks. */
const runOf = (document: PDFKit.PDFDocument, character: string): Run => {
  const [base = ''] = character.normalize('NFKD')
  for (const text of [character, base])
    for (const subset of Object.keys(subsets) as Subset[])
      if (hasGlyph(document, subset, text)) return { subset, text }
  return { subset: 'latin', text: '?' }
}

/** The library's public interface does not expose which characters a font contains. */
type OpenFont = { _font: { font: { hasGlyphForCodePoint: (codePoint: number) => boolean } } }

const hasGlyph = (document: PDFKit.PDFDocument, subset: Subset, text: string): boolean => {
  document.font(fontOf(subset, 'regular'))
  return (document as unknown as OpenFont)._font.font.hasGlyphForCodePoint(text.codePointAt(0) ?? 0)
}
