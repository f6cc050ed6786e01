import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { enterDocument, expectHome, heading, join, signIn, toast } from './shopper-steps.ts'
import { signInStaff, staffPersonas } from './staff-steps.ts'

/** Opens the customer's privacy page. */
const openPrivacy = async (page: Page) => {
  await page.goto('/privacidade')
  await expect(heading(page, 'Privacidade')).toBeVisible()
}

test('signing in cancels a requested account deletion', async ({
  page,
  context,
  scanA11y,
  openAnotherDevice,
}) => {
  // Two devices and many screens with axe scans take long on a busy machine.
  test.setTimeout(120_000)
  const { document_id, password } = await join(page)
  const other = await openAnotherDevice()
  await other.goto('/entrar')
  await signIn(other, { document_id, password, remember: true })

  await openPrivacy(page)
  const section = page.getByRole('region', { name: 'Excluir minha conta' })
  await expect(section).toContainText('Durante 30 dias')
  await expect(page.getByText('Ninguém da equipe viu os seus dados até agora.')).toBeVisible()
  await scanA11y('Privacidade with the account deletion')
  await section.getByRole('button', { name: 'Excluir minha conta' }).click()
  const dialog = page.getByRole('dialog', { name: 'Excluir a sua conta?' })
  await dialog.getByLabel('Senha atual').fill('Jabuticaba-1')
  await dialog.getByRole('button', { name: 'Pedir a exclusão' }).click()
  await expect(dialog.getByText('Senha atual incorreta.')).toBeVisible()
  await scanA11y('the deletion dialog with a wrong password')
  await dialog.getByLabel('Senha atual').fill(password)
  await dialog.getByRole('button', { name: 'Pedir a exclusão' }).click()
  const done = page.getByRole('dialog', { name: 'Pedido recebido' })
  await expect(done).toContainText(/Seus dados serão apagados em \d+ de \p{L}+ de \d{4}/u)
  await scanA11y('the confirmation of the deletion request')
  await done.getByRole('button', { name: 'Entendi' }).click()
  await expect(heading(page, 'Login')).toBeVisible()
  expect((await context.cookies()).map(({ name }) => name)).not.toContain('sid')

  // The remembered device does not sign in silently.
  await other.goto('/perfil')
  await expect(heading(other, 'Login')).toBeVisible()

  await enterDocument(page, document_id)
  await expect(heading(page, 'Bem vindo de volta!')).toBeVisible()
  await page.getByLabel('Senha', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Entrar', exact: true }).click()
  await expect(toast(page, 'O pedido de exclusão foi cancelado. Bom ter você de volta.')).toBeVisible()
  await expect(heading(page, 'Privacidade')).toBeVisible()
  await page.goto('/')
  await expectHome(page)
})

test('after a visit to the desk the customer sees who accessed their data and what was requested', async ({
  page,
  scanA11y,
  openAnotherDevice,
}) => {
  test.setTimeout(120_000)
  const { document_id, password } = await join(page)
  const desk = await openAnotherDevice()
  await desk.setViewportSize({ width: 1280, height: 800 })
  await signInStaff(desk, staffPersonas.attendant, '/equipe/balcao')
  await desk.getByRole('textbox', { name: 'Pessoa' }).fill(document_id)
  await desk.getByRole('button', { name: 'Procurar' }).click()
  const region = desk.getByRole('region', { name: 'Exclusão da conta' })
  await region.getByRole('button', { name: 'Pedir exclusão' }).click()
  const dialog = desk.getByRole('dialog', { name: 'Pedir a exclusão da conta' })
  for (const yes of await dialog.getByRole('radio', { name: 'Sim' }).all()) await yes.check()
  await dialog.getByRole('radio', { name: 'A própria pessoa pediu no balcão' }).check()
  await scanA11y('the deletion request at the desk', desk)
  await dialog.getByRole('button', { name: 'Registrar pedido' }).click()
  await expect(toast(desk, 'Pedido de exclusão registrado.')).toBeVisible()

  await page.goto('/entrar')
  await enterDocument(page, document_id)
  await page.getByLabel('Senha', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Entrar', exact: true }).click()
  await expectHome(page)
  await openPrivacy(page)
  const accesses = page.getByRole('region', { name: 'Quem viu meus dados' })
  await expect(accesses.getByRole('listitem')).toHaveText([
    /^Registrou o seu pedido de exclusãoAtendente \(Balcão\)/,
    /^Consultou o seu cadastro pelo documentoAtendente \(Balcão\)/,
  ])
  await scanA11y('Privacidade with data accesses')
})

test('acceptance of a promotion’s documents can be revoked; that of the club’s terms cannot', async ({
  page,
  scanA11y,
}) => {
  await join(page)
  // Accepts the terms as promotion pages do.
  const status = await page.evaluate(async () => {
    const response = await fetch('/api/marketing/consent/accept', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-requested-with': 'XMLHttpRequest' },
      body: JSON.stringify({ documents: [{ kind: 'event_terms', version: '1.0' }], service_channel: 'site' }),
    })
    return response.status
  })
  expect(status).toBe(200)
  await openPrivacy(page)
  const accepted = page.getByRole('region', { name: 'Documentos que você aceitou' })
  await expect(accepted.getByRole('listitem')).toHaveCount(3)
  await scanA11y('acceptances that can be revoked')
  await accepted.getByRole('button', { name: /^Revogar: / }).click()
  const dialog = page.getByRole('dialog', { name: 'Revogar este aceite?' })
  await expect(dialog).toContainText('deixa de valer para você a partir de agora')
  await scanA11y('the confirmation before revoking')
  await dialog.getByRole('button', { name: 'Sim, revogar' }).click()
  await expect(toast(page, 'Aceite revogado.')).toBeVisible()
  await expect(accepted.getByText(/Revogada em \d+ de/)).toBeVisible()
  await expect(accepted.getByRole('button', { name: /^Revogar: / })).toHaveCount(0)
  await expect(accepted).toContainText('só terminam com a exclusão dela')
})
