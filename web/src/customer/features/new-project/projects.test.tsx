import { readCampaignCall } from '@clube/contract/campaigns/campaign-calls.ts'
import { startTransactionCall } from '@clube/contract/campaigns/transaction-calls.ts'
import {
  addProjectFileCall,
  cancelProjectCall,
  listMyProjectsCall,
  readProjectOfferCall,
  registerProjectCall,
} from '@clube/contract/new-project/calls.ts'
import { fireEvent, screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { refusal, unreachable } from '../../../testing/fake-server.ts'
import { decidedProjects, project, projectCampaign, projectOffer } from '../../../testing/project-samples.ts'
import { samples } from '../../../testing/samples.ts'
import {
  confirm,
  expectText,
  expectToast,
  linkTo,
  press,
  server,
  settle,
  type,
} from '../../../testing/screen-test.tsx'
import { openPage, setUpShopperScreens } from '../../../testing/shopper-screen.tsx'
import { projectEntriesOf } from './project-labels.ts'

setUpShopperScreens()

const { transaction_id, protocol, expires_at } = samples.participation
const path = `/projetos/${projectCampaign.slug}`

beforeEach(() => {
  server.respond(readCampaignCall, projectCampaign)
  server.respond(readProjectOfferCall, projectOffer)
  server.respond(listMyProjectsCall, [project])
  server.respond(startTransactionCall, { transaction_id, protocol, expires_at })
  server.respond(registerProjectCall, {
    project_id: project.project_id,
    state: 'submitted',
    submitted_at: project.submitted_at,
    answer_due_on: '2026-11-27',
    points: 500,
  })
})

const fill = async (purchase = 'cn204817', registration = 'rrt 13204577') => {
  await type('Número da compra', purchase)
  await type('Número de registro do projeto', registration)
  await press('Cadastrar projeto')
}
const choose = async (label: string, file: File) => {
  fireEvent.change(screen.getByLabelText(label, { selector: 'input' }), { target: { files: [file] } })
  await settle()
}
const pdf = (bytes = 20) => new File([new Uint8Array(bytes)], 'projeto.pdf', { type: 'application/pdf' })

test('a project is registered under the path of its brand, and Meus projetos opens with the day of the answer', async () => {
  const { history } = await openPage(path)
  expectText('Como CN-204817')
  await fill()
  expect(server.bodiesOf(registerProjectCall)).toEqual([
    {
      transaction_id,
      promotion_id: projectCampaign.campaign_id,
      purchase_number: 'CN204817',
      project_registration_number: 'RRT 13204577',
    },
  ])
  expectToast('Projeto em análise. A resposta chega até 27/11/2026.')
  expect(history.at(-1)).toBe('/projetos')
})

test('a person excluded by the brand reads why instead of a form', async () => {
  const exclusion = 'Cadastro exclusivo para CNPJ.'
  server.respond(readProjectOfferCall, { ...projectOffer, exclusion })
  await openPage(path)
  expectText(exclusion)
  expect(screen.queryByLabelText('Número da compra')).toBeNull()
})

test('a wrong number is reported at its field without a request', async () => {
  await openPage(path)
  await fill('CN-20', '13204577')
  expectText('Número da compra inválido.')
  expectText('Número de registro do projeto inválido.')
  expect(server.bodiesOf(registerProjectCall)).toEqual([])
})

test('a refusal of the server is shown at its field, or as a message if it is about no field', async () => {
  await openPage(path)
  server.respond(registerProjectCall, refusal('new-project.purchase-not-listed'))
  await fill()
  expectText(/Não encontramos este número na lista de compras da marca/)
  server.respond(registerProjectCall, refusal('new-project.already-registered'))
  await press('Cadastrar projeto')
  expectToast('Este projeto já foi cadastrado.', 'error')
})

test('a chosen PDF is sent after the registration, and can be taken back before', async () => {
  server.respond(addProjectFileCall, { ...project, files: 1 })
  await openPage(path)
  await choose('Escolher arquivo', pdf())
  expectText('projeto.pdf')
  await press('Retirar arquivo')
  expect(screen.queryByText('projeto.pdf')).toBeNull()
  await choose('Escolher arquivo', pdf())
  await fill()
  expect(server.bodiesOf(addProjectFileCall)).toMatchObject([{ project_id: project.project_id }])
})

test('a PDF that is too large is not accepted', async () => {
  await openPage(path)
  await choose('Escolher arquivo', pdf(6 * 1024 * 1024))
  expectText('O PDF passa de 5 MB. Envie um menor ou uma foto.')
})

test('when only the file fails, the message says that the project is registered', async () => {
  server.respond(addProjectFileCall, unreachable)
  const { history } = await openPage(path)
  await choose('Escolher arquivo', pdf())
  await fill()
  expectToast('O projeto foi cadastrado, mas o arquivo não foi recebido. Envie-o de novo abaixo.', 'error')
  expect(history.at(-1)).toBe('/projetos')
})

test('Meus projetos shows the day of the answer, the points, and the reason of a rejection', async () => {
  server.respond(listMyProjectsCall, [project, ...decidedProjects])
  await openPage('/projetos')
  expectText('27/11/2026')
  expectText('+ 500 pontos')
  expectText('O número da compra é de outro pedido. Confira a nota da loja.')
  expect(screen.getAllByRole('button', { name: 'Cancelar projeto' })).toHaveLength(1)
})

test('help with a project is about its participation', async () => {
  server.respond(listMyProjectsCall, [project])
  await openPage('/projetos')
  expect(linkTo('Preciso de ajuda: projeto da compra CN-204817')).toBe(
    `/atendimento/novo/participacao/${project.transaction_id}`,
  )
})

test('an undecided project is cancelled after a confirmation', async () => {
  server.respond(cancelProjectCall, { ...project, state: 'cancelled' })
  await openPage('/projetos')
  await press('Cancelar projeto')
  await confirm('Sim, cancelar')
  expect(server.bodiesOf(cancelProjectCall)).toEqual([{ project_id: project.project_id }])
})

test('a decision is shown on the home page for three days', () => {
  const decidedMs = Date.parse('2026-11-21T12:00:00.000Z')
  const dayMs = 24 * 3_600_000
  const rewarded = decidedProjects.filter(({ state }) => state === 'rewarded')
  expect(projectEntriesOf([project, ...rewarded], decidedMs + 3 * dayMs)).toMatchObject([
    { title: 'Seu projeto foi aprovado', href: '/projetos' },
  ])
  expect(projectEntriesOf(rewarded, decidedMs + 3 * dayMs + 1)).toEqual([])
})
