import { expect, test } from './fixtures.ts'
import { heading, toast } from './shopper-steps.ts'
import { signInStaff, staffPersonas } from './staff-steps.ts'

// Two members of staff in two browsers.
test.slow()

test(
  'two members work on one ticket: one sees the other answering, and a change in between keeps the answer',
  { tag: '@staff' },
  async ({ page, scanA11y, openAnotherDevice }) => {
    await signInStaff(page, staffPersonas.service_agent)
    await expect(heading(page, 'Atendimentos')).toBeVisible()
    await expect(page.getByText('A lista se atualiza ao vivo.')).toBeVisible()
    await scanA11y('the queue of tickets')
    await page.keyboard.press('p')
    await expect(page.getByRole('log', { name: 'Conversa' })).toBeVisible()
    await expect(page.getByText('Ao vivo', { exact: true })).toBeVisible()
    await scanA11y('a ticket')
    const { pathname } = new URL(page.url())

    const other = await openAnotherDevice()
    await signInStaff(other, staffPersonas.service_supervisor, pathname)
    await expect(other.getByText('Ao vivo', { exact: true })).toBeVisible()
    await page.keyboard.press('m')
    await page.getByRole('button', { name: 'Recebemos e estamos vendo' }).click()
    await page.getByRole('button', { name: 'Usar este modelo' }).click()
    const answer = page.getByRole('textbox', { name: 'Resposta' })
    await expect(answer).toHaveValue(/^Olá, .+Recebemos o seu pedido \(SAC-/)
    await expect(other.getByText('Gilberto Ramos está respondendo.')).toBeVisible()

    await other.keyboard.press('c')
    await other.getByRole('combobox', { name: 'Prioridade' }).selectOption('Alta')
    await other.getByRole('button', { name: 'Guardar', exact: true }).click()
    await expect(toast(other, 'Categoria e prioridade guardadas.')).toBeVisible()
    // It arrives without reloading.
    await expect(page.getByText('Prioridade: Alta.')).toBeVisible()
    await expect(answer).toHaveValue(/^Olá, /)
    await scanA11y('a ticket that changed while an answer was written')
    await page.getByRole('button', { name: 'Já conferi' }).click()
    await answer.press('Control+Enter')
    await expect(toast(page, 'Resposta enviada.')).toBeVisible()
    await expect(other.getByRole('log').getByText(/Recebemos o seu pedido \(SAC-/)).toBeVisible()
    await expect(other.getByText('Gilberto Ramos está respondendo.')).toHaveCount(0)

    await other.goto('/equipe/atendimentos/busca')
    await other.getByRole('searchbox', { name: 'Protocolo, CPF, CNPJ ou palavras' }).fill('estacionamento')
    await other.getByRole('button', { name: 'Procurar' }).click()
    await expect(other.locator('mark').first()).toBeVisible()
    await other.goto('/equipe/atendimentos/numeros')
    const download = other.waitForEvent('download')
    await other.getByRole('link', { name: 'Baixar o período em CSV' }).click()
    expect((await download).suggestedFilename()).toBe('atendimentos.csv')
  },
)
