import { cleanup, fireEvent, screen, within } from '@testing-library/react'
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

test('the errors of rows are listed by gift and pickup point, and shown on their fields', async () => {
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

test('the browser rejects a gift’s picture if the file is not an image', async () => {
  vi.spyOn(photos, 'convertPhoto').mockResolvedValue(null)
  await openStored()
  const file = new File(['text'], 'leia-me.txt')
  fireEvent.change(screen.getByLabelText('Foto do brinde 1'), { target: { files: [file] } })
  await settle()
  expectToast('Não foi possível abrir esta foto. Escolha outra.')
  expect(server.requestsOf(uploadGiftPictureCall)).toEqual([])
})

const preview = () => screen.getByRole('region', { name: 'Brindes no celular do cliente' })
const previewedCards = () => within(preview()).getAllByRole('article').map(textOf)
const textOf = (element: HTMLElement) => element.textContent?.replaceAll('\u00a0', ' ')

test('the preview of the campaign editor shows gifts with values that are not saved', async () => {
  await openStored()
  await press('Adicionar brinde')
  const last = <Field extends HTMLElement>(fields: Field[]): Field => fields.at(-1)!
  const enter = (label: string, value: string) =>
    fireEvent.input(last(screen.getAllByLabelText(label)), { target: { value } })
  enter('Nome do brinde', 'Copo térmico')
  enter('Variação (se houver)', 'Azul')
  enter('Descrição (se houver)', 'Mantém o café quente.')
  fireEvent.click(last(screen.getAllByLabelText('Notas e pontos')))
  await settle()
  enter('Quantos pontos', '300')
  enter('Nome do ponto', 'Loja 12')
  enter('Horário', 'Das 9h às 18h')
  await type('A cada (valor em notas)', '25000')
  await press('Ver como o cliente vê')
  const cards = previewedCards()
  expect(cards).toHaveLength(giftSettings.gifts.length + 1)
  expect(cards[0]).toContain('1 brinde a cada R$ 250,00 em notas')
  expect(cards.at(-1)).toContain('Copo térmico, AzulMantém o café quente.')
  expect(cards.at(-1)).toContain('1 brinde a cada R$ 250,00 em notas, mais 300 pontos')
  expect(cards.at(-1)).toContain('DisponívelRestam …')
  expect(cards.at(-1)).toContain('Loja 12')
  expect(textOf(preview())).toContain('Das 9h às 18h')
  expect(server.requestsOf(campaigns.updateCampaignCall)).toEqual([])
})

test('the preview of a gift without values has a placeholder name, no price, and a button that cannot be pressed', async () => {
  await openNew()
  await press('Ver como o cliente vê')
  expectText('Adicione um brinde para ver como ele aparece.')
  await press('Fechar')
  await press('Adicionar brinde')
  await press('Ver como o cliente vê')
  expect(previewedCards()).toEqual(['DisponívelRestam …Brinde sem nomeEscolher'])
  expect(within(preview()).queryByRole('img')).toBeNull()
  expect(preview().querySelectorAll('[inert] button')).toHaveLength(1)
  expectText('Nenhum ponto de retirada ainda.')
  await press('Fechar')
  await press('Adicionar ponto de retirada')
  await press('Ver como o cliente vê')
  expect(textOf(preview())).toContain('Onde retirarPonto sem nome')
})

test('the preview of a draft with invalid values renders no markup, pictures or prices', async () => {
  const markup = '<img src=x onerror=alert(1)>'
  const values = {
    kind: 'free_gifts',
    title: 'Panetone',
    'spend_rule.every_cents': 'R$ muito',
    'settings.gifts': '1e9',
    'settings.gifts.0.title': markup.repeat(50),
    'settings.gifts.0.price': 'receipts',
    'settings.gifts.0.picture.picture_id': 'javascript:alert(1)',
    'settings.gifts.1.price': '__proto__',
    'settings.gifts.2.price': 'points',
    'settings.gifts.2.price.points': '1e400',
    'settings.gifts.3.price': 'receipts-and-points',
    'settings.gifts.3.price.points': '-5',
    'settings.gifts.4.title': '\u202e\u0000 ',
    'settings.pickup_points': '-1',
  }
  await openAs(
    'marketing',
    `/promocoes/nova?rascunho=${campaignDraft.draft_id}`,
    none,
    respond(listDraftsCall, [{ ...campaignDraft, values }]),
  )
  await press('Ver como o cliente vê')
  const cards = previewedCards()
  expect(cards).toHaveLength(30)
  expect(cards[0]).toContain(markup)
  expect(preview().querySelector('img')).toBeNull()
  expect(cards.filter((text) => /R\$|pontos|[Nn]otas/.test(text ?? ''))).toEqual([])
})

test('the approver sees gifts as shoppers do, with their market value, pickup points and rules', async () => {
  await openAs('approver', `/aprovacoes/${id}`)
  const [first, , third] = screen.getAllByRole('article').map(textOf)
  expect(first).toContain('Panetone artesanal, ChocolateFeito na padaria do shopping, com 500 g.')
  expect(third).toContain('1 brinde a cada R$ 400,00 em notas, mais 1.000 pontos')
  expect(third).toContain('Valor de mercado: R$ 149,90')
  const point = screen.getByText('ao lado da escada rolante').closest('li')
  expect(point?.textContent).toBe('Balcão do Piso 1ao lado da escada rolanteTodos os dias, das 10h às 22h')
  expectText(/O vale-brinde vale por 15 dias, e nunca depois do fim da retirada\./)
})
