import { fireEvent, screen, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import * as batches from '@clube/contract/scratch-card/batch-calls.ts'
import {
  findCardReceiverCall,
  giveScratchCardsCall,
  undoScratchGiftCall,
} from '@clube/contract/scratch-card/gift-calls.ts'
import { refusal, respond, unreachable } from '../testing/fake-server.ts'
import { choose, confirm, expectText, expectToast, press, server, type } from '../testing/screen-test.tsx'
import { sampleId } from '../testing/samples.ts'
import {
  approvedBatch,
  cardReceiver,
  codeBatch,
  givenCards,
  listedBatches,
} from '../testing/scratch-desk-samples.ts'
import { findPerson, openAs, setUpStaffScreens } from '../testing/staff-screen.tsx'

const { campaign_id, batch_id } = codeBatch
const codes = `/raspadinhas/codigos/${campaign_id}`
const batch = (name: string) => screen.getByRole('article', { name })
const requestBatch = async () => {
  await type('Quantos códigos', '500')
  await type('Para quê', ' Livraria ')
  await press('Pedir lote')
}

setUpStaffScreens()
beforeEach(() => void vi.useFakeTimers())

test('marketing requests a batch of codes with its purpose, and a retry after a lost response has the same id', async () => {
  await openAs('marketing', codes)
  expectText('2.460 cartões ainda não têm código nem lote.')
  server.respond(batches.requestCodeBatchCall, unreachable)
  await requestBatch()
  server.respond(batches.requestCodeBatchCall, codeBatch)
  await press('Pedir lote')
  expectToast('Lote pedido. Agora outra pessoa aprova.')
  const [first, second] = server.bodiesOf(batches.requestCodeBatchCall)
  expect(first).toMatchObject({ campaign_id, count: 500, purpose: 'Livraria' })
  expect(second).toEqual(first)
})

test('a second batch requested from the same page has a new id', async () => {
  const added = { ...codeBatch, batch_id: sampleId(1519) }
  await openAs('marketing', codes)
  server.respond(batches.listCodeBatchesCall, {
    ...listedBatches,
    batches: [added, ...listedBatches.batches],
  })
  await requestBatch()
  await requestBatch()
  const ids = server
    .bodiesOf(batches.requestCodeBatchCall)
    .map((body) => (body as { batch_id: string }).batch_id)
  expect(new Set(ids).size).toBe(2)
})

test('an approved batch can be downloaded as a table or as sheets, after a warning that this works once', async () => {
  await openAs('marketing', codes)
  await press('Baixar códigos', batch('Quiosque da Praça, 500 códigos'))
  expectText(/uma única vez/)
  const links = within(screen.getByRole('dialog')).getAllByRole('link')
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    `/api/staff/scratch-card/batches/${approvedBatch.batch_id}/codigos.csv`,
    `/api/staff/scratch-card/batches/${approvedBatch.batch_id}/codigos.pdf`,
  ])
})

test('a batch of codes that is too large for sheets can be downloaded only as a table', async () => {
  const large = { ...approvedBatch, count: 5000 }
  await openAs('marketing', codes, respond(batches.listCodeBatchesCall, { batches: [large], free_cards: 0 }))
  await press('Baixar códigos')
  expect(within(screen.getByRole('dialog')).getAllByRole('link')).toHaveLength(1)
  expectText(/lotes maiores saem em CSV/)
})

test('only approved batches of codes can be downloaded, and void ones have no actions', async () => {
  await openAs('marketing', codes)
  const buttonsOf = (name: string) =>
    within(batch(name))
      .queryAllByRole('button')
      .map(({ textContent }) => textContent)
  expect(buttonsOf('Caixas da Livraria, 500 códigos')).toEqual(['Anular lote'])
  expect(buttonsOf('Revista do shopping, 1.500 códigos')).toEqual(['Anular lote'])
  expect(buttonsOf('Folhas perdidas, 500 códigos')).toEqual([])
})

test('a batch of codes is voided with a reason', async () => {
  await openAs('marketing', codes)
  await press('Anular lote', batch('Caixas da Livraria, 500 códigos'))
  const dialog = screen.getByRole('dialog')
  await press('Anular lote', dialog)
  expect(server.bodiesOf(batches.voidCodeBatchCall)).toEqual([])
  await type('Por que este lote é anulado?', 'Folhas perdidas')
  await press('Anular lote', dialog)
  expect(server.bodiesOf(batches.voidCodeBatchCall)).toEqual([{ batch_id, reason: 'Folhas perdidas' }])
})

test('one printed code is voided with a reason, and an unknown one shows an error under its field', async () => {
  await openAs(
    'marketing',
    codes,
    respond(batches.voidScratchCodeCall, refusal('scratch-card.void-invalid-code')),
  )
  await type('Código impresso', ' abcd ')
  await type('Motivo', 'Folha rasgada')
  await press('Anular código')
  expectText('Código inválido nesta promoção. Confira as letras e números impressos.')
  server.respond(batches.voidScratchCodeCall, { batch: codeBatch, repeated: false })
  await press('Anular código')
  expectToast('Código anulado.')
  expect(server.bodiesOf(batches.voidScratchCodeCall)[1]).toEqual({
    campaign_id,
    code: 'abcd',
    reason: 'Folha rasgada',
  })
})

test('the approver signs a batch of codes after a confirmation', async () => {
  await openAs('approver', '/raspadinhas/codigos')
  await press('Aprovar lote')
  await confirm('Sim, aprovar')
  expect(server.bodiesOf(batches.approveCodeBatchCall)).toEqual([{ batch_id }])
  expectToast('Lote aprovado. O Marketing já pode baixar o arquivo.')
})

test('a batch of codes has no button for the second signature for the member who requested it', async () => {
  await openAs(
    ['approver', 'marketing'],
    '/raspadinhas/codigos',
    respond(batches.reviewCodeBatchesCall, [{ ...codeBatch, is_own: true }]),
  )
  expectText('Você pediu este lote: quem aprova é outra pessoa.')
  expect(screen.queryByRole('button', { name: 'Aprovar lote' })).toBeNull()
})

test('no batch of codes can be requested before the deck is sealed', async () => {
  await openAs('marketing', codes, respond(batches.listCodeBatchesCall, { batches: [], free_cards: null }))
  expectText(/o baralho desta promoção ainda não foi lacrado/)
  expect(screen.queryByRole('button', { name: 'Pedir lote' })).toBeNull()
})

test('an attendant gives a person scratch cards with a reason, at most as many as the daily limit still allows', async () => {
  await openAs('attendant', '/raspadinhas/dar')
  await findPerson()
  expectText('Ana Lúcia Pereira')
  expect(screen.getAllByRole('radio')).toHaveLength(4)
  choose('2 raspadinhas')
  await press('Dar raspadinhas')
  expect(server.bodiesOf(giveScratchCardsCall)).toEqual([])
  await type('Motivo', 'Fila longa')
  server.respond(giveScratchCardsCall, unreachable)
  await press('Dar raspadinhas')
  server.respond(giveScratchCardsCall, { cards: 2, left_today: 2, repeated: false })
  await press('Dar raspadinhas')
  const [first, second] = server.bodiesOf(giveScratchCardsCall)
  expect(first).toMatchObject({
    campaign_id,
    customer_id: cardReceiver.customer_id,
    cards: 2,
    reason: 'Fila longa',
  })
  expect(second).toEqual(first)
  expectToast('Pronto: 2 raspadinhas em Minhas raspadinhas.')
  expect(screen.queryByText('Ana Lúcia Pereira')).toBeNull()
})

test('the desk explains that given scratch cards can be used after signing in with a password', async () => {
  await openAs('attendant', '/raspadinhas/dar')
  await findPerson()
  expectText(
    'A pessoa usa as raspadinhas dadas aqui em Minhas raspadinhas, depois de entrar com senha. Se ela ainda não tem senha, peça para completar o cadastro.',
  )
})

test.each([
  ['without an account', null, 'Nenhum cadastro tem este documento.'],
  [
    'who is not eligible',
    { ...cardReceiver, reasons: ['Só para maiores de 18 anos.'] },
    'Só para maiores de 18 anos.',
  ],
  [
    'who has received all cards of the day',
    { ...cardReceiver, left_today: 0 },
    'Esta pessoa já recebeu todas as raspadinhas de hoje.',
  ],
])('a person %s cannot be given scratch cards', async (_case, person, text) => {
  await openAs('attendant', '/raspadinhas/dar', respond(findCardReceiverCall, { person }))
  await findPerson()
  expectText(text)
  expect(screen.queryByRole('button', { name: 'Dar raspadinhas' })).toBeNull()
})

test('an attendant takes back unused scratch cards given today, with a reason', async () => {
  await openAs('attendant', '/raspadinhas/dar')
  await findPerson()
  const table = screen.getByRole('table', { name: 'Raspadinhas dadas hoje a esta pessoa' })
  expect(table.textContent).toContain('1 raspadinha')
  await press('Desfazer')
  const dialog = screen.getByRole('dialog')
  expectText(/As que já foram usadas ficam/)
  fireEvent.input(within(dialog).getByLabelText('Motivo'), { target: { value: 'Dada à pessoa errada' } })
  await press('Desfazer', dialog)
  expect(server.bodiesOf(undoScratchGiftCall)).toEqual([
    { gift_id: givenCards.gift_id, reason: 'Dada à pessoa errada' },
  ])
  expectToast('Raspadinhas desfeitas.')
  expect(screen.queryByText('Ana Lúcia Pereira')).toBeNull()
})
