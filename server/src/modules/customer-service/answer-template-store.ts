import type { AnswerTemplate } from '@clube/contract/customer-service/answer-template.ts'
import { sql } from 'kysely'
import type { Db, Tx } from '../../db/database.ts'

type AnswerTemplateTable = Omit<AnswerTemplate, 'template_id' | 'text' | 'is_archived'> & {
  id: string
  body: string
  changed_by: string
  changed_at: Date
  archived_at: Date | null
}

declare module '../../db/tables.ts' {
  interface Tables {
    answer_template: AnswerTemplateTable
  }
}

const columns = ['id', 'version', 'title', 'body', 'outcome', 'category', 'priority', 'archived_at'] as const

const viewOf = ({
  id,
  body,
  archived_at,
  ...row
}: Pick<AnswerTemplateTable, (typeof columns)[number]>): AnswerTemplate => ({
  template_id: id,
  text: body,
  ...row,
  is_archived: archived_at !== null,
})

/** All templates by title, for few tickets at a time: their number is limited. */
export const listTemplates = async (db: Db): Promise<AnswerTemplate[]> =>
  (await db.selectFrom('answer_template').select(columns).orderBy('title').orderBy('id').execute()).map(
    viewOf,
  )

export const templateExists = async (db: Db, id: string): Promise<boolean> =>
  (await db.selectFrom('answer_template').select('id').where('id', '=', id).executeTakeFirst()) !== undefined

/** Only one transaction at a time changes the list, so that its limit holds. */
export const lockTemplates = async (tx: Tx): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended('answer_template', 0))`.execute(tx)
}

type SavedTemplate = Omit<AnswerTemplate, 'is_archived'> & { changed_by: string; changed_at: Date }

export const insertTemplate = async (
  tx: Tx,
  { template_id, text, ...template }: SavedTemplate,
): Promise<void> => {
  await tx
    .insertInto('answer_template')
    .values({ ...template, id: template_id, body: text, archived_at: null })
    .execute()
}

export const updateTemplate = async (
  tx: Tx,
  { template_id, text, ...template }: SavedTemplate,
): Promise<void> => {
  await tx
    .updateTable('answer_template')
    .set({ ...template, body: text })
    .where('id', '=', template_id)
    .execute()
}

/** @returns whether that changed anything */
export const setTemplateArchived = async (tx: Tx, id: string, archived_at: Date | null): Promise<boolean> => {
  const { numUpdatedRows } = await tx
    .updateTable('answer_template')
    .set({ archived_at })
    .where('id', '=', id)
    .where('archived_at', archived_at === null ? 'is not' : 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
