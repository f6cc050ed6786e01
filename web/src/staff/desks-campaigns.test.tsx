import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { StaffCampaign } from '@clube/contract/campaigns/campaign.ts'
import * as calls from '@clube/contract/campaigns/campaign-staff-calls.ts'
import * as regulations from '@clube/contract/campaigns/regulation-calls.ts'
import { listParticipatingShopsCall } from '@clube/contract/receipts/shop-calls.ts'
import { deleteDraftCall, listDraftsCall, saveDraftCall } from '@clube/contract/campaigns/draft-calls.ts'
import { readResultsCall } from '@clube/contract/campaigns/results-calls.ts'
import { reverseTransactionCall } from '@clube/contract/campaigns/transaction-calls.ts'
import { staffListDocumentsCall } from '@clube/contract/consent/staff-calls.ts'
import { readConsentDocumentCall } from '@clube/contract/consent/calls.ts'
import type { Call } from '@clube/contract/kernel/call.ts'
import { currentToast } from '../kit/toast/toast-store.ts'
import { respond, invalid, refusal, unanswered, type DeclaredResponse } from '../testing/fake-server.ts'
import { sampleId, samples } from '../testing/samples.ts'
import {
  choose,
  confirm,
  change,
  expectFieldError,
  expectText,
  fieldValue,
  heading,
  linkTo,
  press,
  server,
  settle,
  type,
} from '../testing/screen-test.tsx'
import {
  campaign,
  campaignDraft,
  documents,
  extension,
  identity,
  missing,
  regulationChange,
  results,
  returnedExtension,
} from '../testing/staff-samples.ts'
import { openAs, rows, setUpStaffScreens, pressKey } from '../testing/staff-screen.tsx'

const id = campaign.campaign_id
const bia = sampleId(902)

const campaigns = (...list: StaffCampaign[]) => respond(calls.staffListCampaignsCall, list)
const inReview = (...list: StaffCampaign[]) => respond(calls.staffReviewCampaignsCall, list)
const sentTo = (call: Call) => server.bodiesOf(call).at(-1)
const openCampaign = (changes: Partial<StaffCampaign> = {}, ...responses: DeclaredResponse[]) =>
  openAs('marketing', `/promocoes/${id}`, campaigns({ ...campaign, ...changes }), ...responses)

setUpStaffScreens()

test('the campaign list shows state, missing items and period, and can be filtered', async () => {
  await openAs(
    'marketing',
    '/promocoes',
    campaigns(
      { ...campaign, missing, review_note: 'Falta o certificado.' },
      {
        ...campaign,
        campaign_id: sampleId(2),
        title: 'Natal no Ipê',
        state: 'active',
        stock: null,
        has_returned_change: true,
      },
      { ...campaign, campaign_id: sampleId(3), title: 'Páscoa', state: 'archived' },
    ),
  )
  expect(rows().slice(1)).toEqual([
    'Panetone da casa1007Compre e ganheRascunhoDevolvida · Faltam 2 itens01/12/2026 a 24/12/2026Restam 312 dos 2.000 prometidos',
    'Natal no Ipê1007Compre e ganheNo arCorreção devolvida01/12/2026 a 24/12/2026–',
  ])
  change('Situação', 'archived')
  expect(rows()[1]).toContain('Arquivada')
  change('Nome ou número', 'natal')
  expectText('Nenhuma promoção corresponde ao filtro.')
})

test('an empty campaign list has a button that opens the form of a new campaign', async () => {
  await openAs('marketing', '/promocoes', campaigns())
  await press('Escrever a primeira')
  expect(heading()).toBe('Nova promoção')
})

test('a draft with any fields missing is saved, and its page lists the missing fields with buttons that focus them', async () => {
  await openAs('marketing', '/promocoes/nova', respond(saveDraftCall, campaignDraft))
  expect(document.activeElement).toBe(screen.getByLabelText('Nome'))
  await type('Nome', 'Dia das Mães')
  server.declare(respond(listDraftsCall, [campaignDraft]))
  await press('Salvar rascunho')
  expect(sentTo(saveDraftCall)).toMatchObject({
    draft: null,
    values: { title: 'Dia das Mães', kind: '', slug: 'dia-das-maes', starts_at: '', 'legal.prize_list': 0 },
  })
  expect(currentToast().message).toBe('Rascunho salvo. Faltam 5 itens.')
  expect(heading()).toBe('Dia das Mães')
  const list = screen.getByRole('list', { name: 'O que falta' })
  expect(document.activeElement).toBe(list)
  const items = () => within(list).getAllByRole('listitem')
  expect(items().map(({ textContent }) => textContent)).toEqual([
    'Início: Este campo não pode estar vazio Preencher',
    'Término: Este campo não pode estar vazio Preencher',
    'Resumo: Este campo não pode estar vazio Preencher',
    'Descrição: Este campo não pode estar vazio Preencher',
  ])
  const [first] = within(list).getAllByRole('button', { name: 'Preencher' })
  fireEvent.click(first ?? list)
  await settle()
  expect(document.activeElement).toBe(screen.getByLabelText('Início'))
  await type('Início', '2027-05-01T10:00')
  expect(items()).toHaveLength(3)
  await press('Salvar rascunho')
  const { draft_id, revision } = campaignDraft
  expect(sentTo(saveDraftCall)).toMatchObject({ draft: { draft_id, revision } })
  expect(fieldValue('Início')).toBe('2027-05-01T10:00')
})

test('a complete draft is sent as a new campaign, and can be deleted after a refusal', async () => {
  const { draft_id, revision } = campaignDraft
  const values = {
    ...campaignDraft.values,
    summary: 'Um dia especial.',
    description: 'Música na praça.',
    starts_at: '2027-05-01T10:00',
    ends_at: '2027-05-09T22:00',
  }
  await openAs(
    'marketing',
    '/promocoes',
    campaigns(campaign),
    respond(listDraftsCall, [{ ...campaignDraft, values }]),
    respond(calls.createCampaignCall, refusal('campaigns.draft-revised')),
    respond(deleteDraftCall, {}),
  )
  fireEvent.click(screen.getByRole('link', { name: 'Dia das Mães' }))
  await settle()
  expectText(/^Nada falta no plano/)
  await press('Salvar rascunho')
  expect(sentTo(calls.createCampaignCall)).toMatchObject({
    title: 'Dia das Mães',
    draft: { draft_id, revision },
  })
  expect(currentToast().message).toMatch(/^Outra pessoa alterou este rascunho/)
  await press('Apagar rascunho')
  await confirm('Confirmar: apagar')
  expect(sentTo(deleteDraftCall)).toEqual({ draft_id, revision })
  expect(heading()).toBe('Promoções')
})

test('the form of a new campaign derives the slug from the title and sends the entered values', async () => {
  await openAs(
    'marketing',
    '/promocoes/nova',
    respond(calls.createCampaignCall, refusal('campaigns.slug-taken'), campaign),
  )
  const kinds = within(screen.getByLabelText('Tipo')).getAllByRole('option')
  expect(kinds.map(({ textContent }) => textContent)).toEqual([
    'Escolha',
    'Ingressos',
    'Compre e ganhe',
    'Raspadinha',
    'Programa parceiro',
    'Vale-estacionamento',
    'Projeto',
  ])
  change('Tipo', 'event_tickets')
  await type('Nome', 'Páscoa no Ipê')
  expect(fieldValue('Link da página')).toBe('pascoa-no-ipe')
  await type('Resumo', 'Um ovo.')
  await type('Descrição', 'Cadastre.')
  await type('Início', '2027-03-01T10:00')
  await type('Término', '2027-03-29T00:00')
  expect(screen.queryByLabelText('A cada (valor em notas)')).toBeNull()
  await press('Adicionar prêmio')
  await type('Nome do prêmio', 'Ovo de chocolate')
  await type('Quantidade', '500')
  await type('Valor de cada', '4990')
  expectText(/Valor total: R\$\s24\.950,00/)
  await press('Salvar rascunho')
  expectFieldError('Link da página', 'Já existe uma promoção com este link.')
  await type('Link da página', 'pascoa-2027')
  await type('Nome', 'Páscoa')
  expect(fieldValue('Link da página')).toBe('pascoa-2027')
  await press('Salvar rascunho')
  expect(sentTo(calls.createCampaignCall)).toEqual({
    kind: 'event_tickets',
    slug: 'pascoa-2027',
    title: 'Páscoa',
    summary: 'Um ovo.',
    description: 'Cadastre.',
    starts_at: '2027-03-01T13:00:00.000Z',
    ends_at: '2027-03-29T03:00:00.000Z',
    redeem_until: null,
    audience: { document_types: ['cpf'], minimum_age: null },
    spend_rule: null,
    stock_total: null,
    limit_per_customer: null,
    legal: {
      certificate_number: null,
      authority: null,
      prize_list: [{ title: 'Ovo de chocolate', quantity: 500, value_cents: 4990 }],
    },
    regulation_version: '1.0',
    terms_version: null,
    settings: {},
  })
  expect(heading()).toBe('Panetone da casa')
})

test('a duplicated campaign starts with the values of the original, except name, link, period, certificate number and terms', async () => {
  const built: StaffCampaign = {
    ...campaign,
    kind: 'event_tickets',
    legal: { ...campaign.legal, certificate_number: 'SPA 1' },
    terms_version: '2.0',
    state: 'ended',
  }
  const open = () => openAs('marketing', `/promocoes/${id}`, campaigns(built))
  await open()
  expectText(`${window.location.origin}/promocoes/panetone-da-casa`)
  await press('Duplicar')
  expect(heading()).toBe('Nova promoção, cópia de Panetone da casa')
  expect(
    ['Nome', 'Link da página', 'Resumo', 'Início', 'Término', 'Número do certificado', 'Quem autorizou'].map(
      fieldValue,
    ),
  ).toEqual(['Panetone da casa (cópia)', 'panetone-da-casa-copia', built.summary, '', '', '', 'SPA/MF'])
  expect([fieldValue('Versão do regulamento'), fieldValue('Versão dos termos (se houver)')]).toEqual([
    '1.0',
    '',
  ])
  await type('Nome', 'Panetone 2027')
  expect(fieldValue('Link da página')).toBe('panetone-2027')
})

test('saving a campaign draft that another person changed is refused, and what was typed stays', async () => {
  const { revision } = campaign
  await openAs(
    'marketing',
    `/promocoes/${id}/editar`,
    campaigns(campaign),
    respond(calls.updateCampaignCall, refusal('campaigns.draft-revised')),
  )
  await type('Resumo', 'Um panetone para cada nota.')
  server.declare(campaigns({ ...campaign, description: 'Outra descrição.', revision: revision + 1 }))
  await press('Salvar rascunho')
  expect(sentTo(calls.updateCampaignCall)).toMatchObject({ campaign_id: id, revision })
  expect(currentToast().message).toMatch(/^Outra pessoa alterou este rascunho/)
  expect(fieldValue('Resumo')).toBe('Um panetone para cada nota.')
})

test('a returned campaign can be saved as incomplete and completed later, or its changes discarded', async () => {
  const changes = { ...campaignDraft, campaign_id: id, values: { ...campaignDraft.values, summary: '' } }
  const { draft_id, revision } = changes
  await openAs(
    'marketing',
    `/promocoes/${id}/editar`,
    campaigns({ ...campaign, review_note: 'Falta a foto.' }),
    respond(saveDraftCall, changes),
    respond(calls.updateCampaignCall, campaign),
    respond(deleteDraftCall, {}),
  )
  await type('Resumo', '')
  screen.getByRole('button', { name: 'Salvar rascunho' }).focus()
  server.declare(respond(listDraftsCall, [changes]))
  await press('Salvar rascunho')
  expect(sentTo(saveDraftCall)).toMatchObject({
    draft: null,
    campaign: { campaign_id: id, revision: campaign.revision },
    values: { title: campaign.title, summary: '' },
  })
  expect(currentToast().message).toBe('Rascunho salvo. Falta 1 item.')
  expect(document.activeElement).toBe(screen.getByRole('list', { name: 'O que falta' }))
  await type('Resumo', 'Um panetone.')
  await press('Salvar rascunho')
  expect(sentTo(calls.updateCampaignCall)).toMatchObject({
    campaign_id: id,
    revision: campaign.revision,
    summary: 'Um panetone.',
    draft: { draft_id, revision },
  })
  cleanup()
  await openAs('marketing', `/promocoes/${id}/editar`)
  expect(fieldValue('Nome')).toBe('Dia das Mães')
  await press('Descartar mudanças')
  await confirm('Confirmar: descartar')
  expect(sentTo(deleteDraftCall)).toEqual({ draft_id, revision })
  expect(heading()).toBe('Panetone da casa')
})

test('removing a prize of a campaign keeps the others unchanged', async () => {
  const prize = (title: string) => ({ title, quantity: 1, value_cents: 100 })
  const legal = { ...campaign.legal, prize_list: ['Um', 'Dois', 'Três'].map(prize) }
  await openAs('marketing', `/promocoes/${id}/editar`, campaigns({ ...campaign, legal }))
  await press('Retirar o prêmio 2')
  const names = screen.getAllByLabelText<HTMLInputElement>('Nome do prêmio').map(({ value }) => value)
  expect(names).toEqual(['Um', 'Três'])
})

test('marketing decides how receipts count: individually, once a day, exclusively, and more on some days and in some shops', async () => {
  const shop = { ...samples.shops[0]!, shop_id: sampleId(31) }
  await openAs(
    'marketing',
    `/promocoes/${id}/editar`,
    campaigns(campaign),
    respond(listParticipatingShopsCall, [shop]),
    respond(calls.updateCampaignCall, campaign),
  )
  choose('Cada nota conta sozinha')
  choose('Não vale em nenhuma outra')
  await type('Vezes por pessoa e dia', '1')
  await press('Adicionar notas que valem mais')
  await type('Quanto valem (em %)', '150')
  choose('sábado')
  fireEvent.click(screen.getByLabelText('Lojas (nenhuma escolhida: todas)'))
  await settle()
  fireEvent.click(screen.getByRole('option', { name: shop.name }))
  await settle()
  expect(screen.getByRole('button', { name: `Retirar ${shop.name}` })).toBeTruthy()
  await press('Salvar rascunho')
  expect(sentTo(calls.updateCampaignCall)).toMatchObject({
    spend_rule: {
      every_cents: 40_000,
      participations: 1,
      accumulate: false,
      exclusive: true,
      limit_per_day: 1,
      multipliers: [{ percent: 150, weekdays: [6], shop_ids: [shop.shop_id] }],
    },
  })
})

test('missing items of a campaign are listed with a link to fix each', async () => {
  await openCampaign({ missing })
  const items = within(screen.getByRole('list', { name: 'O que falta' })).getAllByRole('listitem')
  expect(items.map(({ textContent }) => textContent)).toEqual([
    'Regulamento: Publique esta versão do regulamento antes. Publicar',
    'Número do certificado: Informe o número do certificado de autorização. Preencher',
  ])
  expect(linkTo('Publicar')).toBe(
    '/equipe/documentos/novo?kind=promotion_regulation&scope=panetone-da-casa&version=1.0',
  )
  fireEvent.click(screen.getByRole('link', { name: 'Preencher' }))
  await settle()
  expect(heading()).toBe('Editar Panetone da casa')
  expect(document.activeElement).toBe(screen.getByLabelText('Número do certificado'))
})

test('a campaign whose submission is refused shows one message and reloads its missing items', async () => {
  await openCampaign({}, respond(calls.submitCampaignCall, invalid(...missing)))
  expectText('Nada falta para a assinatura.')
  server.declare(campaigns({ ...campaign, missing }))
  await press('Enviar para aprovação')
  expect(currentToast().message).toBe('Ainda falta algo: veja a lista nesta página.')
  expectText(/Informe o número do certificado de autorização\./)
})

test('a returned campaign draft shows the reason, and a campaign in review has no actions', async () => {
  await openCampaign({ review_note: 'Falta a foto.', warnings: ['Nenhuma sessão ainda.'] })
  expectText('Nenhuma sessão ainda.')
  expectText('Falta a foto.')
  cleanup()
  await openCampaign({ state: 'in_review' })
  expectText(/Espera a assinatura de uma segunda pessoa/)
  expect(screen.queryByRole('button', { name: 'Enviar para aprovação' })).toBeNull()
  expect(screen.queryByRole('link', { name: 'Editar' })).toBeNull()
})

test('pausing a campaign requires confirmation, and a concurrent change shows a message', async () => {
  await openCampaign(
    { state: 'active' },
    respond(calls.changeCampaignCall, { ...campaign, state: 'paused' }, refusal('campaigns.wrong-state')),
    respond(readResultsCall, results),
  )
  expectText(/ou antes, quando o estoque acabar\./)
  await press('Pausar')
  expectText(/^51 pessoas têm ingresso/)
  expect(sentTo(calls.changeCampaignCall)).toBeUndefined()
  server.declare(campaigns({ ...campaign, state: 'paused' }))
  await confirm('Confirmar: pausar')
  expect(sentTo(calls.changeCampaignCall)).toEqual({ campaign_id: id, event: 'pause' })
  expectText(/Pausada: saiu das listas dos clientes/)
  await press('Encerrar')
  expectText(/^2 pessoas estão na lista de espera/)
  await confirm('Confirmar: encerrar de vez')
  expect(currentToast().message).toBe('A promoção mudou de situação. Atualize a página.')
})

test('a second staff member approves a campaign, or returns it with a reason', async () => {
  const waiting: StaffCampaign = {
    ...campaign,
    state: 'in_review',
    edited_by: [bia],
    authors: ['Bia Ramos'],
    warnings: ['Nenhuma sessão ainda.'],
  }
  await openAs(
    'approver',
    '/aprovacoes',
    inReview(waiting),
    respond(calls.approveCampaignCall, { ...waiting, state: 'scheduled' }),
    respond(calls.returnCampaignCall, waiting),
  )
  expectText('Pronta para você')
  await press('Panetone da casa')
  expectText('Bia Ramos')
  expectText('Nenhuma sessão ainda.')
  await press('Devolver')
  await press('Devolver para quem escreveu')
  expectText('Este campo não pode estar vazio')
  await type('O que precisa mudar?', ' Falta a foto. ')
  await press('Devolver para quem escreveu')
  expect(sentTo(calls.returnCampaignCall)).toEqual({ campaign_id: id, reason: 'Falta a foto.' })
  expect(heading()).toBe('Aprovações')
  await press('Panetone da casa')
  await press('Aprovar')
  await confirm('Confirmar: aprovar')
  expect(sentTo(calls.approveCampaignCall)).toEqual({ campaign_id: id, revision: 3 })
  expect(currentToast().message).toBe('Promoção aprovada. Começa sozinha em 01/12/2026, 10:00.')
})

test('approving a campaign without a certificate requires a reason, which must not contain personal data', async () => {
  const reason = 'Tudo é trocado só por pontos.'
  const waiting: StaffCampaign = {
    ...campaign,
    state: 'in_review',
    edited_by: [bia],
    can_waive_certificate: true,
  }
  await openAs(
    'approver',
    `/aprovacoes/${id}`,
    inReview(waiting),
    respond(calls.approveCampaignCall, { ...waiting, state: 'scheduled' }),
  )
  expectText(/Esta promoção não tem certificado de autorização/)
  expect(screen.queryByRole('button', { name: 'Aprovar' })).toBeNull()
  await press('Aprovar sem certificado')
  const dialog = within(screen.getByRole('dialog'))
  const confirmWaiver = async () => {
    fireEvent.click(dialog.getByRole('button', { name: 'Aprovar sem certificado' }))
    await settle()
  }
  await confirmWaiver()
  expectText('Este campo não pode estar vazio')
  await type('Por que esta promoção não precisa do certificado?', 'Pedido de 529.982.247-25')
  await confirmWaiver()
  expectText('Não use CPF, CNPJ, telefone ou e-mail neste campo')
  expect(sentTo(calls.approveCampaignCall)).toBeUndefined()
  await type('Por que esta promoção não precisa do certificado?', ` ${reason} `)
  await confirmWaiver()
  expect(sentTo(calls.approveCampaignCall)).toEqual({
    campaign_id: id,
    revision: 3,
    certificate_waiver: reason,
  })
  expect(currentToast().message).toMatch(/^Promoção aprovada\./)
})

test('the page of a campaign approved without a certificate shows the reason', async () => {
  const certificate_waiver = 'Tudo é trocado só por pontos.'
  await openAs(
    'marketing',
    `/promocoes/${id}`,
    campaigns({ ...campaign, state: 'active', certificate_waiver }),
  )
  expectText(`Dispensado por quem aprovou: “${certificate_waiver}”`)
})

test('campaigns that the approver can sign are listed first and opened by key; others are listed separately', async () => {
  const waiting: StaffCampaign = { ...campaign, state: 'in_review', edited_by: [bia] }
  const others: StaffCampaign[] = [
    { ...waiting, campaign_id: sampleId(2), title: 'Selos da casa', is_kind_built: false },
    { ...waiting, campaign_id: sampleId(3), title: 'Páscoa', edited_by: [identity.staff_id] },
    { ...waiting, campaign_id: sampleId(4), title: 'Carnaval', missing },
  ].map((each) => ({ ...each, updated_at: '2026-11-01T12:00:00.000Z' }))
  await openAs('approver', '/aprovacoes', inReview(...others, waiting))
  const [ready, apart] = screen.getAllByRole('table')
  expect(ready?.textContent).toContain('Panetone da casa')
  for (const { title } of others) {
    expect(ready?.textContent).not.toContain(title)
    expect(apart?.textContent).toContain(title)
  }
  fireEvent.keyDown(document.body, { key: 'p' })
  await settle()
  expect(heading()).toBe('Panetone da casa')
})

test('a campaign that changed while its page was open can be approved only after the new version is read', async () => {
  const waiting: StaffCampaign = { ...campaign, state: 'in_review', edited_by: [bia] }
  const changed = { ...waiting, summary: 'A cada R$ 40 em notas, 1 panetone.', revision: 4 }
  await openAs(
    'approver',
    `/aprovacoes/${id}`,
    inReview(waiting),
    respond(calls.approveCampaignCall, refusal('campaigns.revised')),
  )
  server.declare(inReview(changed))
  await press('Aprovar')
  await confirm('Confirmar: aprovar')
  expect(sentTo(calls.approveCampaignCall)).toEqual({ campaign_id: id, revision: 3 })
  expect(currentToast().message).toMatch(/^A promoção mudou depois que você a abriu/)
  expectText(changed.summary)
  expectText(/Leia tudo de novo antes de aprovar/)
  expect(screen.queryByRole('button', { name: 'Aprovar' })).toBeNull()
  server.declare(respond(calls.approveCampaignCall, { ...changed, state: 'scheduled' }))
  await press('Li a versão nova')
  await press('Aprovar')
  await confirm('Confirmar: aprovar')
  expect(server.bodiesOf(calls.approveCampaignCall).at(-1)).toEqual({ campaign_id: id, revision: 4 })
})

test('an author of a campaign cannot approve it, only return it', async () => {
  await openAs(
    'approver',
    `/aprovacoes/${id}`,
    inReview({ ...campaign, state: 'in_review', edited_by: [bia, identity.staff_id], is_kind_built: false }),
  )
  expectText(/Quem aprova é outra pessoa/)
  expectText(/O tipo Compre e ganhe ainda não está disponível/)
  expect(screen.queryByRole('button', { name: 'Aprovar' })).toBeNull()
  expect(screen.getByRole('button', { name: 'Devolver' })).toBeTruthy()
})

test('the published version of a running campaign’s regulation is proposed, and the proposal can be withdrawn', async () => {
  const [terms] = documents
  const regulation = {
    ...terms,
    kind: 'promotion_regulation' as const,
    scope: campaign.slug,
    version: '2.0',
    state: 'pending' as const,
  }
  await openCampaign(
    { state: 'active', kind: 'free_gifts', regulation_version: '1.0' },
    respond(staffListDocumentsCall, [regulation]),
    respond(regulations.proposeRegulationCall, regulationChange),
    respond(regulations.withdrawRegulationCall, { ...regulationChange, state: 'withdrawn' }),
  )
  await press('Propor a versão 2.0')
  expectFieldError('Autorização da mudança', 'Este campo não pode estar vazio')
  await type('Autorização da mudança', 'Processo 77/2026')
  server.declare(respond(regulations.listRegulationChangesCall, [regulationChange]))
  await press('Propor a versão 2.0')
  expect(sentTo(regulations.proposeRegulationCall)).toEqual({
    campaign_id: id,
    version: '2.0',
    authority_reference: 'Processo 77/2026',
    extension: null,
  })
  expectText(/espera a assinatura de uma segunda pessoa/)
  await press('Retirar a proposta')
  await confirm('Confirmar: retirar')
  expect(sentTo(regulations.withdrawRegulationCall)).toEqual({ change_id: regulationChange.change_id })
})

test('the P key opens the corrections that the approver may sign, which are listed before the campaigns', async () => {
  const later = {
    ...regulationChange,
    change_id: sampleId(906),
    version: '3.0',
    proposed_at: '2026-11-21T13:00:00Z',
  }
  await openAs(
    'approver',
    '/aprovacoes',
    inReview({ ...campaign, state: 'in_review', edited_by: [bia, identity.staff_id] }),
    respond(regulations.reviewRegulationChangesCall, [later, regulationChange]),
    respond(readConsentDocumentCall, unanswered),
  )
  expect(screen.getAllByText(/proposta em .* por Bia Torres\./)).toHaveLength(2)
  expect(screen.queryByText('Nenhuma promoção espera a sua assinatura.')).toBeNull()
  expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
    'Correções de regulamento e prorrogações',
    'Não podem ser assinadas por você',
  ])
  await pressKey('p')
  await press('Fechar')
  screen.getByRole('button', { name: 'Aprovar a correção' })
  await pressKey('p')
  await press('Fechar')
  expect(screen.getAllByRole('button', { name: 'Aprovar a correção' })).toHaveLength(2)
})

test('a regulation correction is approved by another person, after its text was opened', async () => {
  await openAs(
    'approver',
    '/aprovacoes',
    inReview(),
    respond(regulations.reviewRegulationChangesCall, [regulationChange]),
    respond(regulations.approveRegulationCall, { ...regulationChange, state: 'approved' }),
    respond(readConsentDocumentCall, unanswered),
  )
  expectText('Panetone da casa')
  expect(screen.queryByRole('button', { name: 'Aprovar a correção' })).toBeNull()
  await press('Ler a versão 2.0')
  await press('Fechar')
  await press('Aprovar a correção')
  await confirm('Confirmar: aprovar')
  expect(sentTo(regulations.approveRegulationCall)).toEqual({ change_id: regulationChange.change_id })
  cleanup()
  const own = { ...regulationChange, proposed_by: identity.staff_id }
  await openAs('approver', '/aprovacoes', respond(regulations.reviewRegulationChangesCall, [own]))
  expectText(/Você propôs esta correção/)
  expect(screen.queryByRole('button', { name: 'Ler a versão 2.0' })).toBeNull()
})

/** The text of the focused element; null if the focus was lost. */
const keptFocus = () => {
  const { activeElement } = document
  return activeElement === document.body ? null : activeElement?.textContent
}

test('an approver returns a correction with a reason, and the focus stays on the page', async () => {
  const another = { ...extension, change_id: sampleId(906), campaign_title: 'Natal no Ipê' }
  await openAs(
    'approver',
    '/aprovacoes',
    inReview(),
    respond(regulations.reviewRegulationChangesCall, [regulationChange, another]),
    respond(regulations.returnRegulationCall, refusal('campaigns.regulation-decided'), {
      ...regulationChange,
      state: 'withdrawn',
      is_returned: true,
    }),
  )
  const returnFirst = async () => {
    const [button = document.body] = screen.getAllByRole('button', { name: 'Devolver' })
    button.focus()
    fireEvent.click(button)
    await settle()
    await type('O que precisa mudar?', 'Falta a data.')
    await press('Devolver para quem propôs')
  }
  await returnFirst()
  expect(currentToast().message).toMatch(/já foi decidida/)
  server.declare(respond(regulations.reviewRegulationChangesCall, [another]))
  await returnFirst()
  expect(sentTo(regulations.returnRegulationCall)).toEqual({
    change_id: regulationChange.change_id,
    reason: 'Falta a data.',
  })
  expect(currentToast().message).toBe('Proposta devolvida.')
  expect(keptFocus()).toBe('Correções de regulamento e prorrogações')
})

test('marketing reads why a proposal was returned, and proposes it again with changed data, or withdraws it', async () => {
  const [terms] = documents
  const regulation = {
    ...terms,
    kind: 'promotion_regulation' as const,
    scope: campaign.slug,
    version: '2.0',
    state: 'pending' as const,
  }
  const open = () =>
    openCampaign(
      { state: 'active', kind: 'event_tickets', legal: { ...campaign.legal, certificate_number: null } },
      respond(staffListDocumentsCall, [regulation]),
      respond(regulations.listRegulationChangesCall, [returnedExtension]),
      respond(regulations.proposeRegulationCall, extension),
      respond(regulations.withdrawRegulationCall, { ...returnedExtension, is_returned: false }),
    )
  await open()
  expectText(returnedExtension.review_note ?? '')
  expect(linkTo('publique uma versão nova')).toContain('scope=panetone-da-casa')
  expect(fieldValue('Novo término (se for prorrogada)')).toBe('2027-01-01T00:00')
  expectText('Propor de novo, sem mudar nada')
  await type('Novo término (se for prorrogada)', '2027-01-02T00:00')
  server.declare(respond(regulations.listRegulationChangesCall, [extension, returnedExtension]))
  const send = screen.getByRole('button', { name: 'Propor a versão 2.0' })
  send.focus()
  await press('Propor a versão 2.0')
  expect(sentTo(regulations.proposeRegulationCall)).toMatchObject({
    version: '2.0',
    extension: { ends_at: '2027-01-02T03:00:00.000Z' },
  })
  expectText(/espera a assinatura de uma segunda pessoa/)
  expect(keptFocus()).toBe('Corrigir o regulamento ou prorrogar')
  cleanup()
  await open()
  screen.getByRole('button', { name: 'Desistir da proposta' }).focus()
  await press('Desistir da proposta')
  server.declare(
    respond(regulations.listRegulationChangesCall, [{ ...returnedExtension, is_returned: false }]),
  )
  await confirm('Confirmar: desistir')
  expect(sentTo(regulations.withdrawRegulationCall)).toEqual({ change_id: returnedExtension.change_id })
  expect(screen.queryByText(returnedExtension.review_note ?? '')).toBeNull()
  expect(keptFocus()).toBe('Corrigir o regulamento ou prorrogar')
})

test('an extension of a running campaign is proposed with the regulation version that announces it', async () => {
  const [terms] = documents
  const regulation = {
    ...terms,
    kind: 'promotion_regulation' as const,
    scope: campaign.slug,
    version: '2.0',
    state: 'pending' as const,
  }
  await openCampaign(
    { state: 'active', kind: 'free_gifts', regulation_version: '1.0' },
    respond(staffListDocumentsCall, [regulation]),
    respond(
      regulations.proposeRegulationCall,
      invalid({ path: 'extension.ends_at', message: 'A autorização vale até 30/12/2026.' }),
    ),
  )
  await type('Autorização da mudança', 'Processo 77/2026')
  expect(screen.queryByLabelText('Autorizada até')).toBeNull()
  await type('Novo término (se for prorrogada)', '2027-01-01T00:00')
  await type('Novo prazo de retirada (se mudar)', '2027-02-01T00:00')
  await press('Propor a versão 2.0')
  expectFieldError('Autorizada até', 'Este campo não pode estar vazio')
  await type('Autorizada até', '2026-12-30')
  await press('Propor a versão 2.0')
  expect(sentTo(regulations.proposeRegulationCall)).toEqual({
    campaign_id: id,
    version: '2.0',
    authority_reference: 'Processo 77/2026',
    extension: {
      ends_at: '2027-01-01T03:00:00.000Z',
      redeem_until: '2027-02-01T03:00:00.000Z',
      authorized_until: '2026-12-30',
    },
  })
  expectFieldError('Novo término (se for prorrogada)', 'A autorização vale até 30/12/2026.')
})

test('an approver sees the dates before and after an extension', async () => {
  await openAs(
    'approver',
    '/aprovacoes',
    inReview(),
    respond(regulations.reviewRegulationChangesCall, [extension]),
    respond(regulations.approveRegulationCall, refusal('campaigns.extension-outdated')),
    respond(readConsentDocumentCall, unanswered),
  )
  expectText('Prorroga o término de 24/12/2026, 22:00 para 01/01/2027, 00:00.')
  await press('Ler a versão 2.0')
  await press('Fechar')
  await press('Aprovar a prorrogação')
  await confirm('Confirmar: aprovar')
  expect(currentToast().message).toMatch(/^A promoção não pode mais ser prorrogada assim/)
})

test('the results of a campaign show its participants, conversions, days, states and the tables of its kind', async () => {
  await openCampaign({ state: 'active' }, respond(readResultsCall, results))
  fireEvent.click(screen.getByRole('link', { name: 'Resultados' }))
  await settle()
  expect(heading()).toBe('Resultados de Panetone da casa')
  const summary = within(screen.getByRole('region', { name: 'Resumo' }))
  expect(summary.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual([
    '1.312',
    '1.904',
    '1.52280%',
    '1.37772%',
    '2.233de 2.400 · 93%',
  ])
  expect(summary.getAllByRole('term').map(({ textContent }) => textContent)).toContain(
    'Participações iniciadas',
  )
  expect(rows()).toContain('Concluída1.37772%')
  expect(screen.getByRole('img').getAttribute('aria-label')).toBe(
    'De 10/11/2026 a 20/11/2026. O dia com mais participações foi 17/11/2026, com 402.',
  )
  expectText('Cancelada ou estornada')
  expectText('Orquestra do bairro, sáb., 12 de dez., 19h')
  expect(linkTo('Baixar CSV')).toBe(`/api/staff/campaign/${id}/resultados.csv`)
})

test('the results page of a campaign without participations shows an empty state', async () => {
  const none = { ...results, participants: 0, steps: [], states: [], days: [], given: null, tables: [] }
  await openAs('marketing', `/promocoes/${id}/resultados`, respond(readResultsCall, none))
  expectText('Ninguém participou ainda.')
  expect(screen.queryByRole('img')).toBeNull()
})

test('a reversal is requested by protocol, and an invalid or unknown protocol shows an error under the field', async () => {
  await openAs(
    'approver',
    '/aprovacoes',
    inReview(),
    respond(reverseTransactionCall, refusal('campaigns.transaction-unknown')),
  )
  expectText('Nenhuma promoção espera assinatura.')
  await press('Estornar participação')
  await type('Protocolo', '2026-000001-2')
  await type('Motivo', 'Pedido no balcão.')
  await press('Estornar')
  expectText('Protocolo inválido. Confira os números com o cliente.')
  expect(sentTo(reverseTransactionCall)).toBeUndefined()
  // With a valid check digit.
  const protocol = '2026-000001-5'
  await type('Protocolo', protocol)
  await press('Estornar')
  expect(sentTo(reverseTransactionCall)).toEqual({ protocol, reason: 'Pedido no balcão.' })
  expectFieldError('Protocolo', 'Participação não encontrada.')
})
