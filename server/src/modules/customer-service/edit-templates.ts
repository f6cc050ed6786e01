import {
  saveTemplateCall,
  templateLimit,
  type AnswerTemplate,
} from '@clube/contract/customer-service/answer-template.ts'
import type { ParsedBodyOf } from '@clube/contract/kernel/call.ts'
import { isDeepStrictEqual } from 'node:util'
import { inTransaction } from '../../db/database.ts'
import { refusalsOf } from '../../kernel/refusal.ts'
import {
  deleteTemplate,
  insertTemplate,
  listTemplates,
  lockTemplates,
  updateTemplate,
} from './answer-template-store.ts'
import type { Agent, CustomerServiceDeps } from './deps.ts'

const refuse = refusalsOf(saveTemplateCall)
/** The kind of subject in audit lines. */
const subjectKind = 'prepared-answer'

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
    const saved = { ...template, version: template.version + 1 }
    if (stored && isDeepStrictEqual(stored, saved)) return stored
    if ((stored?.version ?? 0) !== template.version) throw refuse('customer-service.template-changed')
    const isTaken = all.some(
      ({ template_id, title }) =>
        template_id !== template.template_id && title.toLowerCase() === template.title.toLowerCase(),
    )
    if (isTaken) throw refuse('customer-service.template-title')
    if (!stored && all.length >= templateLimit)
      throw refuse('customer-service.template-limit', { count: templateLimit })
    const row = { ...saved, changed_by: agent.staff_id, changed_at: deps.clock() }
    await (stored ? updateTemplate(tx, row) : insertTemplate(tx, row))
    await deps.audit(tx, {
      actor: { kind: 'staff', id: agent.staff_id },
      action: 'customer-service.save-template',
      subject: { kind: subjectKind, id: template.template_id },
      sentence: stored ? 'Mudou um modelo de resposta.' : 'Criou um modelo de resposta.',
    })
    return saved
  })

/** Deletes a template; idempotent. */
export const removeTemplate = (
  deps: CustomerServiceDeps,
  { template_id, agent }: { template_id: string; agent: Agent },
): Promise<void> =>
  inTransaction(deps.db, async (tx) => {
    await lockTemplates(tx)
    if (!(await deleteTemplate(tx, template_id))) return
    await deps.audit(tx, {
      actor: { kind: 'staff', id: agent.staff_id },
      action: 'customer-service.delete-template',
      subject: { kind: subjectKind, id: template_id },
      sentence: 'Apagou um modelo de resposta.',
    })
  })
