import { unlinkPartnerCall } from '@clube/contract/partner-points/calls.ts'
import { personas } from '../server/seeds/demonstration/personas.ts'
import { partnerMembers } from '../server/seeds/demonstration/partner-members.ts'
import { demonstrationPartner } from '../server/seeds/demonstration/partner-points.ts'
import { expect, test } from './fixtures.ts'
import {
  accountNumber,
  failingAccounts,
  joinAs,
  linkAccount,
  partnerPromotion,
  pointsField,
  pointsSlider,
} from './partner-steps.ts'
import { heading, signIn, toast } from './shopper-steps.ts'

const { slug, title, partner } = partnerPromotion

test('an account is linked on the way to an exchange, which stays in processing while the partner is silent, also after a reload and on other pages', async ({
  page,
  context,
  baseURL,
  scanA11y,
}) => {
  await joinAs(context, baseURL)
  await page.goto(`/promocoes/${slug}`)
  await expect(page.getByText('De 1.000 a 20.000 pontos, de 500 em 500')).toBeVisible()
  await page.getByRole('link', { name: 'Resgatar' }).click()
  await expect(page.getByText(`Vincule sua conta ${partner} para continuar.`)).toBeVisible()
  await scanA11y('an exchange without a linked account')

  await test.step('a wrong proof is explained at its field, and the right one leads back to the exchange', async () => {
    await page.getByRole('link', { name: 'Vincular conta' }).click()
    await expect(heading(page, `Vincular conta ${partner}`)).toBeVisible()
    const account = accountNumber(failingAccounts.noAnswer)
    await linkAccount(page, account, '999999')
    await expect(
      page.getByText(`O ${partner} não confirmou esta conta. Confira o número e o código.`),
    ).toBeVisible()
    await scanA11y('linking an account')
    await linkAccount(page, account)
    await expect(toast(page, `Conta do ${partner} vinculada.`)).toBeVisible()
    await expect(heading(page, title)).toBeVisible()
  })

  await test.step('points are chosen by keyboard, and amounts between two steps are refused', async () => {
    await expect(pointsField(page)).toHaveValue('1.000')
    await pointsSlider(page).focus()
    await page.keyboard.press('ArrowRight')
    await expect(pointsField(page)).toHaveValue('1.500')
    await pointsField(page).fill('1700')
    await page.keyboard.press('Enter')
    await expect(page.getByText('Escolha entre 1.000 e 20.000 pontos, de 500 em 500.')).toBeVisible()
    await page.getByRole('button', { name: 'Mais 500 pontos' }).click()
    await expect(pointsField(page)).toHaveValue('2.000')
    await scanA11y('choosing points')
    await page.getByRole('button', { name: 'Ver quanto valem' }).click()
  })

  await test.step('the quote shows both amounts with its remaining time, and its confirmation is not a double press', async () => {
    await expect(page.getByRole('heading', { name: 'Confirme o resgate' })).toBeFocused()
    await expect(page.getByRole('timer')).toHaveText(/^4:\d\d|5:00$/)
    await expect(page.getByText(`2.000 pontos do ${partner}`)).toBeVisible()
    await expect(page.getByText('1.000 pontos do clube')).toBeVisible()
    await scanA11y('confirming a redemption')
    await page.getByRole('button', { name: 'Resgatar 1.000 pontos' }).click()
  })

  await test.step('without an answer of the partner it is in processing, also after a reload', async () => {
    await expect(page.getByText('Resgate em processamento. Não repita a operação.')).toBeVisible()
    await scanA11y('a redemption in processing')
    await page.reload()
    await expect(page.getByText('Resgate em processamento. Não repita a operação.')).toBeVisible()
  })

  await test.step('the redemption is found on the home page, among the participations and before another exchange', async () => {
    await page.goto('/')
    const now = page.getByRole('region', { name: 'Agora' })
    await expect(now.getByRole('link', { name: /^Resgate em processamento/ })).toBeVisible()
    await page.goto('/participacoes')
    await page.getByRole('link', { name: /^Ver resgate/ }).click()
    await expect(heading(page, 'Resgate de pontos')).toBeVisible()
    await page.goto(`/parceiros/resgatar/${slug}`)
    await expect(page.getByRole('link', { name: /^Resgate em processamento/ })).toBeVisible()
  })

  await test.step('the account cannot be unlinked meanwhile', async () => {
    await page.goto('/parceiros')
    await expect(heading(page, 'Parceiros')).toBeVisible()
    await scanA11y('the partners')
    await page.getByRole('button', { name: 'Desvincular' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Desvincular' }).click()
    await expect(
      toast(page, 'Há um resgate em processamento. Desvincule a conta quando ele terminar.'),
    ).toBeVisible()
  })
})

test('a refusal by the partner is shown with its sentence, and the account can then be unlinked', async ({
  page,
  context,
  baseURL,
  scanA11y,
}) => {
  await joinAs(context, baseURL)
  await page.goto(`/parceiros/${demonstrationPartner.slug}/vincular`)
  await linkAccount(page, accountNumber(failingAccounts.noBalance))
  await expect(toast(page, `Conta do ${partner} vinculada.`)).toBeVisible()
  await page.getByRole('link', { name: new RegExp(title) }).click()
  await page.getByRole('button', { name: 'Ver quanto valem' }).click()
  await page.getByRole('button', { name: 'Resgatar 500 pontos' }).click()
  await expect(page.getByText(`Saldo insuficiente no ${partner}.`)).toBeVisible()
  await scanA11y('a refused redemption')
  await page.getByRole('button', { name: 'Mudar os pontos' }).click()
  await expect(pointsField(page)).toBeFocused()

  await page.goto('/parceiros')
  await expect(page.getByText('Não concluído')).toBeVisible()
  await page.getByRole('button', { name: 'Desvincular' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Desvincular' }).click()
  await expect(toast(page, `Conta do ${partner} desvinculada.`)).toBeVisible()
  await expect(page.getByRole('link', { name: 'Vincular conta' })).toBeVisible()
})

test('an exchange above the configured value asks for the password in place, and its points are in the balance', async ({
  page,
  scanA11y,
}) => {
  const { maria } = personas
  const member = partnerMembers.find(({ document_id }) => document_id === maria.document_id)!
  await page.goto('/entrar')
  await signIn(page, maria)
  // An earlier attempt of this journey may have linked it.
  const unlinked = await page.request.post(unlinkPartnerCall.path, {
    headers: { 'x-requested-with': 'XMLHttpRequest', 'sec-fetch-site': 'same-origin' },
    data: { partner: demonstrationPartner.slug },
  })
  expect(unlinked.status()).toBe(200)

  await page.goto('/pontos')
  await page.getByRole('link', { name: /^Trocar pontos de um programa parceiro/ }).click()
  await page.getByRole('link', { name: 'Vincular conta' }).click()
  await linkAccount(page, member.member_number, member.proof)
  await page.getByRole('link', { name: new RegExp(title) }).click()
  await pointsField(page).fill('10000')
  await page.getByRole('button', { name: 'Ver quanto valem' }).click()
  const password = page.getByLabel('Sua senha')
  await password.fill('Girassol-99')
  await page.getByRole('button', { name: 'Resgatar 5.000 pontos' }).click()
  await expect(page.getByText('Senha atual incorreta.')).toBeVisible()
  await scanA11y('a redemption with a wrong password')
  await password.fill(maria.password)
  await page.getByRole('button', { name: 'Resgatar 5.000 pontos' }).click()
  await expect(page.getByRole('heading', { name: 'Concluído' })).toBeVisible()
  await expect(page.getByText('+ 5.000 pontos no seu saldo')).toBeVisible()
  await expect(page.getByText(/^Seus novos pontos valem até/)).toBeVisible()
  await scanA11y('a completed redemption')
  await page.getByRole('link', { name: 'Ver meus pontos' }).click()
  await expect(page.getByText('+ 5.000 pontos').first()).toBeVisible()
})
