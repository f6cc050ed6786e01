import type { CampaignPage } from '@clube/contract/campaigns/campaign.ts'
import { listBrandsCall, type StaffBrand } from '@clube/contract/new-project/brand-calls.ts'
import type { BrandRules } from '@clube/contract/new-project/brand.ts'
import type { Project, ProjectOffer } from '@clube/contract/new-project/calls.ts'
import {
  approveProjectCall,
  importPurchasesCall,
  listProjectsCall,
  openProjectCall,
  openProjectFileCall,
  readBrandDeskCall,
  rejectProjectCall,
  type DeskProject,
  type ListedProject,
} from '@clube/contract/new-project/staff-calls.ts'
import { listStaffBrandsCall } from '@clube/contract/staff/management-calls.ts'
import { respond, type DeclaredResponse } from './fake-server.ts'
import { sampleId, samples } from './samples.ts'

/** A promotion of a brand's projects. */
export const projectCampaign: CampaignPage = {
  ...samples.campaign,
  campaign_id: sampleId(80),
  slug: 'projeto-casa-nova',
  kind: 'new_project',
  title: 'Projeto Casa Nova',
  summary: 'Arquitetos e empresas: registrem aqui os projetos comprados na loja da marca.',
  audience: { document_types: ['cpf', 'cnpj'], minimum_age: null },
}

export const brandRules: BrandRules = {
  name: 'Casa Nova',
  purchase_format: 'AA-999999',
  purchase_example: 'CN-204817',
  registration_format: "'RRT'-9{8}",
  registration_example: 'RRT-13204577',
  audience: ['cpf', 'cnpj'],
  limit_per_customer: 10,
  requires_imported_purchase: true,
}

export const projectOffer: ProjectOffer = {
  campaign_id: projectCampaign.campaign_id,
  brand_slug: 'casa-nova',
  brand_name: brandRules.name,
  purchase_format: brandRules.purchase_format,
  purchase_example: brandRules.purchase_example,
  registration_format: brandRules.registration_format,
  registration_example: brandRules.registration_example,
  audience: ['cpf', 'cnpj'],
  limit_per_customer: 10,
  points: 500,
  answer_days: 7,
  exclusion: null,
}

/** A project in review. */
export const project: Project = {
  project_id: sampleId(81),
  transaction_id: sampleId(91),
  campaign_id: projectCampaign.campaign_id,
  campaign_slug: projectCampaign.slug,
  campaign_title: projectCampaign.title,
  protocol: '2026-000123-4',
  brand_name: brandRules.name,
  purchase_number: 'CN-204817',
  project_registration_number: 'RRT-13204577',
  state: 'submitted',
  submitted_at: '2026-11-20T14:30:00.000Z',
  answer_due_on: '2026-11-27',
  points: 500,
  decided_at: null,
  reason: null,
  cancelled_at: null,
  files: 0,
}

/** Projects in every other state. */
export const decidedProjects: readonly Project[] = [
  {
    ...project,
    project_id: sampleId(82),
    state: 'rewarded',
    decided_at: '2026-11-21T12:00:00.000Z',
    files: 1,
  },
  {
    ...project,
    project_id: sampleId(83),
    state: 'rejected',
    decided_at: '2026-11-20T18:00:00.000Z',
    reason: 'O número da compra é de outro pedido. Confira a nota da loja.',
  },
  {
    ...project,
    project_id: sampleId(84),
    state: 'approved',
    points: null,
    decided_at: '2026-11-12T12:00:00.000Z',
  },
  { ...project, project_id: sampleId(85), state: 'cancelled', cancelled_at: '2026-11-10T12:00:00.000Z' },
]

/** The same at the desk, in order of the day of the answer. */
export const listedProject: ListedProject = {
  project_id: project.project_id,
  campaign_title: project.campaign_title,
  protocol: project.protocol,
  purchase_number: project.purchase_number,
  project_registration_number: project.project_registration_number,
  customer_name: 'Ana',
  state: 'submitted',
  submitted_at: project.submitted_at,
  answer_due_on: '2026-11-19',
  is_late: true,
  files: 2,
}

export const deskProject: DeskProject = {
  ...listedProject,
  state: 'in_review',
  customer_full_name: 'Ana Lúcia Pereira',
  document_masked: '***.982.247-**',
  points: 500,
  is_purchase_listed: true,
  decided_at: null,
  decided_by: null,
  reason: null,
  cancelled_at: null,
  is_own: false,
  stored_files: [
    { file_id: sampleId(86), kind: 'picture', sent_at: '2026-11-20T14:31:00.000Z', is_purged: false },
    { file_id: sampleId(87), kind: 'pdf', sent_at: '2026-11-20T14:32:00.000Z', is_purged: false },
  ],
}

/** A brand with rules in force. */
export const brand: StaffBrand = {
  brand_id: sampleId(88),
  slug: 'casa-nova',
  rules: brandRules,
  approved_at: '2026-11-01T12:00:00.000Z',
  approved_by: 'Carla Menezes',
  proposed: null,
  rejection: null,
}

/** The same with a change that another member proposed. */
export const changedBrand: StaffBrand = {
  ...brand,
  brand_id: sampleId(89),
  slug: 'luz-do-norte',
  rules: { ...brandRules, name: 'Luz do Norte', audience: ['cnpj'] },
  proposed: {
    change_id: sampleId(90),
    rules: { ...brandRules, name: 'Luz do Norte', limit_per_customer: 20 },
    proposed_by: 'Bruno Lacerda',
    proposed_at: '2026-11-21T12:00:00.000Z',
    is_own: false,
  },
}

/** The responses that the desks *Projetos* and *Marcas* need to open. */
export const projectDeskResponses: readonly DeclaredResponse[] = [
  respond(listBrandsCall, [brand, changedBrand]),
  respond(listStaffBrandsCall, [
    { brand_id: brand.brand_id, name: 'Casa Nova' },
    { brand_id: changedBrand.brand_id, name: 'Luz do Norte' },
  ]),
  respond(readBrandDeskCall, {
    brand_name: 'Casa Nova',
    purchase_example: brandRules.purchase_example,
    requires_imported_purchase: true,
    counts: [
      { state: 'submitted', count: 12 },
      { state: 'in_review', count: 3 },
      { state: 'approved', count: 0 },
      { state: 'rewarded', count: 140 },
      { state: 'rejected', count: 9 },
      { state: 'cancelled', count: 2 },
    ],
    late: 1,
    purchases: 2480,
    last_imported_at: '2026-11-20T12:00:00.000Z',
  }),
  respond(listProjectsCall, [
    listedProject,
    {
      ...listedProject,
      project_id: sampleId(91),
      purchase_number: 'CN-204818',
      customer_name: 'Benedita',
      state: 'in_review',
      answer_due_on: '2026-11-28',
      is_late: false,
      files: 0,
    },
  ]),
  respond(openProjectCall, deskProject),
  respond(approveProjectCall, { ...deskProject, state: 'rewarded' }),
  respond(rejectProjectCall, { ...deskProject, state: 'rejected', reason: 'O número é de outro pedido.' }),
  respond(openProjectFileCall, {
    url: '/api/staff/projects/pictures/token',
    expires_at: '2026-11-21T15:01:00.000Z',
  }),
  respond(importPurchasesCall, { added: 2478, known: 2, rejected: [] }),
]
