import { listCreditCall } from '@clube/contract/campaigns/credit-calls.ts'
import { listTransactionsCall } from '@clube/contract/campaigns/transaction-calls.ts'
import { listAcceptancesCall, revokeAcceptanceCall } from '@clube/contract/consent/acceptance-calls.ts'
import { listMyTicketsCall } from '@clube/contract/event-tickets/calls.ts'
import { readProfileCall } from '@clube/contract/identity/profile-call.ts'
import { signOutCall } from '@clube/contract/identity/session-calls.ts'
import { pointsStatementCall, readPointsCall } from '@clube/contract/points/calls.ts'
import { requestDeletionCall } from '@clube/contract/privacy/deletion-calls.ts'
import { listDataAccessesCall, readOwnPromotionDataCall } from '@clube/contract/privacy/data-access-calls.ts'
import { listOwnTicketsCall, readConversationCall } from '@clube/contract/customer-service/calls.ts'
import { listReceiptsCall } from '@clube/contract/receipts/receipt-calls.ts'
import { screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { saveServiceChannel } from '../../../platform/storage/service-channel.ts'
import { currentSession } from '../../../platform/session/session-store.ts'
import { refusal, success, unreachable } from '../../../testing/fake-server.ts'
import { conversation, ownTicket } from '../../../testing/customer-service-samples.ts'
import { sampleId, samples } from '../../../testing/samples.ts'
import { confirm, expectToast, linkTo, press, server, type } from '../../../testing/screen-test.tsx'
import { openPage, setUpShopperScreens } from '../../../testing/shopper-screen.tsx'

/** The content and the file name of each download; jsdom has no object URLs. */
const createObjectURL = vi.fn<(blob: Blob) => string>(() => 'blob:')
const downloads: string[] = []
function watchDownloads() {
  createObjectURL.mockClear()
  downloads.length = 0
  Object.assign(URL, { createObjectURL, revokeObjectURL: () => {} })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    downloads.push(this.download)
  })
}

const { acceptances, receipt } = samples
const [acceptance] = acceptances
const show = () => openPage('/privacidade', { service_desk: { text: 'Piso 1, todos os dias.', phone: null } })

setUpShopperScreens()
beforeEach(() => {
  watchDownloads()
  server.respond(readProfileCall, samples.profile)
  server.respond(listAcceptancesCall, acceptances)
  server.respond(readPointsCall, samples.points)
  server.respond(pointsStatementCall, samples.statement)
  server.respond(listReceiptsCall, [receipt])
  server.respond(listCreditCall, [samples.credit])
  server.respond(listTransactionsCall, [samples.participation])
  server.respond(readOwnPromotionDataCall, { reservations: [], waiting_lists: [] })
  server.respond(listDataAccessesCall, [])
  server.respond(listMyTicketsCall, [])
})

test('accepted documents are listed with version, date and channel, and link to the accepted text', async () => {
  await show()
  const link = screen.getByRole('link', { name: /Termos de adesão ao clube/ })
  expect(link.textContent).toContain('Versão 1.0, aceita em 21 de novembro de 2026, Site')
  expect(link.getAttribute('href')).toBe('/documentos/loyaltyclub_terms?version=1.0')
})

test('the downloaded data file contains every part, including the second page of the receipts', async () => {
  const second = { ...receipt, purchase_id: sampleId(17) }
  server.respond(listReceiptsCall, ({ query }) =>
    query.cursor === undefined ? success([receipt], { next_cursor: receipt.purchase_id }) : [second],
  )
  server.respond(listOwnTicketsCall, [ownTicket])
  server.respond(readConversationCall, conversation)
  await show()
  await press('Baixar meus dados')
  await vi.waitFor(() => expect(downloads).toEqual(['meus-dados.json']))
  const data = JSON.parse((await createObjectURL.mock.calls[0]?.[0].text()) ?? '') as Record<string, unknown>
  expect(Object.keys(data)).toEqual([
    'profile',
    'acceptances',
    'points',
    'points_statement',
    'receipts',
    'purchase_ratings',
    'receipt_credit',
    'service_tickets',
    'participations',
    'reservations',
    'waiting_lists',
    'data_accesses',
  ])
  expect(data).toMatchObject({ acceptances, receipts: [receipt, second], service_tickets: [conversation] })
})

test('a kiosk offers neither the data file nor account deletion, and says where deletion can be requested', async () => {
  saveServiceChannel('totem', 'temporary')
  await show()
  expect(screen.queryByRole('button', { name: 'Baixar meus dados' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Excluir minha conta' })).toBeNull()
  expect(screen.getByText(/Peça a exclusão pelo seu celular/)).toBeTruthy()
})

test('if a part of the customer’s data does not load, no file is downloaded and one toast is shown', async () => {
  server.respond(readPointsCall, unreachable)
  await show()
  await press('Baixar meus dados')
  const message = 'Ops, aconteceu algo com sua conexão de internet, tente novamente por favor!'
  await vi.waitFor(() => expectToast(message))
  expect(downloads).toEqual([])
})

test('the privacy page links to the profile and the marketing settings, and shows that no staff member viewed the data', async () => {
  await show()
  expect(linkTo('Ver e corrigir meus dados')).toBe('/perfil')
  expect(linkTo('Escolher se recebo ofertas por e-mail')).toBe('/perfil#ofertas')
  expect(screen.getByText(/Piso 1, todos os dias\./)).toBeTruthy()
  expect(screen.getByText('Ninguém da equipe viu os seus dados até agora.')).toBeTruthy()
})

test('accesses to personal data are listed with role, desk and time, page by page', async () => {
  const access = { at: '2026-11-21T15:30:00Z', role: 'Atendente', desk: 'Balcão' }
  server.respond(listDataAccessesCall, ({ query }) =>
    query.cursor === undefined
      ? success([{ ...access, what: 'Consultou o seu cadastro pelo documento' }], { next_cursor: '7' })
      : [{ ...access, what: 'Registrou o seu pedido de exclusão' }],
  )
  await show()
  const region = screen.getByRole('region', { name: 'Quem viu meus dados' })
  const lines = () => within(region).getAllByRole('listitem')
  expect(lines().map(({ textContent }) => textContent)).toEqual([
    'Consultou o seu cadastro pelo documentoAtendente (Balcão)21 de novembro de 2026, 12h30',
  ])
  await press('Mostrar mais', region)
  await vi.waitFor(() => expect(lines()).toHaveLength(2))
  expect(within(region).queryByRole('button', { name: 'Mostrar mais' })).toBeNull()
})

describe('revoking an acceptance', () => {
  const promotion = {
    ...acceptance!,
    acceptance_id: sampleId(19),
    kind: 'promotion_terms' as const,
    scope: 'natal-no-ipe',
  }

  test('revoking is offered for optional documents, explains its effect, and requires confirmation', async () => {
    server.respond(revokeAcceptanceCall, promotion)
    server.respond(listAcceptancesCall, [...acceptances, promotion])
    await show()
    await press(/^Revogar: /)
    expect(screen.getByText(/deixa de valer para você a partir de agora/)).toBeTruthy()
    expect(server.bodiesOf(revokeAcceptanceCall)).toEqual([])
    await confirm('Sim, revogar')
    expect(server.bodiesOf(revokeAcceptanceCall)).toEqual([{ acceptance_id: sampleId(19) }])
    expectToast('Aceite revogado.')
  })

  test('a revoked document cannot be revoked again; the club’s terms end only with the account', async () => {
    server.respond(listAcceptancesCall, [
      ...acceptances,
      { ...promotion, revoked_at: '2026-11-22T15:00:00Z' },
    ])
    await show()
    expect(screen.queryByRole('button', { name: /^Revogar: / })).toBeNull()
    expect(screen.getByText(/só terminam com a exclusão dela/)).toBeTruthy()
    expect(screen.getByText(/Revogada em 22 de novembro de 2026/)).toBeTruthy()
  })
})

describe('deleting the account', () => {
  const requestDeletion = async () => {
    await press('Excluir minha conta')
    await type('Senha atual', 'Girassol-27')
    await press('Pedir a exclusão')
  }

  test('deleting the account explains what is erased, requires the password, shows the date and signs out', async () => {
    server.respond(signOutCall, {})
    server.respond(requestDeletionCall, { deletes_at: '2026-12-21T15:00:00Z' })
    await show()
    const region = screen.getByRole('region', { name: 'Excluir minha conta' })
    expect(region.textContent).toContain('Durante 30 dias')
    expect(region.textContent, 'tickets are not mentioned to a person without tickets').not.toContain(
      'continua valendo',
    )
    expect(region.textContent).toContain('Sem o seu nome, ficam o extrato de pontos')
    await requestDeletion()
    expect(server.bodiesOf(requestDeletionCall)).toEqual([{ current_password: 'Girassol-27' }])
    expect(screen.getByRole('status').textContent).toContain('apagados em 21 de dezembro de 2026')
    expect(screen.getByRole('status').textContent).not.toContain('ingressos')
    expect(currentSession().kind).toBe('signedIn')
    await confirm('Entendi')
    await vi.waitFor(() => expect(currentSession().kind).toBe('signedOut'))
  })

  test('a person with a valid ticket is told to keep its code before the request, and to show it afterwards', async () => {
    server.respond(listMyTicketsCall, [samples.reservation])
    server.respond(requestDeletionCall, { deletes_at: '2026-12-21T15:00:00Z' })
    await show()
    const region = screen.getByRole('region', { name: 'Excluir minha conta' })
    expect(region.textContent).toContain(
      'antes do pedido, baixe o PDF ou anote o código de cada ingresso e vale',
    )
    expect(linkTo('Abrir Meus ingressos')).toBe('/ingressos')
    await requestDeletion()
    expect(screen.getByRole('status').textContent).toContain('mostre o PDF ou o código que você guardou')
  })

  test('a wrong password shows its error under the password field', async () => {
    server.respond(requestDeletionCall, refusal('identity.wrong-current-password'))
    await show()
    await requestDeletion()
    expect(screen.getByText('Senha atual incorreta.')).toBeTruthy()
    expect(currentSession().kind).toBe('signedIn')
  })
})
