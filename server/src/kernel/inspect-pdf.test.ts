import { deflateSync } from 'node:zlib'
import PDFDocument from 'pdfkit'
import { describe, expect, test } from 'vitest'
import { inspectPdf } from './inspect-pdf.ts'

const printed = (
  write: (document: InstanceType<typeof PDFDocument>) => void,
  options: ConstructorParameters<typeof PDFDocument>[0] = {},
): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const document = new PDFDocument(options)
    const chunks: Buffer[] = []
    document.on('data', (chunk: Buffer) => chunks.push(chunk))
    document.on('end', () => resolve(Buffer.concat(chunks)))
    document.on('error', reject)
    write(document)
    document.end()
  })

/** A minimal file around an object. */
const fileWith = (object: string | Buffer): Buffer =>
  Buffer.concat([
    Buffer.from('%PDF-1.7\n%\u00e2\u00e3\n1 0 obj\n', 'latin1'),
    Buffer.isBuffer(object) ? object : Buffer.from(object, 'latin1'),
    Buffer.from('\nendobj\ntrailer <</Root 1 0 R>>\nstartxref\n0\n%%EOF\n', 'latin1'),
  ])
const streamOf = (content: Buffer, dictionary = '/Type /ObjStm /Filter /FlateDecode'): Buffer =>
  Buffer.concat([
    Buffer.from(`<<${dictionary} /Length ${content.length}>>\nstream\r\n`, 'latin1'),
    content,
    Buffer.from('\nendstream', 'latin1'),
  ])
const script = '<</S /JavaScript /JS (app.alert(1))>>'

/** Rows with the predictor that stores the difference from the row above. */
const upPredicted = (text: string, columns: number): Buffer => {
  const plain = Buffer.alloc(Math.ceil(text.length / columns) * columns, ' ')
  plain.write(text, 'latin1')
  const rows: number[] = []
  for (let at = 0; at < plain.length; at += columns) {
    rows.push(2)
    for (let column = 0; column < columns; column += 1)
      rows.push(((plain[at + column] ?? 0) - (at > 0 ? (plain[at - columns + column] ?? 0) : 0)) & 0xff)
  }
  return Buffer.from(rows)
}

describe('PDFs of customers', () => {
  test('a plain document with text and a link is accepted', async () => {
    const file = await printed((document) => {
      document.fontSize(20).text('Projeto de interiores', { link: 'https://exemplo.com.br' })
      for (let page = 0; page < 5; page += 1) document.addPage().text('Planta baixa '.repeat(400))
    })
    expect(await inspectPdf(file)).toBeNull()
  })

  test('an open action that only chooses a page is accepted', async () => {
    expect(await inspectPdf(fileWith('<</Type /Catalog /OpenAction [3 0 R /Fit]>>'))).toBeNull()
  })

  test('a document with a password is rejected', async () => {
    expect(await inspectPdf(await printed(() => {}, { userPassword: 'segredo' }))).toBe('encrypted')
  })

  test('a document with an embedded file is rejected', async () => {
    const file = await printed((document) => {
      document.file(Buffer.from('MZ'), { name: 'projeto.exe' })
    })
    expect(await inspectPdf(file)).toBe('embedded')
  })

  test.each<[string, Buffer, string]>([
    ['a script', fileWith(script), 'active'],
    ['a script with an escaped name', fileWith('<</S /J#61va#53cript>>'), 'active'],
    ['a script in an object stream', fileWith(streamOf(deflateSync(Buffer.from(script)))), 'active'],
    [
      'a script in an object stream without its type and with an escaped name',
      fileWith(streamOf(deflateSync(Buffer.from('<</S/Java#53cript>>')), '/Filter /FlateDecode')),
      'active',
    ],
    [
      'a script in an object stream with a predictor',
      fileWith(
        streamOf(
          deflateSync(upPredicted(script, 7)),
          '/Type /ObjStm /Filter /FlateDecode /DecodeParms <</Predictor 12 /Columns 7>>',
        ),
      ),
      'active',
    ],
    [
      'a script in an object stream that is cut off',
      fileWith(streamOf(deflateSync(Buffer.from(`${script}${' '.repeat(5000)}`)).subarray(0, -6))),
      'active',
    ],
    [
      'a script in what looks like a stream',
      fileWith(`(<</Length 60>> stream\n) ${script} endstream`),
      'active',
    ],
    [
      'decoding parameters in another object',
      fileWith(streamOf(deflateSync(Buffer.from('x')), '/DecodeParms 9 0 R')),
      'unusual',
    ],
    [
      'a filter that hides names',
      fileWith(streamOf(Buffer.from('2f4a61'), '/Filter /ASCIIHexDecode')),
      'unusual',
    ],
    ['a program to start', fileWith('<</S /Launch /F (cmd.exe)>>'), 'active'],
    ['a form that sends data', fileWith('<</S /SubmitForm>>'), 'active'],
    ['a form with its own programs', fileWith('<</XFA 5 0 R>>'), 'active'],
    [
      'streams that grow without limit',
      fileWith(streamOf(deflateSync(Buffer.alloc(60 * 1024 * 1024)))),
      'unusual',
    ],
    ['no end', fileWith('<<>>').subarray(0, -12), 'not-pdf'],
    ['another format', Buffer.from('<html>%PDF-1.7\n%%EOF'), 'not-pdf'],
    ['an unknown version', Buffer.from('%PDF-9.9\n%%EOF'), 'not-pdf'],
    ['nothing', Buffer.alloc(0), 'not-pdf'],
  ])('a file with %s is rejected', async (_what, file, error) => {
    expect(await inspectPdf(file)).toBe(error)
  })
})
