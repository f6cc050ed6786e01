// @vitest-environment jsdom
import {
  listDetractorsCall,
  readDetractorContactCall,
  readRatingFiguresCall,
  recordFollowUpCall,
} from '@clube/contract/ratings/staff-calls.ts'
import { waitingCountsCall } from '@clube/contract/staff/waiting-calls.ts'
import { fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { refusal, respond } from '../testing/fake-server.ts'
import { detractor, followedUp, ratingFigures, withTicket } from '../testing/rating-desk-samples.ts'
import { sampleId } from '../testing/samples.ts'
import { choose, expectText, expectToast, press, server, settle, type } from '../testing/screen-test.tsx'
import { openAs, pressKey, rows, setUpStaffScreens } from '../testing/staff-screen.tsx'

setUpStaffScreens()

const queriesOf = (path: string) =>
  server.requests.filter((request) => request.path === path).map(({ query }) => query)
const openFirst = () => press(detractor.shop_name)

test('the desk opens at the people to contact, whose number is in the sidebar', async () => {
  await openAs(
    'service_agent',
    '/avaliacoes',
    respond(waitingCountsCall, [{ permission: 'ratings.read', count: 2 }]),
  )
  expect(rows().map((text) => text?.replace(/há .*$/, ''))).toEqual([
    'LojaNotaCompraMotivos e comentárioAvaliada',
    'Livraria Jabuticabeira318/11/2026Tempo de espera, AtendimentoSó um caixa aberto no sábado, e a fila não andava.',
    'Sapataria Passo Largo018/11/2026–',
  ])
  expect(screen.getByRole('link', { name: /^Avaliações/ }).textContent).toContain('2')
  expect(queriesOf(listDetractorsCall.path)).toEqual([{ queue: 'waiting' }])
  expect(document.body.textContent).not.toContain('Olga')
})

test('a contact is read only when it is asked for, and the follow-up is recorded with its outcome', async () => {
  await openAs('service_agent', '/avaliacoes')
  await openFirst()
  expect(server.bodiesOf(readDetractorContactCall)).toEqual([])
  await press('Ver o contato')
  expectText('Olga Prates Vilela')
  expect(screen.getByRole('link', { name: '(11) 98888-7777' }).getAttribute('href')).toBe(
    'tel:+5511988887777',
  )
  expect(server.bodiesOf(readDetractorContactCall)).toEqual([{ rating_id: detractor.rating_id }])
  await press('Registrar acompanhamento')
  expect(server.bodiesOf(recordFollowUpCall)).toEqual([])
  choose('Resolvido com a pessoa')
  await type('Anotação (opcional)', 'A loja trocou o produto.')
  await press('Registrar acompanhamento')
  expect(server.bodiesOf(recordFollowUpCall)).toEqual([
    { rating_id: detractor.rating_id, outcome: 'resolved', note: 'A loja trocou o produto.' },
  ])
  expectToast('Acompanhamento registrado.')
  expect(screen.queryByRole('button', { name: 'Ver o contato' })).toBeNull()
})

test('a rating whose person opened a ticket leads to the ticket', async () => {
  await openAs('service_agent', '/avaliacoes', respond(listDetractorsCall, [withTicket]))
  expect(rows()[1]).toContain('Abriu o atendimento SAC-2026-000123-4: Em atendimento')
  await openFirst()
  expect(screen.getByRole('link', { name: 'SAC-2026-000123-4' }).getAttribute('href')).toBe(
    `/equipe/atendimentos/${withTicket.ticket?.ticket_id}`,
  )
})

test('a follow-up that another member recorded meanwhile is refused with their name', async () => {
  await openAs(
    'service_agent',
    '/avaliacoes',
    respond(recordFollowUpCall, refusal('ratings.followed-up', { name: 'Gilberto Ramos' })),
  )
  await openFirst()
  choose('Não consegui falar')
  await press('Registrar acompanhamento')
  expectToast('Gilberto Ramos já registrou o acompanhamento desta avaliação.')
})

test('recorded follow-ups and answers without consent offer no contact', async () => {
  await openAs('service_agent', '/avaliacoes', respond(listDetractorsCall, [followedUp]))
  await press('Acompanhadas')
  await openFirst()
  expectText('A loja abriu mais um caixa aos sábados.')
  expect(screen.queryByRole('button', { name: 'Ver o contato' })).toBeNull()
  await press('Fechar')
  server.respond(listDetractorsCall, [detractor])
  await press('Sem autorização')
  await openFirst()
  expectText(/^Esta pessoa não autorizou contato sobre a avaliação\./)
  expect(screen.queryByRole('button', { name: 'Ver o contato' })).toBeNull()
  expect(queriesOf(listDetractorsCall.path).map(({ queue }) => queue)).toEqual([
    'waiting',
    'done',
    'no_consent',
  ])
})

test('the score shows its interval, its method, the trend, and no score for fewer than five answers', async () => {
  await openAs('marketing', '/avaliacoes')
  await pressKey('n')
  expectText('+42')
  expectText('+17 a +62')
  expectText(/Intervalo: Wald ajustado \(Rocks, 2016\)\.$/)
  expect(
    screen.getByRole('img', { name: /^Avaliações por dia, de 01\/11\/2026 a 21\/11\/2026/ }),
  ).toBeTruthy()
  expect(rows()).toEqual(
    expect.arrayContaining([
      'Café do Pátiomenos de 5 respostas–4',
      'Livraria Jabuticabeira−6−33 a +2231',
      'Sem segmentomenos de 5 respostas–4',
      '10/20260−40 a +4020',
    ]),
  )
  expect(screen.getByRole('link', { name: 'Baixar o período em CSV' }).getAttribute('href')).toMatch(
    /^\/api\/staff\/ratings\/\d{4}-\d\d-\d\d\/\d{4}-\d\d-\d\d\/avaliacoes\.csv$/,
  )
})

test('the figures follow period, segment and shop, and an invalid period shows its sentence and no file', async () => {
  await openAs('marketing', '/avaliacoes')
  await press('NPS')
  fireEvent.change(screen.getByLabelText('De'), { target: { value: '2026-10-01' } })
  fireEvent.change(screen.getByLabelText('Até'), { target: { value: '2026-10-31' } })
  fireEvent.change(screen.getByLabelText('Segmento'), { target: { value: 'books' } })
  fireEvent.change(screen.getByLabelText('Loja'), { target: { value: sampleId(105) } })
  await settle()
  expect(queriesOf(readRatingFiguresCall.path).at(-1)).toEqual({
    from: '2026-10-01',
    to: '2026-10-31',
    segment: 'books',
    shop_id: sampleId(105),
  })
  const message = 'Escolha um período de até 366 dias.'
  fireEvent.change(screen.getByLabelText('Até'), { target: { value: '2026-09-01' } })
  await settle()
  expect(screen.queryByRole('link', { name: 'Baixar o período em CSV' })).toBeNull()
  expectText(message)
})

test('with fewer than five answers in the period only their number is shown', async () => {
  await openAs(
    'marketing',
    '/avaliacoes',
    respond(readRatingFiguresCall, { ...ratingFigures, total: { kind: 'too_few', answers: 1 }, days: [] }),
  )
  await press('NPS')
  expectText('1 resposta. Com menos de 5, não há NPS.')
  expect(screen.queryByRole('img')).toBeNull()
})
