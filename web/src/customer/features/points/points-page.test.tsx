import { pointsStatementCall, readPointsCall } from '@clube/contract/points/calls.ts'
import { cleanup, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { saveServiceChannel } from '../../../platform/storage/service-channel.ts'
import { samples } from '../../../testing/samples.ts'
import { linkTo, server } from '../../../testing/screen-test.tsx'
import { openPage, setUpShopperScreens } from '../../../testing/shopper-screen.tsx'

setUpShopperScreens()

test('the points page shows the balance, expiring points, and every entry with its resulting balance', async () => {
  server.respond(readPointsCall, samples.points)
  server.respond(pointsStatementCall, samples.statement)
  await openPage('/pontos')
  const hero = screen.getByRole('region', { name: 'Saldo' }).textContent
  expect(hero).toContain('1.250')
  expect(hero).toContain('387 em análise')
  expect(linkTo(/^2 notas em análise.*estimativa pelo valor que você informou/)).toBe('/notas')
  const lines = screen.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(lines).toEqual([
    'Até qua., 30 de dez.1 ponto',
    'Pontos usadossex., 20 de nov., 15h30Preciso de ajuda− 50 pontosSaldo 1.250',
    'Pontos ganhosCafé do Pátioqui., 19 de nov., 15hPreciso de ajuda+ 1.300 pontosSaldo 1.300',
  ])
  expect(linkTo('Baixar o extrato em planilha')).toBe('/api/marketing/points/statement.csv')
  // The next person at a kiosk would find the file.
  cleanup()
  saveServiceChannel('totem', 'temporary')
  await openPage('/pontos')
  expect(screen.getByText('− 50 pontos')).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Baixar o extrato em planilha' })).toBeNull()
})

test('help with an entry is about its receipt or participation, and an entry with neither has none', async () => {
  const [spent, earned] = samples.statement
  const expired = {
    position: 3,
    created_at: '2026-11-21T03:00:00Z',
    kind: 'expire',
    about: '',
    points: -10,
    balance_after: 1240,
    purchase_id: null,
    transaction_id: null,
  } as const
  server.respond(readPointsCall, samples.points)
  server.respond(pointsStatementCall, [expired, ...samples.statement])
  await openPage('/pontos')
  expect(screen.getAllByRole('link', { name: /^Preciso de ajuda/ })).toHaveLength(2)
  expect(linkTo(/^Preciso de ajuda: Pontos usados, /)).toBe(
    `/atendimento/novo/participacao/${spent?.transaction_id}`,
  )
  expect(linkTo(/^Preciso de ajuda: Pontos ganhos, Café do Pátio, /)).toBe(
    `/atendimento/novo/nota/${earned?.purchase_id}`,
  )
})

test('a points debt is explained, and an empty statement links to registering a receipt', async () => {
  server.respond(readPointsCall, { ...samples.noPoints, debt: 30 })
  server.respond(pointsStatementCall, [])
  await openPage('/pontos')
  expect(screen.getByText(/Os próximos 30 pontos acertam/)).toBeTruthy()
  expect(screen.getByText('Seus pontos começam com a primeira nota fiscal.')).toBeTruthy()
  expect(linkTo('Cadastrar nota fiscal')).toBe('/notas/nova')
})

test('an appealed receipt without an estimate is mentioned without a number of points', async () => {
  server.respond(readPointsCall, { ...samples.noPoints, in_review: { points: 0, receipts: 0, appealed: 1 } })
  server.respond(pointsStatementCall, [])
  await openPage('/pontos')
  expect(screen.getByRole('region', { name: 'Saldo' }).textContent).not.toContain('em análise')
  expect(linkTo(/^1 nota em nova análise.*só são conhecidos depois da decisão/)).toBe('/notas')
  expect(screen.getByText('O extrato começa com a primeira nota aprovada.')).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Cadastrar nota fiscal' })).toBeNull()
})
