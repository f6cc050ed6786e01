import { randomInt } from 'node:crypto'
import type { BrowserContext } from '@playwright/test'
import {
  approveCampaignCall,
  createCampaignCall,
  submitCampaignCall,
} from '@clube/contract/campaigns/campaign-staff-calls.ts'
import { publishDocumentCall } from '@clube/contract/consent/staff-calls.ts'
import { createSessionCall, staffReadSessionCall } from '@clube/contract/event-tickets/staff-calls.ts'
import type { BodyOf } from '@clube/contract/kernel/call.ts'
import { staffConfirmCodeCall, staffSignInCall } from '@clube/contract/staff/sign-in-calls.ts'
import {
  staffCode,
  staffEmail,
  staffPersonas,
  type StaffPersona,
} from '../server/seeds/demonstration/staff.ts'
import { TestBrowser, type Reply } from '../server/src/testing/browser.ts'

type Plan = Omit<BodyOf<typeof createSessionCall>, 'campaign_id'>

const stepMs = 30_000
const hourMs = 3_600_000
const signedIn = new Map<StaffPersona, Promise<TestBrowser>>()

/** The ISO instant `hours` from now. */
export const fromNow = (hours: number): string => new Date(Date.now() + hours * hourMs).toISOString()

const dataOf = <Data>(reply: Reply<Data>): Data => {
  if (!reply.ok) throw new Error(`Refused: ${JSON.stringify(reply)}`)
  return reply.data
}

/** Signs a staff member in through calls, once per file, because each authenticator code is accepted once. */
export function staffByCalls(baseURL: string | undefined, persona: StaffPersona): Promise<TestBrowser> {
  const known = signedIn.get(persona) ?? signIn(baseURL, persona)
  signedIn.set(persona, known)
  return known
}

async function signIn(baseURL: string | undefined, persona: StaffPersona): Promise<TestBrowser> {
  const browser = new TestBrowser(baseURL ?? '')
  const body = { email: staffEmail(persona), password: persona.password }
  dataOf(await browser.send(staffSignInCall, { body }))
  for (const step of [-1, 0, 1]) {
    const code = staffCode(persona, new Date(Date.now() + step * stepMs))
    if ((await browser.send(staffConfirmCodeCall, { body: { code } })).ok) return browser
  }
  throw new Error(`No code of ${persona.name} was accepted`)
}

/** Copies the session of `staffByCalls` into a browser. */
export async function enterAsStaff(
  context: BrowserContext,
  baseURL: string | undefined,
  persona: StaffPersona,
): Promise<void> {
  const { cookies } = await staffByCalls(baseURL, persona)
  await context.addCookies([...cookies].map(([name, value]) => ({ name, value, url: baseURL ?? '' })))
}

/** A new event promotion for this journey, written and approved by two people. */
export async function createEvent(
  baseURL: string | undefined,
): Promise<{ campaign_id: string; slug: string; title: string }> {
  const number = randomInt(100_000, 1_000_000)
  const slug = `cinema-na-praca-${number}`
  const title = `Cinema na praça ${number}`
  const writer = await staffByCalls(baseURL, staffPersonas.marketing)
  const regulation = {
    kind: 'promotion_regulation' as const,
    scope: slug,
    version: '1.0',
    document: '<h2>Regulamento</h2><p>A entrada é gratuita.</p>',
  }
  dataOf(await writer.send(publishDocumentCall, { body: regulation }))
  const campaign = {
    slug,
    kind: 'event_tickets' as const,
    title,
    summary: 'Um filme ao ar livre, com ingresso gratuito.',
    description: 'Traga a sua manta. A entrada abre meia hora antes.',
    starts_at: fromNow(-24),
    ends_at: fromNow(24 * 30),
    redeem_until: null,
    audience: { document_types: ['cpf' as const], minimum_age: null },
    spend_rule: null,
    stock_total: null,
    limit_per_customer: null,
    legal: { certificate_number: null, authority: null, prize_list: [] },
    regulation_version: '1.0',
    terms_version: null,
    settings: {},
  }
  const { campaign_id } = dataOf(await writer.send(createCampaignCall, { body: campaign }))
  dataOf(await writer.send(submitCampaignCall, { body: { campaign_id } }))
  const approver = await staffByCalls(baseURL, staffPersonas.approver)
  dataOf(await approver.send(approveCampaignCall, { body: { campaign_id } }))
  return { campaign_id, slug, title }
}

/** A session in a week, on sale now. */
export async function createEventSession(
  baseURL: string | undefined,
  campaign_id: string,
  change: Partial<Plan>,
): Promise<{ session_id: string }> {
  const plan: Plan = {
    title: 'Sessão única',
    place: 'Praça central',
    starts_at: fromNow(24 * 7),
    ends_at: null,
    sales_from: fromNow(-1),
    sales_until: fromNow(24 * 7 - 1),
    cancel_until: fromNow(24 * 7 - 3),
    no_show_from: null,
    capacity: 10,
    limit_per_document: 1,
    minimum_age: null,
    is_closed: false,
    ...change,
  }
  const writer = await staffByCalls(baseURL, staffPersonas.marketing)
  return dataOf(await writer.send(createSessionCall, { body: { campaign_id, ...plan } }))
}

/** Free places of a session according to the desk. */
export async function freePlacesOf(baseURL: string | undefined, session_id: string): Promise<number> {
  const writer = await staffByCalls(baseURL, staffPersonas.marketing)
  return dataOf(await writer.send(staffReadSessionCall, { params: { session_id } })).numbers.free
}
