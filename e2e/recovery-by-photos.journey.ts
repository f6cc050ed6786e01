import { expect, test } from './fixtures.ts'
import {
  startSupport,
  fillForms,
  messageTo,
  next,
  openAllPhotos,
  phoneWithCamera,
  readProtocol,
  takeAllPhotos,
  takePhoto,
  startReview,
} from './photo-request-steps.ts'
import { startRecovery, enterCode, joinAndSignOut, setNewPassword } from './recovery-steps.ts'
import { continueTo, heading, toast } from './shopper-steps.ts'
import { signInStaff, staffPersonas } from './staff-steps.ts'

test.use(phoneWithCamera)

test('a customer who lost password and contacts submits photos, resubmits them when asked, and signs in after approval', async ({
  page,
  openAnotherDevice,
  scanA11y,
}) => {
  test.slow()
  const person = await joinAndSignOut(page, { hasConfirmedEmail: true })
  await startSupport(page, person)
  await fillForms(page, person)
  await takePhoto(page, 'Tire uma foto da frente do seu documento')
  // A reload keeps the answers; photos are not stored on the device.
  await page.reload()
  await expect(heading(page, 'Frente do documento')).toBeVisible()
  await page.getByRole('button', { name: 'Tirar as fotos' }).click()
  await takePhoto(page, 'Tire uma foto da frente do seu documento')
  await expect(page.getByRole('dialog', { name: 'Tire uma foto do verso do seu documento' })).toBeVisible()

  // Going back keeps the taken photo.
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

  // Nothing is lost offline.
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Enviar' }).click()
  await expect(toast(page, 'Verifique sua conexão com a internet e tente novamente!')).toBeVisible()
  await expect(
    page.getByText('O envio não terminou. Tente de novo sem sair desta página: as fotos estão só nela.'),
  ).toBeVisible()
  await scanA11y('Confira e envie offline')
  await page.context().setOffline(false)
  await page.getByRole('button', { name: 'Tentar enviar de novo' }).click()

  await expect(heading(page, 'Informações em análise')).toBeVisible()
  await expect(page.getByText(/Respondemos até/)).toBeVisible()
  const protocol = await readProtocol(page)
  expect(protocol).toMatch(/^\d{4}-\d{6}-\d$/)
  await scanA11y('Informações em análise')
  await messageTo(page, person, 'Recebemos seu pedido de recuperação', protocol)

  // One open request per document. The test camera may repeat its pictures: with the same form, too, this would be a repeat
  // of the first request, which gets the same response.
  await page.getByRole('button', { name: 'Voltar ao início' }).click()
  await startSupport(page, person)
  await fillForms(page, person, 'Moro na Praça da Sé.')
  await takeAllPhotos(page)
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Enviar' }).click()
  await expect(
    toast(page, 'Já existe um pedido em análise para este documento. Aguarde a nossa resposta.'),
  ).toBeVisible()

  // Staff ask for a new submission: the form is still filled in and is submitted again.
  const staff = await openAnotherDevice()
  await signInStaff(staff, staffPersonas.reviewer)
  await startReview(staff, protocol)
  await staff.keyboard.press('p')
  const reason = 'A foto do documento não está legível. Fotografe de novo em um lugar bem iluminado.'
  await staff.getByRole('radio', { name: reason }).check()
  await staff.getByRole('dialog').getByRole('button', { name: 'Pedir de novo' }).click()
  await expect(toast(staff, 'Pedido devolvido à pessoa.')).toBeVisible()
  await messageTo(page, person, 'Precisamos de mais informações', reason)
  await page.getByRole('button', { name: 'Enviar' }).click()
  await expect(heading(page, 'Informações em análise')).toBeVisible()
  const secondProtocol = await readProtocol(page)
  expect(secondProtocol).not.toBe(protocol)

  // Approved: the code from the message is entered like any other.
  await staff.goto('/equipe')
  await startReview(staff, secondProtocol)
  await expect(staff.getByRole('radio', { name: 'Sim' }).first()).toBeVisible()
  await openAllPhotos(staff)
  for (const yes of await staff.getByRole('radio', { name: 'Sim' }).all()) await yes.check()
  await staff.getByRole('radio', { name: 'E-mail informado' }).check()
  await staff.getByRole('button', { name: 'Aprovar' }).click()
  await expect(toast(staff, 'Aprovado. O código foi enviado.')).toBeVisible()
  const approval = await messageTo(page, person, 'Pedido aprovado: crie sua nova senha', secondProtocol)
  await page.getByRole('button', { name: 'Voltar ao início' }).click()
  await startRecovery(page, person)
  await enterCode(page, /^\s*(\d{6})\s*$/m.exec(approval)?.[1] ?? '')
  await setNewPassword(page, 'Pitanga-Doce-4')
})
