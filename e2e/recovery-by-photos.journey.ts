import type { Page } from '@playwright/test'
import { fakeCameraArguments, findChromium } from '../tools/chromium.ts'
import { expect, test } from './fixtures.ts'
import {
  chooseAnotherOption,
  forgetPassword,
  giveCode,
  joinAndLeave,
  messagesTo,
  notThis,
  setNewPassword,
  type RecoveringPerson,
} from './recovery-person.ts'
import { continueTo, heading, newcomer, toast } from './shopper.ts'
import { signInStaff, staffPersonas } from './staff-people.ts'

const launch = await findChromium()
test.use({
  launchOptions: { ...launch, args: [...launch.args, ...fakeCameraArguments] },
  userAgent:
    'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/153.0.0.0 Mobile Safari/537.36',
  isMobile: true,
  permissions: ['camera'],
  // One journey loses the network on purpose.
  expectedErrors: /net::ERR_INTERNET_DISCONNECTED/,
})

const next = (page: Page) => page.getByRole('button', { name: 'Continuar', exact: true })
const back = (page: Page) => page.getByRole('button', { name: 'Voltar', exact: true })
const radio = (page: Page, name: string) => page.getByRole('radio', { name, exact: true })

/** From the first step to the first one of the support sub-flow. */
async function askForSupport(page: Page, person: RecoveringPerson) {
  await forgetPassword(page, person)
  await chooseAnotherOption(page)
  await page.getByRole('radio', { name: /Confirme sua identidade/ }).check()
  await next(page).click()
  await expect(heading(page, 'Seus dados')).toBeVisible()
}

/** Shoots and keeps what the camera shows. */
async function takePhoto(page: Page, camera: string) {
  await expect(page.getByRole('dialog', { name: camera })).toBeVisible()
  await page.getByRole('button', { name: 'Tirar foto' }).click()
  await page.getByRole('button', { name: 'Usar esta foto' }).click()
}

/** The four steps before the photos, filled in rightly. */
async function fillForms(page: Page, person: RecoveringPerson) {
  await page.getByRole('textbox', { name: 'Nome completo' }).fill(newcomer.name)
  await page.getByRole('textbox', { name: 'Data de nascimento' }).fill(newcomer.birth_date)
  await continueTo(page, 'Seu celular')
  await page.getByRole('textbox', { name: 'Celular atual' }).fill(person.cellphone)
  await radio(page, 'Sim, é o mesmo').check()
  await continueTo(page, 'Seu e-mail')
  await page.getByRole('textbox', { name: 'E-mail atual' }).fill(person.email)
  await radio(page, 'Sim, é o mesmo').check()
  await continueTo(page, 'Mais informações')
  await radio(page, 'Não').check()
  await next(page).click()
}

async function takeAllPhotos(page: Page) {
  await takePhoto(page, 'Tire uma foto da frente do seu documento')
  await takePhoto(page, 'Tire uma foto do verso do seu documento')
  await continueTo(page, 'Selfie com o documento')
  await takePhoto(page, 'Tire uma selfie com o documento')
  await expect(heading(page, 'Confira e envie')).toBeVisible()
}

test('every step of the request by photos tells what is wrong with it', async ({ page, scanA11y }) => {
  test.slow()
  const person = await joinAndLeave(page)
  await forgetPassword(page, person)
  await chooseAnotherOption(page)
  await expect(page.getByRole('radio')).toHaveCount(3)
  await scanA11y('the options on a phone')
  await page.getByRole('radio', { name: /Confirme sua identidade/ }).check()
  await next(page).click()

  await expect(page.getByText('Etapa 1 de 9')).toBeVisible()
  await scanA11y('Seus dados')
  await next(page).click()
  await expect(page.getByText('Nome é obrigatório')).toBeVisible()
  await page.getByRole('textbox', { name: 'Nome completo' }).fill('Ana')
  await page.getByRole('textbox', { name: 'Data de nascimento' }).fill('31/02/1990')
  await next(page).click()
  await expect(page.getByText('Nome deve conter pelo menos 2 palavras')).toBeVisible()
  await expect(page.getByText('Data inválida')).toBeVisible()
  await scanA11y('Seus dados with errors')
  await page.getByRole('textbox', { name: 'Nome completo' }).fill(newcomer.name)
  await page.getByRole('textbox', { name: 'Data de nascimento' }).fill(newcomer.birth_date)
  await continueTo(page, 'Seu celular')

  await scanA11y('Seu celular')
  await page.getByRole('textbox', { name: 'Celular atual' }).fill('(11) 9')
  await next(page).click()
  await expect(page.getByText('Celular inválido')).toBeVisible()
  await expect(page.getByText('Por favor, selecione uma opção')).toBeVisible()
  await page.getByRole('textbox', { name: 'Celular atual' }).fill('(11) 97777-1234')
  await radio(page, 'Não, mudou').check()
  await page.getByRole('textbox', { name: 'Celular anterior' }).fill('11977771234')
  await next(page).click()
  await expect(page.getByText('O número informado deve ser diferente do atual')).toBeVisible()
  await scanA11y('Seu celular with an error')
  await page.getByRole('textbox', { name: 'Celular anterior' }).fill(person.cellphone)
  await continueTo(page, 'Seu e-mail')

  await scanA11y('Seu e-mail')
  await page.getByRole('textbox', { name: 'E-mail atual' }).fill('ana@')
  await radio(page, 'Não, mudou').check()
  await next(page).click()
  await expect(page.getByText('Email inválido')).toBeVisible()
  await page.getByRole('textbox', { name: 'E-mail atual' }).fill('outra@exemplo.com.br')
  await page.getByRole('textbox', { name: 'E-mail anterior' }).fill('Outra@Exemplo.com.br')
  await next(page).click()
  await expect(page.getByText('O e-mail informado deve ser diferente do atual')).toBeVisible()
  await scanA11y('Seu e-mail with an error')
  await radio(page, 'Não lembro').check()
  await continueTo(page, 'Mais informações')

  await scanA11y('Mais informações')
  await next(page).click()
  await expect(page.getByText('Por favor, selecione uma opção')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Conte o que você lembra' })).toHaveCount(0)
  await radio(page, 'Sim').check()
  await next(page).click()
  await expect(page.getByText('Este campo não pode estar vazio')).toBeVisible()
  await scanA11y('Mais informações with an error')

  // Back by the button and by the browser, and forth again: nothing is lost.
  await page.getByRole('textbox', { name: 'Conte o que você lembra' }).fill('Moro na Praça da Sé.')
  await back(page).click()
  await expect(heading(page, 'Seu e-mail')).toBeVisible()
  await page.goBack()
  await expect(heading(page, 'Seu celular')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Celular anterior' })).toHaveValue(person.cellphone)
  await continueTo(page, 'Seu e-mail')
  await expect(page.getByRole('textbox', { name: 'E-mail atual' })).toHaveValue('outra@exemplo.com.br')
  await continueTo(page, 'Mais informações')
  await expect(page.getByRole('textbox', { name: 'Conte o que você lembra' })).toHaveValue(
    'Moro na Praça da Sé.',
  )

  await page.getByRole('button', { name: 'Cancelar pedido' }).click()
  await scanA11y('cancelling the request')
  await page.getByRole('button', { name: 'Continuar o pedido' }).click()
  await expect(heading(page, 'Mais informações')).toBeVisible()
  await page.getByRole('button', { name: 'Cancelar pedido' }).click()
  await page.getByRole('button', { name: 'Sim, cancelar' }).click()
  await expect(heading(page, 'Login')).toBeVisible()
})

test('who lost everything sends photos, sends them again when asked, and gets in once approved', async ({
  page,
  openOtherDevice,
  scanA11y,
}) => {
  test.slow()
  const person = await joinAndLeave(page)
  await askForSupport(page, person)
  await fillForms(page, person)
  await takePhoto(page, 'Tire uma foto da frente do seu documento')
  await expect(page.getByRole('dialog', { name: 'Tire uma foto do verso do seu documento' })).toBeVisible()

  // The photo that was taken waits on the way back.
  await page.getByRole('button', { name: 'Fechar câmera' }).click()
  await expect(page.getByRole('img', { name: 'Frente do documento' })).toBeVisible()
  await scanA11y('a photo already taken')
  await next(page).click()
  await takePhoto(page, 'Tire uma foto do verso do seu documento')
  await expect(heading(page, 'Como tirar a selfie')).toBeVisible()
  await expect(page.getByText('Fique em um lugar bem iluminado.')).toBeVisible()
  await scanA11y('Como tirar a selfie')
  await continueTo(page, 'Selfie com o documento')
  await takePhoto(page, 'Tire uma selfie com o documento')

  await expect(heading(page, 'Confira e envie')).toBeVisible()
  await expect(page.getByRole('img')).toHaveCount(3)
  await scanA11y('Confira e envie')
  await page.getByRole('button', { name: 'Enviar' }).click()
  const accept = 'Você deve aceitar os termos de contato para continuar!'
  await expect(page.getByText(accept)).toHaveCount(2)
  await expect(toast(page, accept)).toBeVisible()
  await scanA11y('Confira e envie with an error')
  await page.getByRole('checkbox', { name: 'Aceito receber contato via WhatsApp no celular atual' }).check()

  // Without a network nothing is lost either.
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Enviar' }).click()
  await expect(toast(page, 'Verifique sua conexão com a internet e tente novamente!')).toBeVisible()
  await expect(
    page.getByText('O envio não terminou. Suas respostas e fotos continuam aqui: tente de novo.'),
  ).toBeVisible()
  await scanA11y('Confira e envie, stopped')
  await page.context().setOffline(false)
  await page.getByRole('button', { name: 'Tentar enviar de novo' }).click()

  await expect(heading(page, 'Informações em análise')).toBeVisible()
  await expect(page.getByText(/Respondemos até/)).toBeVisible()
  const protocol = await protocolOn(page)
  expect(protocol).toMatch(/^\d{4}-\d{6}-\d$/)
  await scanA11y('Informações em análise')
  await messageTo(page, person, 'Recebemos seu pedido de recuperação', protocol)

  // One open request per document.
  await page.getByRole('button', { name: 'Voltar ao início' }).click()
  await askForSupport(page, person)
  await fillForms(page, person)
  await takeAllPhotos(page)
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Enviar' }).click()
  await expect(
    toast(page, 'Já existe um pedido em análise para este documento. Aguarde a nossa resposta.'),
  ).toBeVisible()

  // The team asks again: the answers are still on the screen, and go off once more.
  const staff = await openOtherDevice()
  await signInStaff(staff, staffPersonas.reviewer)
  await takeUpRequest(staff, protocol)
  await staff.keyboard.press('p')
  const reason = 'A foto do documento não está legível. Fotografe de novo em um lugar bem iluminado.'
  await staff.getByRole('radio', { name: reason }).check()
  await staff.getByRole('dialog').getByRole('button', { name: 'Pedir de novo' }).click()
  await expect(toast(staff, 'Pedido devolvido à pessoa.')).toBeVisible()
  await messageTo(page, person, 'Precisamos de mais informações', reason)
  await page.getByRole('button', { name: 'Enviar' }).click()
  await expect(heading(page, 'Informações em análise')).toBeVisible()
  const secondProtocol = await protocolOn(page)
  expect(secondProtocol).not.toBe(protocol)

  // Approved: the code of that message is typed where any code is.
  await staff.goto('/equipe')
  await takeUpRequest(staff, secondProtocol)
  for (const yes of await staff.getByRole('radio', { name: 'Sim' }).all()) await yes.check()
  await staff.getByRole('radio', { name: 'E-mail informado' }).check()
  await staff.getByRole('button', { name: 'Aprovar' }).click()
  await expect(toast(staff, 'Aprovado. O código foi enviado.')).toBeVisible()
  const approval = await messageTo(page, person, 'Pedido aprovado: crie sua nova senha', secondProtocol)
  await page.getByRole('button', { name: 'Voltar ao início' }).click()
  await forgetPassword(page, person)
  await giveCode(page, /^\s*(\d{6})\s*$/m.exec(approval)?.[1] ?? '')
  await setNewPassword(page, 'Pitanga-Doce-4')
})

test('at the service desk a code is given, and typed where any code is', async ({
  page,
  openOtherDevice,
}) => {
  const person = await joinAndLeave(page)
  const desk = await openOtherDevice()
  await signInStaff(desk, staffPersonas.attendant)
  await desk.getByRole('textbox', { name: 'CPF ou CNPJ' }).fill(person.document_id)
  await desk.getByRole('button', { name: 'Procurar' }).click()
  await expect(desk.getByRole('radio', { name: 'Sim' })).toHaveCount(3)
  for (const yes of await desk.getByRole('radio', { name: 'Sim' }).all()) await yes.check()
  await desk.getByRole('button', { name: 'Emitir código' }).click()
  const code = (await desk.getByText(/^\d{6}$/).textContent()) ?? ''

  await forgetPassword(page, person)
  await giveCode(page, notThis(code))
  await expect(page.getByText('Código inválido. Confira e tente novamente.')).toBeVisible()
  await giveCode(page, code)
  await setNewPassword(page, 'Pitanga-Doce-4')
})

/** What a person quotes, read from the end of the sub-flow. */
const protocolOn = async (page: Page): Promise<string> =>
  /\d{4}-\d{6}-\d/.exec((await page.getByText(/^Protocolo:/).textContent()) ?? '')?.[0] ?? ''

/** The reviewer opens a request of the queue and takes it into their own hands. */
async function takeUpRequest(staff: Page, protocol: string) {
  await staff.getByRole('button', { name: protocol }).click()
  await expect(heading(staff, `Pedido ${protocol}`)).toBeVisible()
  await staff.keyboard.press('i')
  await expect(staff.getByText('Em análise')).toBeVisible()
}

/** The text of a message that reached the person, with these words in it. */
async function messageTo(
  page: Page,
  person: RecoveringPerson,
  subject: string,
  words: string,
): Promise<string> {
  const find = async () =>
    (await messagesTo(page, person.email)).find((message) => message.subject.includes(subject))?.text ?? ''
  await expect.poll(find).toContain(words)
  return find()
}
