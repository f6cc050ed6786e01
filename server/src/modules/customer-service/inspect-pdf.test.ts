import { deflateSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { inspectPdf } from './inspect-pdf.ts'

/** A PDF of objects; without a cross-reference table, which the check does not read. */
const pdf = (...objects: string[]): Buffer =>
  Buffer.from(
    `%PDF-1.7\n%\xe2\xe3\xcf\xd3\n${objects.map((object, index) => `${index + 1} 0 obj\n${object}\nendobj\n`).join('')}trailer\n<< /Root 1 0 R >>\nstartxref\n9\n%%EOF\n`,
    'latin1',
  )
const catalog = '<< /Type /Catalog /Pages 2 0 R >>'
const pages = '<< /Type /Pages /Kids [] /Count 0 >>'
const streamOf = (dictionary: string, data: Buffer): string =>
  `<< ${dictionary} /Length ${data.length} >>\nstream\n${data.toString('latin1')}\nendstream`
/** An object stream with one object. */
const objectStream = (object: string, extra = ''): string =>
  streamOf(
    `/Type /ObjStm /N 1 /First 4 /Filter /FlateDecode ${extra}`,
    deflateSync(Buffer.from(`3 0 ${object}`, 'latin1')),
  )

describe('a PDF', () => {
  test('with text, links and compressed content is accepted', async () => {
    const content = streamOf('/Filter /FlateDecode', deflateSync(Buffer.from('BT (Oi) Tj ET')))
    const link = '<< /A << /S /URI /URI (https://exemplo.com.br/JavaScript) >> /Note (\\(x /JS) >>'
    expect(await inspectPdf(pdf(catalog, pages, content, link))).toBe('plain')
    expect(await inspectPdf(pdf(catalog, objectStream(pages)))).toBe('plain')
  })

  test.each([
    ['a script', '<< /S /JavaScript /JS (app.alert(1)) >>'],
    ['a script with an escaped name', '<< /S /J#61vaScript >>'],
    ['an action when it opens', '<< /OpenAction 3 0 R >>'],
    ['an action of a page', '<< /AA << /O 3 0 R >> >>'],
    ['a program', '<< /S /Launch /F (cmd.exe) >>'],
    ['a file', '<< /Type /EmbeddedFile >>'],
    ['a form with programs', '<< /AcroForm << /XFA [] >> >>'],
    ['rich media', '<< /Subtype /RichMedia >>'],
    ['an action in nested dictionaries', `<< /a ${'<< /b '.repeat(20)} << /JS 1 >> ${'>> '.repeat(20)}>>`],
  ])('with %s is refused, in an object and in an object stream', async (_title, object) => {
    expect(await inspectPdf(pdf(catalog, pages, object))).toBe('active')
    expect(await inspectPdf(pdf(catalog, pages, objectStream(object)))).toBe('active')
  })

  test('that is encrypted is refused', async () => {
    const file = pdf(catalog).toString('latin1').replace('/Root', '/Encrypt 9 0 R /Root')
    expect(await inspectPdf(Buffer.from(file, 'latin1'))).toBe('encrypted')
  })

  test.each([
    ['a string', '<< /Note (9 0 obj << /JS 1 >> endobj) >>'],
    ['a comment', `<< /Note 1 >> % 9 0 obj << /JS 1 >> endobj`],
    ['the data of a stream', streamOf('', Buffer.from('9 0 obj << /JS 1 >> endobj'))],
    ['a stream with a wrong length', '<< /Length 3 >>\nstream\nab\n9 0 obj << /JS 1 >> endobj\nendstream'],
  ])('that hides an object in %s is refused', async (_title, object) => {
    expect(await inspectPdf(pdf(catalog, object))).toBe('broken')
  })

  test('with an object after the length that a stream announces is checked there', async () => {
    const object = '<< /Length 5000 >>\nstream\nab\nendstream\nendobj\n9 0 obj\n<< /JS 1 >>'
    expect(await inspectPdf(pdf(catalog, object))).toBe('active')
  })

  test('with an object stream that cannot be checked is refused', async () => {
    const bomb = streamOf(
      '/Type /ObjStm /N 1 /First 4 /Filter /FlateDecode',
      deflateSync(Buffer.alloc(40 * 1024 * 1024, ' ')),
    )
    const other = streamOf('/Type /ObjStm /N 1 /First 4 /Filter /LZWDecode', Buffer.from('x'))
    const twice = objectStream('<< >>').replace('/FlateDecode', '[/FlateDecode /FlateDecode]')
    const predicted = objectStream('<< >>', '/DecodeParms << /Predictor 12 >>')
    const broken = streamOf('/Type /ObjStm /N 1 /First 4 /Filter /FlateDecode', Buffer.from('not deflated'))
    for (const object of [bomb, other, twice, predicted, broken])
      expect(await inspectPdf(pdf(catalog, object))).toBe('broken')
  })

  test('that is not one, has no end or is nested without bounds is refused', async () => {
    expect(await inspectPdf(Buffer.from('GIF89a'))).toBe('broken')
    expect(await inspectPdf(Buffer.from('%PDF-1.7\n1 0 obj\n<< >>\nendobj\n'))).toBe('broken')
    expect(await inspectPdf(pdf('<< /a '.repeat(200)))).toBe('broken')
    expect(await inspectPdf(pdf('(open'))).toBe('broken')
    expect(await inspectPdf(new Uint8Array())).toBe('broken')
  })

  test('with random bytes after its header never causes an exception', async () => {
    let seed = 7
    for (let file = 0; file < 300; file += 1) {
      const bytes = Buffer.alloc(400)
      for (let at = 0; at < bytes.length; at += 1) {
        seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
        bytes[at] = '<>/()[]%# 0obj\nstream'.charCodeAt((seed >>> 16) % 21)
      }
      const verdict = await inspectPdf(
        Buffer.concat([Buffer.from('%PDF-1.4\n'), bytes, Buffer.from('%%EOF')]),
      )
      expect(['plain', 'broken']).toContain(verdict)
    }
  })
})
