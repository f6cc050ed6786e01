import type { Page } from '@playwright/test'
import { fakeCameraArguments, findChromium } from '../tools/chromium.ts'
import { expect } from './fixtures.ts'
import { chooseAnotherOption, startRecovery, messagesTo, type RecoveringPerson } from './recovery-steps.ts'
import { continueTo, heading, newCustomer } from './shopper-steps.ts'

const launch = await findChromium()

/** Emulates a phone with a camera; offline errors are expected. */
export const phoneWithCamera = {
  launchOptions: { ...launch, args: [...launch.args, ...fakeCameraArguments] },
  userAgent:
    'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/153.0.0.0 Mobile Safari/537.36',
  isMobile: true,
  permissions: ['camera'],
  expectedErrors: /net::ERR_INTERNET_DISCONNECTED/,
}

export const next = (page: Page) => page.getByRole('button', { name: 'Continuar', exact: true })
export const back = (page: Page) => page.getByRole('button', { name: 'Voltar', exact: true })
export const radio = (page: Page, name: string) => page.getByRole('radio', { name, exact: true })

/** Goes from the first step to the start of the support sub-flow. */
export async function startSupport(page: Page, person: RecoveringPerson) {
  await startRecovery(page, person)
  await chooseAnotherOption(page)
  await page.getByRole('radio', { name: /Confirme sua identidade/ }).check()
  await next(page).click()
  await expect(heading(page, 'Seus dados')).toBeVisible()
}

/** Takes and confirms a photo. */
export async function takePhoto(page: Page, camera: string) {
  await expect(page.getByRole('dialog', { name: camera })).toBeVisible()
  await page.getByRole('button', { name: 'Tirar foto' }).click()
  await page.getByRole('button', { name: 'Usar esta foto' }).click()
}

/**
 * Completes the four steps before the photos.
 * @param remembered what else the person tells; nothing if empty
 */
export async function fillForms(page: Page, person: RecoveringPerson, remembered = '') {
  await page.getByRole('textbox', { name: 'Nome completo' }).fill(newCustomer.name)
  await page.getByRole('textbox', { name: 'Data de nascimento' }).fill(newCustomer.birth_date)
  await continueTo(page, 'Seu celular')
  await page.getByRole('textbox', { name: 'Celular atual' }).fill(person.cellphone)
  await radio(page, 'Sim, é o mesmo').check()
  await continueTo(page, 'Seu e-mail')
  await page.getByRole('textbox', { name: 'E-mail atual' }).fill(person.email)
  await radio(page, 'Sim, é o mesmo').check()
  await continueTo(page, 'Mais informações')
  await radio(page, remembered === '' ? 'Não' : 'Sim').check()
  if (remembered !== '') await page.getByRole('textbox', { name: 'Conte o que você lembra' }).fill(remembered)
  await next(page).click()
}

export async function takeAllPhotos(page: Page) {
  await takePhoto(page, 'Tire uma foto da frente do seu documento')
  await takePhoto(page, 'Tire uma foto do verso do seu documento')
  await continueTo(page, 'Selfie com o documento')
  await takePhoto(page, 'Tire uma selfie com o documento')
  await expect(heading(page, 'Confira e envie')).toBeVisible()
}

/** Reads the protocol shown at the end of the sub-flow. */
export const readProtocol = async (page: Page): Promise<string> =>
  /\d{4}-\d{6}-\d/.exec((await page.getByText(/^Protocolo:/).textContent()) ?? '')?.[0] ?? ''

/** The reviewer opens a request from the queue and starts the review. */
export async function startReview(staff: Page, protocol: string) {
  await staff.getByRole('button', { name: protocol }).click()
  await expect(heading(staff, `Pedido ${protocol}`)).toBeVisible()
  await staff.keyboard.press('i')
  await expect(staff.getByText('Em análise')).toBeVisible()
}

/** The reviewer opens every photo, which approving requires. */
export async function openAllPhotos(staff: Page) {
  for (const photo of ['Frente do documento', 'Verso do documento', 'Selfie']) {
    await staff.getByRole('button', { name: photo }).click()
    await expect(staff.getByRole('img', { name: new RegExp(photo) })).toBeVisible()
    await expect(staff.getByRole('button', { name: `${photo} (vista)` })).toBeVisible()
  }
}

/** Waits for a message that contains the given text. @returns its text */
export async function messageTo(
  page: Page,
  person: RecoveringPerson,
  subject: string,
  text: string,
): Promise<string> {
  const find = async () =>
    (await messagesTo(page, person.email)).find((message) => message.subject.includes(subject))?.text ?? ''
  await expect.poll(find).toContain(text)
  return find()
}
