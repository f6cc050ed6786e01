import { approveRecoveryCall } from '@clube/contract/recovery/decision-calls.ts'
import type { Page } from '@playwright/test'
import { base32Code } from '../server/src/testing/authenticator.ts'
import { expect, test } from './fixtures.ts'
import { openAllPhotos } from './photo-request-steps.ts'
import { heading, join, newCustomer, toast } from './shopper-steps.ts'
import {
  enterPassword,
  invitationSentTo,
  joinByApi,
  requestRecovery,
  signInStaff,
  staffPersonas,
} from './staff-steps.ts'

// Slow: two people in two browsers, and many axe scans.
test.slow()

const row = (page: Page, name: string | RegExp) => page.getByRole('button', { name })

test('an invited staff member sets a password, enrolls an authenticator and signs in, which is audited @staff', async ({
  page,
  openAnotherDevice,
  scanA11y,
}) => {
  const email = `nova.${Date.now()}@exemplo.com.br`
  await page.goto('/equipe')
  await scanA11y('Entrada da equipe')
  await page.getByRole('button', { name: 'Continuar' }).click()
  await expect(page.getByText('Este campo não pode estar vazio').first()).toBeVisible()
  await scanA11y('Entrada da equipe with errors')
  await signInStaff(page, staffPersonas.administrator)
  await expect(heading(page, 'Pessoas da equipe')).toBeVisible()
  await expect(row(page, 'Bruno Lacerda')).toBeVisible()
  await scanA11y('Pessoas da equipe')

  await page.keyboard.press('n')
  await expect(page.getByLabel('Nome completo')).toBeFocused()
  await scanA11y('Convidar para a equipe')
  await page.keyboard.type('Nova Pessoa')
  await page.getByRole('textbox', { name: 'E-mail' }).fill(email)
  await page.getByRole('checkbox', { name: 'Auditor' }).check()
  await page.getByRole('button', { name: 'Enviar convite' }).click()
  await expect(toast(page, `Enviamos o convite para ${email}.`)).toBeVisible()
  // Only the invited person receives the secret link.
  await expect(page.getByText('/equipe/convite#')).toHaveCount(0)
  const revokedLink = await invitationSentTo(page, email)

  await page.getByLabel('Buscar por nome, e-mail ou papel').fill(email)
  await expect(page.getByText(/^Convite (enviado|a caminho)$/)).toBeVisible()
  await row(page, 'Nova Pessoa').click()
  await expect(page.getByText(/Vale até/)).toBeVisible()
  await scanA11y('an invited member')
  await page.getByRole('button', { name: 'Enviar convite de novo' }).click()
  const link = await invitationSentTo(page, email, 2)
  await page.keyboard.press('Escape')
  await page.getByLabel('Buscar por nome, e-mail ou papel').fill('')

  const other = await openAnotherDevice()
  await other.goto(revokedLink)
  await expect(
    other.getByText(
      'Este convite não vale mais. Se você já criou a senha, entre com ela. Se não, peça um novo a quem administra a equipe.',
    ),
  ).toBeVisible()
  await scanA11y('a revoked invitation', other)
  await other.goto('about:blank')
  await other.goto(link)
  await expect(other.getByText(email)).toBeVisible()
  expect(other.url()).not.toContain('#')
  await scanA11y('Boas-vindas à equipe', other)
  await other.getByLabel('Senha', { exact: true }).fill('Ventania-Boa-7')
  await other.getByLabel('Confirme a senha').fill('Ventania-Boa-7')
  await other.getByRole('button', { name: 'Continuar' }).click()
  await expect(other.getByRole('img', { name: 'QR Code para o aplicativo autenticador' })).toBeVisible()
  await scanA11y('Proteja a sua conta', other)
  const secret = (await other.getByText(/^([A-Z2-7]{4} ?){8}$/).textContent()) ?? ''
  await other.getByLabel('Código do aplicativo').fill(base32Code(secret, new Date()))
  await expect(heading(other, 'Guarde os seus códigos')).toBeVisible()
  await scanA11y('Guarde os seus códigos', other)
  const recovery_code = (await other.getByRole('listitem').first().textContent()) ?? ''
  await other.getByRole('checkbox', { name: 'Guardei os códigos em um lugar seguro' }).check()
  await other.getByRole('button', { name: 'Entrar', exact: true }).click()

  await expect(heading(other, 'Auditoria')).toBeVisible()
  await expect(other.getByText('Cadastrou o aplicativo do segundo fator e entrou.').first()).toBeVisible()
  await scanA11y('Auditoria', other)
  await other.keyboard.press('v')
  await expect(
    other.getByText('A trilha inteira será verificada. Acompanhe em Provas automáticas.'),
  ).toBeVisible()
  await other.getByLabel('Ação').selectOption('Convite')
  await expect(other.getByText('Convidou alguém para a equipe com os papéis: Auditor.').first()).toBeVisible()
  await other.getByLabel('Até').fill('2020-01-01')
  await expect(other.getByText('Nenhuma linha corresponde ao filtro.')).toBeVisible()
  await other.goto('/equipe/pessoas')
  await expect(heading(other, 'Sem permissão')).toBeVisible()
  await scanA11y('Sem permissão', other)
  await other.getByRole('button', { name: 'Sair' }).click()

  await enterPassword(other, email, 'Ventania-Boa-7')
  await other.getByRole('button', { name: 'Estou sem o celular' }).click()
  await scanA11y('Código de recuperação', other)
  await other.getByLabel('Código de recuperação').fill(recovery_code)
  await other.getByRole('button', { name: 'Entrar', exact: true }).click()
  await expect(heading(other, 'Auditoria')).toBeVisible()

  // A sensitive role waits for the second administrator.
  await page.getByLabel('Buscar por nome, e-mail ou papel').fill(email)
  await row(page, 'Nova Pessoa').click()
  await page.getByRole('checkbox', { name: 'Validador' }).check()
  await expect(page.getByText('valem depois que outra pessoa que administra aprovar')).toBeVisible()
  await page.getByRole('button', { name: 'Salvar papéis' }).click()
  await expect(
    toast(page, 'Pedido feito. Falta a aprovação de outra pessoa que administra a equipe.'),
  ).toBeVisible()
  const jorge = await openAnotherDevice()
  await signInStaff(jorge, staffPersonas.second_administrator)
  await jorge.getByRole('button', { name: /^A aprovar/ }).click()
  await scanA11y('changes to approve', jorge)
  await row(jorge, 'Nova Pessoa').click()
  await scanA11y('a change to approve', jorge)
  await jorge.getByRole('button', { name: 'Aprovar', exact: true }).click()
  await jorge.getByRole('button', { name: 'Confirmar: aprovar' }).click()
  await expect(toast(jorge, 'Mudança aprovada e feita.')).toBeVisible()
  await jorge.getByRole('button', { name: 'Mudanças recentes' }).click()
  await expect(jorge.getByText(/^Aprovou a mudança que outra pessoa pediu/).first()).toBeVisible()
  await scanA11y('recent changes', jorge)

  // A disabled member is signed out on the next request.
  await page.getByLabel('Buscar por nome, e-mail ou papel').fill(email)
  await row(page, 'Nova Pessoa').click()
  await scanA11y('a member')
  await page.getByRole('button', { name: 'Desativar acesso' }).click()
  await page.getByRole('button', { name: 'Confirmar: desativar' }).click()
  await expect(toast(page, 'Acesso desativado.')).toBeVisible()
  // A polling request may have ended the session on the page before the press.
  await other
    .getByRole('button', { name: 'Verificar cadeia' })
    .click({ timeout: 5_000 })
    .catch(() => null)
  await expect(other.getByText('Sua sessão terminou. Entre novamente para continuar.')).toBeVisible()
  await scanA11y('Entrada da equipe after the session has ended', other)
})

test('two reviewers approve a recovery request that changes both contacts, with the keyboard @staff', async ({
  page,
  baseURL,
  openAnotherDevice,
  scanA11y,
}) => {
  const { protocol } = await requestRecovery(page, baseURL, await joinByApi(baseURL))
  await signInStaff(page, staffPersonas.reviewer)
  await expect(heading(page, 'Recuperações')).toBeVisible()
  await expect(row(page, protocol)).toBeVisible()
  await scanA11y('Recuperações')
  await row(page, protocol).press('Enter')
  await expect(heading(page, `Pedido ${protocol}`)).toBeVisible()
  await expect(page.getByText('precisa de duas aprovações e espera 24 horas')).toBeVisible()
  await scanA11y('a request')
  await page.keyboard.press('i')
  await expect(page.getByText('Em análise')).toBeVisible()
  await scanA11y('a request in review')

  await page.keyboard.press('d')
  const photo = page.getByRole('img', { name: /Frente do documento/ })
  await expect(photo).toBeVisible()
  await expect.poll(() => photo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  await scanA11y('a photo')
  const url = (await photo.getAttribute('src')) ?? ''
  expect((await page.request.get(url)).status(), 'a photo URL works once').toBe(404)

  await page.keyboard.press('a')
  await expect(toast(page, approveRecoveryCall.refusals['recovery.photos-not-viewed'].message)).toBeVisible()
  await openAllPhotos(page)
  const selfie = page.getByRole('img', { name: /^Selfie/ })
  const frame = page.getByRole('region', { name: /^Foto: Selfie/ })
  const isFullyVisible = () =>
    frame.evaluate(
      (element) => element.scrollWidth <= element.clientWidth && element.scrollHeight <= element.clientHeight,
    )
  // The photo is never cropped, rotated or not: the paper with the date may be at its edge.
  for (const turns of ['0', '1', '2', '3']) {
    await expect(selfie).toHaveAttribute('data-rotation', turns)
    await expect.poll(isFullyVisible, `fully visible after ${turns} quarter turns`).toBe(true)
    await page
      .getByRole('group', { name: /^Ajustes: Selfie/ })
      .getByRole('button', { name: 'Girar' })
      .click()
  }
  await page
    .getByRole('group', { name: /^Ajustes: Selfie/ })
    .getByRole('button', { name: 'Ampliar' })
    .click()
  await expect.poll(isFullyVisible).toBe(false)
  await scanA11y('document and selfie side by side')
  await page.keyboard.press('a')
  await expect(page.getByText('Só é possível aprovar quando todos os itens conferem.')).toBeVisible()
  await expect(page.getByRole('radio', { name: 'Sim' }).first()).toBeFocused()
  await confirmChecklist(page)
  await page.getByRole('radio', { name: 'E-mail informado' }).check()
  await page.keyboard.press('a')
  await expect(toast(page, 'Primeira aprovação dada. Falta a segunda.')).toBeVisible()
  await expect(page.getByText('a segunda é de outra pessoa')).toBeVisible()

  const other = await openAnotherDevice()
  await signInStaff(other, staffPersonas.second_reviewer)
  await other.getByRole('button', { name: 'Segunda aprovação' }).click()
  await row(other, protocol).click()
  await openAllPhotos(other)
  await confirmChecklist(other)
  await other.keyboard.press('a')
  await expect(toast(other, 'Segunda aprovação dada. O pedido espera 24 horas.')).toBeVisible()
  await expect(other.getByText('Em espera de 24 horas')).toBeVisible()
  await other.keyboard.press('r')
  await scanA11y('Recusar', other)
  await other.getByRole('button', { name: 'Recusar pedido' }).click()
  await expect(other.getByText('Por favor, selecione uma opção')).toBeVisible()
  await other.getByRole('radio', { name: 'A pessoa que tem este cadastro não reconhece o pedido.' }).check()
  await other.getByRole('button', { name: 'Recusar pedido' }).click()
  await expect(toast(other, 'Pedido recusado.')).toBeVisible()
  await expect(other.getByText('Recusado', { exact: true })).toBeVisible()
})

test('an attendant checks a customer’s identity and issues a code that is shown once @staff', async ({
  page,
  baseURL,
  scanA11y,
}) => {
  const { document_id } = await joinByApi(baseURL)
  await signInStaff(page, staffPersonas.attendant)
  await expect(heading(page, 'Balcão')).toBeVisible()
  await scanA11y('Balcão')
  const document = page.getByRole('textbox', { name: 'Pessoa' })
  await document.fill('11111111111')
  await document.press('Enter')
  await expect(page.getByText('CPF inválido!')).toBeVisible()
  await document.fill(document_id)
  await document.press('Enter')
  await expect(page.getByRole('heading', { name: 'Ana Lúcia Pereira' })).toBeVisible()
  await expect(page.getByText(document_id)).toHaveCount(0)
  await scanA11y('a person at the desk')
  await page.getByRole('button', { name: 'Emitir código' }).click()
  await expect(
    page.getByText('Só é possível emitir ou confirmar o código quando todos os itens conferem.'),
  ).toBeVisible()
  await expect(page.getByRole('radio', { name: 'Sim' }).first()).toBeFocused()
  await confirmChecklist(page)
  await page.getByRole('button', { name: 'Emitir código' }).click()
  await expect(page.getByText(/^\d{6}$/)).toBeVisible()
  await scanA11y('a code at the desk')
  await page.getByRole('button', { name: 'Pronto, próxima pessoa' }).click()
  await expect(page.getByText(/^\d{6}$/)).toHaveCount(0)
  await expect(document).toBeFocused()
})

test('an attendant finds a customer by e-mail, reads the history and has a colleague confirm a corrected name, and the customer sees every access @staff', async ({
  page,
  openAnotherDevice,
  scanA11y,
}) => {
  test.setTimeout(180_000)
  const email = `consulta.${Date.now()}@exemplo.com.br`
  const customer = await openAnotherDevice()
  const { document_id } = await join(customer, { email })
  await signInStaff(page, staffPersonas.second_attendant)
  const search = page.getByRole('textbox', { name: 'Pessoa' })
  await search.fill('Ana')
  await search.press('Enter')
  await expect(page.getByText(/^Digite nome e sobrenome/)).toBeVisible()
  await search.fill(email)
  await search.press('Enter')
  await expect(page.getByRole('heading', { name: 'Pessoas encontradas' })).toBeVisible()
  await expect(page.getByText(email)).toHaveCount(0)
  await scanA11y('people found at the desk')
  await page.getByRole('button', { name: newCustomer.name }).press('Enter')
  await expect(page.getByRole('heading', { name: newCustomer.name })).toBeVisible()
  await page.getByRole('button', { name: 'Ver histórico' }).click()
  await expect(page.getByText('Nenhuma nota cadastrada.')).toBeVisible()
  await scanA11y('the history of a customer')
  await page.getByRole('button', { name: 'Corrigir nome ou nascimento' }).click()
  const proposal = page.getByRole('region', { name: 'Correção de dados' })
  await proposal.getByLabel('Nome como no documento').fill('Ana Lúcia Figueira')
  for (const yes of await proposal.getByRole('radio', { name: 'Sim' }).all()) await yes.check()
  await scanA11y('a correction of a name')
  await proposal.getByRole('button', { name: 'Pedir confirmação' }).click()
  await expect(proposal.getByText('espera a confirmação de outra pessoa do balcão')).toBeVisible()

  const other = await openAnotherDevice()
  await other.setViewportSize({ width: 1280, height: 800 })
  await signInStaff(other, staffPersonas.attendant)
  await other.getByRole('textbox', { name: 'Pessoa' }).fill(document_id)
  await other.getByRole('button', { name: 'Procurar' }).click()
  await other.getByRole('button', { name: 'Corrigir nome ou nascimento' }).click()
  const confirmation = other.getByRole('region', { name: 'Correção de dados' })
  await expect(confirmation.getByText('Ana Lúcia Figueira')).toBeVisible()
  for (const yes of await confirmation.getByRole('radio', { name: 'Sim' }).all()) await yes.check()
  await scanA11y('a correction to confirm', other)
  await confirmation.getByRole('button', { name: 'Confirmar correção' }).click()
  await expect(toast(other, 'Dados corrigidos.')).toBeVisible()

  await customer.goto('/privacidade')
  for (const access of [
    'Confirmou, com o seu documento, a correção dos seus dados',
    'Consultou os seus pontos, notas, participações, ingressos e mensagens',
    'Viu o seu nome no resultado de uma busca',
  ])
    await expect(customer.getByText(access)).toBeVisible()
})

/** Confirms every item of the checklist with the keyboard. */
async function confirmChecklist(page: Page): Promise<void> {
  const answers = page.getByRole('radio', { name: 'Sim' })
  await expect(answers.first()).toBeVisible()
  for (const yes of await answers.all()) {
    await yes.focus()
    await page.keyboard.press('Space')
    await expect(yes).toBeChecked()
  }
}
