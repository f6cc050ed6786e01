import {
  approveProjectCall,
  listProjectsCall,
  openProjectCall,
  openProjectFileCall,
  projectPdfFile,
  projectPictureFile,
  projectsCsvFile,
  readBrandDeskCall,
  rejectProjectCall,
} from '@clube/contract/new-project/staff-calls.ts'
import PDFDocument from 'pdfkit'
import sharp from 'sharp'
import { afterAll, describe, expect, test } from 'vitest'
import { eicar, startLocalClamd } from '../../../../counterparts/local-clamd.ts'
import { createClamdScanner } from '../../../adapters/clamd/clamd-scanner.ts'
import type { TestBrowser } from '../../../testing/browser.ts'
import { dataOf, useProjectClub } from '../project-club.testing.ts'
import { exportHeader } from './export-projects.ts'

const clamd = await startLocalClamd()
afterAll(() => clamd.stop())
const club = useProjectClub({ scanner: createClamdScanner({ ...clamd, timeoutMs: 5_000 }) })
const day = 24 * 3600

const pdfWith = (text: string): Promise<Buffer> =>
  new Promise((resolve) => {
    const document = new PDFDocument()
    const chunks: Buffer[] = []
    document.on('data', (chunk: Buffer) => chunks.push(chunk))
    document.on('end', () => resolve(Buffer.concat(chunks)))
    document.text(text)
    document.end()
  })

/** A project of a new brand, with its customer and its analyst. */
const registered = async () => {
  const campaign = await club.newCampaign()
  const person = await club.join()
  const typed = club.numbers()
  const { project_id } = dataOf(await club.register(person, campaign, typed))
  return { campaign, person, typed, project_id, analyst: club.analyst(campaign.brand) }
}

const grant = (analyst: TestBrowser, project_id: string, file_id: string) =>
  analyst.send(openProjectFileCall, { body: { project_id, file_id } })

describe('the desk of a brand', () => {
  test('undecided projects are listed by the day of their answer, and late ones are marked', async () => {
    const brand = await club.brand()
    const [slow, quick] = [
      await club.newCampaign({ answer_days: 30 }, brand),
      await club.newCampaign({ answer_days: 2 }, brand),
    ]
    const first = dataOf(await club.register(await club.join(), slow))
    const second = dataOf(await club.register(await club.join(), quick))
    const analyst = club.analyst(brand)
    expect(dataOf(await club.list(analyst))).toMatchObject([
      { project_id: second.project_id, is_late: false, customer_name: 'Ana' },
      { project_id: first.project_id, is_late: false },
    ])
    club.clock.advance(3 * day * 1000)
    expect(dataOf(await club.list(analyst))).toMatchObject([{ is_late: true }, { is_late: false }])
    expect(dataOf(await analyst.send(readBrandDeskCall))).toMatchObject({ late: 1 })
    club.clock.advance(-3 * day * 1000)
  })

  test('a list has pages, each project once', async () => {
    const campaign = await club.newCampaign()
    for (let count = 0; count < 53; count += 1) dataOf(await club.register(await club.join(), campaign))
    const analyst = club.analyst(campaign.brand)
    const first = await club.list(analyst)
    const cursor = first.ok ? (first.next_cursor ?? '') : ''
    const second = await club.list(analyst, { cursor })
    const ids = [...dataOf(first), ...dataOf(second)].map(({ project_id }) => project_id)
    expect([dataOf(first).length, dataOf(second).length, new Set(ids).size]).toEqual([50, 3, 53])
  })

  test.each([
    'x',
    'W10=',
    Buffer.from('["2026-02-30","01a1fdbb-01d2-7c5b-af13-000000000000"]').toString('base64url'),
    Buffer.from('["infinity","01a1fdbb-01d2-7c5b-af13-000000000000"]').toString('base64url'),
    Buffer.from('["2026-12-01","x"]').toString('base64url'),
  ])('the invalid cursor %s is refused as a filter', async (cursor) => {
    const { analyst } = await registered()
    expect(await club.list(analyst, { cursor })).toMatchObject({ status: 422, errors: [{ path: 'cursor' }] })
  })

  test('a project is found by either number in any format, and by its protocol', async () => {
    const { analyst, typed, project_id } = await registered()
    const [listed] = dataOf(await club.list(analyst))
    for (const number of [
      typed.purchase_number,
      typed.purchase_number.toLowerCase().replace('-', ' '),
      typed.project_registration_number,
      listed?.protocol ?? '',
    ])
      expect(dataOf(await club.list(analyst, { number }))).toMatchObject([{ project_id }])
    for (const number of ['CN-000000', '%', "' or 1=1", '2026-999999-9'])
      expect(dataOf(await club.list(analyst, { number }))).toEqual([])
  })

  test('opening, deciding and listing are audited, and the customer sees them without names', async () => {
    const { analyst, project_id, campaign, person } = await registered()
    await club.list(analyst)
    dataOf(await club.open(analyst, project_id))
    dataOf(await club.approve(analyst, project_id))
    for (const action of ['open-project', 'approve-project'])
      expect((await club.linesOf(action)).at(-1)).toMatchObject({ actor_id: 'nat', subject_id: project_id })
    expect((await club.linesOf('list-projects')).at(-1)).toMatchObject({
      subject_id: `brand-projects/${campaign.brand.id}`,
    })
    const subjects = await club.promotion.listSubjects(club.database.db, person.customer_id)
    expect(subjects.map(({ id }) => id)).toEqual([project_id, `brand-projects/${campaign.brand.id}`])
    expect(Object.keys(club.promotion.dataAccesses)).toContain('new-project.open-project')
  })

  test('the message about a decision can be sent again', async () => {
    const { analyst, project_id, person } = await registered()
    dataOf(await club.approve(analyst, project_id))
    const { transaction_id } = await club.database.db
      .selectFrom('brand_project')
      .select('transaction_id')
      .where('id', '=', project_id)
      .executeTakeFirstOrThrow()
    const resend = () =>
      club.database.db
        .transaction()
        .execute((tx) => club.promotion.resendMessage(tx as never, { id: transaction_id } as never))
    expect(await resend()).toBe(true)
    expect(club.notices.at(-1)).toMatchObject({
      customer_id: person.customer_id,
      template: 'project-rewarded',
      topic: null,
    })
  })
})

describe('an analyst of another brand', () => {
  /** Everything that an analyst can send about a project, a file and a view. */
  const attempts = (own: { project_id: string; file_id: string; number: string; protocol: string }) =>
    ({
      open: (browser: TestBrowser) => club.open(browser, own.project_id),
      approve: (browser: TestBrowser) => club.approve(browser, own.project_id),
      reject: (browser: TestBrowser) => club.reject(browser, own.project_id),
      file: (browser: TestBrowser) => grant(browser, own.project_id, own.file_id),
    }) as const

  const withoutId = (response: object) => ({
    ...response,
    request_id: null,
    headers: null,
    server_time: null,
  })

  test('every call answers a project of the brand like one that does not exist, and changes nothing', async () => {
    const { person, project_id, typed, analyst } = await registered()
    await club.addFile(person.browser, project_id, await club.photo())
    const opened = dataOf(await club.open(analyst, project_id))
    const file_id = opened.stored_files[0]?.file_id ?? ''
    const other = club.analyst((await club.newCampaign()).brand, 'olga')
    const own = { project_id, file_id, number: typed.purchase_number, protocol: opened.protocol }
    const missing = { ...own, project_id: '01997e4c-3f6a-7b1c-8d2e-5a4b3c2d1e0f' }
    for (const name of Object.keys(attempts(own)) as (keyof ReturnType<typeof attempts>)[]) {
      const [hidden, absent] = [await attempts(own)[name](other), await attempts(missing)[name](other)]
      expect(withoutId(hidden), name).toEqual(withoutId(absent))
      expect(hidden.status, name).toBe(404)
    }
    expect(await club.stateOf(project_id)).toBe('in_review')
  })

  test('lists, searches, totals and waiting counts contain nothing of the brand', async () => {
    const { typed, analyst, project_id } = await registered()
    const { protocol } = dataOf(await club.open(analyst, project_id))
    const { brand } = await club.newCampaign()
    const other = club.analyst(brand, 'olga')
    for (const list of ['undecided', 'approved', 'rejected', 'cancelled'])
      expect(dataOf(await club.list(other, { list }))).toEqual([])
    for (const number of [typed.purchase_number, typed.project_registration_number, protocol])
      expect(dataOf(await club.list(other, { number }))).toEqual([])
    const totals = dataOf(await other.send(readBrandDeskCall))
    expect(totals.counts.every(({ count }) => count === 0)).toBe(true)
    expect(totals).toMatchObject({ late: 0, purchases: 0, last_imported_at: null })
    const waiting = club.promotion.waiting['projects.decide']
    const countOf = (brand_id: string | null) =>
      waiting?.(club.database.db, { staff_id: 'olga', brand_id, limit: 100 })
    expect(await countOf(brand.id)).toBe(0)
    expect(await countOf(null)).toBe(0)
  })

  test('a cursor of the brand’s list shows nothing of it to another brand', async () => {
    const campaign = await club.newCampaign()
    for (let count = 0; count < 52; count += 1) dataOf(await club.register(await club.join(), campaign))
    const page = await club.list(club.analyst(campaign.brand))
    const cursor = page.ok ? (page.next_cursor ?? '') : ''
    const other = club.analyst((await club.newCampaign()).brand, 'olga')
    expect(dataOf(await club.list(other, { cursor }))).toEqual([])
  })

  test('the export and the imported purchases are those of the analyst’s brand only', async () => {
    const { typed, analyst } = await registered()
    await club.importCsv(analyst, 'numero_da_compra\nCN-900001\n')
    const other = club.analyst(
      (await club.newCampaign({}, { requires_imported_purchase: true })).brand,
      'olga',
    )
    const { status, content } = await club.load(other, projectsCsvFile)
    expect(status).toBe(200)
    expect(content.toString()).toBe(`\uFEFF${exportHeader}\r\n`)
    expect(content.toString()).not.toContain(typed.purchase_number)
    expect(dataOf(await other.send(readBrandDeskCall))).toMatchObject({ purchases: 0 })
  })

  test('a view that an analyst was granted is useless after a change of the brand', async () => {
    const { person, project_id, analyst } = await registered()
    await club.addFile(person.browser, project_id, await club.photo())
    const file_id = dataOf(await club.open(analyst, project_id)).stored_files[0]?.file_id ?? ''
    const { url } = dataOf(await grant(analyst, project_id, file_id))
    // The same member, who works for another brand now.
    const moved = club.analyst((await club.newCampaign()).brand)
    expect((await club.load(moved, url)).status).toBe(404)
  })

  test('a member with the role but without a brand, and members with other roles, are not allowed', async () => {
    const { project_id } = await registered()
    const body = { project_id }
    for (const browser of [club.staff('sem', 'brand_analyst'), club.staff('ana', 'marketing')]) {
      for (const response of [
        await browser.send(listProjectsCall),
        await browser.send(readBrandDeskCall),
        await browser.send(openProjectCall, { body }),
        await browser.send(approveProjectCall, { body }),
        await browser.send(rejectProjectCall, { body: { ...body, reason: 'Não.' } }),
        await browser.send(openProjectFileCall, { body: { ...body, file_id: project_id } }),
        await club.importCsv(browser, 'numero_da_compra\nCN-900001\n'),
      ])
        expect(response).toMatchObject({ status: 403 })
      for (const file of [projectsCsvFile, projectPictureFile, projectPdfFile])
        expect((await club.load(browser, file, { view_token: 'x' })).status).toBe(403)
    }
  })
})

describe('files of a project', () => {
  test('a photo is stored sealed and without location, and is downloaded once, with a watermark and an audit line', async () => {
    const { person, project_id, analyst } = await registered()
    const sent = await sharp(await club.photo())
      .withExif({ IFD0: { Artist: 'Ana Souza' } })
      .jpeg()
      .toBuffer()
    expect(await club.addFile(person.browser, project_id, sent)).toMatchObject({ data: { files: 1 } })
    for (const { key } of await club.store.list('photos/')) {
      const object = await club.store.get(key)
      expect(object?.includes('Ana Souza')).toBe(false)
      expect(object?.subarray(0, 2)).not.toEqual(sent.subarray(0, 2))
    }
    const file_id = dataOf(await club.open(analyst, project_id)).stored_files[0]?.file_id ?? ''
    const { url } = dataOf(await grant(analyst, project_id, file_id))
    const { status, headers, content } = await club.load(analyst, url)
    expect(status).toBe(200)
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'image/jpeg',
      'content-disposition': 'attachment; filename="projeto.jpg"',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    })
    expect((await sharp(content).metadata()).exif).toBeUndefined()
    expect((await club.linesOf('open-file')).at(-1)).toMatchObject({
      actor_id: 'nat',
      subject_id: project_id,
    })
    expect((await club.load(analyst, url)).status).toBe(404)
  })

  test('a PDF is stored sealed, and is downloaded as it was sent, in a sandbox', async () => {
    const { person, project_id, analyst } = await registered()
    const pdf = await pdfWith('Planta baixa')
    expect(await club.addFile(person.browser, project_id, pdf, 'image/png')).toMatchObject({ status: 200 })
    for (const { key } of await club.store.list('photos/'))
      expect((await club.store.get(key))?.includes('%PDF')).toBe(false)
    const file_id = dataOf(await club.open(analyst, project_id)).stored_files[0]?.file_id ?? ''
    const { url } = dataOf(await grant(analyst, project_id, file_id))
    const { headers, content } = await club.load(analyst, url)
    expect(content.equals(pdf)).toBe(true)
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': 'attachment; filename="projeto.pdf"',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
    })
  })

  test('the link of a photo does not open as a PDF, nor in the session of another member', async () => {
    const { person, project_id, analyst, campaign } = await registered()
    await club.addFile(person.browser, project_id, await club.photo())
    const file_id = dataOf(await club.open(analyst, project_id)).stored_files[0]?.file_id ?? ''
    const { url } = dataOf(await grant(analyst, project_id, file_id))
    const view_token = url.split('/').at(-1) ?? ''
    expect((await club.load(club.analyst(campaign.brand, 'olga'), url)).status).toBe(404)
    expect((await club.load(analyst, projectPdfFile, { view_token })).status).toBe(404)
  })

  test.each<[string, () => Buffer | Promise<Buffer>, RegExp]>([
    ['a web page', () => Buffer.from('<script>alert(1)</script>'), /JPEG ou um PDF/],
    ['an SVG', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), /JPEG ou um PDF/],
    ['a program', () => Buffer.from('MZ\u0090\u0000'), /JPEG ou um PDF/],
    ['a damaged photo', async () => (await club.photo()).subarray(0, 300), /Não conseguimos abrir a foto/],
    ['a cut PDF', async () => (await pdfWith('x')).subarray(0, -40), /Não conseguimos abrir o PDF/],
    [
      'a PDF with a script',
      () => Buffer.from('%PDF-1.7\n1 0 obj <</S /JavaScript /JS (1)>> endobj\n%%EOF'),
      /programas ou formulários ativos/,
    ],
  ])('%s is refused as a file', async (_what, make, message) => {
    const { person, project_id } = await registered()
    const response = await club.addFile(person.browser, project_id, await make())
    expect(response).toMatchObject({ status: 422, errors: [{ path: 'file' }] })
    expect(response.ok ? '' : response.errors?.[0]?.message).toMatch(message)
  })

  test('a file in which the scanner finds something is refused, and none is accepted without a verdict', async () => {
    const { person, project_id, analyst } = await registered()
    const [photo, pdf] = [await club.photo(), await pdfWith('Planta baixa')]
    const stored = (await club.store.list('photos/')).length
    const send = (bytes: Buffer) => club.addFile(person.browser, project_id, bytes)
    for (const clean of [photo, pdf])
      expect(await send(Buffer.concat([clean, Buffer.from(eicar)]))).toMatchObject({
        status: 422,
        errors: [{ path: 'file', message: 'O antivírus recusou este arquivo. Envie outro.' }],
      })
    for (const behavior of ['closing', 'garbled'] as const) {
      clamd.behave(behavior)
      expect(await send(photo)).toMatchObject({
        status: 503,
        code: 'request.unavailable',
        message:
          'Não conseguimos processar seus dados. Tente novamente em alguns minutos ou entre em contato com o suporte!',
      })
      expect(await send(pdf)).toMatchObject({ status: 503 })
    }
    clamd.behave('correct')
    expect(await club.store.list('photos/')).toHaveLength(stored)
    expect(dataOf(await club.open(analyst, project_id)).stored_files).toEqual([])
    for (const clean of [photo, pdf]) {
      expect(await send(clean)).toMatchObject({ status: 200 })
      // As it was received, not as it is stored.
      expect(clamd.scanned().at(-1)).toBe(clean.length)
    }
    expect(await club.store.list('photos/')).toHaveLength(stored + 2)
  })

  test('a project has at most three files, only of its customer, only while it is undecided', async () => {
    const { person, project_id, analyst } = await registered()
    const photo = await club.photo()
    expect(await club.addFile((await club.join()).browser, project_id, photo)).toMatchObject({ status: 404 })
    for (let count = 0; count < 3; count += 1)
      expect(await club.addFile(person.browser, project_id, photo)).toMatchObject({ status: 200 })
    expect(await club.addFile(person.browser, project_id, photo)).toMatchObject({
      status: 409,
      message: 'Você já enviou 3 arquivos deste projeto.',
    })
    dataOf(await club.approve(analyst, project_id))
    expect(await club.addFile(person.browser, project_id, photo)).toMatchObject({
      status: 409,
      code: 'new-project.decided',
    })
  })

  test('a passwordless session sends no files to a project that it did not register', async () => {
    const { person, project_id } = await registered()
    const other = club.identify(person.customer_id)
    expect(await club.addFile(other, project_id, await club.photo())).toMatchObject({
      status: 403,
      code: 'session.password-required',
    })
  })
})

describe('purchases of a brand', () => {
  test('a file is imported once, and sending it again changes nothing', async () => {
    const brand = await club.brand({ requires_imported_purchase: true })
    const analyst = club.analyst(brand)
    const csv = '\uFEFFnumero_da_compra\r\n"CN-300001"\r\ncn 300002\r\nCN-300001\r\n\r\n'
    expect(await club.importCsv(analyst, csv)).toMatchObject({ data: { added: 2, known: 1, rejected: [] } })
    expect(await club.importCsv(analyst, csv)).toMatchObject({ data: { added: 0, known: 3 } })
    expect(dataOf(await analyst.send(readBrandDeskCall))).toMatchObject({ purchases: 2 })
    expect((await club.linesOf('import-purchases')).at(-1)).toMatchObject({ actor_id: 'nat' })
  })

  test('with one invalid line nothing is imported, and each invalid line is named', async () => {
    const analyst = club.analyst(await club.brand())
    const csv = 'numero_da_compra\nCN-300001\n\nCN-3\n=cmd|x\n'
    expect(await club.importCsv(analyst, csv)).toMatchObject({
      data: {
        added: 0,
        rejected: [
          { line: 3, reason: 'Linha vazia' },
          { line: 4, reason: '“CN-3” não é um número de compra como CN-204817' },
          { line: 5 },
        ],
      },
    })
    expect(dataOf(await analyst.send(readBrandDeskCall))).toMatchObject({ purchases: 0 })
  })

  test('a large file is imported whole', async () => {
    const analyst = club.analyst(await club.brand({ purchase_format: '9{6}', purchase_example: '123456' }))
    const lines = Array.from({ length: 120_000 }, (_, index) => String(100_000 + index))
    expect(await club.importCsv(analyst, `numero_da_compra\n${lines.join('\n')}`)).toMatchObject({
      data: { added: 120_000, known: 0 },
    })
  })

  test.each<[string, string | Uint8Array]>([
    ['no header', 'CN-300001\nCN-300002\n'],
    ['only the header', 'numero_da_compra\n'],
    ['an endless line', `numero_da_compra\n${'9'.repeat(100_000)}`],
    ['bytes that are not text', Uint8Array.from([0xff, 0xfe, 0x00, 0xd8])],
    ['a null character', 'numero_da_compra\nCN-30\u00000001\n'],
    ['a spreadsheet', Buffer.from('PK\u0003\u0004 xl/workbook.xml')],
  ])('a file with %s is refused as a whole', async (_what, csv) => {
    const analyst = club.analyst(await club.brand())
    expect(await club.importCsv(analyst, csv)).toMatchObject({ status: 422, errors: [{ path: 'file' }] })
  })

  test('the export lists every project with its decision, so that a spreadsheet evaluates nothing', async () => {
    const { campaign, analyst, typed, project_id } = await registered()
    dataOf(await club.reject(analyst, project_id, '=SOMA(A1); "aspas"'))
    dataOf(await club.register(await club.join(), campaign))
    const { headers, content } = await club.load(analyst, projectsCsvFile)
    const [header, first, second, end] = content.toString().slice(1).split('\r\n')
    expect(header).toBe(exportHeader)
    expect(first).toContain(`;Recusado;${typed.purchase_number};${typed.project_registration_number};`)
    expect(first).toContain(`;"'=SOMA(A1); ""aspas""";`)
    expect(second).toContain(';Recebido;')
    expect(end).toBe('')
    expect(headers.get('content-disposition')).toBe('attachment; filename="projetos.csv"')
    expect((await club.linesOf('export-projects')).at(-1)).toMatchObject({ actor_id: 'nat' })
  })
})
