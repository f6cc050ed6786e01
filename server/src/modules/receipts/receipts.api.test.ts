import { describe, expect, test } from 'vitest'
import { clubDayOf, defaultTimeZone } from '@clube/contract/kernel/club-time.ts'
import {
  appealReceiptCall,
  listReceiptsCall,
  registerReceiptCall,
} from '@clube/contract/receipts/receipt-calls.ts'
import {
  approveReceiptCall,
  receiptAnomaliesCall,
  receiptQueueCall,
  rejectReceiptCall,
  reverseReceiptCall,
} from '@clube/contract/receipts/receipt-staff-calls.ts'
import { openCustomerCall } from '@clube/contract/recovery/desk-calls.ts'
import { shops } from '../../../seeds/demonstration/shops.ts'
import type { TestBrowser } from '../../testing/browser.ts'
import { useClub } from '../../testing/club.ts'
import { freshCpfs, registerCustomer } from '../../testing/joining.ts'
import { approvalOf, receiptKeyOf } from '../../testing/receipts.ts'
import { signedInStaff, staffPersonas } from '../../testing/staff.ts'

const club = useClub()
const [bookshop, cafe, shoes] = shops
const cpfs = freshCpfs(20, 300_000_000)
/** The receipt numbers of the demonstration's tills have reached 1,000. */
let numbers = 1000

const keyOf = (cnpj: string = bookshop.cnpj, uf = '35') =>
  receiptKeyOf({ now: club.now(), cnpj, number: (numbers += 1), uf })
const newCustomer = () => registerCustomer(club.browser(), cpfs.pop() ?? '')
const today = () => clubDayOf(club.now(), defaultTimeZone)

const register = (
  browser: TestBrowser,
  change: Partial<{ receipt_key: string; amount_cents: number; issued_on: string }> = {},
) =>
  browser.send(registerReceiptCall, {
    body: { receipt_key: keyOf(), amount_cents: 12_350, issued_on: today(), ...change },
  })

describe('registering a receipt', () => {
  test('a plausible receipt is approved immediately by key or QR code, even with an alphanumeric CNPJ', async () => {
    const browser = await newCustomer()
    const first = await register(browser)
    expect(first).toMatchObject({
      status: 200,
      data: { state: 'auto_approved', shop_name: 'Livraria Jabuticabeira', points: 123 },
    })
    const qr = `https://www.nfce.fazenda.sp.gov.br/consulta?p=${keyOf(cafe.cnpj)}|2|1|1|ABC`
    expect(await register(browser, { receipt_key: qr })).toMatchObject({
      data: { state: 'auto_approved', shop_name: 'Café do Pátio' },
    })
    expect(await register(browser, { receipt_key: keyOf(shoes.cnpj).toLowerCase() })).toMatchObject({
      data: { state: 'auto_approved', shop_name: 'Sapataria Passo Largo' },
    })
    const list = await browser.send(listReceiptsCall)
    expect(list.ok && list.data.map(({ shop_name }) => shop_name)).toEqual([
      'Sapataria Passo Largo',
      'Café do Pátio',
      'Livraria Jabuticabeira',
    ])
  })

  test('an invalid receipt is rejected with a message that states the reason', async () => {
    const browser = await newCustomer()
    const other = await newCustomer()
    const taken = keyOf()
    const own = keyOf()
    await register(other, { receipt_key: taken })
    await register(browser, { receipt_key: own })
    const wrong: [object, number, string][] = [
      [{ receipt_key: '123' }, 422, 'Chave de acesso inválida. Confira os 44 caracteres da nota.'],
      [
        { receipt_key: 'https://exemplo.com/uma-pagina-qualquer-que-nao-e-nota' },
        422,
        'Este QR Code não é de uma nota fiscal.',
      ],
      [{ receipt_key: own }, 409, 'Esta nota já está cadastrada na sua conta.'],
      [
        { receipt_key: taken },
        409,
        'Esta nota já foi utilizada. Se você acha que é um engano, fale com o SAC.',
      ],
      [
        { receipt_key: keyOf('00000000000191') },
        409,
        'A loja desta nota, de CNPJ 00.000.000/0001-91, não participa do clube.',
      ],
      [
        { receipt_key: keyOf(bookshop.cnpj, '33') },
        409,
        'Esta nota foi emitida em outro estado e não vale para este shopping.',
      ],
      [{ amount_cents: 0 }, 422, 'Informe o valor total da nota.'],
      [{ amount_cents: undefined }, 422, 'Informe o valor total da nota.'],
      [{ issued_on: '2020-01-01' }, 422, 'A data não é do mês em que a nota foi emitida. Confira na nota.'],
      [{ issued_on: 'ontem' }, 422, 'Data inválida'],
    ]
    for (const [change, status, sentence] of wrong) {
      const response = await register(browser, change)
      expect(response, sentence).toMatchObject({ status, errors: [{ message: sentence }] })
    }
  })

  test('a receipt that is too old is rejected with a message that states the period', async () => {
    const browser = await newCustomer()
    const key = keyOf()
    const day = today()
    club.advanceSeconds(31 * 24 * 3600)
    const later = await registerCustomer(club.browser(), cpfs.pop() ?? '')
    const [year, month, date] = day.split('-')
    const response = await register(later, { receipt_key: key, issued_on: day })
    expect(response).toMatchObject({ status: 409, code: 'receipts.outside-period' })
    expect(response.message).toContain(`Esta nota é de ${date}/${month}/${year}. Hoje valem as notas de `)
    expect(browser.cookies.size).toBeGreaterThan(0)
  })

  test('a customer can register at most three receipts from one shop a day', async () => {
    const browser = await newCustomer()
    for (let i = 0; i < 3; i += 1) expect((await register(browser)).status).toBe(200)
    expect(await register(browser)).toMatchObject({
      status: 429,
      message: `Você já cadastrou 3 notas de ${bookshop.name} hoje. Volte amanhã.`,
    })
  })
})

describe('the desk Notas', () => {
  test('staff can reject a receipt, approve it after an appeal and reverse it; a second decision and a second appeal are refused', async () => {
    const browser = await newCustomer()
    const staff = await signedInStaff(club, staffPersonas.validator)
    const waiting = await register(browser, { amount_cents: 50_000 })
    expect(waiting).toMatchObject({ data: { state: 'pending_review', points: 0 } })
    if (!waiting.ok) throw new Error(waiting.message)
    const { purchase_id } = waiting.data
    const approval = approvalOf(waiting.data)
    const queue = await staff.send(receiptQueueCall)
    const line = queue.ok ? queue.data.find((row) => row.purchase_id === purchase_id) : undefined
    expect(line).toMatchObject({
      model: 'NFC-e',
      review_reasons: ['Valor acima do limite de aprovação automática'],
    })
    expect(line?.customer_document_masked).toMatch(/^\*\*\*\.\d{3}\.\d{3}-\*\*$/)
    const approver = await signedInStaff(club, staffPersonas.approver)
    const { customer_id = '', customer_document_masked: document } = line ?? {}
    expect(await approver.send(openCustomerCall, { body: { customer_id } })).toMatchObject({
      data: { document },
    })

    expect(
      await staff.send(rejectReceiptCall, { body: { purchase_id, reason: 'amount_mismatch' } }),
    ).toMatchObject({
      data: { state: 'rejected' },
    })
    expect(await staff.send(approveReceiptCall, approval)).toMatchObject({
      status: 409,
      message: `Esta nota já foi recusada por ${staffPersonas.validator.name}.`,
    })
    const appeal = { purchase_id, message: 'O valor está certo, confiram a foto.' }
    expect(await browser.send(appealReceiptCall, { body: appeal })).toMatchObject({
      data: { state: 'pending_review', decided_at: null },
    })
    expect(await browser.send(appealReceiptCall, { body: appeal })).toMatchObject({
      status: 409,
      message: 'Esta nota não pode mais ser analisada.',
    })
    expect(await staff.send(approveReceiptCall, approval)).toMatchObject({
      data: { state: 'approved' },
    })
    const list = await browser.send(listReceiptsCall)
    expect(list.ok && list.data[0]).toMatchObject({
      state: 'approved',
      points: 500,
      reason: null,
      decided_at: expect.any(String),
    })
    expect(
      await staff.send(reverseReceiptCall, { body: { purchase_id, reason: 'Compra cancelada pela loja' } }),
    ).toMatchObject({ data: { state: 'reversed' } })
  })

  test('the list of unusual shops is read at most once a minute', async () => {
    const staff = await signedInStaff(club, staffPersonas.validator)
    const rejected = async () => {
      const reply = await staff.send(receiptAnomaliesCall)
      if (!reply.ok) throw new Error(reply.message)
      return reply.data.find(({ shop_name }) => shop_name === shoes.name)?.rejected ?? 0
    }
    club.advanceSeconds(60)
    const before = await rejected()
    const waiting = await register(await newCustomer(), {
      receipt_key: keyOf(shoes.cnpj),
      amount_cents: 50_000,
    })
    if (!waiting.ok) throw new Error(waiting.message)
    const { purchase_id } = waiting.data
    await staff.send(rejectReceiptCall, { body: { purchase_id, reason: 'amount_mismatch' } })
    expect(await rejected()).toBe(before)
    club.advanceSeconds(60)
    expect(await rejected()).toBe(before + 1)
  })

  test('a customer cannot appeal another customer’s receipt', async () => {
    const mine = await register(await newCustomer())
    const body = { purchase_id: mine.ok ? mine.data.purchase_id : '', message: 'Esta nota não é sua.' }
    expect(await (await newCustomer()).send(appealReceiptCall, { body })).toMatchObject({ status: 404 })
  })
})
