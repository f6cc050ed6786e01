import { deflateSync } from 'node:zlib'
import PDFDocument from 'pdfkit'
import { describe, expect, test } from 'vitest'
import { inspectPdf, type PdfVerdict } from './inspect-pdf.ts'

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

/** A PDF as common programs write it. */
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

describe('a PDF', () => {
  test('that a program wrote with text and links is accepted; with a password or a file it is refused', async () => {
    const plain = await printed((document) => {
      document.fontSize(20).text('Projeto de interiores', { link: 'https://exemplo.com.br' })
      for (let page = 0; page < 5; page += 1) document.addPage().text('Planta baixa '.repeat(400))
    })
    expect(await inspectPdf(plain)).toBe('plain')
    expect(await inspectPdf(await printed(() => {}, { userPassword: 'segredo' }))).toBe('encrypted')
    const withFile = await printed((document) => {
      document.file(Buffer.from('MZ'), { name: 'projeto.exe' })
    })
    expect(await inspectPdf(withFile)).toBe('active')
  })

  test('with text, links and compressed content is accepted', async () => {
    const content = streamOf('/Filter /FlateDecode', deflateSync(Buffer.from('BT (Oi) Tj ET')))
    const link = '<< /A << /S /URI /URI (https://exemplo.com.br/JavaScript) >> /Note (\\(x /JS) >>'
    expect(await inspectPdf(pdf(catalog, pages, content, link))).toBe('plain')
    expect(await inspectPdf(pdf(catalog, objectStream(pages)))).toBe('plain')
  })

  test.each([
    ['a script', '<< /S /JavaScript /JS (app.alert(1)) >>'],
    ['a script with an escaped name', '<< /S /J#61vaScript >>'],
    ['an action of a page', '<< /AA << /O 3 0 R >> >>'],
    ['a program', '<< /S /Launch /F (cmd.exe) >>'],
    ['a form that sends data', '<< /S /SubmitForm >>'],
    ['a link to another file', '<< /S /GoToR /F (outro.pdf) >>'],
    ['an attached file', '<< /Subtype /FileAttachment >>'],
    ['a file', '<< /Type /EmbeddedFile >>'],
    ['a form with programs', '<< /AcroForm << /XFA [] >> >>'],
    ['rich media', '<< /Subtype /RichMedia >>'],
    ['an action in nested dictionaries', `<< /a ${'<< /b '.repeat(20)} << /JS 1 >> ${'>> '.repeat(20)}>>`],
  ])('with %s is refused, in an object and in an object stream', async (_title, object) => {
    expect(await inspectPdf(pdf(catalog, pages, object))).toBe('active')
    expect(await inspectPdf(pdf(catalog, pages, objectStream(object)))).toBe('active')
  })

  const goTo = '<< /Type /Action /S /GoTo /D [2 0 R /XYZ null null 0.5] >>'
  const opening = (value: string) => `<< /Type /Catalog /OpenAction ${value} >>`
  test.each([
    ['a page', '[2 0 R /Fit]', ''],
    ['a page as LibreOffice writes it', '[2 0 R/XYZ null null 0]', ''],
    ['a page by its number', '[ 0 /FitH -10.5 ]', ''],
    ['an action that goes to a page', goTo, ''],
    ['an action that goes to a name', '<< /S /GoTo /D (capa) >>', ''],
    ['nothing', 'null', ''],
    ['an object of its own', '3 0 R', goTo],
    ['an array of its own', '3 0 R', '[2 0 R /Fit]'],
    ['a page, in a file with links', '[2 0 R /Fit]', '<< /S /URI /URI (https://exemplo.com.br) >>'],
    [
      'an object of its own, in a file with links',
      '3 0 R',
      `<< /A << /S /URI /URI (x) >> >>\nendobj\n9 0 obj\n${goTo}`,
    ],
    [
      'a page, in a file with a table of contents',
      '[2 0 R /Fit]',
      '<< /Type /Outlines /First 4 0 R /Last 4 0 R >>',
    ],
  ])('that opens at %s is accepted, in an object and in an object stream', async (_title, value, object) => {
    expect(await inspectPdf(pdf(opening(value), pages, object || '<< >>'))).toBe('plain')
    expect(await inspectPdf(pdf(objectStream(opening(value)), pages, object || '<< >>'))).toBe('plain')
    if (object && !object.includes('endobj'))
      expect(await inspectPdf(pdf(opening(value), pages, objectStream(object)))).toBe('plain')
  })

  test.each([
    ['a script', '<< /S /JavaScript /JS (app.alert(1)) >>', ''],
    ['a script with escaped names', '<< /#53 /#4aavaScript /#4AS (x) >>', ''],
    ['a program', '<< /S /Launch /F (cmd.exe) >>', ''],
    ['an address', '<< /S /URI /URI (https://exemplo.com.br) >>', ''],
    ['an address with an escaped name', '<< /S /#55RI /URI (x) >>', ''],
    ['a form that is sent', '<< /S /SubmitForm /F (x) >>', ''],
    ['data that are imported', '<< /S /ImportData /F (x) >>', ''],
    ['another file', '<< /S /GoToR /F (x) /D [0 /Fit] >>', ''],
    ['a menu command', '<< /S /Named /N /Print >>', ''],
    ['a page and then an address', '<< /S /GoTo /D [0 /Fit] /Next << /S /URI /URI (x) >> >>', ''],
    ['a page and then another object', '<< /S /GoTo /D [0 /Fit] /Next 3 0 R >>', ''],
    ['an array with an action', '[<< /S /URI /URI (x) >>]', ''],
    ['two values', '[0 /Fit] /OpenAction << /S /URI /URI (x) >>', ''],
    ['two values with an escaped name', '[0 /Fit] /Open#41ction << /S /URI /URI (x) >>', ''],
    ['an action whose type is an object of its own', '<< /S 4 0 R /D [0 /Fit] >>', ''],
    ['an address in an object of its own', '3 0 R', '<< /S /URI /URI (x) >>'],
    ['an address after a comment', '3 % 0 R\n 0 R', '<< /S /URI /URI (x) >>'],
    ['a page and then an address in an object of its own', '3 0 R', '<< /S /GoTo /D [0 /Fit] /Next 4 0 R >>'],
    [
      'an object of its own with two definitions',
      '3 0 R',
      `${goTo}\nendobj\n3 0 obj\n<< /S /#55RI /URI (x) >>`,
    ],
  ])('that opens with %s is refused, in an object and in an object stream', async (_title, value, object) => {
    expect(await inspectPdf(pdf(opening(value), pages, object || '<< >>'))).toBe('active')
    expect(await inspectPdf(pdf(objectStream(opening(value)), pages, object || '<< >>'))).toBe('active')
    if (object && !object.includes('endobj'))
      expect(await inspectPdf(pdf(opening(value), pages, objectStream(object)))).toBe('active')
  })

  test('that hides an action from the numbers of an object stream is refused', async () => {
    const link = '<< /A << /S /URI /URI (x) >> >>'
    // The stream says that its object begins inside of a link's dictionary.
    const inside = streamOf(
      '/Type /ObjStm /N 1 /First 4 /Filter /FlateDecode',
      deflateSync(Buffer.from(`9 6 ${link}`, 'latin1')),
    )
    expect(await inspectPdf(pdf(opening('3 0 R'), pages, inside))).toBe('active')
    const script = deflateSync(Buffer.from('3 0 << /JS (x) >>', 'latin1'))
    const untyped = streamOf('/N 1 /First 4 /Filter /FlateDecode', script)
    expect(await inspectPdf(pdf(catalog, pages, untyped))).toBe('active')
    for (const first of ['/First 90 0 R', '/First 4 /First 90', '/F#69rst 4 /First 90'])
      expect(
        await inspectPdf(
          pdf(catalog, pages, streamOf(`/Type /ObjStm /N 1 ${first} /Filter /FlateDecode`, script)),
        ),
      ).toBe('broken')
  })

  test('whose objects overlap without bounds is refused', async () => {
    const nested = `${'<< /a '.repeat(60)}${'1 '.repeat(300_000)}${'>> '.repeat(60)}`
    const header = Array.from({ length: 60 }, (_, index) => `${index} ${index * 6}`).join(' ')
    const stream = streamOf(
      `/Type /ObjStm /N 60 /First ${header.length + 1} /Filter /FlateDecode`,
      deflateSync(Buffer.from(`${header} ${nested}`, 'latin1')),
    )
    expect(await inspectPdf(pdf(opening('9 0 R'), pages, stream))).toBe('broken')
    expect(await inspectPdf(pdf(opening(`[0] ${'/OpenAction [0] '.repeat(200)}`)))).toBe('broken')
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

  const script = '<< /S /JavaScript /JS (app.alert(1)) >>'
  const cutOff = deflateSync(Buffer.from(`3 0 ${script}${' '.repeat(5000)}`)).subarray(0, -6)
  const deflated = deflateSync(Buffer.from(`3 0 ${script}`))
  test.each<[string, string, PdfVerdict]>([
    ['a script in what looks like a stream', `(<< /Length 60 >> stream\n) ${script} endstream`, 'active'],
    [
      'a script in an object stream without its type',
      streamOf('/N 1 /First 4 /Filter /FlateDecode', deflated),
      'active',
    ],
    [
      'a script in an object stream that is cut off',
      streamOf('/Type /ObjStm /N 1 /First 4 /Filter /FlateDecode', cutOff),
      'broken',
    ],
    [
      'an object stream whose first object is named elsewhere',
      streamOf('/Type /ObjStm /N 1 /First 9 0 R /Filter /FlateDecode', deflated),
      'broken',
    ],
    [
      'an object stream whose decoding parameters are elsewhere',
      streamOf(
        '/Type /ObjStm /N 1 /First 4 /Filter /FlateDecode /DecodeParms 9 0 R',
        deflateSync(Buffer.from('3 0 x')),
      ),
      'broken',
    ],
    [
      'an object stream with a second filter elsewhere',
      streamOf(
        '/Type /ObjStm /N 1 /First 4 /Filter /FlateDecode /Filter 9 0 R',
        deflateSync(Buffer.from('3 0 x')),
      ),
      'broken',
    ],
    [
      'an object stream in hexadecimal digits',
      streamOf('/Type /ObjStm /N 1 /First 4 /Filter /ASCIIHexDecode', Buffer.from('2f4a61')),
      'broken',
    ],
  ])('with %s is refused', async (_title, object, verdict) => {
    expect(await inspectPdf(pdf(catalog, pages, object))).toBe(verdict)
  })

  test('that is not one, has no end or is nested without bounds is refused', async () => {
    expect(await inspectPdf(Buffer.from('GIF89a'))).toBe('broken')
    expect(await inspectPdf(Buffer.from('<html>%PDF-1.7\n%%EOF'))).toBe('broken')
    expect(await inspectPdf(Buffer.from('%PDF-9.9\n%%EOF'))).toBe('broken')
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
