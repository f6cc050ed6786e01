// @vitest-environment jsdom
import {
  listOpenRatingsCall,
  readOpenRatingCall,
  readRatingLinkCall,
  saveRatingByLinkCall,
  saveRatingCall,
} from '@clube/contract/ratings/calls.ts'
import { listReceiptsCall } from '@clube/contract/receipts/receipt-calls.ts'
import { fireEvent, screen, within } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { setSession } from '../../../platform/session/session-store.ts'
import { refusal, unreachable } from '../../../testing/fake-server.ts'
import { sampleId, samples } from '../../../testing/samples.ts'
import {
  choose,
  expectText,
  expectToast,
  heading,
  linkTo,
  press,
  server,
  type,
} from '../../../testing/screen-test.tsx'
import { openPage, setUpShopperScreens } from '../../../testing/shopper-screen.tsx'

setUpShopperScreens()
afterEach(() => {
  window.location.hash = ''
})

const purchase_id = sampleId(7)
const purchase = {
  purchase_id,
  shop_name: 'Livraria Jabuticabeira',
  issued_on: '2026-11-20',
  expires_at: '2027-01-20T15:00:00Z',
}
const service_desk = { text: 'Balcão no piso térreo.', phone: '(11) 4002-8922' }
const open = () => openPage(`/avaliar/${purchase_id}`, { service_desk })
const saved = (rating: number) => ({
  purchase_id,
  shop_name: purchase.shop_name,
  issued_on: purchase.issued_on,
  rating,
})
const scale = () => screen.getByRole('radiogroup')
const rate = (rating: string) => fireEvent.click(within(scale()).getByDisplayValue(rating))

describe('rating a purchase', () => {
  test('the scale is a radio group of eleven numbers whose ends are named', async () => {
    server.respond(readOpenRatingCall, purchase)
    await open()
    expect(heading()).toBe('Como foi a sua compra?')
    expect(linkTo('Preciso de ajuda: compra na loja Livraria Jabuticabeira, 20/11/2026')).toBe(
      `/atendimento/novo/compra/${purchase_id}`,
    )
    expect(server.requests.map(({ query }) => query)).toEqual([{ purchase_id }])
    expect(scale().textContent).toContain(
      'De 0 a 10, quanto você recomendaria a loja Livraria Jabuticabeira?',
    )
    const radios = within(scale()).getAllByRole<HTMLInputElement>('radio')
    expect(radios.map(({ value }) => value)).toEqual(['0', '1', '2', '3', '4', '5', '6', '7', '8', '9', '10'])
    expect(new Set(radios.map(({ name }) => name)).size).toBe(1)
    expect(within(scale()).getByRole('radio', { name: '0, de jeito nenhum' })).toBeTruthy()
    expect(within(scale()).getByRole('radio', { name: '10, com certeza' })).toBeTruthy()
    expectText(/^Compra de 20\/11\/2026\. Você pode avaliar até 20\/01\/2027, uma única vez\.$/)
    // Nothing else is asked before a number is chosen.
    expect(screen.queryByLabelText('Quer contar mais? (opcional)')).toBeNull()
  })

  test('without a number nothing is sent, and the scale shows the sentence and takes the focus', async () => {
    server.respond(readOpenRatingCall, purchase)
    await open()
    await press('Enviar avaliação')
    expectText('Escolha uma nota de 0 a 10.')
    expect(scale().getAttribute('aria-invalid')).toBe('true')
    expect(document.activeElement).toBe(within(scale()).getByDisplayValue('0'))
    expect(server.bodiesOf(saveRatingCall)).toEqual([])
  })

  test('a rating from 0 to 6 asks what went wrong, and offers the service desk with the purchase', async () => {
    server.respond(readOpenRatingCall, purchase)
    server.respond(saveRatingCall, saved(4))
    await open()
    rate('4')
    expect(screen.getByRole('group', { name: /^O que não foi bem\?/ })).toBeTruthy()
    choose('Tempo de espera')
    await type('Quer contar mais? (opcional)', 'Só um caixa.')
    choose('O clube pode falar comigo sobre esta avaliação')
    await press('Enviar avaliação')
    expect(server.bodiesOf(saveRatingCall)).toEqual([
      { purchase_id, rating: 4, reasons: ['waiting'], comment: 'Só um caixa.', allow_contact: 'yes' },
    ])
    expectText('Obrigado! A sua avaliação foi enviada.')
    expectText(/Fale com o atendimento sobre a compra de 20\/11\/2026 na loja Livraria Jabuticabeira\./)
    expectText('Balcão no piso térreo.')
    expect(linkTo('(11) 4002-8922')).toBe('tel:1140028922')
    expect(linkTo('Abrir atendimento')).toBe(`/atendimento/novo/compra/${purchase_id}`)
  })

  test('reasons that another number does not offer are dropped, and a high rating shows no service desk', async () => {
    server.respond(readOpenRatingCall, purchase)
    server.respond(saveRatingCall, saved(10))
    await open()
    rate('2')
    choose('Não encontrei o que queria')
    choose('Preço')
    rate('10')
    expect(screen.getByRole('group', { name: /^Do que você mais gostou\?/ })).toBeTruthy()
    await press('Enviar avaliação')
    expect(server.bodiesOf(saveRatingCall)).toEqual([
      { purchase_id, rating: 10, reasons: ['price'], comment: '', allow_contact: 'no' },
    ])
    expectText('Obrigado! A sua avaliação foi enviada.')
    expect(screen.queryByText('Balcão no piso térreo.')).toBeNull()
    expect(linkTo('Ver minhas notas')).toBe('/notas')
  })

  test('a lost connection keeps the answer, and a purchase that was rated meanwhile ends the form', async () => {
    server.respond(readOpenRatingCall, purchase)
    server.respond(saveRatingCall, unreachable)
    await open()
    rate('8')
    await type('Quer contar mais? (opcional)', 'Bom.')
    await press('Enviar avaliação')
    expectToast('Verifique sua conexão com a internet e tente novamente!')
    expect(within(scale()).getByDisplayValue<HTMLInputElement>('8').checked).toBe(true)
    server.respond(saveRatingCall, refusal('ratings.already-rated'))
    await press('Enviar avaliação')
    expectText('Esta compra já foi avaliada.')
    expect(screen.queryByRole('radiogroup')).toBeNull()
  })

  test.each([
    ['ratings.unknown', {}, /^Não encontramos esta compra/],
    ['ratings.already-rated', {}, 'Esta compra já foi avaliada.'],
    ['ratings.expired', { date: '20/01/2027' }, 'O prazo para avaliar esta compra terminou em 20/01/2027.'],
    ['ratings.withdrawn', {}, /^Esta nota foi estornada ou corrigida/],
  ] as const)('a purchase refused with %s shows why it cannot be rated', async (code, values, sentence) => {
    server.respond(readOpenRatingCall, refusal(code, values))
    await open()
    expectText(sentence)
    expect(screen.queryByRole('radiogroup')).toBeNull()
    // Another attempt could not succeed.
    expect(screen.queryByRole('button', { name: 'Tentar novamente' })).toBeNull()
    expect(linkTo('Ver minhas notas')).toBe('/notas')
  })
})

describe('the link of an e-mail', () => {
  const openLink = async () => {
    setSession({ kind: 'signedOut' })
    window.location.hash = 'um-token'
    return openPage(`/avaliar/${purchase_id}/convite`, { service_desk })
  }

  test('opening the link only reads, and the person rates without a session', async () => {
    server.respond(readRatingLinkCall, purchase)
    server.respond(saveRatingByLinkCall, saved(6))
    await openLink()
    expect(server.requests.map(({ path }) => path)).toEqual([readRatingLinkCall.path])
    expect(server.bodiesOf(readRatingLinkCall)).toEqual([{ purchase_id, token: 'um-token' }])
    rate('6')
    await press('Enviar avaliação')
    expect(server.bodiesOf(saveRatingByLinkCall)).toEqual([
      { purchase_id, token: 'um-token', rating: 6, reasons: [], comment: '', allow_contact: 'no' },
    ])
    expectText('Obrigado! A sua avaliação foi enviada.')
    expectText('Balcão no piso térreo.')
    expect(linkTo('Ir para o clube')).toBe('/')
  })

  test('a forged link shows that it is not valid', async () => {
    server.respond(readRatingLinkCall, refusal('ratings.unknown-link'))
    await openLink()
    expectText(/^Este link não vale\. Confira se ele está inteiro/)
    expect(screen.queryByRole('button', { name: 'Tentar novamente' })).toBeNull()
    expect(linkTo('Ir para o clube')).toBe('/')
  })
})

test('Minhas notas links the receipt that waits for a rating, and only that one', async () => {
  const { receipt } = samples
  server.respond(listOpenRatingsCall, [{ ...purchase, purchase_id: receipt.purchase_id }])
  server.respond(listReceiptsCall, [receipt, { ...receipt, purchase_id: sampleId(99) }])
  await openPage('/notas')
  expect(
    screen.getAllByRole('link', { name: 'Avaliar esta compra' }).map((link) => link.getAttribute('href')),
  ).toEqual([`/avaliar/${receipt.purchase_id}`])
})
