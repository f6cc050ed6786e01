import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'

type TreeNode = {
  readonly role?: string
  readonly alt?: string
  readonly id?: string
  readonly children?: TreeNode[]
}

/** One element of a PDF as a screen reader reads it. */
export type PdfElement = { readonly role: string; readonly text: string }

/** A PDF as another library reads it. */
export type ReadPdf = {
  readonly language: unknown
  readonly title: unknown
  readonly isTagged: boolean
  /** All elements in reading order, with the alternative text of figures. */
  readonly elements: readonly PdfElement[]
  /** Text outside any element, which would be read without structure. */
  readonly untagged: readonly string[]
  /** Number of fonts that are not embedded. */
  readonly missingFonts: number
}

/** Reads a PDF with a library other than the one that wrote it. */
export const readPdf = async (content: Uint8Array): Promise<ReadPdf> => {
  const pdf = await getDocument({ data: new Uint8Array(content), verbosity: 0 }).promise
  const { info } = (await pdf.getMetadata()) as { info: Record<string, unknown> }
  const elements: PdfElement[] = []
  const untagged: string[] = []
  let missingFonts = 0
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const page = await pdf.getPage(number)
    const { items, styles } = await page.getTextContent({ includeMarkedContent: true })
    missingFonts += Object.values(styles).filter(({ fontFamily }) => fontFamily === 'Helvetica').length
    const texts = new Map<string, string>()
    const open: (string | null)[] = []
    for (const item of items)
      if ('str' in item) {
        const id = open.findLast((marked) => marked !== null)
        if (id) texts.set(id, `${texts.get(id) ?? ''}${item.str}${item.hasEOL ? ' ' : ''}`)
        else if (item.str.trim() !== '') untagged.push(item.str)
      } else if (item.type === 'endMarkedContent') open.pop()
      else open.push(item.id ?? null)
    const collect = ({ role = '', alt, children = [] }: TreeNode): void => {
      const text = alt ?? children.map(({ id }) => (id === undefined ? '' : (texts.get(id) ?? ''))).join('')
      if (role !== 'Root' && role !== 'Document' && role !== 'Sect')
        elements.push({ role, text: text.replace(/\s+/g, ' ').trim() })
      for (const child of children) if (child.role !== undefined) collect(child)
    }
    collect((await page.getStructTree()) as TreeNode)
  }
  // A Map, although its type says otherwise.
  const marks = (await pdf.getMarkInfo()) as unknown as ReadonlyMap<string, boolean> | null
  const isTagged = marks?.get('Marked') === true
  await pdf.loadingTask.destroy()
  return { language: info['Language'], title: info['Title'], isTagged, elements, untagged, missingFonts }
}
