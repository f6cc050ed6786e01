import type { Page } from '@playwright/test'
import { startAtDeskCall } from '@clube/contract/campaigns/desk-calls.ts'
import {
  doorEntryCall,
  releaseNoShowsCall,
  undoAdmissionCall,
} from '@clube/contract/event-tickets/gate-calls.ts'
import { registerCall } from '@clube/contract/identity/account-calls.ts'
import { checkAccountCall } from '@clube/contract/identity/sign-in-calls.ts'
import { clubDayOf, defaultTimeZone } from '@clube/contract/kernel/club-time.ts'
import { deskCancelDeletionCall, deskRequestDeletionCall } from '@clube/contract/privacy/deletion-calls.ts'
import { registerReceiptCall } from '@clube/contract/receipts/receipt-calls.ts'
import { registerAtDeskCall } from '@clube/contract/receipts/receipt-desk-calls.ts'
import {
  approveReceiptCall,
  rejectReceiptCall,
  requestReceiptPhotoCall,
  reverseReceiptCall,
} from '@clube/contract/receipts/receipt-staff-calls.ts'
import { approveRecoveryCall, rejectRecoveryCall } from '@clube/contract/recovery/decision-calls.ts'
import { issueDeskCodeCall } from '@clube/contract/recovery/desk-calls.ts'
import { startReviewCall } from '@clube/contract/recovery/review-calls.ts'
import { proposeCorrectionCall, rejectCorrectionCall } from '@clube/contract/service-desk/correction-calls.ts'
import { TestBrowser } from '../server/src/testing/browser.ts'
import { registrationOf } from '../server/src/testing/joining.ts'
import { addStaffSession } from './event-steps.ts'
import { expect, test } from './fixtures.ts'
import { expectFocusKept, pressTwice } from './focus-steps.ts'
import { createEventWithSession, gateCounter, gateResult, openGate, validate } from './gate-steps.ts'
import { openAllPhotos } from './photo-request-steps.ts'
import { findReceipt, today, unusedReceiptKey } from './receipt-steps.ts'
import { heading, newCustomer, toast, unusedCpf } from './shopper-steps.ts'
import { joinByApi, requestRecovery, staffPersonas } from './staff-steps.ts'
import { reserveTickets } from './ticket-steps.ts'

// One test per desk that serves customers, each with a customer of its own.
test.slow()

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })

/** Answers every item of the checklists on the page. */
async function confirmChecklist(page: Page) {
  await expect(page.getByRole('radio', { name: 'Sim' }).first()).toBeVisible()
  for (const yes of await page.getByRole('radio', { name: 'Sim' }).all()) await yes.check()
}

test('Notas: requesting a photo, approving, rejecting and reversing receipts keep the focus, and a double click decides once', async ({
  page,
  context,
  baseURL,
}) => {
  const [approved = '', rejected = ''] = await registerReceipts(baseURL, 2)
  await addStaffSession(context, baseURL, staffPersonas.validator)
  await page.goto('/equipe/notas')
  await expect(heading(page, 'Notas')).toBeVisible()
  await findReceipt(page, approved)
  await pressTwice(page, 'requesting a photo', {
    button: button(page, 'Pedir foto ao cliente'),
    call: requestReceiptPhotoCall,
    done: toast(page, 'Foto pedida. O cliente vê o pedido em Minhas notas.'),
  })
  await button(page, 'Copiar a chave').press('Enter')
  await pressTwice(page, 'approving a receipt', {
    button: button(page, 'Aprovar'),
    call: approveReceiptCall,
    done: toast(page, 'Nota aprovada.'),
  })

  await findReceipt(page, rejected)
  await button(page, 'Recusar').press('Enter')
  const rejection = page.getByRole('dialog', { name: 'Recusar a nota' })
  await rejection.getByRole('radio').first().check()
  await pressTwice(page, 'rejecting a receipt', {
    button: rejection.getByRole('button', { name: 'Recusar' }),
    call: rejectReceiptCall,
    done: toast(page, 'Nota recusada.'),
  })

  await findReceipt(page, approved)
  await button(page, 'Estornar').press('Enter')
  const reversal = page.getByRole('dialog', { name: 'Estornar a nota' })
  await reversal.getByRole('textbox').fill('A compra foi cancelada na loja.')
  await pressTwice(page, 'reversing a receipt', {
    button: reversal.getByRole('button', { name: 'Estornar' }),
    call: reverseReceiptCall,
    done: toast(page, 'Nota estornada.'),
  })
})

test('Recuperações: starting a review, approving and rejecting a request keep the focus, and a double click decides once', async ({
  page,
  context,
  baseURL,
}) => {
  const { protocol } = await requestRecovery(page, baseURL, await joinByApi(baseURL))
  await addStaffSession(context, baseURL, staffPersonas.reviewer)
  await page.goto('/equipe/recuperacoes')
  await button(page, protocol).press('Enter')
  await expect(heading(page, `Pedido ${protocol}`)).toBeFocused()
  await pressTwice(page, 'starting a review', {
    button: button(page, /^Assumir a análise/),
    call: startReviewCall,
    done: page.getByText('Em análise'),
  })
  await openAllPhotos(page)
  await expectFocusKept(page, 'opening a photo')
  await confirmChecklist(page)
  await page.getByRole('radio', { name: 'E-mail informado' }).check()
  await pressTwice(page, 'approving a request', {
    button: button(page, 'Aprovar'),
    call: approveRecoveryCall,
    done: toast(page, 'Primeira aprovação dada. Falta a segunda.'),
  })
  await button(page, 'Recusar').press('Enter')
  await page.getByRole('radio', { name: 'A pessoa que tem este cadastro não reconhece o pedido.' }).check()
  await pressTwice(page, 'rejecting a request', {
    button: button(page, 'Recusar pedido'),
    call: rejectRecoveryCall,
    done: toast(page, 'Pedido recusado.'),
  })
})

test('Balcão: serving a customer keeps the focus, and a double click acts once', async ({
  page,
  context,
  baseURL,
}) => {
  const { document_id } = await joinByApi(baseURL)
  await addStaffSession(context, baseURL, staffPersonas.attendant)
  await page.goto('/equipe/balcao')
  const search = page.getByRole('textbox', { name: 'Pessoa' })
  const find = async () => {
    await search.fill(document_id)
    await search.press('Enter')
    await expect(page.getByRole('heading', { name: newCustomer.name })).toBeFocused()
  }
  await find()
  await button(page, 'Ver histórico').press('Enter')
  await expect(page.getByRole('heading', { name: 'Histórico' })).toBeFocused()

  await button(page, 'Ver promoções').press('Enter')
  const campaign = page.getByRole('listitem').filter({ hasText: 'Natal no Ipê' })
  await expect(campaign.getByText('Pode participar')).toBeVisible()
  await expectFocusKept(page, 'showing the promotions')
  await campaign.getByRole('button', { name: 'Abrir participação' }).press('Enter')
  await pressTwice(page, 'opening a participation', {
    button: button(page, 'Confirmar: abrir em Natal no Ipê'),
    call: startAtDeskCall,
    done: page.getByRole('heading', { name: 'Natal no Ipê' }),
  })
  await button(page, 'Continuar com esta pessoa').press('Enter')
  await expect(page.getByRole('heading', { name: newCustomer.name })).toBeVisible()
  await expectFocusKept(page, 'continuing with the same person')

  await page.getByRole('textbox', { name: 'Chave de acesso' }).fill(unusedReceiptKey())
  await page.getByRole('textbox', { name: 'Valor total da nota' }).fill('2500')
  await page.getByRole('textbox', { name: 'Data da compra' }).fill(today)
  await pressTwice(page, 'registering a receipt', {
    button: button(page, 'Cadastrar nota'),
    call: registerAtDeskCall,
    done: page.getByRole('form', { name: 'Nota fiscal em mãos' }).getByText(/aprovada/i),
  })

  await button(page, 'Corrigir nome ou nascimento').press('Enter')
  await expect(page.getByLabel('Nome como no documento')).toBeVisible()
  await expectFocusKept(page, 'starting a correction')
  const correction = page.getByRole('region', { name: 'Correção de dados' })
  await correction.getByLabel('Nome como no documento').fill('Ana Lúcia Figueira')
  for (const yes of await correction.getByRole('radio', { name: 'Sim' }).all()) await yes.check()
  await pressTwice(page, 'proposing a correction', {
    button: button(page, 'Pedir confirmação'),
    call: proposeCorrectionCall,
    done: button(page, 'Retirar a correção'),
  })
  await button(page, 'Retirar a correção').press('Enter')
  await pressTwice(page, 'withdrawing a correction', {
    button: button(page, 'Confirmar: retirar a correção'),
    call: rejectCorrectionCall,
    done: button(page, 'Corrigir nome ou nascimento'),
  })

  await confirmChecklist(page)
  await pressTwice(page, 'issuing a code', {
    button: button(page, 'Emitir código'),
    call: issueDeskCodeCall,
    done: page.getByText(/^\d{6}$/),
  })
  await button(page, 'Pronto, próxima pessoa').press('Enter')
  await expect(search).toBeFocused()

  await find()
  await button(page, 'Pedir exclusão').press('Enter')
  const dialog = page.getByRole('dialog')
  for (const yes of await dialog.getByRole('radio', { name: 'Sim' }).all()) await yes.check()
  await dialog.getByRole('radio', { name: 'A própria pessoa pediu no balcão' }).check()
  await pressTwice(page, 'requesting the deletion', {
    button: button(page, 'Registrar pedido'),
    call: deskRequestDeletionCall,
    done: toast(page, 'Pedido de exclusão registrado'),
  })
  await expect(search).toBeFocused()
  await find()
  await button(page, 'Cancelar o pedido de exclusão').press('Enter')
  await pressTwice(page, 'cancelling the deletion', {
    button: button(page, 'Confirmar: cancelar o pedido'),
    call: deskCancelDeletionCall,
    done: toast(page, 'Pedido de exclusão cancelado.'),
  })
  await expect(search).toBeFocused()
})

test('Portaria: admitting, undoing, releasing places and door entries keep the focus, and a double click counts once', async ({
  page,
  context,
  baseURL,
}) => {
  const { campaign_id, session_id } = await createEventWithSession(baseURL)
  const [ticket] = await reserveTickets(baseURL, { campaign_id, session_id, quantity: 1 })
  await addStaffSession(context, baseURL, staffPersonas.gate_supervisor)
  await openGate(page, session_id, 'Entrada C')
  await expectFocusKept(page, 'opening the gate')
  await validate(page, ticket?.short_code ?? '')
  await expect(gateResult(page)).toContainText('Liberado')
  await expectFocusKept(page, 'admitting a ticket')
  await button(page, 'Desfazer esta entrada').press('Enter')
  await pressTwice(page, 'undoing an admission', {
    button: button(page, 'Desfazer a entrada'),
    call: undoAdmissionCall,
    done: gateResult(page).getByText('Entrada desfeita'),
  })
  await button(page, 'Liberar lugares de quem não chegou').press('Enter')
  await pressTwice(page, 'releasing places', {
    button: button(page, 'Confirmar: liberar'),
    call: releaseNoShowsCall,
    done: toast(page, 'Lugares liberados: 1. Livres agora: 20.'),
  })
  await page.getByLabel('Pessoas sem ingresso').fill('3')
  await button(page, 'Deixar entrar').press('Enter')
  await pressTwice(page, 'admitting people at the door', {
    button: button(page, 'Confirmar: deixar entrar'),
    call: doorEntryCall,
    done: toast(page, '3 pessoas podem entrar. Lugares livres: 17.'),
  })
  await expect(gateCounter(page, 'Entradas aqui')).toHaveText('Entradas aqui3')
  await button(page, 'Trocar').press('Enter')
  await expect(heading(page, 'Portaria')).toBeFocused()
})

/** Receipts of a new customer that wait for staff. @returns their keys */
async function registerReceipts(baseURL: string | undefined, count: number): Promise<string[]> {
  const document_id = unusedCpf()
  const customer = new TestBrowser(baseURL ?? '')
  await customer.send(checkAccountCall, { body: { document_id, terms_id: 'shd_auth_terms' } })
  await customer.send(registerCall, { body: registrationOf(document_id) })
  const keys = Array.from({ length: count }, unusedReceiptKey)
  for (const receipt_key of keys) {
    const issued_on = clubDayOf(new Date(), defaultTimeZone)
    // Too much for automatic approval.
    const body = { receipt_key, amount_cents: 45_000, issued_on }
    const registered = await customer.send(registerReceiptCall, { body })
    if (!registered.ok) throw new Error(registered.message)
  }
  return keys
}
