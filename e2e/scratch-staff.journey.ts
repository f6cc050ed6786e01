import { randomInt } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createCampaignCall } from '@clube/contract/campaigns/campaign-staff-calls.ts'
import { publishDocumentCall } from '@clube/contract/consent/staff-calls.ts'
import type { Page } from '@playwright/test'
import type { ApiResponse } from '../server/src/testing/browser.ts'
import { addStaffSession, hoursFromNow, staffApiSession } from './event-steps.ts'
import { expect, test } from './fixtures.ts'
import { heading, toast } from './shopper-steps.ts'
import { staffPersonas } from './staff-steps.ts'

// Two members of staff act in turn, from the draft to the codes.
test.slow()

const dataOf = <Data>(response: ApiResponse<Data>): Data => {
  if (!response.ok) throw new Error(`Refused: ${JSON.stringify(response)}`)
  return response.data
}

/** A draft without prizes, whose regulation is published. */
async function draftCampaign(baseURL: string | undefined): Promise<{ campaign_id: string; title: string }> {
  const number = randomInt(100_000, 1_000_000)
  const slug = `raspou-ganhou-${number}`
  const title = `Raspou, ganhou ${number}`
  const marketing = await staffApiSession(baseURL, staffPersonas.marketing)
  const regulation = {
    kind: 'promotion_regulation' as const,
    scope: slug,
    version: '1.0',
    document: '<h2>Regulamento</h2><p>Digite o código impresso e raspe.</p>',
  }
  dataOf(await marketing.send(publishDocumentCall, { body: regulation }))
  const body = {
    slug,
    kind: 'scratch_card' as const,
    title,
    summary: 'Raspe o código impresso e veja na hora se ganhou.',
    description: 'As embalagens participantes trazem um código.',
    starts_at: hoursFromNow(-24),
    ends_at: hoursFromNow(24 * 5),
    redeem_until: null,
    audience: { document_types: ['cpf' as const], minimum_age: 18 },
    spend_rule: null,
    stock_total: null,
    limit_per_customer: null,
    legal: {
      certificate_number: `04.${number}/2026`,
      authority: 'SPA/MF',
      prize_list: [{ title: 'Café com bolo', quantity: 20, value_cents: 2_400 }],
    },
    regulation_version: '1.0',
    terms_version: null,
    settings: {},
  }
  const { campaign_id } = dataOf(await marketing.send(createCampaignCall, { body }))
  return { campaign_id, title }
}

/** Opens a tab's page of a campaign from its list. */
async function openInTab(page: Page, tab: string, title: string): Promise<void> {
  await page.goto('/equipe/raspadinhas')
  await page.getByRole('navigation', { name: 'Raspadinhas' }).getByRole('link', { name: tab }).click()
  await expect(heading(page, `Raspadinhas: ${tab}`)).toBeVisible()
  await page.getByRole('button', { name: title }).click()
}

test('two staff members set up scratch cards, from the settings and the deck to the codes and the board @staff', async ({
  page: marketing,
  context,
  baseURL,
  openAnotherDevice,
  scanA11y,
}) => {
  const { campaign_id, title } = await draftCampaign(baseURL)
  await addStaffSession(context, baseURL, staffPersonas.marketing)
  const approver = await openAnotherDevice()
  await addStaffSession(approver.context(), baseURL, staffPersonas.approver)

  await test.step('marketing fills in the prizes and the deck, and previews the shopper’s view', async () => {
    await marketing.goto(`/equipe/promocoes/${campaign_id}/editar`)
    await marketing.getByRole('button', { name: 'Adicionar ao baralho' }).click()
    const prize = marketing.getByRole('group', { name: 'Prêmio do baralho 1' })
    await prize.getByLabel('Nome do prêmio').fill('Café com bolo')
    await prize.getByLabel('Quantidade').fill('20')
    await prize.getByLabel('Valor de cada um').fill('2400')
    await prize.getByLabel('Onde retirar').fill('Balcão do Piso 1')
    await marketing.getByLabel('Cartões no baralho').fill('300')
    await marketing.getByLabel('Assinatura na entrega a partir de').fill('50000')
    await scanA11y('the settings of scratch cards', marketing)
    await marketing.getByRole('button', { name: 'Ver como o cliente vê' }).click()
    await expect(marketing.getByRole('region', { name: 'Raspadinha no celular do cliente' })).toContainText(
      'Retire em: Balcão do Piso 1, em até 30 dias.',
    )
    await scanA11y('the preview of scratch cards', marketing)
    await marketing.keyboard.press('Escape')
    await marketing.getByRole('button', { name: 'Salvar rascunho' }).click()
    await expect(marketing.getByText('Nada falta para a assinatura.')).toBeVisible()
    await marketing.getByRole('button', { name: 'Enviar para aprovação' }).click()
    await expect(marketing.getByText('Espera a assinatura de uma segunda pessoa')).toBeVisible()
  })

  await test.step('the approver reviews the contents of the deck and approves the campaign', async () => {
    await approver.goto('/equipe/aprovacoes')
    await approver.getByRole('button', { name: title }).click()
    await expect(approver.getByText('300 cartões: 20 com prêmio e 280 sem.')).toBeVisible()
    await expect(
      approver.getByText('Prêmios de R$ 500,00 ou mais são entregues com assinatura.'),
    ).toBeVisible()
    await scanA11y('scratch cards before approval', approver)
    await approver.getByRole('button', { name: 'Aprovar' }).click()
    await approver.getByRole('button', { name: 'Confirmar: aprovar' }).click()
    await expect(toast(approver, 'Promoção aprovada. Ela já está no ar.')).toBeVisible()
  })

  await test.step('marketing prepares the deck and cannot seal it', async () => {
    await openInTab(marketing, 'Códigos', title)
    await expect(marketing.getByText(/o baralho desta promoção ainda não foi lacrado/)).toBeVisible()
    await openInTab(marketing, 'Baralho', title)
    await marketing.getByRole('button', { name: 'Preparar baralho' }).click()
    await expect(marketing.getByText(/Você preparou este baralho/)).toBeVisible()
    await expect(marketing.getByRole('button', { name: 'Lacrar baralho' })).toHaveCount(0)
    await scanA11y('a prepared deck', marketing)
  })

  await test.step('the approver compares the commitment and seals the deck', async () => {
    const commitment = async (page: Page) =>
      (await page.getByRole('group', { name: /^Resumo/ }).innerText()).replace(/\s/g, '')
    await openInTab(approver, 'Baralho', title)
    const expected = await commitment(marketing)
    expect(await commitment(approver)).toBe(expected)
    await approver.getByRole('button', { name: 'Lacrar baralho' }).click()
    const typed = approver.getByLabel(/Os últimos 8 caracteres do resumo/)
    await typed.fill('00000000')
    await approver.getByRole('button', { name: 'Sim, lacrar' }).click()
    await expect(approver.getByText(/Não são os últimos 8 caracteres/)).toBeVisible()
    await scanA11y('the seal dialog with wrong characters', approver)
    await typed.fill(expected.slice(-8).toUpperCase())
    await approver.getByRole('button', { name: 'Sim, lacrar' }).click()
    await expect(toast(approver, 'Baralho lacrado. O resumo já é público.')).toBeVisible()
    await expect(approver.getByRole('link', { name: 'Ver a página pública da prova' })).toBeVisible()
    await scanA11y('a sealed deck', approver)
  })

  await test.step('marketing requests codes, and the approver approves the batch', async () => {
    await openInTab(marketing, 'Códigos', title)
    await marketing.getByLabel('Quantos códigos').fill('40')
    await marketing.getByLabel('Para quê').fill('Caixas da Livraria')
    await marketing.getByRole('button', { name: 'Pedir lote' }).click()
    await expect(toast(marketing, 'Lote pedido. Agora outra pessoa aprova.')).toBeVisible()
    await approver.goto('/equipe/raspadinhas/codigos')
    const batch = approver.getByRole('article', { name: 'Caixas da Livraria, 40 códigos' })
    await expect(batch.filter({ hasText: title })).toBeVisible()
    await scanA11y('batches that wait for approval', approver)
    await batch.filter({ hasText: title }).getByRole('button', { name: 'Aprovar lote' }).click()
    await approver.getByRole('button', { name: 'Sim, aprovar' }).click()
    await expect(toast(approver, 'Lote aprovado. O Marketing já pode baixar o arquivo.')).toBeVisible()
  })

  await test.step('the file is downloaded once, and the batch can then be voided', async () => {
    await marketing.reload()
    await marketing.getByRole('button', { name: 'Baixar códigos' }).click()
    await scanA11y('the download of codes', marketing)
    const download = marketing.waitForEvent('download')
    await marketing.getByRole('link', { name: 'Planilha (CSV)' }).click()
    const text = await readFile(await (await download).path(), 'utf8')
    expect(text.trim().split('\n')).toHaveLength(41)
    const batch = marketing.getByRole('article', { name: 'Caixas da Livraria, 40 códigos' })
    await expect(batch).toContainText('Baixado por')
    await expect(marketing.getByRole('button', { name: 'Baixar códigos' })).toHaveCount(0)
    await batch.getByRole('button', { name: 'Anular lote' }).click()
    await marketing.getByLabel('Por que este lote é anulado?').fill('A caixa se perdeu na entrega')
    await marketing.getByRole('dialog').getByRole('button', { name: 'Anular lote' }).click()
    await expect(toast(marketing, 'Lote anulado.')).toBeVisible()
    await expect(batch).toContainText('A caixa se perdeu na entrega')
  })

  await test.step('the board shows marketing the prizes by kind, but no individual prizes', async () => {
    await openInTab(marketing, 'Painel', title)
    await expect(marketing.getByRole('table', { name: 'Prêmios por tipo' })).toContainText('Produto')
    await expect(marketing.getByRole('table', { name: 'Cada prêmio' })).toHaveCount(0)
    await expect(marketing.getByText('Nenhuma raspadinha foi sorteada ainda.')).toBeVisible()
    await scanA11y('the board of scratch cards', marketing)
  })
})
