import { formatDay } from '@clube/contract/kernel/club-time.ts'
import type { NoticeTopic } from '@clube/contract/identity/notice-calls.ts'
import type { Tx } from '../../db/database.ts'
import { findCampaignFacts, type Promotion, type Transaction } from '../campaigns/index.ts'
import type { MessageTexts } from '../messaging/index.ts'
import { findBrand } from './brands/brand-store.ts'
import type { NewProjectDeps } from './deps.ts'
import { findProject, listProjectsOf, type StoredProject } from './project-store.ts'

const topic: NoticeTopic = 'participations'

type Described = Pick<StoredProject, 'state' | 'protocol' | 'answer_due_on' | 'points' | 'reason'> & {
  readonly brand_name: string
  readonly campaign_title: string
}

const templates = ['project-received', 'project-approved', 'project-rewarded', 'project-rejected'] as const
type ProjectTemplate = (typeof templates)[number]

const link = { label: 'Ver meus projetos', url: '/projetos' }

const detailsOf = ({ brand_name, protocol }: Described) => [
  { label: 'Marca', value: brand_name },
  { label: 'Protocolo', value: protocol },
]

/** Texts of the messages; the numbers of purchase and project are not in them. */
const projectTexts: Record<ProjectTemplate, (project: Described) => MessageTexts> = {
  'project-received': (project) => ({
    subject: 'Recebemos o seu projeto',
    paragraphs: [
      `O seu projeto da promoção ${project.campaign_title} está em análise.`,
      'Você recebe a resposta por e-mail, e ela aparece também em Meus projetos.',
    ],
    details: [...detailsOf(project), { label: 'Resposta até', value: formatDay(project.answer_due_on) }],
    code: null,
    link,
    short: `Seu projeto esta em analise. Resposta ate ${formatDay(project.answer_due_on)}.`,
    warning: null,
  }),
  'project-approved': (project) => ({
    subject: 'O seu projeto foi aprovado',
    paragraphs: [`Boa notícia: o seu projeto da promoção ${project.campaign_title} foi aprovado.`],
    details: detailsOf(project),
    code: null,
    link,
    short: 'Seu projeto foi aprovado. Veja em Meus projetos.',
    warning: null,
  }),
  'project-rewarded': (project) => ({
    subject: 'O seu projeto foi aprovado',
    paragraphs: [
      `Boa notícia: o seu projeto da promoção ${project.campaign_title} foi aprovado. Os pontos já estão no seu saldo.`,
    ],
    details: [
      ...detailsOf(project),
      { label: 'Pontos', value: (project.points ?? 0).toLocaleString('pt-BR') },
    ],
    code: null,
    link,
    short: `Seu projeto foi aprovado: ${(project.points ?? 0).toLocaleString('pt-BR')} pontos no seu saldo.`,
    warning: null,
  }),
  'project-rejected': (project) => ({
    subject: 'O seu projeto não foi aprovado',
    paragraphs: [
      `O seu projeto da promoção ${project.campaign_title} não foi aprovado.`,
      'Se a promoção ainda estiver aberta, você pode corrigir os dados e cadastrar o projeto de novo.',
    ],
    details: [...detailsOf(project), { label: 'Motivo', value: project.reason ?? '' }],
    code: null,
    link,
    short: 'Seu projeto nao foi aprovado. Veja o motivo em Meus projetos.',
    warning: null,
  }),
}

const templateOf = ({ state }: Pick<StoredProject, 'state'>): ProjectTemplate | null => {
  switch (state) {
    case 'submitted':
    case 'in_review':
      return 'project-received'
    case 'approved':
      return 'project-approved'
    case 'rewarded':
      return 'project-rewarded'
    case 'rejected':
      return 'project-rejected'
    case 'cancelled':
      return null
    default:
      return state satisfies never
  }
}

const example: Described = {
  state: 'submitted',
  brand_name: 'Casa Aurora',
  campaign_title: 'Projeto premiado Casa Aurora',
  protocol: '2026-000123-4',
  answer_due_on: '2026-12-18',
  points: 500,
  reason: 'O número da compra é de outro pedido.',
}

/** An example of each message with its topic, by template. */
export const projectMessages: Promotion['messages'] = Object.fromEntries(
  templates.map((template) => [template, { topic, texts: projectTexts[template](example) }]),
)

/**
 * Queues the message about a project's state.
 * @returns false for a cancelled one, about which there is none
 */
export const notifyOfProject = async (
  deps: Pick<NewProjectDeps, 'notify'>,
  tx: Tx,
  { project_id, ip }: { project_id: string; ip?: string | undefined },
): Promise<boolean> => {
  const project = await findProject(tx, project_id)
  const template = project && templateOf(project)
  if (!project || !template) return false
  const campaign = (await findCampaignFacts(tx, [project.campaign_id])).get(project.campaign_id)
  const brand = await findBrand(tx, project.brand_id)
  await deps.notify(tx, {
    customer_id: project.customer_id,
    topic,
    template,
    texts: projectTexts[template]({
      ...project,
      brand_name: brand?.rules.name ?? '',
      campaign_title: campaign?.title ?? '',
    }),
    ...(ip === undefined ? {} : { ip }),
    expires_at: null,
  })
  return true
}

/** Resends the message about the project of a participation, by e-mail only. */
export const resendMessage = async (
  deps: Pick<NewProjectDeps, 'notify'>,
  tx: Tx,
  { id }: Pick<Transaction, 'id'>,
): Promise<boolean> => {
  const [project] = await listProjectsOf(tx, [id])
  if (!project) return false
  const notify: NewProjectDeps['notify'] = (within, notice) => deps.notify(within, { ...notice, topic: null })
  return notifyOfProject({ notify }, tx, { project_id: project.id })
}
