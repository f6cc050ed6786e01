import { clubDayOf, defaultTimeZone } from '@clube/contract/kernel/club-time.ts'
import { settlementHeader } from '@clube/contract/partner-points/settlement-calls.ts'
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { startOtherClub, type OtherClub } from './other-club.ts'
import { partnerPromotion } from './partner-steps.ts'
import { heading, toast } from './shopper-steps.ts'
import { signInStaff, staffPersonas } from './staff-steps.ts'

// Suspends the only partner of the demonstration, so it has a club of its own.
test.slow()

const { partner } = partnerPromotion
const dayMs = 86_400_000
const yesterday = clubDayOf(new Date(Date.now() - dayMs), defaultTimeZone)

const opened = (page: Page, name: string | RegExp) => page.getByRole('region', { name })
const tab = (page: Page, name: RegExp) =>
  page.getByRole('navigation', { name: 'Conciliação' }).getByRole('link', { name })
const chooseFile = (page: Page, name: string, lines: readonly string[]) =>
  page.getByLabel('Arquivo de liquidação', { exact: true }).setInputFiles({
    name,
    mimeType: 'text/csv',
    buffer: Buffer.from(`${lines.join('\r\n')}\r\n`),
  })

test.describe('the desk Conciliação', () => {
  let club: OtherClub
  test.beforeAll(async () => {
    club = await startOtherClub('e2e/club.ts')
  })
  test.afterAll(() => club.stop())

  test('a settlement file is imported after its errors are fixed, differences are decided by keyboard, and a refund needs two people @staff', async ({
    page,
    openAnotherDevice,
    scanA11y,
  }) => {
    await signInStaff(page, staffPersonas.second_reconciler, `${club.url}/equipe`)
    await expect(heading(page, 'Conciliação')).toBeVisible()
    await expect(page.getByText('Trocas ligadas')).toBeVisible()
    await scanA11y('the differences')

    await test.step('a file with errors is refused, with the line of each error', async () => {
      await tab(page, /^Arquivos/).click()
      await chooseFile(page, 'com-erro.csv', [
        settlementHeader,
        `L1;;debito;muitos;${yesterday}T15:00:00Z`,
        `L2;;debito;500;2020-01-01T15:00:00Z`,
      ])
      await page.getByRole('button', { name: 'Importar' }).click()
      const result = opened(page, 'com-erro.csv')
      await expect(result.getByText('Nada foi importado. Corrija o arquivo e envie de novo.')).toBeVisible()
      const errors = result.getByRole('table', { name: 'Erros do arquivo' })
      await expect(errors.getByRole('row')).toHaveText([
        /Linha/,
        '2Os pontos devem ser um número inteiro de 1 a 10000000.',
        '3A data está fora do período informado.',
      ])
      await scanA11y('a refused settlement file')
    })

    await test.step('the corrected file is imported, and its line without a redemption is only theirs', async () => {
      await chooseFile(page, 'corrigido.csv', [settlementHeader, `L1;;debito;700;${yesterday}T15:00:00Z`])
      await page.getByRole('button', { name: 'Importar' }).click()
      await expect(
        opened(page, 'corrigido.csv').getByText('Conferido. As diferenças estão na aba Conferência.'),
      ).toBeVisible()
      await scanA11y('an imported settlement file')
      await tab(page, /^Conferência/).click()
      await page.keyboard.press('t')
      await expect(page.getByRole('button', { name: 'Débito L1' })).toBeVisible()
    })

    await test.step('the difference is opened, compared and decided by keyboard', async () => {
      await page.keyboard.press('l')
      await page.keyboard.press('Enter')
      await expect(opened(page, 'Débito L1').getByText('Nada registrado')).toBeVisible()
      await scanA11y('a difference with both sides')
      await page.keyboard.press('d')
      await page.keyboard.type('Cobrança de teste do parceiro, que ele cancela amanhã.')
      await page.getByRole('button', { name: 'Registrar', exact: true }).click()
      await expect(toast(page, 'Decisão registrada.')).toBeVisible()
      await page.getByRole('button', { name: 'Decididos' }).click()
      await expect(page.getByRole('row', { name: /L1/ })).toContainText('Cobrança de teste do parceiro')
    })

    await test.step('the list of a state is downloaded as a table', async () => {
      const download = page.waitForEvent('download')
      await page.getByRole('link', { name: 'Baixar “Só deles” em CSV' }).click()
      const file = await (await download).createReadStream()
      const content = Buffer.concat(await file.toArray()).toString()
      expect(content).toContain('L1')
    })

    await test.step('a redemption that the partner contradicts is asked about again', async () => {
      await tab(page, /^Resgates a decidir/).click()
      await expect(page.getByRole('table', { name: /^Resgates a decidir/ })).toBeVisible()
      await page.keyboard.press('l')
      await page.keyboard.press('Enter')
      await expect(opened(page, /^Resgate /)).toBeVisible()
      await scanA11y('a redemption to decide')
      await page.keyboard.press('p')
      await page.keyboard.type('O parceiro diz que corrigiu.')
      await page.getByRole('dialog').getByRole('button', { name: 'Perguntar de novo' }).click()
      await expect(toast(page, 'O parceiro será perguntado de novo.')).toBeVisible()
    })

    await test.step('the refund that another member proposed is confirmed', async () => {
      await tab(page, /^Devoluções/).click()
      await page
        .getByRole('row', { name: /Espera outra pessoa/ })
        .getByRole('button')
        .click()
      await expect(
        opened(page, /^Devolução do resgate/).getByText('O parceiro não tem este débito.'),
      ).toBeVisible()
      await scanA11y('a proposed refund')
      await page.getByRole('button', { name: 'Confirmar devolução' }).click()
      await page.getByRole('button', { name: 'Sim, confirmar' }).click()
      await expect(
        toast(page, 'Devolução confirmada. O parceiro foi avisado para devolver os pontos.'),
      ).toBeVisible()
    })

    await test.step('the member who proposes a refund cannot confirm it', async () => {
      const first = await openAnotherDevice()
      await signInStaff(first, staffPersonas.reconciler, `${club.url}/equipe`)
      await expect(first.getByRole('group', { name: 'Situação' })).toBeVisible()
      await first.keyboard.press('c')
      await expect(first.getByRole('table', { name: /^Conferido/ })).toBeVisible()
      await first.keyboard.press('l')
      await first.keyboard.press('Enter')
      await first.keyboard.press('r')
      await first.keyboard.type('O cliente pediu a devolução ao SAC.')
      await first.getByRole('dialog').getByRole('button', { name: 'Propor devolução' }).click()
      await expect(toast(first, 'Devolução proposta. Agora outra pessoa confirma.')).toBeVisible()
      await tab(first, /^Devoluções/).click()
      await first
        .getByRole('row', { name: /Espera outra pessoa/ })
        .getByRole('button')
        .click()
      await expect(first.getByText('Você propôs esta devolução: quem confirma é outra pessoa.')).toBeVisible()
      await expect(first.getByRole('button', { name: 'Confirmar devolução' })).toHaveCount(0)
    })

    await test.step('the figures by day have both sides', async () => {
      await tab(page, /^Por dia/).click()
      await expect(page.getByRole('img', { name: /^Pontos debitados por dia/ })).toBeVisible()
      await scanA11y('the figures by day')
    })

    await test.step('the partner is suspended with a reason, and customers are told', async () => {
      await page.getByRole('button', { name: 'Suspender trocas' }).click()
      await page.getByLabel('Motivo').fill('Débitos em dobro desde as 10h.')
      await scanA11y('suspending a partner')
      await page.getByRole('button', { name: 'Suspender agora' }).click()
      await expect(toast(page, `Trocas com o ${partner} suspensas.`)).toBeVisible()
      await expect(page.getByText('Trocas suspensas')).toBeVisible()
    })
  })
})
