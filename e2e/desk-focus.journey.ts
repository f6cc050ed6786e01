import { randomInt } from 'node:crypto'
import type { Page } from '@playwright/test'
import { checkDigit } from '@clube/contract/brazil/check-digits.ts'
import { formatCnpj } from '@clube/contract/brazil/cnpj.ts'
import * as campaignCalls from '@clube/contract/campaigns/campaign-staff-calls.ts'
import { deleteDraftCall, saveDraftCall } from '@clube/contract/campaigns/draft-calls.ts'
import { publishDocumentCall } from '@clube/contract/consent/staff-calls.ts'
import * as sessionCalls from '@clube/contract/event-tickets/staff-calls.ts'
import { adjustPointsCall } from '@clube/contract/points/adjustment-calls.ts'
import { saveShopCall } from '@clube/contract/receipts/receipt-staff-calls.ts'
import { verifyAuditCall } from '@clube/contract/staff/audit-calls.ts'
import { rejectStaffChangeCall } from '@clube/contract/staff/change-calls.ts'
import * as memberCalls from '@clube/contract/staff/management-calls.ts'
import { importShopsCall, shopFileHeader } from '@clube/contract/receipts/shop-import-calls.ts'
import { addStaffSession, createEvent, createEventSession, submitEvent } from './event-steps.ts'
import { expect, test } from './fixtures.ts'
import { expectFocusKept, pressTwice } from './focus-steps.ts'
import { heading, newCustomer, toast } from './shopper-steps.ts'
import { joinByApi, staffPersonas } from './staff-steps.ts'

// One test per desk that prepares or controls what customers see, each with data of its own.
test.slow()

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })

test('Lojas: saving and importing shops keep the focus, and a double click saves once', async ({
  page,
  context,
  baseURL,
}) => {
  await addStaffSession(context, baseURL, staffPersonas.marketing)
  await page.goto('/equipe/lojas')
  const name = `Loja ${randomInt(1_000_000_000)}`
  await button(page, 'Nova loja').press('Enter')
  await expect(page.getByLabel('Nome da loja')).toBeFocused()
  await page.getByLabel('Nome da loja').fill(name)
  await page.getByLabel('CNPJ', { exact: true }).fill(unusedCnpj())
  const done = toast(page, 'Loja salva.')
  await pressTwice(page, 'saving a new shop', {
    button: button(page, 'Salvar'),
    call: saveShopCall,
    done,
  })

  await page.getByLabel('Buscar por nome ou CNPJ').fill(name)
  await expect(button(page, name)).toHaveCount(1)
  await button(page, name).press('Enter')
  await page.getByRole('radio', { name: 'Não participa' }).check()
  await button(page, 'Salvar').press('Enter')
  await expect(page.getByRole('row').filter({ hasText: name })).toContainText('Não participa')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expectFocusKept(page, 'saving a shop')

  await button(page, 'Carregar arquivo').press('Enter')
  await page.getByLabel('Arquivo', { exact: true }).setInputFiles({
    name: 'lojas.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`${shopFileHeader}\n${unusedCnpj()};${name} importada;;\n123;Loja sem CNPJ;;\n`),
  })
  await expect(page.getByText(/^Linha 3:/)).toBeVisible()
  await expectFocusKept(page, 'previewing a file')
  await pressTwice(page, 'importing shops', {
    button: button(page, 'Carregar 1 loja'),
    call: importShopsCall,
    done: toast(page, '1 loja carregada.'),
  })
})

test('Pontos: an adjustment keeps the focus, and a double click adds the points once', async ({
  page,
  context,
  baseURL,
}) => {
  const { document_id } = await joinByApi(baseURL)
  await addStaffSession(context, baseURL, staffPersonas.approver)
  await page.goto('/equipe/pontos')
  const document = page.getByRole('textbox', { name: 'CPF ou CNPJ' })
  await document.fill(document_id)
  await document.press('Enter')
  await expect(page.getByRole('heading', { name: newCustomer.name })).toBeFocused()
  await page.getByRole('textbox', { name: 'Pontos' }).fill('250')
  await page.getByRole('radio', { name: 'Cortesia do clube' }).check()
  await page.getByRole('textbox', { name: /^Explicação/ }).fill('A fila do balcão demorou demais.')
  await button(page, 'Dar 250 pontos').press('Enter')
  await expectFocusKept(page, 'submitting an adjustment')
  await pressTwice(page, 'adjusting points', {
    button: button(page, 'Confirmar: dar 250 pontos'),
    call: adjustPointsCall,
    done: page.getByText('250 pontos', { exact: true }),
  })
})

test('Auditoria: verifying, filtering by a subject and removing the filters keep the focus', async ({
  page,
  context,
  baseURL,
}) => {
  await addStaffSession(context, baseURL, staffPersonas.auditor)
  await page.goto('/equipe/auditoria')
  await pressTwice(page, 'verifying the audit trail', {
    button: button(page, 'Verificar cadeia'),
    call: verifyAuditCall,
    done: toast(page, 'A trilha inteira será verificada. Acompanhe em Provas automáticas.'),
  })
  await page
    .getByTitle(/^Ver tudo sobre/)
    .first()
    .press('Enter')
  await expect(page.getByLabel(/^Sobre/)).not.toHaveValue('')
  await expectFocusKept(page, 'showing the lines about a subject')
  await button(page, 'Limpar').press('Enter')
  await expect(button(page, 'Limpar')).toHaveCount(0)
  await expectFocusKept(page, 'removing the filters')
})

test('Pessoas: inviting, disabling, enabling and proposing roles keep the focus, and a double click invites once', async ({
  page,
  context,
  baseURL,
}) => {
  const name = `Nova Pessoa ${letters()}`
  const email = `foco.${randomInt(1_000_000_000)}@exemplo.com.br`
  await addStaffSession(context, baseURL, staffPersonas.administrator)
  await page.goto('/equipe/pessoas')
  await button(page, 'Convidar').press('Enter')
  await expect(page.getByLabel('Nome completo')).toBeFocused()
  await page.getByLabel('Nome completo').fill(name)
  await page.getByRole('textbox', { name: 'E-mail' }).fill(email)
  await page.getByRole('checkbox', { name: 'Auditor' }).check()
  await pressTwice(page, 'inviting', {
    button: button(page, 'Enviar convite'),
    call: memberCalls.inviteStaffCall,
    done: toast(page, `Enviamos o convite para ${email}.`),
  })

  await page.getByLabel('Buscar por nome, e-mail ou papel').fill(email)
  await expect(button(page, name)).toHaveCount(1)
  await button(page, name).press('Enter')
  await button(page, 'Desativar acesso').press('Enter')
  await pressTwice(page, 'disabling', {
    button: button(page, 'Confirmar: desativar'),
    call: memberCalls.disableStaffCall,
    done: button(page, 'Reativar'),
  })
  await button(page, 'Reativar').press('Enter')
  await expect(button(page, 'Desativar acesso')).toBeVisible()
  await expectFocusKept(page, 'enabling')

  await page.getByRole('checkbox', { name: 'Validador' }).check()
  await pressTwice(page, 'proposing a sensitive role', {
    button: button(page, 'Salvar papéis'),
    call: memberCalls.changeStaffRolesCall,
    done: toast(page, 'Pedido feito. Falta a aprovação de outra pessoa que administra a equipe.'),
  })
  await button(page, /^A aprovar/).press('Enter')
  await expectFocusKept(page, 'choosing the list of changes')
  await button(page, name).press('Enter')
  await button(page, 'Retirar pedido').press('Enter')
  await pressTwice(page, 'withdrawing a proposal', {
    button: button(page, 'Confirmar: retirar'),
    call: rejectStaffChangeCall,
    done: toast(page, 'Pedido encerrado.'),
  })
})

test('Documentos: publishing a version and closing it keep the focus, and a double click publishes once', async ({
  page,
  context,
  baseURL,
}) => {
  const { slug } = await createEvent(baseURL)
  await addStaffSession(context, baseURL, staffPersonas.marketing)
  await page.goto(`/equipe/documentos/novo?kind=promotion_regulation&scope=${slug}&version=2.0`)
  await button(page, 'Começar do texto em vigor').press('Enter')
  await expect(page.getByLabel('Texto', { exact: true })).toHaveValue(/A entrada é gratuita/)
  await expectFocusKept(page, 'starting from the text in force')
  await button(page, 'Publicar').press('Enter')
  await expect(page.getByLabel(/^Para confirmar, digite/)).toBeFocused()
  await page.keyboard.type('2.0')
  await pressTwice(page, 'publishing', {
    button: button(page, 'Confirmar: publicar'),
    call: publishDocumentCall,
    done: heading(page, 'Documentos'),
  })
  const version = page.getByRole('row').filter({ hasText: '2.0' }).getByRole('button')
  await version.press('Enter')
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expectFocusKept(page, 'closing a version')
})

test('Promoções: saving and deleting a draft, pausing, resuming, ending and archiving keep the focus, and a double click acts once', async ({
  page,
  context,
  baseURL,
}) => {
  const { campaign_id } = await createEvent(baseURL)
  await addStaffSession(context, baseURL, staffPersonas.marketing)
  await page.goto('/equipe/promocoes/nova')
  await page.getByLabel('Nome', { exact: true }).fill(`Rascunho ${campaign_id}`)
  await pressTwice(page, 'saving an incomplete draft', {
    button: button(page, 'Salvar rascunho'),
    call: saveDraftCall,
    done: page.getByRole('list', { name: 'O que falta' }),
  })
  await button(page, 'Apagar rascunho').press('Enter')
  await pressTwice(page, 'deleting a draft', {
    button: button(page, 'Confirmar: apagar'),
    call: deleteDraftCall,
    done: heading(page, 'Promoções'),
  })

  await page.goto(`/equipe/promocoes/${campaign_id}`)
  for (const [step, question, done] of [
    ['Pausar', 'Confirmar: pausar', 'Retomar'],
    ['Retomar', 'Confirmar: retomar', 'Pausar'],
    ['Encerrar', 'Confirmar: encerrar de vez', 'Arquivar'],
  ] as const) {
    await button(page, step).press('Enter')
    const confirm = button(page, question)
    await pressTwice(page, step, {
      button: confirm,
      call: campaignCalls.changeCampaignCall,
      done: button(page, done),
    })
  }
  await button(page, 'Arquivar').press('Enter')
  await pressTwice(page, 'Arquivar', {
    button: button(page, 'Confirmar: arquivar'),
    call: campaignCalls.changeCampaignCall,
    done: page.getByText(/^Arquivada: os clientes/),
  })
})

test('Aprovações: approving and returning a campaign keep the focus, and a double click decides once', async ({
  page,
  context,
  baseURL,
}) => {
  const approved = await submitEvent(baseURL)
  const returned = await submitEvent(baseURL)
  await addStaffSession(context, baseURL, staffPersonas.approver)
  await page.goto('/equipe/aprovacoes')
  await button(page, approved.title).press('Enter')
  await expect(heading(page, approved.title)).toBeFocused()
  await button(page, 'Ler a versão 1.0').press('Enter')
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(button(page, 'Ler a versão 1.0')).toBeFocused()
  await button(page, 'Aprovar').press('Enter')
  await pressTwice(page, 'approving a promotion', {
    button: button(page, 'Confirmar: aprovar'),
    call: campaignCalls.approveCampaignCall,
    done: heading(page, 'Aprovações'),
  })
  await button(page, returned.title).press('Enter')
  await button(page, 'Devolver').press('Enter')
  await page.getByLabel('O que precisa mudar?').fill('Falta a data no resumo.')
  await pressTwice(page, 'returning a promotion', {
    button: button(page, 'Devolver para quem escreveu'),
    call: campaignCalls.returnCampaignCall,
    done: heading(page, 'Aprovações'),
  })
})

test('Eventos: changing, cancelling and deleting sessions keep the focus, and a double click acts once', async ({
  page,
  context,
  baseURL,
}) => {
  const { campaign_id } = await createEvent(baseURL)
  const unused = await createEventSession(baseURL, campaign_id, { title: 'Sessão a apagar' })
  const cancelled = await createEventSession(baseURL, campaign_id, { title: 'Sessão a cancelar' })
  await addStaffSession(context, baseURL, staffPersonas.marketing)
  await page.goto(`/equipe/eventos/${cancelled.session_id}`)
  for (const [step, question, done] of [
    ['Encerrar reservas', 'Confirmar: encerrar', 'Reabrir reservas'],
    ['Reabrir reservas', 'Confirmar: reabrir', 'Encerrar reservas'],
  ] as const) {
    await button(page, step).press('Enter')
    await pressTwice(page, step, {
      button: button(page, question),
      call: sessionCalls.updateSessionCall,
      done: button(page, done),
    })
  }
  await button(page, 'Alterar').press('Enter')
  await page.getByLabel('Capacidade').fill('12')
  await pressTwice(page, 'changing a session', {
    button: button(page, 'Salvar'),
    call: sessionCalls.updateSessionCall,
    done: toast(page, 'Sessão alterada.'),
  })
  await button(page, 'Cancelar sessão').press('Enter')
  await page.getByLabel('Motivo').fill('Vai chover.')
  await page.getByLabel(/^Para confirmar, digite/).fill('0')
  await pressTwice(page, 'cancelling a session', {
    button: button(page, 'Cancelar a sessão'),
    call: sessionCalls.cancelSessionCall,
    done: page.getByText('Motivo: Vai chover.'),
  })
  await page.goto(`/equipe/eventos/${unused.session_id}`)
  await button(page, 'Apagar sessão').press('Enter')
  await pressTwice(page, 'deleting a session', {
    button: button(page, 'Confirmar: apagar'),
    call: sessionCalls.removeSessionCall,
    done: heading(page, 'Eventos'),
  })
})

/** Random letters for a unique name. */
const letters = (): string =>
  Array.from({ length: 8 }, () => String.fromCharCode(97 + randomInt(26))).join('')

/** A valid CNPJ that no shop has. */
function unusedCnpj(): string {
  const base = `${randomInt(10_000_000, 99_999_999)}0001`
  const first = checkDigit(base, 9)
  return formatCnpj(base + first + checkDigit(base + first, 9))
}
