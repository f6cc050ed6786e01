import { defaultTimeZone } from '@clube/contract/kernel/club-time.ts'
import type { VoucherFormat } from '@clube/contract/free-gifts/voucher.ts'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { expect, test } from 'vitest'
import { readPdf } from '../../../testing/read-pdf.ts'
import { sender } from '../../messaging/message-rules.testing.ts'
import { voucherPdf, type PrintedVoucher } from './voucher-pdf.ts'

const voucher: PrintedVoucher = {
  campaign_title: 'Natal com presente',
  gift_title: 'Copo térmico',
  variant: 'Azul',
  customer_name: 'Ana Lúcia Pereira',
  pickup_point: {
    name: 'Balcão do Piso 1',
    location: 'ao lado da escada rolante',
    opening_hours: 'Todos os dias, das 10h às 22h',
  },
  issued_at: new Date('2026-12-10T15:00:00Z'),
  expires_at: new Date('2026-12-20T15:00:00Z'),
  copy_number: 0,
  code: 'ABCDEFGHJKMNPQRSTUVWXYZ2345',
}
const pdfOf = (format: VoucherFormat, change: Partial<PrintedVoucher> = {}) =>
  voucherPdf({ ...voucher, ...change }, sender, { format, zone: defaultTimeZone })

const sizesOf = async (content: Buffer): Promise<number[][]> => {
  const pdf = await getDocument({ data: new Uint8Array(content), verbosity: 0 }).promise
  const sizes = []
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const [, , width = 0, height = 0] = (await pdf.getPage(number)).view
    sizes.push([Math.round(width), Math.round(height)])
  }
  await pdf.loadingTask.destroy()
  return sizes
}

test.each(['a4', '80mm'] as const)(
  'a voucher PDF in the format %s is tagged, in Brazilian Portuguese, and in reading order',
  async (format) => {
    const { elements, ...pdf } = await readPdf(await pdfOf(format))
    expect(pdf).toEqual({
      language: 'pt-BR',
      title: 'Vale-brinde: Natal com presente',
      isTagged: true,
      untagged: [],
      missingFonts: 0,
    })
    expect(elements.map(({ role, text }) => `${role}: ${text}`)).toEqual([
      'P: Clube',
      'H1: Natal com presente',
      'H2: Vale-brinde',
      'P: Copo térmico',
      'P: Azul',
      'P: Ana Lúcia Pereira',
      'Figure: QR Code do vale-brinde',
      expect.stringMatching(/^P: Código [2-9A-Z]{4}-[2-9A-Z]{4}-[2-9A-Z]{4}$/),
      'H2: Onde retirar',
      'P: Balcão do Piso 1',
      'P: ao lado da escada rolante',
      'P: Todos os dias, das 10h às 22h',
      'P: Válido até dom., 20 de dez., 12h',
      'P: Mostre este vale no ponto de retirada, com um documento com foto. Ele vale uma vez: não publique fotos dele.',
      'P: Balcão de atendimento: piso térreo.',
    ])
  },
)

test('a voucher fits on one page: a sheet of A4, or 80 mm of a roll as long as the voucher', async () => {
  expect(await sizesOf(await pdfOf('a4'))).toEqual([[595, 842]])
  const [short = [], ...more] = await sizesOf(await pdfOf('80mm'))
  expect(more).toEqual([])
  expect(short[0]).toBe(227)
  const title = 'Conjunto de seis taças de cristal lapidado à mão, com caixa de madeira'
  const long = await sizesOf(await pdfOf('80mm', { gift_title: title }))
  expect(long).toEqual([[227, expect.any(Number)]])
  expect(long[0]?.[1]).toBeGreaterThan(short[1] ?? 0)
})

test('a voucher with the longest texts fits on one page of A4', async () => {
  const word = 'Encantado '
  const long = (length: number) =>
    word
      .repeat(Math.ceil(length / word.length))
      .slice(0, length)
      .trim()
  const content = await pdfOf('a4', {
    campaign_title: long(120),
    gift_title: long(80),
    variant: long(40),
    customer_name: long(150),
    pickup_point: { name: long(60), location: long(160), opening_hours: long(160) },
  })
  expect(await sizesOf(content)).toHaveLength(1)
})

test('a copy of a voucher shows its number, and a voucher without a variant has no empty line', async () => {
  const { elements } = await readPdf(await pdfOf('80mm', { copy_number: 2, variant: '' }))
  const texts = elements.map(({ text }) => text)
  expect(texts).toContain('Vale-brinde, 2ª via (2 de 3)')
  expect(texts).not.toContain('')
})

test('the same voucher produces the same PDF', async () => {
  for (const format of ['a4', '80mm'] as const)
    expect((await pdfOf(format)).equals(await pdfOf(format))).toBe(true)
})
