import { parseProtocol, formatProtocol } from '@clube/contract/campaigns/protocol.ts'
import type { DataOf } from '@clube/contract/kernel/call.ts'
import { clubDayOf } from '@clube/contract/kernel/club-time.ts'
import { isUndecided, projectStates } from '@clube/contract/new-project/project.ts'
import {
  openProjectCall,
  type DeskProject,
  type ListedProject,
  type ProjectList,
  type readBrandDeskCall,
} from '@clube/contract/new-project/staff-calls.ts'
import { inTransaction, type Db, type Tx } from '../../../db/database.ts'
import { pageOf, readCursor, writeCursor } from '../../../kernel/page.ts'
import { refusalsOf } from '../../../kernel/refusal.ts'
import { findCampaignFacts } from '../../campaigns/index.ts'
import { deskPersonOf, findDeskPeople, findPeople, maskedDocumentOf } from '../../identity/index.ts'
import { countPhotosOf, listPhotos } from '../../photos/index.ts'
import { findBrand } from '../brands/brand-store.ts'
import type { NewProjectDeps, ProjectServices } from '../deps.ts'
import { fileKindOf } from '../files/project-file.ts'
import { numberIndexOf } from '../project-numbers.ts'
import { countByState, findProjectOfBrand, startReview, type StoredProject } from '../project-store.ts'
import type { Analyst } from './analyst.ts'
import { auditBrand, auditProject } from './audit-desk.ts'
import { countLate, findByNumbers, listInStates, listUndecided, type DeskRow } from './desk-store.ts'
import { isPurchaseListed, summarizePurchases } from './purchase-store.ts'

const pageSize = 50

type Page = { page: ListedProject[]; next_cursor: string | null }

/** One page of a list of the analyst's brand, or what a number finds in it; the access is audited. */
export const listProjects = (
  deps: NewProjectDeps,
  input: { list: ProjectList; number: string; cursor: string | null; analyst: Analyst },
): Promise<Page> =>
  inTransaction(deps.db, async (tx) => {
    const { staff_id, brand_id } = input.analyst
    await auditBrand(deps, tx, {
      staff_id,
      brand_id,
      action: 'list-projects',
      sentence:
        input.number === '' ? 'Consultou os projetos da marca.' : 'Procurou um projeto da marca pelo número.',
    })
    const { page, next_cursor } = await readPage(deps, tx, input)
    return { page: await viewRows(deps, tx, page), next_cursor }
  })

const readPage = async (
  deps: NewProjectDeps,
  tx: Tx,
  input: { list: ProjectList; number: string; cursor: string | null; analyst: Analyst },
): Promise<{ page: DeskRow[]; next_cursor: string | null }> => {
  const { list, number, cursor } = input
  const { brand_id } = input.analyst
  const limit = pageSize + 1
  if (number !== '') {
    const parsed = parseProtocol(number)
    const rows = await findByNumbers(tx, {
      brand_id,
      purchase_index: numberIndexOf(deps.vault, { kind: 'purchase', brand_id, number }),
      registration_index: numberIndexOf(deps.vault, { kind: 'registration', brand_id, number }),
      protocol: parsed && formatProtocol(parsed),
      limit: pageSize,
    })
    return { page: rows, next_cursor: null }
  }
  const position = cursor === null ? null : readCursor(cursor, positionOf)
  const rows =
    list === 'undecided'
      ? await listUndecided(tx, { brand_id, after: position, limit })
      : await listInStates(tx, { brand_id, list, before_id: position?.id ?? null, limit })
  return pageOf(rows, pageSize, ({ answer_due_on, id }) => writeCursor([answer_due_on, id]))
}

const positionOf = ([due_on, id]: readonly unknown[]): { due_on: string; id: string } | null =>
  typeof due_on === 'string' &&
  /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/.test(due_on) &&
  !Number.isNaN(Date.parse(due_on)) &&
  new Date(due_on).toISOString().startsWith(due_on) &&
  typeof id === 'string' &&
  /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id)
    ? { due_on, id }
    : null

const viewRows = async (
  deps: Pick<NewProjectDeps, 'clock' | 'time_zone' | 'vault'>,
  db: Db,
  rows: readonly DeskRow[],
): Promise<ListedProject[]> => {
  const campaigns = await findCampaignFacts(
    db,
    rows.map(({ campaign_id }) => campaign_id),
  )
  const people = await findDeskPeople(deps, db, rows)
  const files = await countPhotosOf(
    db,
    rows.map(({ id }) => id),
  )
  const today = clubDayOf(deps.clock(), deps.time_zone)
  return rows.map((row) => ({
    project_id: row.id,
    campaign_title: campaigns.get(row.campaign_id)?.title ?? '',
    protocol: row.protocol,
    purchase_number: row.purchase_number,
    project_registration_number: row.registration_number,
    customer_name: deskPersonOf(people, row.customer_id).first_name,
    state: row.state,
    submitted_at: row.submitted_at.toISOString(),
    answer_due_on: row.answer_due_on,
    is_late: isUndecided(row.state) && row.answer_due_on < today,
    files: files.get(row.id) ?? 0,
  }))
}

/** The analyst's brand with its totals, without personal data. */
export const readBrandDesk = async (
  { db, clock, time_zone }: Pick<NewProjectDeps, 'db' | 'clock' | 'time_zone'>,
  { brand_id }: Analyst,
): Promise<DataOf<typeof readBrandDeskCall>> => {
  const brand = await findBrand(db, brand_id)
  if (!brand) throw new Error('The brand of an analyst was not found')
  const counts = new Map((await countByState(db, { brand_id })).map(({ state, count }) => [state, count]))
  const purchases = await summarizePurchases(db, brand_id)
  return {
    brand_name: brand.rules.name,
    purchase_example: brand.rules.purchase_example,
    requires_imported_purchase: brand.rules.requires_imported_purchase,
    counts: projectStates.map((state) => ({ state, count: counts.get(state) ?? 0 })),
    late: await countLate(db, brand_id, clubDayOf(clock(), time_zone)),
    purchases: purchases.count,
    last_imported_at: purchases.last_imported_at?.toISOString() ?? null,
  }
}

/**
 * Opens a project of the analyst's brand, which is then in review; the access is audited.
 * @throws {Refusal} new-project.unknown, also for another brand's project
 */
export const openProject = (
  deps: NewProjectDeps & Pick<ProjectServices, 'isSamePerson'>,
  { project_id: id, analyst }: { project_id: string; analyst: Analyst },
): Promise<DeskProject> =>
  inTransaction(deps.db, async (tx) => {
    const { staff_id, brand_id } = analyst
    if (!(await findProjectOfBrand(tx, { id, brand_id })))
      throw refusalsOf(openProjectCall)('new-project.unknown')
    await startReview(tx, { id, brand_id })
    await auditProject(deps, tx, {
      staff_id,
      project_id: id,
      action: 'open-project',
      sentence: 'Abriu um projeto.',
    })
    return viewDeskProject(deps, tx, { id, analyst })
  })

/** A project as the analyst sees it. */
export const viewDeskProject = async (
  deps: NewProjectDeps & Pick<ProjectServices, 'isSamePerson'>,
  db: Db,
  { id, analyst }: { id: string; analyst: Analyst },
): Promise<DeskProject> => {
  const { brand_id, staff_id } = analyst
  const project = await findProjectOfBrand(db, { id, brand_id })
  const brand = await findBrand(db, brand_id)
  const [listed] = project ? await viewRows(deps, db, [project]) : []
  if (!project || !brand || !listed) throw new Error('The project was not found in its own transaction')
  const { customer_id } = project
  const person = (await findPeople(db, [customer_id])).get(customer_id)
  if (!person) throw new Error('The customer of a project was not found')
  const names = await deps.namesOfStaff(db, project.decided_by === null ? [] : [project.decided_by])
  return {
    ...listed,
    customer_full_name: person.name,
    document_masked: maskedDocumentOf(deps.vault, person),
    points: project.points,
    is_purchase_listed: await readIsListed(db, project, brand.rules.requires_imported_purchase),
    decided_at: project.decided_at?.toISOString() ?? null,
    decided_by: names.get(project.decided_by ?? '')?.name ?? null,
    reason: project.reason,
    cancelled_at: project.cancelled_at?.toISOString() ?? null,
    is_own: await deps.isSamePerson(db, { staff_id, customer_id }),
    stored_files: (await listPhotos(db, id)).flatMap((file) => {
      const kind = fileKindOf(file.purpose)
      return kind
        ? [
            {
              file_id: file.id,
              kind,
              sent_at: file.created_at.toISOString(),
              is_purged: file.purged_at !== null,
            },
          ]
        : []
    }),
  }
}

const readIsListed = (
  db: Db,
  { brand_id, purchase_number }: StoredProject,
  isRequired: boolean,
): Promise<boolean> | null =>
  isRequired && purchase_number !== null ? isPurchaseListed(db, { brand_id, number: purchase_number }) : null
