import { beforeEach, describe, expect, test } from 'vitest'
import {
  decideSettlementItemCall,
  listSettlementItemsCall,
  listSettlementsCall,
  readSettlementFiguresCall,
  settlementItemsFile,
  startSettlementCall,
  type SettlementItem,
  type SettlementState,
} from '@clube/contract/partner-points/settlement-calls.ts'
import { filePath } from '@clube/contract/kernel/served-file.ts'
import { searchAudit } from '../audit/index.ts'
import { proveNow } from '../proofs/index.ts'
import {
  dataOf,
  partnerSlug,
  sendPart,
  settlementFileOf,
  startBodyOf,
  usePartnerClub,
} from './partner-club.testing.ts'

const club = usePartnerClub()
const desk = () => club.staff('ivo', 'reconciler')
const dayMs = 24 * 3_600_000

beforeEach(() => {
  club.clock.advance(dayMs)
})

const itemsIn = async (state: SettlementState, decision: 'waiting' | 'decided' | 'all' = 'all') =>
  dataOf(await desk().send(listSettlementItemsCall, { query: { partner: partnerSlug, state, decision } }))
const itemOf = async (state: SettlementState, transaction_id: string): Promise<SettlementItem | undefined> =>
  (await itemsIn(state)).find((item) => item.transaction_id === transaction_id)

const figures = async () =>
  dataOf(await desk().send(readSettlementFiguresCall, { query: { partner: partnerSlug } }))

const prove = async () => {
  for (const proof of club.promotion.proofs) expect(await proveNow(proof, club.clock.now())).toEqual([])
}

let references = 0
/** A line that names a participation of the club, or none. */
const lineOf = (key: string, { points = 2_000, type = 'debito', at = '2026-12-10T12:00:00-03:00' } = {}) =>
  `X${(references += 1)};${key};${type};${points};${at}`

test('each line of a settlement file is compared with the club’s record, in any order', async () => {
  const [matched, missing, other] = [await club.completed(), await club.completed(), await club.completed()]
  club.clock.advance(dayMs)
  const [line = ''] = club.settlementOf([matched.transaction_id])
  const [wrong = ''] = club.settlementOf([other.transaction_id])
  const unknown = lineOf('')
  const foreign = lineOf(club.newId())
  const imported = await club.importFile([unknown, wrong.replace(';2000;', ';2500;'), foreign, line])
  expect(imported).toMatchObject({ state: 'done', lines: 4, repeated_lines: 0, errors: [] })
  expect(await itemOf('matched', matched.transaction_id)).toMatchObject({
    our_points: 2_000,
    their_points: 2_000,
    redemption_state: 'completed',
    can_refund: true,
    decision: null,
  })
  expect(await itemOf('only_ours', missing.transaction_id)).toMatchObject({
    our_points: 2_000,
    their_points: null,
    protocol: missing.protocol,
  })
  expect(await itemOf('different_amount', other.transaction_id)).toMatchObject({
    our_points: 2_000,
    their_points: 2_500,
  })
  const theirs = (await itemsIn('only_theirs')).filter(({ reference }) =>
    [unknown, foreign].some((text) => text.startsWith(`${reference};`)),
  )
  expect(theirs).toMatchObject([
    { transaction_id: null, protocol: null, our_points: null, their_points: 2_000, can_refund: false },
    { transaction_id: null, protocol: null, our_points: null, their_points: 2_000, can_refund: false },
  ])
  const { our_balance, their_balance, states, days } = await figures()
  expect({ our_balance, their_balance }).toEqual({ our_balance: 6_000, their_balance: 8_500 })
  expect(states).toMatchObject({ matched: 1, only_ours: 1, only_theirs: 2, different_amount: 1 })
  expect(days.reduce((sum, { differences }) => sum + differences, 0)).toBe(4)
  expect(days.flatMap(({ debits, their_debits }) => [debits.points, their_debits.points])).toEqual(
    expect.arrayContaining([6_000]),
  )
  await prove()
})

test('a line of a later file settles what was missing, and the same file twice changes nothing', async () => {
  const missing = await club.completed()
  club.clock.advance(dayMs)
  await club.importFile([lineOf('')])
  expect(await itemOf('only_ours', missing.transaction_id)).toBeDefined()
  const lines = club.settlementOf([missing.transaction_id])
  const first = await club.importFile(lines)
  expect(first).toMatchObject({ state: 'done', lines: 1 })
  expect(await itemOf('only_ours', missing.transaction_id)).toBeUndefined()
  expect(await itemOf('matched', missing.transaction_id)).toBeDefined()
  const before = await figures()
  expect(await club.importFile(lines)).toEqual(first)
  // The same line in another file.
  expect(await club.importFile([...lines, lineOf('')])).toMatchObject({ lines: 1, repeated_lines: 1 })
  const after = await figures()
  expect(after.states.matched).toBe(before.states.matched)
  expect(after.their_balance).toBe(before.their_balance + 2_000)
  await prove()
})

test('a debit that is confirmed only after its line was imported is compared at once', async () => {
  const { id: campaign_id } = await club.partnerCampaign()
  const person = await club.linked()
  club.partner().misbehave('loses-answer', { operation: 'debit', requests: 'always' })
  const { request } = await club.send(person, campaign_id)
  club.partner().behave()
  club.partner().misbehave('closed', { operation: 'find-debit', requests: 'always' })
  club.clock.advance(dayMs)
  await club.importFile(club.settlementOf([request.transaction_id]))
  const { transaction_id } = request
  expect(await itemOf('only_theirs', transaction_id)).toMatchObject({
    redemption_state: 'processing',
    can_refund: false,
  })
  club.partner().behave()
  club.clock.advance(7_200_000)
  await club.promotion.purge()
  expect(await itemOf('only_theirs', transaction_id)).toBeUndefined()
  expect(await itemOf('matched', transaction_id)).toMatchObject({ redemption_state: 'completed' })
  await prove()
})

test('the line with the number of a redemption is paired with it, rather than another one about it', async () => {
  const { transaction_id } = await club.completed()
  club.clock.advance(dayMs)
  const [line = ''] = club.settlementOf([transaction_id])
  await club.importFile([lineOf(transaction_id), line, lineOf(transaction_id)])
  expect(await itemOf('matched', transaction_id)).toMatchObject({ reference: line.split(';')[0] })
  expect(
    (await itemsIn('only_theirs')).filter((item) => item.transaction_id === transaction_id),
  ).toHaveLength(2)
  await prove()
})

describe('a file in parts', () => {
  test('an interrupted import continues where it was, at any byte', async () => {
    const done = await club.completed()
    club.clock.advance(dayMs)
    const lines = [
      ...club.settlementOf([done.transaction_id]),
      ...Array.from({ length: 30 }, () => lineOf('')),
    ]
    const bytes = settlementFileOf(lines)
    const body = startBodyOf(bytes, { from_day: '2026-12-01', to_day: club.yesterday() })
    const start = async () => dataOf(await desk().send(startSettlementCall, { body }))
    const { import_id } = await start()
    const send = (offset: number, length: number) =>
      sendPart(desk(), { import_id, offset, part: bytes.subarray(offset, offset + length) })
    expect(dataOf(await send(0, 137))).toMatchObject({ state: 'receiving', received_bytes: 137 })
    expect(dataOf(await send(0, 137))).toMatchObject({ received_bytes: 137 })
    expect(await send(200, 50)).toMatchObject({ status: 409, code: 'partner-points.other-offset' })
    expect(await send(100, 100)).toMatchObject({ status: 409, code: 'partner-points.other-offset' })
    let { received_bytes } = await start()
    expect(received_bytes).toBe(137)
    while (received_bytes < bytes.length) ({ received_bytes } = dataOf(await send(received_bytes, 211)))
    expect(await start()).toMatchObject({ state: 'matching' })
    await club.promotion.purge()
    expect(await start()).toMatchObject({ state: 'done', lines: 31 })
    expect(dataOf(await send(0, 10))).toMatchObject({ state: 'done' })
    expect(await itemOf('matched', done.transaction_id)).toBeDefined()
  })

  test('other days start an incomplete import from the beginning', async () => {
    const bytes = settlementFileOf([lineOf(''), lineOf('')])
    const to_day = club.yesterday()
    const start = async (from_day: string) =>
      dataOf(await desk().send(startSettlementCall, { body: startBodyOf(bytes, { from_day, to_day }) }))
    const { import_id } = await start('2026-12-01')
    dataOf(await sendPart(desk(), { import_id, offset: 0, part: bytes.subarray(0, 60) }))
    expect(await start('2026-12-02')).toMatchObject({ import_id, received_bytes: 0, from_day: '2026-12-02' })
  })

  test('parts of unknown imports and invalid parts are refused', async () => {
    const bytes = settlementFileOf([lineOf('')])
    const body = startBodyOf(bytes, { from_day: '2026-12-01', to_day: club.yesterday() })
    const { import_id } = dataOf(await desk().send(startSettlementCall, { body }))
    const unknown = { import_id: club.newId(), offset: 0, part: bytes }
    expect(await sendPart(desk(), unknown)).toMatchObject({ status: 404 })
    expect(await sendPart(desk(), { import_id, offset: 0, part: new Uint8Array() })).toMatchObject({
      status: 422,
    })
    expect(await sendPart(desk(), { import_id, offset: 'x', part: bytes })).toMatchObject({ status: 422 })
    expect(await sendPart(desk(), { import_id, offset: -1, part: bytes })).toMatchObject({ status: 422 })
    const longer = Buffer.concat([bytes, bytes])
    expect(await sendPart(desk(), { import_id, offset: 0, part: longer })).toMatchObject({ status: 409 })
    const large = new Uint8Array(5 * 1024 * 1024 + 1)
    expect(await sendPart(desk(), { import_id, offset: 0, part: large })).toMatchObject({ status: 413 })
    for (const change of [
      { sha256: 'x' },
      { size_bytes: 0 },
      { size_bytes: 600 * 1024 * 1024 },
      { from_day: '2026-02-31', to_day: '2026-02-31' },
      { from_day: '0000-01-01' },
      { from_day: '2026-12-09', to_day: '2026-12-08' },
      { from_day: '2026-12-01', to_day: '2026-12-31' },
      { partner: 'outro' },
      { file_name: '' },
    ]) {
      const response = await desk().send(startSettlementCall, { body: { ...body, ...change } })
      expect([404, 422]).toContain(response.status)
    }
  })
})

describe('a file with errors', () => {
  test.each([
    [
      'another number of columns',
      'A1;;debito;2000',
      'A linha deve ter 5 colunas separadas por ponto e vírgula.',
    ],
    [
      'an empty number',
      ';;debito;2000;2026-12-10T12:00:00-03:00',
      'O lançamento deve ter de 1 a 64 letras, números, pontos, hífens ou barras.',
    ],
    [
      'a formula as number',
      '=cmd();;debito;2000;2026-12-10T12:00:00-03:00',
      'O lançamento deve ter de 1 a 64 letras, números, pontos, hífens ou barras.',
    ],
    [
      'a key of another form',
      'A1;123;debito;2000;2026-12-10T12:00:00-03:00',
      'A chave deve ser a que o clube enviou, ou ficar vazia.',
    ],
    ['another type', 'A1;;credito;2000;2026-12-10T12:00:00-03:00', 'O tipo deve ser debito ou devolucao.'],
    [
      'an inherited property as type',
      'A1;;constructor;2000;2026-12-10T12:00:00-03:00',
      'O tipo deve ser debito ou devolucao.',
    ],
    [
      'negative points',
      'A1;;debito;-2000;2026-12-10T12:00:00-03:00',
      'Os pontos devem ser um número inteiro de 1 a 10000000.',
    ],
    [
      'points with a decimal comma',
      'A1;;debito;2.000,00;2026-12-10T12:00:00-03:00',
      'Os pontos devem ser um número inteiro de 1 a 10000000.',
    ],
    [
      'too many points',
      'A1;;debito;99999999;2026-12-10T12:00:00-03:00',
      'Os pontos devem ser um número inteiro de 1 a 10000000.',
    ],
    [
      'a Brazilian date',
      'A1;;debito;2000;10/12/2026 12:00',
      'A data e hora deve ter a forma AAAA-MM-DDTHH:MM:SS, com a diferença para a hora universal.',
    ],
    [
      'an impossible date',
      'A1;;debito;2000;2026-13-45T12:00:00-03:00',
      'A data e hora deve ter a forma AAAA-MM-DDTHH:MM:SS, com a diferença para a hora universal.',
    ],
    [
      'a date outside of the period',
      'A1;;debito;2000;2026-10-10T12:00:00-03:00',
      'A data está fora do período informado.',
    ],
    ['a very long line', 'A'.repeat(500), 'A linha é longa demais.'],
  ])('a line with %s refuses the whole file', async (_, line, reason) => {
    const before = await figures()
    const imported = await club.importFile([lineOf(''), line])
    expect(imported).toMatchObject({ state: 'refused', errors: [{ line: 3, reason }] })
    expect(await figures()).toEqual(before)
  })

  test('a number that occurs twice in a file, or in an earlier file with other values, refuses it', async () => {
    const line = lineOf('')
    const changed = line.replace(';2000;', ';2001;')
    expect(await club.importFile([line, changed])).toMatchObject({
      state: 'refused',
      errors: [{ line: 3, reason: 'O arquivo tem este lançamento duas vezes.' }],
    })
    expect(await club.importFile([line])).toMatchObject({ state: 'done' })
    expect(await club.importFile([lineOf(''), changed])).toMatchObject({
      state: 'refused',
      errors: [{ line: 3, reason: 'Um arquivo anterior tem este lançamento com outros valores.' }],
    })
    await prove()
  })

  test.each([
    ['without the header', Buffer.from('A1;;debito;2000;2026-12-10T12:00:00-03:00\n')],
    ['of a spreadsheet program', Buffer.from('PK\u0003\u0004\u0000\u0000\n\u0000')],
    ['in UTF-16', Buffer.from('lancamento;chave;tipo;pontos;data_hora\n', 'utf16le')],
    ['of one long line', Buffer.alloc(100_000, 'x')],
    ['of empty lines', Buffer.from('\n\n\n')],
  ])('a file %s is refused with an error', async (_, bytes) => {
    const body = startBodyOf(bytes, { from_day: '2026-12-01', to_day: club.yesterday() })
    const { import_id } = dataOf(await desk().send(startSettlementCall, { body }))
    expect(dataOf(await sendPart(desk(), { import_id, offset: 0, part: bytes }))).toMatchObject({
      state: 'refused',
    })
    const lines = await searchAudit(club.database.db, {
      subject_id: import_id,
      cursor: null,
      limit: 5,
    } as never)
    expect(JSON.stringify(lines)).toContain('recusado com')
  })

  test('the byte order mark, line ends of Windows and empty lines are accepted, and a refused file can be sent again', async () => {
    const text = `\uFEFFlancamento;chave;tipo;pontos;data_hora\r\n\r\n${lineOf('')}\r\n${lineOf('')}`
    const bytes = Buffer.from(text)
    const body = startBodyOf(bytes, { from_day: '2026-01-01', to_day: '2026-01-31' })
    const first = dataOf(await desk().send(startSettlementCall, { body }))
    const { import_id } = first
    expect(dataOf(await sendPart(desk(), { import_id, offset: 0, part: bytes }))).toMatchObject({
      state: 'refused',
    })
    const again = { ...body, from_day: '2026-12-01', to_day: club.yesterday() }
    expect(dataOf(await desk().send(startSettlementCall, { body: again }))).toMatchObject({
      import_id,
      state: 'receiving',
      received_bytes: 0,
      errors: [],
    })
    dataOf(await sendPart(desk(), { import_id, offset: 0, part: bytes }))
    await club.promotion.purge()
    const [newest] = dataOf(await desk().send(listSettlementsCall, { query: { partner: partnerSlug } }))
    expect(newest).toMatchObject({ import_id, state: 'done', lines: 2, started_by: 'Nome de ivo' })
  })
})

test('a difference is decided once, with a reason and an audit line, and can then be found among the decided ones', async () => {
  const missing = await club.completed()
  club.clock.advance(dayMs)
  const line = lineOf('')
  await club.importFile([line])
  const ours = await itemOf('only_ours', missing.transaction_id)
  const theirs = (await itemsIn('only_theirs')).find(({ reference }) => line.startsWith(`${reference};`))
  for (const item of [ours, theirs]) {
    const { item_id = '', state = 'matched' } = item ?? {}
    const body = {
      item_id,
      state: state as 'only_ours' | 'only_theirs',
      reason: 'O parceiro confirmou por escrito.',
    }
    const decided = dataOf(await desk().send(decideSettlementItemCall, { body }))
    expect(decided.decision).toMatchObject({ reason: body.reason, by: 'Nome de ivo' })
    expect(dataOf(await desk().send(decideSettlementItemCall, { body }))).toEqual(decided)
    const again = { body: { ...body, reason: 'Outro motivo.' } }
    expect(await desk().send(decideSettlementItemCall, again)).toMatchObject({
      code: 'partner-points.item-changed',
    })
    expect((await itemsIn(state, 'waiting')).map((each) => each.item_id)).not.toContain(item_id)
    expect((await itemsIn(state, 'decided')).map((each) => each.item_id)).toContain(item_id)
    const other = { body: { ...body, state: 'different_amount' as const } }
    expect(await desk().send(decideSettlementItemCall, other)).toMatchObject({
      code: 'partner-points.item-changed',
    })
  }
  const unknown = { item_id: club.newId(), state: 'only_ours' as const, reason: 'Engano.' }
  expect(await desk().send(decideSettlementItemCall, { body: unknown })).toMatchObject({ status: 404 })
  const { lines } = await searchAudit(club.database.db, {
    subject_id: missing.transaction_id,
    action: 'partner-points.decide-item',
    cursor: null,
    limit: 5,
  })
  expect(lines).toMatchObject([
    {
      sentence: 'Decidiu uma diferença com o parceiro voe-mais (Só nosso): O parceiro confirmou por escrito.',
    },
  ])
})

test('the items are listed by page and downloaded as CSV', async () => {
  await club.importFile(Array.from({ length: 120 }, () => lineOf('')))
  const query = { partner: partnerSlug, state: 'only_theirs' as const }
  const seen: string[] = []
  let cursor: string | null | undefined
  do {
    const page = await desk().send(listSettlementItemsCall, { query: cursor ? { ...query, cursor } : query })
    seen.push(...dataOf(page).map(({ item_id }) => item_id))
    cursor = page.ok ? (page as { next_cursor?: string | null }).next_cursor : null
  } while (cursor)
  expect(seen.length).toBeGreaterThanOrEqual(120)
  expect(new Set(seen).size).toBe(seen.length)
  const url = club.url + filePath(settlementItemsFile, { partner: partnerSlug, state: 'only_theirs' })
  const file = await fetch(url, { headers: { cookie: 'staff=ivo.reconciler' } })
  const text = await file.text()
  expect(text.split('\r\n')).toHaveLength(seen.length + 2)
  expect(text).toContain('Só deles;Débito;;;X')
  const other = filePath(settlementItemsFile, { partner: 'outro', state: 'matched' })
  expect((await fetch(club.url + other, { headers: { cookie: 'staff=ivo.reconciler' } })).status).toBe(404)
})
