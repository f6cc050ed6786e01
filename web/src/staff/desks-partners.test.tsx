import { fireEvent, screen, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import * as desk from '@clube/contract/partner-points/desk-calls.ts'
import * as settlement from '@clube/contract/partner-points/settlement-calls.ts'
import { staffSessionCall } from '@clube/contract/staff/sign-in-calls.ts'
import { invalid, refusal, respond, unreachable } from '../testing/fake-server.ts'
import {
  deniedCase,
  deskPartner,
  interruptedImport,
  matchingImport,
  onlyOurs,
  proposedRefund,
  refusedImport,
  settlementImport,
  silentCase,
  suspendedPartner,
} from '../testing/partner-desk-samples.ts'
import { advanceTime } from '../testing/jsdom.ts'
import {
  change,
  confirm,
  expectFieldError,
  expectText,
  expectToast,
  press,
  server,
  settle,
  type,
} from '../testing/screen-test.tsx'
import { sampleId, sampleNow } from '../testing/samples.ts'
import { openAs, pressKey, reload, rows, setUpStaffScreens } from '../testing/staff-screen.tsx'
import { identity } from '../testing/staff-samples.ts'
import { syncServerTime } from '../platform/clock/server-clock.ts'

const pathOf = (tab: string) => `/conciliacao/${deskPartner.partner}/${tab}`
const panel = (name: string) => screen.getByRole('region', { name })
const buttonsOf = (name: string) =>
  within(panel(name))
    .getAllByRole('button')
    .map(({ textContent }) => textContent)

setUpStaffScreens()
beforeEach(() => {
  vi.useFakeTimers({ now: new Date(sampleNow) })
  syncServerTime(sampleNow)
})

test('the desk opens the differences of the first partner, and another partner keeps the tab', async () => {
  await openAs('reconciler', '/conciliacao')
  expect(window.location.pathname).toBe(`/equipe${pathOf('conferencia')}`)
  change('Programa parceiro', suspendedPartner.partner)
  await settle()
  expect(window.location.pathname).toBe(`/equipe/conciliacao/${suspendedPartner.partner}/conferencia`)
  expectText(/Débitos duplicados desde as 10h\./)
})

test('only reconcilers open the desk', async () => {
  await openAs('marketing', '/conciliacao')
  expectText('Sem permissão')
  expect(server.requestsOf(desk.listDeskPartnersCall)).toEqual([])
})

test('each state has its count, its list and its export, and a reload keeps the chosen list', async () => {
  await openAs('reconciler', pathOf('conferencia'))
  await pressKey('v')
  expect(rows()).toHaveLength(2)
  expect(rows()[1]).toContain('+ 500')
  expect(screen.getByRole('button', { name: '1.204 Conferido' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Baixar “Valor diferente” em CSV' }).getAttribute('href')).toBe(
    '/api/staff/partner-points/asa-fidelidade/different_amount/conciliacao.csv',
  )
  await press('Decididos')
  expectText('O parceiro corrige no próximo arquivo, conforme o e-mail de 20/11.')
  await reload(respond(staffSessionCall, { ...identity, roles: ['reconciler'] }))
  expect(screen.getByRole('button', { name: 'Decididos' }).ariaPressed).toBe('true')
  expect(server.requestsOf(settlement.listSettlementItemsCall).at(-1)?.query).toMatchObject({
    partner: 'asa-fidelidade',
    state: 'different_amount',
    decision: 'decided',
  })
  await pressKey('c')
  expect(server.requestsOf(settlement.listSettlementItemsCall).at(-1)?.query).toMatchObject({
    state: 'matched',
    decision: 'all',
  })
})

test('the side without a record lists no facts of the other side', async () => {
  await openAs('reconciler', pathOf('conferencia'))
  const titlesOf = (side: string) =>
    within(screen.getByRole('region', { name: side }))
      .queryAllByRole('term')
      .map(({ textContent }) => textContent)
  await press('Débito 2026-000123-4')
  expect(titlesOf('Nosso registro')).toEqual(['Protocolo', 'Resgate', 'Chave', 'Quando'])
  expect(titlesOf('Arquivo do parceiro')).toEqual([])
  await pressKey('t')
  await press('Débito ASA-90817202')
  expect(titlesOf('Nosso registro')).toEqual([])
  expect(titlesOf('Arquivo do parceiro')).toEqual(['Lançamento', 'Tipo', 'Quando'])
})

test('a difference is opened, compared and decided by keyboard, and the focus returns to the list', async () => {
  await openAs('reconciler', pathOf('conferencia'))
  await pressKey('l')
  expect(document.activeElement?.textContent).toBe('Débito 2026-000123-4')
  await press('Débito 2026-000123-4')
  expect(document.activeElement?.textContent).toBe('Débito 2026-000123-4')
  expect(
    within(screen.getByRole('region', { name: 'Arquivo do parceiro' })).getByText('Nada no arquivo'),
  ).toBeTruthy()
  await pressKey('d')
  await press('Registrar')
  expectText('Este campo não pode estar vazio')
  await type('O que foi apurado e decidido', 'CPF 529.982.247-25')
  await press('Registrar')
  expect(server.bodiesOf(settlement.decideSettlementItemCall)).toEqual([])
  await type('O que foi apurado e decidido', ' Entra no arquivo de amanhã. ')
  await press('Registrar')
  expectToast('Decisão registrada.')
  expect(server.bodiesOf(settlement.decideSettlementItemCall)).toEqual([
    { item_id: onlyOurs.item_id, state: 'only_ours', reason: 'Entra no arquivo de amanhã.' },
  ])
  expect(screen.queryByRole('region', { name: 'Débito 2026-000123-4' })).toBeNull()
  expect((document.activeElement as HTMLElement).dataset['row']).toBe('')
})

test('a refund is proposed with one id, which a retry after a lost response repeats', async () => {
  await openAs('reconciler', pathOf('conferencia'))
  await press('Débito 2026-000123-4')
  await pressKey('r')
  await type('Motivo', 'Resgate feito duas vezes.')
  server.respond(desk.proposeRefundCall, unreachable)
  const dialog = () => screen.getByRole('dialog')
  await press('Propor devolução', dialog())
  server.respond(desk.proposeRefundCall, { ...proposedRefund, is_own: true })
  await press('Propor devolução', dialog())
  expectToast('Devolução proposta. Agora outra pessoa confirma.')
  const [first, second] = server.bodiesOf(desk.proposeRefundCall)
  expect(first).toMatchObject({
    transaction_id: onlyOurs.transaction_id,
    reason: 'Resgate feito duas vezes.',
  })
  expect(second).toEqual(first)
})

test('what cannot be refunded or needs no decision offers neither', async () => {
  await openAs('reconciler', `${pathOf('conferencia')}?situacao=only_theirs`)
  await press('Débito ASA-90817202')
  expect(buttonsOf('Débito ASA-90817202')).toEqual(['Registrar decisão', 'Fechar'])
  await pressKey('c')
  await press('Débito 2026-000123-4')
  expect(buttonsOf('Débito 2026-000123-4')).toEqual(['Propor devolução', 'Fechar'])
})

test('a redemption is credited only with the same debit in the partner’s file, and ended only without one', async () => {
  const otherPoints = {
    ...deniedCase,
    transaction_id: sampleId(1762),
    protocol: '2026-000150-1',
    cause: 'other-points' as const,
    line: { ...deniedCase.line!, points: 1_900 },
  }
  await openAs(
    'reconciler',
    pathOf('resgates'),
    respond(desk.listCasesCall, [deniedCase, silentCase, otherPoints]),
  )
  await press(deniedCase.protocol)
  expect(buttonsOf('Resgate 2026-000138-0')).toEqual(['Perguntar de novo', 'Creditar os pontos', 'Fechar'])
  await press(silentCase.protocol)
  expect(buttonsOf('Resgate 2026-000141-3')).toEqual(['Perguntar de novo', 'Encerrar sem creditar', 'Fechar'])
  await press(otherPoints.protocol)
  expect(buttonsOf('Resgate 2026-000150-1')).toEqual(['Perguntar de novo', 'Fechar'])
  expectText(/Os pontos não são os do resgate/)
})

test('the partner is asked again with a reason, and a decision refused by the server stays open with its sentence', async () => {
  await openAs('reconciler', pathOf('resgates'))
  await press(silentCase.protocol)
  await pressKey('e')
  await type('Motivo', 'O parceiro confirmou por telefone que não debitou.')
  server.respond(desk.decideCaseCall, refusal('partner-points.debit-in-file'))
  await press('Encerrar sem creditar', screen.getByRole('dialog'))
  expectToast(desk.decideCaseCall.refusals['partner-points.debit-in-file'].message)
  expect(server.bodiesOf(desk.decideCaseCall)).toEqual([
    {
      transaction_id: silentCase.transaction_id,
      outcome: 'fail',
      reason: 'O parceiro confirmou por telefone que não debitou.',
    },
  ])
  await press('Fechar', screen.getByRole('dialog'))
  await pressKey('p')
  await type('Motivo', 'O parceiro voltou.')
  await press('Perguntar de novo', screen.getByRole('dialog'))
  expectToast('O parceiro será perguntado de novo.')
  expect(server.bodiesOf(desk.askAgainCall)).toEqual([
    { transaction_id: silentCase.transaction_id, reason: 'O parceiro voltou.' },
  ])
})

test('a refund is confirmed by a member other than the one who proposed it', async () => {
  await openAs('reconciler', pathOf('devolucoes'))
  await press('2026-000123-4')
  await press('Confirmar devolução')
  expectText(/1\.000 pontos do clube saem do saldo do cliente/)
  await confirm('Sim, confirmar')
  expect(server.bodiesOf(desk.confirmRefundCall)).toEqual([{ refund_id: proposedRefund.refund_id }])
})

test('the member who proposed a refund can only withdraw it, with a reason', async () => {
  await openAs(
    'reconciler',
    pathOf('devolucoes'),
    respond(desk.listRefundsCall, [{ ...proposedRefund, is_own: true }]),
  )
  await press('2026-000123-4')
  const name = 'Devolução do resgate 2026-000123-4'
  expect(buttonsOf(name)).toEqual(['Retirar proposta', 'Fechar'])
  await press('Retirar proposta')
  await type('Motivo', 'Proposta no resgate errado.')
  await press('Retirar proposta', screen.getByRole('dialog'))
  expect(server.bodiesOf(desk.withdrawRefundCall)).toEqual([
    { refund_id: proposedRefund.refund_id, reason: 'Proposta no resgate errado.' },
  ])
})

test('the partner is switched off with a reason in a dialog, so that two quick presses change nothing', async () => {
  await openAs('reconciler', pathOf('por-dia'))
  await press('Suspender trocas')
  await press('Suspender agora')
  expect(server.bodiesOf(desk.switchPartnerCall)).toEqual([])
  await type('Motivo', 'Débitos em dobro.')
  server.respond(desk.listDeskPartnersCall, [{ ...deskPartner, is_on: false }])
  await press('Suspender agora')
  expectToast('Trocas com o Asa Fidelidade suspensas.')
  expect(server.bodiesOf(desk.switchPartnerCall)).toEqual([
    { partner: 'asa-fidelidade', is_on: false, reason: 'Débitos em dobro.' },
  ])
  expect(screen.getByRole('button', { name: 'Retomar trocas' })).toBeTruthy()
})

const partBytes = settlement.settlementPartBytes
const large = () => new File([new Uint8Array(partBytes + 1_000)], 'asa-2026-11-20.csv')

async function chooseFile(file: File): Promise<void> {
  fireEvent.change(screen.getByLabelText('Arquivo de liquidação'), { target: { files: [file] } })
  await settle()
}
/** Waits until the file was read in pieces, which takes real time. */
const waitFor = (check: () => void) => vi.waitFor(async () => (await settle(), check()), { timeout: 20_000 })
const offsets = () =>
  server
    .bodiesOf(settlement.sendSettlementPartCall)
    .map((body) => (body as { offset: number; part: Blob }).offset)

test('a settlement file is sent in parts for the day before, and its result opens', async () => {
  vi.useRealTimers()
  const file = large()
  const receiving = { ...interruptedImport, size_bytes: file.size, received_bytes: 0 }
  await openAs(
    'reconciler',
    pathOf('arquivos'),
    respond(settlement.startSettlementCall, receiving),
    respond(
      settlement.sendSettlementPartCall,
      { ...receiving, received_bytes: partBytes },
      { ...settlementImport, import_id: receiving.import_id },
    ),
    respond(settlement.listSettlementsCall, [], [{ ...settlementImport, import_id: receiving.import_id }]),
  )
  await chooseFile(file)
  await press('Importar')
  await waitFor(() => expectText('Conferido. As diferenças estão na aba Conferência.'))
  expect(offsets()).toEqual([0, partBytes])
  expect(server.bodiesOf(settlement.startSettlementCall)).toMatchObject([
    { partner: 'asa-fidelidade', file_name: 'asa-2026-11-20.csv', size_bytes: file.size },
  ])
})

test('an interrupted upload continues where the server says, not from the beginning', async () => {
  vi.useRealTimers()
  const file = large()
  const receiving = { ...interruptedImport, size_bytes: file.size, received_bytes: 0 }
  await openAs(
    'reconciler',
    pathOf('arquivos'),
    respond(settlement.startSettlementCall, receiving, { ...receiving, received_bytes: partBytes }),
    respond(settlement.sendSettlementPartCall, unreachable, { ...settlementImport }),
  )
  await chooseFile(file)
  await press('Importar')
  await waitFor(() => expectText('Verifique sua conexão com a internet e tente novamente!'))
  await press('Continuar o envio')
  await waitFor(() => expect(offsets()).toEqual([0, partBytes]))
})

test('when another browser sent parts of the same file, the upload asks where to continue, but not forever', async () => {
  vi.useRealTimers()
  const file = large()
  const receiving = { ...interruptedImport, size_bytes: file.size, received_bytes: 0 }
  await openAs(
    'reconciler',
    pathOf('arquivos'),
    respond(settlement.startSettlementCall, receiving),
    respond(settlement.sendSettlementPartCall, refusal('partner-points.other-offset')),
  )
  await chooseFile(file)
  await press('Importar')
  await waitFor(() => expectText('Falta uma parte anterior do arquivo. O envio continua de onde parou.'))
  expect(server.requestsOf(settlement.startSettlementCall)).toHaveLength(2)
  expect(offsets()).toEqual([0, 0])
})

test('an upload ends when the server receives a part without making progress', async () => {
  vi.useRealTimers()
  const receiving = { ...interruptedImport, received_bytes: 0 }
  await openAs(
    'reconciler',
    pathOf('arquivos'),
    respond(settlement.startSettlementCall, receiving),
    respond(settlement.sendSettlementPartCall, receiving),
  )
  await chooseFile(large())
  await press('Importar')
  await waitFor(() => expectText('Ops, houve um erro inesperado!'))
  expect(offsets()).toEqual([0])
})

test('the errors of a refused file are listed by line', async () => {
  await openAs('reconciler', pathOf('arquivos'), respond(settlement.listSettlementsCall, [refusedImport]))
  await press('asa-2026-11-18.csv')
  expectText('Nada foi importado. Corrija o arquivo e envie de novo.')
  const errors = within(screen.getByRole('table', { name: 'Erros do arquivo' }))
  expect(errors.getAllByRole('row').map(({ textContent }) => textContent)).toContain(
    '12Os pontos devem ser um número inteiro de 1 a 10000000.',
  )
})

test('a file that is being compared is read again until it has a result', async () => {
  await openAs(
    'reconciler',
    pathOf('arquivos'),
    respond(settlement.listSettlementsCall, [matchingImport], [{ ...matchingImport, state: 'done' }]),
  )
  await press('asa-2026-11-20.csv')
  expectText(/está sendo conferido/)
  await advanceTime(2_000)
  expectText('Conferido. As diferenças estão na aba Conferência.')
})

test('an empty file and a period that has not ended are refused before anything is sent', async () => {
  await openAs('reconciler', pathOf('arquivos'))
  await chooseFile(new File([], 'vazio.csv'))
  expectText('O arquivo está vazio.')
  await chooseFile(new File(['lancamento'], 'asa.csv'))
  await type('Último dia', '2026-11-21')
  await press('Importar')
  expectText('O período precisa terminar até ontem.')
  expect(server.requestsOf(settlement.startSettlementCall)).toEqual([])
})

test('errors of the server are shown at the period or, for the name of the file, above the button', async () => {
  vi.useRealTimers()
  await openAs(
    'reconciler',
    pathOf('arquivos'),
    respond(
      settlement.startSettlementCall,
      refusal('partner-points.future-period'),
      invalid({ path: 'file_name', message: 'Retire documentos e contatos do texto.' }),
    ),
  )
  await chooseFile(new File(['lancamento'], 'asa.csv'))
  await press('Importar')
  await waitFor(() => expectFieldError('Último dia', 'O período precisa terminar até ontem.'))
  await press('Importar')
  await waitFor(() => expectText('Retire documentos e contatos do texto.'))
})

test('the figures by day show both sides as a plot and as numbers', async () => {
  await openAs('reconciler', pathOf('por-dia'))
  expect(
    screen.getByRole('img', {
      name: 'Pontos debitados por dia, de 15/11/2026 a 20/11/2026. Há diferenças em 2 dias.',
    }),
  ).toBeTruthy()
  expectText('+ 2.000')
  const table = within(screen.getByRole('table', { name: /^Lançamentos por dia/ }))
  expect(table.getAllByRole('row')[2]?.textContent).toBe(
    '19/11/202664.000 (31)63.500 (31)4.500 (2)2.500 (1)3',
  )
})
