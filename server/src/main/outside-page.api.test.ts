import { settlementHeader } from '@clube/contract/partner-points/settlement-calls.ts'
import { expect, test } from 'vitest'
import { personas } from '../../seeds/demonstration/personas.ts'
import { createHttpPartnerProgramme } from '../adapters/outside/http-partner-programme.ts'
import { systemRandom } from '../adapters/random/system-random.ts'
import { useClub } from '../testing/club.ts'

const club = useClub()

const readPage = async () => {
  const response = await fetch(`${club.url}/dev/outside`)
  return { policy: response.headers.get('content-security-policy'), text: await response.text() }
}
const act = (body: object, headers: Record<string, string> = {}) =>
  fetch(`${club.url}/dev/outside`, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: {
      'content-type': 'application/json',
      'x-requested-with': 'XMLHttpRequest',
      'sec-fetch-site': 'same-origin',
      ...headers,
    },
  }).then(({ status }) => status)
const carPark = () => {
  const { carPark: local } = club.counterparts()
  if (!local) throw new Error('The club has no car park')
  return local.server
}

test('/dev/outside shows the members of the partner, sample tickets and the books', async () => {
  carPark().enter({ ticket_number: 'T1', entered_at: new Date(Date.now() - 3_600_000).toISOString() })
  const { policy, text } = await readPage()
  expect(policy).toContain("default-src 'none'")
  expect(text).toContain('Programa parceiro Voe Mais')
  expect(text).toContain(personas.maria.document_id)
  // Phones show each row as a block, with the column's title in every cell.
  expect(text).toMatch(
    /<td data-title="Ticket">1\d{11}<\/td><td data-title="Situação na primeira consulta">carro, entrou há 2 h 20 min<\/td>/,
  )
  expect(text).toMatch(/<td data-title="Ticket">T1<\/td><td data-title="Veículo">carro<\/td>.*R\$\s14,00/)
  expect(text).toMatch(/<td data-title="Saldo">[\d.]+ pontos<\/td>/)
})

test('a failure switched on at /dev/outside is shown, and can be switched off', async () => {
  const failure = { action: 'misbehave', service: '*', misbehavior: 'silent', requests: 'always' }
  expect(await act({ ...failure, operation: 'apply' })).toBe(204)
  expect(carPark().settings()).toEqual([{ misbehavior: 'silent', operation: 'apply', requests: 'always' }])
  expect((await readPage()).text).toContain(
    '<li>Mudo: aceita e nunca responde nem executa – sempre, dar desconto</li>',
  )
  expect(await act({ action: 'behave', service: '*' })).toBe(204)
  expect(carPark().settings()).toEqual([])
})

test('a driver pays and leaves, and a member withdraws the permission, at /dev/outside', async () => {
  carPark().enter({ ticket_number: 'T2', entered_at: new Date(Date.now() - 3_600_000).toISOString() })
  await act({ action: 'leave', ticket_number: 'T2' })
  expect(carPark().tickets().at(-1)).toMatchObject({ due_cents: 14_00, ticket: { left_at: null } })
  await act({ action: 'pay', ticket_number: 'T2' })
  await act({ action: 'leave', ticket_number: 'T2' })
  expect(carPark().tickets().at(-1)).toMatchObject({
    due_cents: 0,
    ticket: { left_at: expect.any(String) as string },
  })
  await act({ action: 'revoke', service: 'voe-mais', member_number: '70001234' })
  const partner = club.counterparts().partners.get('voe-mais')
  expect(partner?.server.findMember('70001234')?.is_authorized).toBe(false)
})

test('other pages cannot switch failures on, and invalid requests are refused', async () => {
  const failure = { action: 'misbehave', service: '*', misbehavior: 'silent', requests: 1 }
  expect(await act(failure, { 'sec-fetch-site': 'cross-site' })).toBe(403)
  for (const body of [{}, { ...failure, misbehavior: 'explodes' }, { ...failure, requests: -1 }])
    expect(await act(body)).toBe(422)
  expect(carPark().settings()).toEqual([])
})

test('the texts of the books are escaped', async () => {
  carPark().enter({ ticket_number: '<button onclick="x">' })
  expect((await readPage()).text).toContain('&lt;button onclick=&quot;x&quot;&gt;')
})

test('the settlement file of the partner lists its debits and refunds before the day or the instant', async () => {
  const partner = club.counterparts().partners.get('voe-mais')
  if (!partner) throw new Error('The club has no partner')
  const { server, credentials } = partner
  const programme = createHttpPartnerProgramme({
    ...credentials,
    base_url: server.base_url(),
    clock: club.now,
    random: systemRandom,
  })
  const member_number = '70009012'
  const quoted = await programme.quote({ member_number, points: 800 })
  if (quoted.kind !== 'quoted') throw new Error('The quote was refused')
  const valid_until = new Date(club.now().getTime() + 60_000)
  const debit = { key: 'a1', member_number, points: 800, quote_reference: quoted.quote.reference }
  await programme.debit({ ...debit, valid_until })
  await programme.refund('a1')
  const read = (query: string) =>
    fetch(`${club.url}/dev/outside/voe-mais/liquidacao.csv${query}`).then((response) => response.text())
  const [header, ...earlier] = (await read('')).split('\n')
  expect(header).toBe(settlementHeader)
  // The debits of the demonstration.
  expect(earlier).toHaveLength(6)
  expect((await read('?hoje=sim')).split('\n').slice(-3)).toEqual([
    expect.stringMatching(/^D00000007;a1;debito;800;\d{4}-.*Z$/),
    expect.stringMatching(/^RD00000007;a1;devolucao;800;\d{4}-.*Z$/),
    '',
  ])
  expect((await fetch(`${club.url}/dev/outside/outro/liquidacao.csv`)).status).toBe(404)
})
