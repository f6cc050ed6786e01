import { randomInt } from 'node:crypto'
import type { Page } from '@playwright/test'
import { publishDocumentCall } from '../contract/src/consent/staff-calls.ts'
import { clubDayOf, defaultTimeZone, formatEnd } from '../contract/src/kernel/club-time.ts'
import {
  addStaffSession,
  createEvent,
  createEventSession,
  hoursFromNow,
  staffApiSession,
} from './event-steps.ts'
import { expect, test } from './fixtures.ts'
import { heading, toast } from './shopper-steps.ts'
import { signInStaff, staffPersonas } from './staff-steps.ts'

// Slow: three people in three browsers, and many axe scans.
test.slow()

const dayMs = 24 * 3_600_000
/** Noon of a day in the format of a date-time field. */
const noon = (daysFromNow: number): string =>
  `${clubDayOf(new Date(Date.now() + daysFromNow * dayMs), defaultTimeZone)}T12:00`

test('a campaign is drafted by one person, approved by another, shown to shoppers, and paused @staff', async ({
  page,
  openAnotherDevice,
  scanA11y,
}) => {
  const title = `Festival de Inverno ${randomInt(1_000_000)}`
  await signInStaff(page, staffPersonas.marketing, '/equipe/promocoes')
  await expect(heading(page, 'Promoções')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Natal no Ipê' })).toBeVisible()
  await scanA11y('Promoções')
  await page.getByRole('button', { name: 'Nova promoção' }).click()
  await expect(heading(page, 'Nova promoção')).toBeVisible()
  // A draft with almost every field missing is stored on the server.
  const incomplete = `${title} rascunho`
  await page.getByLabel('Nome', { exact: true }).fill(incomplete)
  await page.getByRole('button', { name: 'Salvar rascunho' }).click()
  await expect(heading(page, incomplete)).toBeVisible()
  await expect(page.getByRole('list', { name: 'O que falta' })).toBeFocused()
  await scanA11y('an incomplete draft')
  await page.goto('/equipe/promocoes')
  await page.getByRole('link', { name: incomplete }).click()
  await expect(page.getByLabel('Nome', { exact: true })).toHaveValue(incomplete)
  await fillPlan(page, title)

  // A draft without a regulation cannot be submitted.
  await expect(heading(page, title)).toBeVisible()
  await scanA11y('a draft')
  await page.getByRole('button', { name: 'Enviar para aprovação' }).click()
  await expect(toast(page, 'Ainda falta algo: veja a lista nesta página.')).toBeVisible()
  await page.getByRole('link', { name: 'Publicar' }).click()
  await expect(heading(page, 'Publicar versão')).toBeVisible()
  await publishRegulation(page)
  await scanA11y('Documentos')
  const sidebar = page.getByRole('navigation', { name: 'Mesas' })
  await sidebar.getByRole('link', { name: 'Promoções' }).click()
  await page.getByRole('button', { name: title }).click()
  await expect(page.getByText('Nada falta para a assinatura.')).toBeVisible()
  await page.getByRole('button', { name: 'Enviar para aprovação' }).click()
  await expect(page.getByText('Espera a assinatura de uma segunda pessoa')).toBeVisible()

  const shopper = await openAnotherDevice()
  const card = shopper.getByRole('link', { name: title })
  await shopper.goto('/promocoes')
  await expect(shopper.getByRole('link', { name: /Natal no Ipê/ })).toBeVisible()
  await expect(card).toHaveCount(0)

  const second = await openAnotherDevice()
  await signInStaff(second, staffPersonas.approver)
  await expect(heading(second, 'Aprovações')).toBeVisible()
  await scanA11y('Aprovações', second)
  await second.getByRole('button', { name: title }).click()
  await second.getByRole('button', { name: 'Ler a versão 1.0' }).click()
  await expect(second.getByText('A participação é gratuita.')).toBeVisible()
  await scanA11y('the regulation', second)
  await second.keyboard.press('Escape')
  await scanA11y('a campaign before approval', second)
  await second.getByRole('button', { name: 'Aprovar' }).click()
  await second.getByRole('button', { name: 'Confirmar: aprovar' }).click()
  await expect(toast(second, 'Promoção aprovada. Ela já está no ar.')).toBeVisible()

  await shopper.reload()
  await card.click()
  await expect(heading(shopper, title)).toBeVisible()

  await page.reload()
  // A double click only opens the confirmation.
  await page.getByRole('button', { name: 'Pausar' }).dblclick()
  await expect(page.getByRole('dialog', { name: 'Pausar?' })).toBeVisible()
  await page.getByRole('button', { name: 'Confirmar: pausar' }).click()
  await expect(toast(page, 'Promoção pausada.')).toBeVisible()
  await scanA11y('a paused campaign')
  await shopper.goto('/promocoes')
  await expect(shopper.getByRole('link', { name: /Natal no Ipê/ })).toBeVisible()
  await expect(card).toHaveCount(0)
})

test('a running campaign is extended by two people, and shoppers see its new end @staff', async ({
  page,
  context,
  baseURL,
  openAnotherDevice,
  scanA11y,
}) => {
  const { campaign_id, slug, title } = await createEvent(baseURL)
  const marketing = await staffApiSession(baseURL, staffPersonas.marketing)
  const document = '<p>A promoção termina mais tarde.</p>'
  const version = { kind: 'promotion_regulation' as const, scope: slug, version: '2.0', document }
  expect((await marketing.send(publishDocumentCall, { body: version })).status).toBe(200)

  await addStaffSession(context, baseURL, staffPersonas.marketing)
  await page.goto(`/equipe/promocoes/${campaign_id}`)
  const end = page.getByLabel('Novo término (se for prorrogada)')
  const propose = page.getByRole('button', { name: 'Propor a versão 2.0' })
  await end.fill(noon(10))
  await propose.click()
  await expect(page.getByText('O novo término deve ser depois do atual.')).toBeVisible()
  await expect(end).toBeFocused()
  await end.fill(noon(60))
  await propose.click()
  await expect(page.getByText(/^Nenhuma sessão aceita reservas depois do término atual\./)).toBeVisible()
  await scanA11y('a refused extension')
  await createEventSession(baseURL, campaign_id, {
    starts_at: hoursFromNow(24 * 50),
    sales_until: hoursFromNow(24 * 49),
  })
  await propose.click()
  await expect(page.getByText(/Prorroga o término de/)).toBeVisible()
  await scanA11y('a proposed extension')

  const second = await openAnotherDevice()
  await addStaffSession(second.context(), baseURL, staffPersonas.approver)
  await second.goto('/equipe/aprovacoes')
  const proposal = second.locator('.panel').filter({ hasText: title })
  await expect(proposal.getByText(/Prorroga o término de/)).toBeVisible()
  await scanA11y('an extension before approval', second)
  await proposal.getByRole('button', { name: 'Ler a versão 2.0' }).click()
  await expect(second.getByText('A promoção termina mais tarde.')).toBeVisible()
  await second.keyboard.press('Escape')

  const shopper = await openAnotherDevice()
  const newEnd = shopper.getByText(`até ${formatEnd(new Date(`${noon(60)}:00-03:00`), defaultTimeZone)}`)
  await shopper.goto(`/promocoes/${slug}`)
  await expect(heading(shopper, title)).toBeVisible()
  await expect(newEnd).toHaveCount(0)
  await proposal.getByRole('button', { name: 'Aprovar a prorrogação' }).click()
  await second.getByRole('button', { name: 'Confirmar: aprovar' }).click()
  await expect(toast(second, 'Prorrogação aprovada.')).toBeVisible()
  await shopper.reload()
  await expect(newEnd).toBeVisible()

  await page.reload()
  await page.getByRole('link', { name: 'Resultados' }).click()
  await expect(heading(page, `Resultados de ${title}`)).toBeVisible()
  await expect(page.getByText('Ninguém participou ainda.')).toBeVisible()
  await expect(page.getByRole('table', { name: 'Sessões' }).getByText(/^Sessão única/)).toBeVisible()
  await scanA11y('the results of a promotion')
})

async function fillPlan(page: Page, title: string): Promise<void> {
  await page.getByLabel('Tipo', { exact: true }).selectOption({ label: 'Ingressos' })
  await page.getByLabel('Nome', { exact: true }).fill(title)
  await page.getByLabel('Resumo', { exact: true }).fill('Música ao vivo na praça central.')
  await page.getByLabel('Descrição', { exact: true }).fill('Seis noites de música.\n\nA entrada é gratuita.')
  await page.getByLabel('Início', { exact: true }).fill(noon(-1))
  await page.getByLabel('Término', { exact: true }).fill(noon(20))
  await page.getByRole('checkbox', { name: 'Empresas (CNPJ)' }).check()
  await page.getByRole('button', { name: 'Salvar rascunho' }).click()
}

/** Publishes a regulation with hostile HTML after checking that the preview has no scripts. */
async function publishRegulation(page: Page): Promise<void> {
  await page.getByRole('radio', { name: /HTML/ }).check()
  await page
    .getByLabel('Texto', { exact: true })
    .fill('<h2>Regulamento</h2><p onclick="alert(1)">A participação é gratuita.</p><script>alert(1)</script>')
  const preview = page.getByRole('region', { name: 'Como vai ficar' })
  await expect(preview.getByText('A participação é gratuita.')).toBeVisible()
  await expect(preview.getByText(/Retirado por não ser permitido: .*script/)).toBeVisible()
  await preview.getByText('Prova do texto aceito').click()
  await expect(preview.getByText(/^[0-9a-f]{64}$/)).toBeVisible()
  await page.getByRole('button', { name: 'Publicar' }).click()
  await page.getByLabel(/^Para confirmar, digite/).fill(await page.getByLabel('Versão').inputValue())
  await page.getByRole('button', { name: 'Confirmar: publicar' }).click()
  await expect(heading(page, 'Documentos')).toBeVisible()
  await expect(page.getByText('Espera a assinatura', { exact: true }).last()).toBeVisible()
}
