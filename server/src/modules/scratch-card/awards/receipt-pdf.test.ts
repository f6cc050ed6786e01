import { defaultTimeZone } from '@clube/contract/kernel/club-time.ts'
import { receiptFormats, type ReceiptFormat } from '@clube/contract/scratch-card/award-calls.ts'
import { expect, test } from 'vitest'
import { readPdf } from '../../../testing/read-pdf.ts'
import { sender } from '../../messaging/message-rules.testing.ts'
import { receiptPdf, type PrintedReceipt } from './receipt-pdf.ts'

const receipt: PrintedReceipt = {
  campaign_title: 'Raspou, ganhou',
  prize_title: 'Vale-compras de R$ 1.000',
  value_cents: 100_000,
  pickup_place: 'Balcão do Piso 1',
  customer_name: 'Ana Lúcia Pereira',
  document: '***.982.247-**',
  delivered_at: new Date('2026-12-10T15:00:00Z'),
  delivered_by: 'Duda Ramos',
  has_signature: true,
  code_end: '3ACW',
  position: 4711,
}
const pdfOf = (format: ReceiptFormat, change: Partial<PrintedReceipt> = {}) =>
  receiptPdf({ ...receipt, ...change }, sender, { format, zone: defaultTimeZone })

test.each(receiptFormats)('a receipt in the format %s is tagged and in reading order', async (format) => {
  const { elements, ...pdf } = await readPdf(await pdfOf(format))
  expect(pdf).toEqual({
    language: 'pt-BR',
    title: 'Recibo de prêmio: Raspou, ganhou',
    isTagged: true,
    untagged: [],
    missingFonts: 0,
  })
  expect(elements.map(({ role, text }) => `${role}: ${text.replaceAll('\u00A0', ' ')}`)).toEqual([
    'P: Clube',
    'H1: Recibo de entrega de prêmio',
    'P: Raspou, ganhou',
    'H2: Prêmio',
    'P: Vale-compras de R$ 1.000',
    'P: Valor: R$ 1.000,00',
    'P: Cartão nº 4711 do baralho lacrado, código final 3ACW',
    'H2: Quem recebeu',
    'P: Ana Lúcia Pereira',
    'P: CPF ***.982.247-**',
    'P: A data de nascimento foi conferida no documento apresentado: 18 anos ou mais.',
    'P: Assinatura colhida na tela.',
    'H2: Entrega',
    'P: Balcão do Piso 1',
    'P: 10/12/2026 12:00',
    'P: Entregue por Duda Ramos',
    'P: Balcão de atendimento: piso térreo.',
  ])
})

test('after the person’s data were erased, a receipt has neither name nor document nor empty lines', async () => {
  const { elements } = await readPdf(
    await pdfOf('80mm', { customer_name: '', document: '', delivered_by: null }),
  )
  const texts = elements.map(({ text }) => text)
  expect(texts).not.toContain('')
  expect(texts.join('\n')).not.toMatch(/CPF|Entregue por/)
})

test('the same delivery produces the same receipt PDF', async () => {
  for (const format of receiptFormats) expect((await pdfOf(format)).equals(await pdfOf(format))).toBe(true)
})
