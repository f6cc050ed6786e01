import { cleanup, fireEvent, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import * as campaigns from '@clube/contract/campaigns/campaign-staff-calls.ts'
import { listDraftsCall, saveDraftCall } from '@clube/contract/campaigns/draft-calls.ts'
import { uploadGiftPictureCall, giftPicturePath } from '@clube/contract/free-gifts/picture-calls.ts'
import * as photos from '../platform/camera/convert-photo.ts'
import { giftSettings } from '../testing/gift-desk-samples.ts'
import { respond } from '../testing/fake-server.ts'
import { sampleId } from '../testing/samples.ts'
import {
  change,
  choose,
  expectText,
  expectToast,
  fieldValue,
  press,
  server,
  settle,
  type,
} from '../testing/screen-test.tsx'
import { campaign, campaignDraft } from '../testing/staff-samples.ts'
import { openAs, setUpStaffScreens } from '../testing/staff-screen.tsx'

const { campaign_id: id } = campaign
const none = respond(campaigns.staffListCampaignsCall, [])
const openNew = async () => {
  await openAs('marketing', '/promocoes/nova', none)
  change('Tipo', 'free_gifts')
  await settle()
}
const openStored = () => openAs('marketing', `/promocoes/${id}/editar`)
const sentSettings = () =>
  (server.bodiesOf(campaigns.updateCampaignCall)[0] as { settings: unknown } | undefined)?.settings

setUpStaffScreens()

test('the stored gifts and pickup points are edited in fields and sent as settings', async () => {
  await openStored()
  expect(
    screen.getAllByLabelText('Nome do brinde').map((field) => (field as HTMLInputElement).value),
  ).toEqual(giftSettings.gifts.map(({ title }) => title))
  await press('Retirar: brinde 1')
  await press('Retirar: brinde 2')
  await type('Nome do brinde', 'Sacola grande')
  await type('Valor de mercado', '3990')
  await press('Retirar: ponto de retirada 2')
  await type('Validade do vale-brinde (dias)', '20')
  choose(/a pessoa assina na tela/)
  await settle()
  server.respond(campaigns.updateCampaignCall, campaign)
  await press('Salvar rascunho')
  expect(sentSettings()).toEqual({
    gifts: [{ ...giftSettings.gifts[1], title: 'Sacola grande', value_cents: 3_990 }],
    pickup_points: [giftSettings.pickup_points[0]],
    valid_days: 20,
    needs_signature: true,
  })
})

test('each new gift of a campaign has its own id', async () => {
  await openNew()
  await press('Adicionar brinde')
  await press('Adicionar brinde')
  await press('Adicionar ponto de retirada')
  server.respond(saveDraftCall, campaignDraft)
  await press('Salvar rascunho')
  const { values } = server.bodiesOf(saveDraftCall)[0] as { values: Record<string, string> }
  expect(values['settings.gifts']).toBe('2')
  expect(values['settings.gifts.0.gift_id']).not.toBe(values['settings.gifts.1.gift_id'])
})

test('the errors of rows are listed by gift and pickup point, and shown at their fields', async () => {
  const values = {
    kind: 'free_gifts',
    title: 'Panetone',
    'settings.gifts': '2',
    'settings.gifts.0.gift_id': sampleId(43),
    'settings.gifts.0.title': 'Panetone',
    'settings.gifts.0.price': 'points',
    'settings.gifts.1.gift_id': sampleId(44),
    'settings.gifts.1.price': 'receipts',
    'settings.pickup_points': '1',
    'settings.pickup_points.0.pickup_point_id': sampleId(41),
  }
  await openAs(
    'marketing',
    `/promocoes/nova?rascunho=${campaignDraft.draft_id}`,
    none,
    respond(listDraftsCall, [{ ...campaignDraft, values }]),
  )
  const list = screen.getByRole('list', { name: 'O que falta' }).textContent
  expect(list).toContain('Brinde 2: Este campo não pode estar vazio')
  expect(list).toContain('Ponto de retirada 1: ')
  const points = screen.getByLabelText('Quantos pontos')
  fireEvent.input(points, { target: { value: '0' } })
  fireEvent.blur(points)
  await settle()
  expect(points.closest('[data-path]')?.textContent).toContain('Informe um número maior que zero')
})

test('an unsaved gift is restored with its name and its price in points', async () => {
  await openNew()
  await press('Adicionar brinde')
  await type('Nome do brinde', 'Copo')
  choose('Notas e pontos')
  await settle()
  await type('Quantos pontos', '300')
  cleanup()
  await openAs('marketing', '/promocoes/nova', none)
  expect([fieldValue('Nome do brinde'), fieldValue('Quantos pontos')]).toEqual(['Copo', '300'])
})

test('a gift’s picture is uploaded as soon as it is chosen, and shown and saved with its alternative text', async () => {
  vi.spyOn(photos, 'convertPhoto').mockImplementation((file) => Promise.resolve(file))
  const picture_id = sampleId(47)
  await openStored()
  server.respond(uploadGiftPictureCall, { picture_id, url: giftPicturePath(picture_id) })
  const file = new File(['jpeg'], 'panetone.jpg', { type: 'image/jpeg' })
  fireEvent.change(screen.getByLabelText('Foto do brinde 1'), { target: { files: [file] } })
  await settle()
  expectToast('Foto enviada.')
  await type('O que a foto mostra', 'Um panetone fatiado')
  expect(screen.getByAltText('Um panetone fatiado').getAttribute('src')).toBe(giftPicturePath(picture_id))
  server.respond(campaigns.updateCampaignCall, campaign)
  await press('Salvar rascunho')
  expect(sentSettings()).toMatchObject({
    gifts: [{ picture: { picture_id, alternative_text: 'Um panetone fatiado' } }, {}, {}],
  })
})

test('a file that is not a picture is refused in the browser', async () => {
  vi.spyOn(photos, 'convertPhoto').mockResolvedValue(null)
  await openStored()
  const file = new File(['text'], 'leia-me.txt')
  fireEvent.change(screen.getByLabelText('Foto do brinde 1'), { target: { files: [file] } })
  await settle()
  expectToast('Não foi possível abrir esta foto. Escolha outra.')
  expect(server.requestsOf(uploadGiftPictureCall)).toEqual([])
})

test('the approver reads gifts, pickup points and rules in sentences', async () => {
  await openAs('approver', `/aprovacoes/${id}`)
  expectText('Custa R$ 400,00 em notas e 1.000 pontos. Vale R$ 149,90.')
  expectText('Balcão do Piso 1, ao lado da escada rolante. Todos os dias, das 10h às 22h.')
  expectText(/O vale-brinde vale por 15 dias, e nunca depois do fim da retirada\./)
})
