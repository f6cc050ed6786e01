import { randomInt } from 'node:crypto'
import type { BrowserContext } from '@playwright/test'
import {
  approveCampaignCall,
  createCampaignCall,
  submitCampaignCall,
} from '@clube/contract/campaigns/campaign-staff-calls.ts'
import { publishDocumentCall } from '@clube/contract/consent/staff-calls.ts'
import {
  createSessionCall,
  staffReadSessionCall,
  updateSessionCall,
} from '@clube/contract/event-tickets/staff-calls.ts'
import type { BodyOf } from '@clube/contract/kernel/call.ts'
import { staffConfirmCodeCall, staffSignInCall } from '@clube/contract/staff/sign-in-calls.ts'
import {
  staffCode,
  staffEmail,
  staffPersonas,
  type StaffPersona,
} from '../server/seeds/demonstration/staff.ts'
import { TestBrowser, type ApiResponse } from '../server/src/testing/browser.ts'

import { expect, test } from './fixtures.ts'

type Plan = Omit<BodyOf<typeof createSessionCall>, 'campaign_id'>

const stepMs = 30_000
const hourMs = 3_600_000
const sessions = new Map<StaffPersona, Promise<TestBrowser>>()

/** The ISO instant `hours` from now. */
export const hoursFromNow = (hours: number): string => new Date(Date.now() + hours * hourMs).toISOString()

const dataOf = <Data>(response: ApiResponse<Data>): Data => {
  if (!response.ok) throw new Error(`Refused: ${JSON.stringify(response)}`)
  return response.data
}

/** The session of a staff member signed in by API calls, once per file, because each authenticator code is accepted once. */
export function staffApiSession(baseURL: string | undefined, persona: StaffPersona): Promise<TestBrowser> {
  const session = sessions.get(persona) ?? signIn(baseURL, persona)
  sessions.set(persona, session)
  return session
}

/** Waits for the next authenticator code, when other journeys have used all that are valid. */
export async function waitForNextCode(): Promise<void> {
  const currentStep = () => Math.floor(Date.now() / stepMs)
  const used = currentStep()
  test.info().setTimeout(test.info().timeout + stepMs)
  await expect.poll(currentStep, { timeout: stepMs + 5_000 }).toBeGreaterThan(used)
}

async function signIn(baseURL: string | undefined, persona: StaffPersona): Promise<TestBrowser> {
  const browser = new TestBrowser(baseURL ?? '')
  const body = { email: staffEmail(persona), password: persona.password }
  dataOf(await browser.send(staffSignInCall, { body }))
  const isAccepted = async (step: number): Promise<boolean> => {
    const code = staffCode(persona, new Date(Date.now() + step * stepMs))
    return (await browser.send(staffConfirmCodeCall, { body: { code } })).ok
  }
  for (const step of [-1, 0, 1]) if (await isAccepted(step)) return browser
  await waitForNextCode()
  if (await isAccepted(1)) return browser
  throw new Error(`No code of ${persona.name} was accepted`)
}

/** Copies the session of `staffApiSession` into a browser context. */
export async function addStaffSession(
  context: BrowserContext,
  baseURL: string | undefined,
  persona: StaffPersona,
): Promise<void> {
  const { cookies } = await staffApiSession(baseURL, persona)
  await context.addCookies([...cookies].map(([name, value]) => ({ name, value, url: baseURL ?? '' })))
}

type SubmittedEvent = { campaign_id: string; slug: string; title: string; revision: number }

/** Creates an event campaign for this journey that waits for its second signature. */
export async function submitEvent(baseURL: string | undefined): Promise<SubmittedEvent> {
  const number = randomInt(100_000, 1_000_000)
  const slug = `cinema-na-praca-${number}`
  const title = `Cinema na praça ${number}`
  const marketing = await staffApiSession(baseURL, staffPersonas.marketing)
  const regulation = {
    kind: 'promotion_regulation' as const,
    scope: slug,
    version: '1.0',
    document: '<h2>Regulamento</h2><p>A entrada é gratuita.</p>',
  }
  dataOf(await marketing.send(publishDocumentCall, { body: regulation }))
  const campaign = {
    slug,
    kind: 'event_tickets' as const,
    title,
    summary: 'Um filme ao ar livre, com ingresso gratuito.',
    description: 'Traga a sua manta. A entrada abre meia hora antes.',
    starts_at: hoursFromNow(-24),
    ends_at: hoursFromNow(24 * 30),
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
  const { campaign_id } = dataOf(await marketing.send(createCampaignCall, { body: campaign }))
  const { revision } = dataOf(await marketing.send(submitCampaignCall, { body: { campaign_id } }))
  return { campaign_id, slug, title, revision }
}

/** Creates an event campaign for this journey, drafted and approved by two people. */
export async function createEvent(baseURL: string | undefined): Promise<Omit<SubmittedEvent, 'revision'>> {
  const { revision, ...event } = await submitEvent(baseURL)
  const approver = await staffApiSession(baseURL, staffPersonas.approver)
  dataOf(await approver.send(approveCampaignCall, { body: { campaign_id: event.campaign_id, revision } }))
  return event
}

/** Creates a session that starts in a week and whose tickets are on sale now. */
export async function createEventSession(
  baseURL: string | undefined,
  campaign_id: string,
  overrides: Partial<Plan>,
): Promise<{ session_id: string }> {
  const plan: Plan = {
    title: 'Sessão única',
    place: 'Praça central',
    starts_at: hoursFromNow(24 * 7),
    ends_at: null,
    sales_from: hoursFromNow(-1),
    sales_until: hoursFromNow(24 * 7 - 1),
    cancel_until: hoursFromNow(24 * 7 - 3),
    no_show_from: null,
    capacity: 10,
    limit_per_document: 1,
    minimum_age: null,
    is_closed: false,
    ...overrides,
  }
  const marketing = await staffApiSession(baseURL, staffPersonas.marketing)
  return dataOf(await marketing.send(createSessionCall, { body: { campaign_id, ...plan } }))
}

/** Moves a session to another place; people with places are notified. */
export async function moveEventSession(
  baseURL: string | undefined,
  session_id: string,
  place: string,
): Promise<void> {
  const marketing = await staffApiSession(baseURL, staffPersonas.marketing)
  const { people, ...session } = dataOf(
    await marketing.send(staffReadSessionCall, { params: { session_id } }),
  )
  const body = { ...session, place, people: people.holding + people.waiting }
  dataOf(await marketing.send(updateSessionCall, { body }))
}

/** Free places of a session as shown at the desk. */
export async function freePlacesOf(baseURL: string | undefined, session_id: string): Promise<number> {
  const marketing = await staffApiSession(baseURL, staffPersonas.marketing)
  return dataOf(await marketing.send(staffReadSessionCall, { params: { session_id } })).numbers.free
}
