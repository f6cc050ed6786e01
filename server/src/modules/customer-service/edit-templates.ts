import {
  saveTemplateCall,
  templateLimit,
  templateUseDays,
  type AnswerTemplate,
  type archiveTemplateCall,
  type ListedTemplate,
} from '@clube/contract/customer-service/answer-template.ts'
import type { ParsedBodyOf } from '@clube/contract/kernel/call.ts'
import { isDeepStrictEqual } from 'node:util'
import { inTransaction } from '../../db/database.ts'
import { refusalsOf } from '../../kernel/refusal.ts'
import {
  insertTemplate,
  listTemplates,
  lockTemplates,
  setTemplateArchived,
  updateTemplate,
} from './answer-template-store.ts'
import type { Agent, CustomerServiceDeps } from './deps.ts'
import { countTemplateUses } from './service-message-store.ts'

const refuse = refusalsOf(saveTemplateCall)
/** The kind of subject in audit lines. */
const subjectKind = 'prepared-answer'
const dayMs = 86_400_000

/** All templates by title, with how often each was used recently. */
export const readTemplates = async ({
  db,
  clock,
}: Pick<CustomerServiceDeps, 'db' | 'clock'>): Promise<ListedTemplate[]> => {
  const templates = await listTemplates(db)
  const uses = await countTemplateUses(db, new Date(clock().getTime() - templateUseDays * dayMs))
  return templates.map((template) => ({ ...template, uses: uses.get(template.template_id) ?? 0 }))
}

/**
 * Creates a template, or changes the version that the member saw. A repeated request changes nothing.
 * @throws {Refusal} customer-service.template-title, template-changed, template-limit
 */
export const saveTemplate = (
  deps: CustomerServiceDeps,
  { agent, ...template }: ParsedBodyOf<typeof saveTemplateCall> & { agent: Agent },
): Promise<AnswerTemplate> =>
  inTransaction(deps.db, async (tx) => {
    await lockTemplates(tx)
    const all = await listTemplates(tx)
    const stored = all.find(({ template_id }) => template_id === template.template_id)
    const written = { ...template, version: template.version + 1 }
    const saved: AnswerTemplate = { ...written, is_archived: stored?.is_archived ?? false }
    if (stored && isDeepStrictEqual(stored, saved)) return stored
    if ((stored?.version ?? 0) !== template.version) throw refuse('customer-service.template-changed')
    const isTaken = all.some(
      ({ template_id, title }) =>
        template_id !== template.template_id && title.toLowerCase() === template.title.toLowerCase(),
    )
    if (isTaken) throw refuse('customer-service.template-title')
    if (!stored && all.length >= templateLimit)
      throw refuse('customer-service.template-limit', { count: templateLimit })
    const row = { ...written, changed_by: agent.staff_id, changed_at: deps.clock() }
    await (stored ? updateTemplate(tx, row) : insertTemplate(tx, row))
    await deps.audit(tx, {
      actor: { kind: 'staff', id: agent.staff_id },
      action: 'customer-service.save-template',
      subject: { kind: subjectKind, id: template.template_id },
      sentence: stored ? 'Mudou um modelo de resposta.' : 'Criou um modelo de resposta.',
    })
    return saved
  })

/** Archives a template or takes it back into use; idempotent, also for an unknown template. */
export const archiveTemplate = (
  deps: CustomerServiceDeps,
  { template_id, is_archived, agent }: ParsedBodyOf<typeof archiveTemplateCall> & { agent: Agent },
): Promise<void> =>
  inTransaction(deps.db, async (tx) => {
    if (!(await setTemplateArchived(tx, template_id, is_archived ? deps.clock() : null))) return
    await deps.audit(tx, {
      actor: { kind: 'staff', id: agent.staff_id },
      action: is_archived ? 'customer-service.archive-template' : 'customer-service.restore-template',
      subject: { kind: subjectKind, id: template_id },
      sentence: is_archived
        ? 'Arquivou um modelo de resposta.'
        : 'Voltou a usar um modelo de resposta arquivado.',
    })
  })
