import {
  approveBrandRulesCall,
  createBrandCall,
  listBrandsCall,
  withdrawBrandRulesCall,
} from '@clube/contract/new-project/brand-calls.ts'
import * as calls from '@clube/contract/new-project/staff-calls.ts'
import { changeStaffRolesCall } from '@clube/contract/staff/management-calls.ts'
import { fireEvent, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { refusal } from '../testing/fake-server.ts'
import { brand, brandRules, changedBrand, deskProject } from '../testing/project-samples.ts'
import { confirm, expectText, expectToast, press, server, settle, type } from '../testing/screen-test.tsx'
import { member, staffChange } from '../testing/staff-samples.ts'
import { openAs, pressKey, setUpStaffScreens } from '../testing/staff-screen.tsx'

setUpStaffScreens()

const { project_id } = deskProject
const openProject = async () => {
  await openAs('brand_analyst', '/projetos')
  await press('CN-204817')
}

test('the desk names the analyst’s brand, and shows its totals and its late projects', async () => {
  await openAs('brand_analyst', '/projetos')
  expectText('Projetos: Casa Nova')
  expectText('2.480')
  expectText('Recebido, atrasado')
})

test('a project is approved after a confirmation that states its points', async () => {
  await openProject()
  expectText('Ana Lúcia Pereira, ***.982.247-**')
  await press('Aprovar')
  expectText(/A pessoa ganha 500 pontos agora/)
  await confirm('Confirmar: aprovar')
  expect(server.bodiesOf(calls.approveProjectCall)).toEqual([{ project_id }])
})

test('a rejection requires a reason for the person, without their data', async () => {
  await openProject()
  await press('Recusar')
  await type('Motivo', 'Fale com 529.982.247-25')
  await press('Recusar projeto')
  expect(server.bodiesOf(calls.rejectProjectCall)).toEqual([])
  await type('Motivo', 'O número é de outro pedido.')
  await press('Recusar projeto')
  expect(server.bodiesOf(calls.rejectProjectCall)).toEqual([
    { project_id, reason: 'O número é de outro pedido.' },
  ])
})

test.each([
  ['approved', calls.approveProjectCall],
  ['rejected', calls.rejectProjectCall],
] as const)(
  'a project that a colleague decided before it was %s shows the decision and cannot be decided again',
  async (attempt, call) => {
    await openProject()
    server.respond(call, refusal('new-project.decided'))
    const reason = 'O número é de outro pedido.'
    server.respond(calls.openProjectCall, { ...deskProject, state: 'rejected', reason })
    if (attempt === 'approved') {
      await press('Aprovar')
      await confirm('Confirmar: aprovar')
    } else {
      await press('Recusar')
      await type('Motivo', 'Falta o registro.')
      await press('Recusar projeto')
    }
    await settle()
    expectToast('Este projeto já foi decidido ou cancelado.')
    expect(screen.queryByRole('dialog')).toBeNull()
    const panel = within(screen.getByRole('region', { name: 'Projeto CN-204817' }))
    panel.getByText(reason)
    expect(panel.queryByRole('button', { name: 'Aprovar' })).toBeNull()
    expect(server.bodiesOf(calls.openProjectCall)).toEqual([{ project_id }, { project_id }])
  },
)

test('a project that is the analyst’s own cannot be decided, with the keys neither', async () => {
  server.respond(calls.openProjectCall, { ...deskProject, is_own: true })
  await openProject()
  expectText('Este projeto é seu. Outra pessoa da marca precisa decidir.')
  expect(screen.queryByRole('button', { name: 'Aprovar' })).toBeNull()
  await pressKey('a')
  await pressKey('r')
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('the keys A, R and B approve, reject and close the open project', async () => {
  await openProject()
  await pressKey('r')
  screen.getByRole('dialog', { name: 'Recusar o projeto' })
  // In a dialog the keys do nothing.
  await pressKey('a')
  expect(screen.queryByRole('dialog', { name: 'Aprovar?' })).toBeNull()
  await press('Fechar', screen.getByRole('dialog'))
  await pressKey('b')
  expect(screen.queryByRole('region', { name: 'Projeto CN-204817' })).toBeNull()
  expect(document.activeElement?.textContent).toContain('CN-204817')
  await press('CN-204817')
  await pressKey('a')
  await confirm('Confirmar: aprovar')
  expect(server.bodiesOf(calls.approveProjectCall)).toEqual([{ project_id }])
})

test.each([
  ['in_review', 'Se aprovado'],
  ['rewarded', 'Pontos'],
  ['rejected', null],
  ['cancelled', null],
] as const)('the points of a project that is %s are listed as %s', async (state, title) => {
  server.respond(calls.openProjectCall, { ...deskProject, state, is_late: false })
  await openProject()
  const panel = within(screen.getByRole('region', { name: 'Projeto CN-204817' }))
  const titles = panel.getAllByRole('term').map(({ textContent }) => textContent)
  expect(titles.filter((each) => ['Se aprovado', 'Pontos'].includes(each))).toEqual(
    title === null ? [] : [title],
  )
  expect(panel.queryByText('500 pontos') !== null).toBe(title !== null)
})

test('a file is downloaded by a link for one view', async () => {
  await openProject()
  await press(/^Baixar PDF de/)
  expect(server.bodiesOf(calls.openProjectFileCall)).toEqual([
    { project_id, file_id: deskProject.stored_files[1]?.file_id },
  ])
})

test('invalid lines of a file of purchases are listed, and nothing was imported', async () => {
  server.respond(calls.importPurchasesCall, {
    added: 0,
    known: 0,
    rejected: [{ line: 4, reason: 'Linha vazia' }],
  })
  await openAs('brand_analyst', '/projetos')
  await press('Carregar compras')
  fireEvent.change(screen.getByLabelText('Arquivo de compras'), {
    target: { files: [new File(['numero_da_compra\n'], 'compras.csv')] },
  })
  await settle()
  expectText('Nada foi carregado. Corrija estas linhas:')
  expectText('Linha 4: Linha vazia')
})

test('marketing proposes a brand, with the errors of its formats before it is sent', async () => {
  server.respond(createBrandCall, brand)
  await openAs('marketing', '/marcas')
  await press('Nova marca')
  await type('Nome da marca', 'Ateliê')
  await type('Endereço da marca', 'atelie')
  await type('Formato do número da compra', '(a+)+$')
  await type('Exemplo do número da compra', 'AB-123456')
  await type('Formato do número de registro', '9{4}')
  await type('Exemplo do número de registro', '123')
  await press('Propor')
  expectText(/Não entendemos o formato a partir de/)
  expectText('O exemplo não tem este formato')
  await type('Formato do número da compra', 'AA-999999')
  await type('Exemplo do número de registro', '1234')
  await press('Propor')
  expect(server.bodiesOf(createBrandCall)).toEqual([
    {
      slug: 'atelie',
      rules: {
        ...brandRules,
        name: 'Ateliê',
        purchase_example: 'AB-123456',
        registration_format: '9{4}',
        registration_example: '1234',
        limit_per_customer: null,
        requires_imported_purchase: false,
      },
    },
  ])
})

test('the approver sees what a change replaces, and approves it; its author only withdraws it', async () => {
  server.respond(approveBrandRulesCall, brand)
  await openAs('approver', '/marcas')
  await press('Luz do Norte')
  expectText('Pessoas com CNPJ → Pessoas com CPF ou CNPJ')
  await press('Aprovar')
  await confirm('Confirmar: aprovar')
  expect(server.bodiesOf(approveBrandRulesCall)).toEqual([{ change_id: changedBrand.proposed?.change_id }])
})

test('marketing can only withdraw a proposed change', async () => {
  server.respond(withdrawBrandRulesCall, refusal('new-project.change-decided'))
  await openAs('marketing', '/marcas')
  await press('Luz do Norte')
  expect(screen.queryByRole('button', { name: 'Aprovar' })).toBeNull()
  await press('Retirar proposta')
  await confirm('Confirmar: retirar')
  expectToast('Esta mudança já foi decidida. Atualize a lista.', 'error')
})

test('an administrator chooses the brand of an analyst, which the change contains', async () => {
  server.respond(changeStaffRolesCall, { kind: 'proposed', change: staffChange })
  await openAs('administrator', '/pessoas')
  await press('Bruno Lacerda')
  fireEvent.click(screen.getByRole('checkbox', { name: 'Marketing' }))
  fireEvent.click(screen.getByRole('checkbox', { name: 'Analista de marca' }))
  await settle()
  await press('Salvar papéis')
  expectText('Escolha a marca')
  fireEvent.change(screen.getByLabelText(/^Marca/), { target: { value: brand.brand_id } })
  await press('Salvar papéis')
  expect(server.bodiesOf(changeStaffRolesCall)).toEqual([
    { staff_id: member.staff_id, roles: ['brand_analyst'], brand_id: brand.brand_id },
  ])
})

test('a brand without rules in force cannot be chosen for a campaign', async () => {
  server.respond(listBrandsCall, [{ ...brand, rules: null }])
  await openAs('marketing', '/marcas')
  expectText('Sem regras')
})
