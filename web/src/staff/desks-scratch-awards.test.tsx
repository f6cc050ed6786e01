import { deskReceiptFile } from '@clube/contract/scratch-card/award-calls.ts'
import * as calls from '@clube/contract/scratch-card/award-desk-calls.ts'
import { filePath } from '@clube/contract/kernel/served-file.ts'
import { fireEvent, screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { refusal, unreachable } from '../testing/fake-server.ts'
import { deliveredAward, deskAward, foundAwards } from '../testing/scratch-award-desk-samples.ts'
import { sampleNow } from '../testing/samples.ts'
import { pendingAward } from '../testing/scratch-award-samples.ts'
import {
  confirm,
  expectText,
  expectToast,
  fieldValue,
  linkTo,
  press,
  server,
  settle,
  type,
} from '../testing/screen-test.tsx'
import { openAs, pressKey, rows, setUpStaffScreens } from '../testing/staff-screen.tsx'

const path = '/raspadinhas/entregar'
const field = 'Código do prêmio'
const birthDate = 'Data de nascimento no documento'
const code = pendingAward.short_code ?? ''

const open = (role: 'attendant' | 'gift_supervisor' = 'attendant') => openAs(role, path)
const read = async () => {
  await type(field, code)
  await press('Ler')
}
const find = async (document_id = '529.982.247-25') => {
  await type('CPF ou CNPJ', document_id)
  await press('Procurar')
}
const result = () => screen.getByRole('region', { name: 'Resultado' }).textContent
const deliveries = () =>
  server.bodiesOf(calls.deliverAwardCall) as {
    client_delivery_id: string
    birth_date: string
    signature: unknown
  }[]

setUpStaffScreens()

test('a typed code shows the prize and the person, and entering the birth date on the document delivers the prize', async () => {
  await open()
  await read()
  expect(result()).toMatch(
    /^Par de ingressos de cinemaValor R\$\s72,00Ana Lúcia PereiraFinal do documento 725/,
  )
  expect(document.activeElement).toBe(screen.getByLabelText(birthDate))
  await type(birthDate, '20/03/1990')
  await confirm('Entregar')
  expect(result()).toContain('EntreguePar de ingressos de cinema')
  expect(deliveries()).toMatchObject([
    { award_id: deskAward.award_id, birth_date: '1990-03-20', signature: null },
  ])
  const { award_id } = deskAward
  expect(linkTo('Recibo na bobina')).toBe(filePath(deskReceiptFile, { award_id, format: '80mm' }))
  expect(fieldValue(field)).toBe('')
})

test('a person without a phone is found by document, and gets the prize after the birth date is compared', async () => {
  await open()
  await find()
  expect(server.bodiesOf(calls.findAwardsCall)).toEqual([{ document_id: '52998224725' }])
  expect(result()).toContain('Ana Lúcia Pereira')
  expect(fieldValue('CPF ou CNPJ')).toBe('')
  await type(birthDate, '20/03/1990')
  await confirm('Entregar')
  expect(deliveries()).toMatchObject([{ award_id: deskAward.award_id, birth_date: '1990-03-20' }])
})

test('one of several prizes of a person is chosen, and the others can be chosen after its delivery', async () => {
  await open()
  server.respond(calls.findAwardsCall, { awards: [...foundAwards] })
  await find()
  expect(result()).toContain('2 prêmiosEscolha o que vai entregar.Ana Lúcia Pereira')
  const options = () =>
    within(screen.getByRole('region', { name: 'Prêmios desta pessoa' })).getAllByRole('button')
  expect(options()).toHaveLength(2)
  expect(document.activeElement).toBe(options()[0])
  fireEvent.click(options()[1]!)
  await settle()
  expect(result()).toContain('Cesta de café da manhã com produtos da roça')
  fireEvent.click(options()[0]!)
  await settle()
  await type(birthDate, '20/03/1990')
  await confirm('Entregar')
  expect(result()).toContain('Entregue')
  expect(options()).toHaveLength(1)
  await read()
  expect(screen.queryByRole('region', { name: 'Prêmios desta pessoa' })).toBeNull()
})

test.each([
  ['Esta pessoa não tem prêmio para retirar agora.', []],
  ['Não há cadastro com este documento.', null],
])('a search by document that finds no prizes shows no person: %s', async (message, awards) => {
  await open()
  await read()
  server.respond(calls.findAwardsCall, { awards })
  await find()
  expect(result()).toContain(message)
  expect(result()).not.toContain('Ana')
  expect(document.activeElement).toBe(screen.getByLabelText(field))
})

test('an invalid document is not searched for, and the period key focuses the document field', async () => {
  await open()
  await pressKey('.', screen.getByLabelText(field))
  expect(document.activeElement).toBe(screen.getByLabelText('CPF ou CNPJ'))
  await find('111.111.111-11')
  expectText('CPF inválido!')
  expect(server.requestsOf(calls.findAwardsCall)).toEqual([])
})

test('a prize delivery without a birth date is not sent, and a wrong birth date can be corrected', async () => {
  await open()
  await read()
  await confirm('Entregar')
  expect(deliveries()).toEqual([])
  await type(birthDate, '31/02/1990')
  await press('Entregar')
  expectText('Data inválida')
  expect(deliveries()).toEqual([])
  server.respond(calls.deliverAwardCall, refusal('scratch-card.birth-date-differs'))
  await type(birthDate, '21/03/1990')
  await press('Entregar')
  expectText('Esta data não é a do cadastro. Confira o documento apresentado.')
  expect(result()).toContain('Ana Lúcia Pereira')
  server.respond(calls.deliverAwardCall, { award: deliveredAward, repeated: false })
  await type(birthDate, '20/03/1990')
  await press('Entregar')
  expect(result()).toContain('Entregue')
})

test('the prize desk reads a USB scanner regardless of the focus', async () => {
  await open()
  await read()
  const button = screen.getByRole('button', { name: 'Entregar' })
  for (const key of [...'H3VN7TQZ5KXW', 'Enter']) fireEvent.keyDown(button, { key })
  await settle()
  expect(server.bodiesOf(calls.readDeskAwardCall)).toHaveLength(2)
  expect(deliveries()).toEqual([])
})

test('a delivery without a response is sent again with the same id, so that it counts once', async () => {
  await open()
  server.respond(calls.deliverAwardCall, unreachable)
  await read()
  await type(birthDate, '20/03/1990')
  await confirm('Entregar')
  expect(result()).toContain('este prêmio conta uma vez só')
  server.respond(calls.deliverAwardCall, { award: deliveredAward, repeated: true })
  await press('Entregar')
  expect(result()).toContain('Entregue')
  const [first, second] = deliveries()
  expect(second?.client_delivery_id).toBe(first?.client_delivery_id)
})

test.each([
  ['Este prêmio já foi entregue em 21/11/2026 às 11:58. Quem entregou: Isabel Teixeira.', deliveredAward],
  ['O prazo de retirada terminou em 20/11/2026.', { state: 'expired', expires_at: '2026-11-21T03:00:00Z' }],
  ['Este prêmio foi cancelado.', { state: 'cancelled' }],
  ['Este prêmio é entregue só a quem tem cadastro com senha.', { needs_account: true }],
] as const)('a prize that cannot be delivered shows the reason: %s', async (message, changes) => {
  await open()
  server.respond(calls.readDeskAwardCall, { ...deskAward, ...changes })
  await read()
  expect(result()).toContain(message)
  expect(screen.queryByRole('button', { name: 'Entregar' })).toBeNull()
})

test('an unknown prize code and a delivery to a minor are refused with the server’s message', async () => {
  await open()
  server.respond(calls.readDeskAwardCall, refusal('scratch-card.unknown-award'))
  await read()
  expect(result()).toContain('Prêmio não encontrado.')
  server.respond(calls.readDeskAwardCall, deskAward)
  server.respond(calls.deliverAwardCall, refusal('scratch-card.under-age', { age: 18 }))
  await read()
  await type(birthDate, '20/03/2012')
  await confirm('Entregar')
  expect(result()).toContain('Prêmios são entregues só a pessoas de 18 anos ou mais.')
})

test('a prize that requires a signature is not delivered before the person signs', async () => {
  await open()
  server.respond(calls.readDeskAwardCall, { ...deskAward, needs_signature: true })
  await read()
  await type(birthDate, '20/03/1990')
  await confirm('Entregar')
  expectText('Peça a assinatura antes de entregar.')
  expect(deliveries()).toEqual([])
})

test('a supervisor undoes a delivery with a reason, from the result and from today’s list', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(sampleNow) })
  await open('gift_supervisor')
  await read()
  await type(birthDate, '20/03/1990')
  await confirm('Entregar')
  await press('Desfazer (8 min)')
  await type('Motivo', 'Prêmio de outra pessoa.')
  await confirm('Desfazer a entrega')
  expect(server.bodiesOf(calls.undoAwardDeliveryCall)).toMatchObject([
    { award_id: deskAward.award_id, reason: 'Prêmio de outra pessoa.' },
  ])
  expectToast('Entrega desfeita.')
  expect(result()).toContain('Entrega desfeita')
  await pressKey('*')
  expect(rows().slice(1)).toHaveLength(2)
  expectText(/Desfeita às .* por Karina Lopes: Prêmio de outra pessoa\./)
})

test('an attendant sees today’s prize deliveries without buttons for undoing them or viewing signatures', async () => {
  await open()
  await press('Entregas de hoje')
  expectText('documento com final 725, código com final 9FHT')
  expect(screen.queryByRole('button', { name: /Desfazer/ })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Ver assinatura' })).toBeNull()
})

test('marketing can download the list of unclaimed prizes of a campaign, or sees when it will be ready', async () => {
  await openAs('marketing', '/raspadinhas/nao-entregues')
  expectText('Fica pronta em 11/04/2027')
  expect(linkTo('Baixar em CSV')).toMatch(/\/unclaimed\/.*\/nao-entregues\.csv$/)
})
