import { eventTicketAuditTitles } from '@clube/contract/event-tickets/audit-titles.ts'
import { eventTicketSettings } from '@clube/contract/event-tickets/settings.ts'
import type { DataAccessDescription } from '@clube/contract/privacy/data-access.ts'
import type { MessageTexts } from '../messaging/index.ts'
import { settingsErrorsOf, type Promotion } from '../campaigns/index.ts'
import { pauseQueue, registerPauseNotices, resumeSessions } from './campaign-pause.ts'
import {
  cancellationNote,
  cancellationTexts,
  changeNote,
  changeTexts,
} from './changes/session-change-texts.ts'
import { registerSessionChanges, resumeSessionChanges } from './changes/notify-session-change.ts'
import { readResults } from './read-results.ts'
import { hasSalesAfter, listCampaignsWithPlaces, listCampaignsWithSessions } from './event-session-store.ts'
import { messageTopics, type EventTemplate, type EventTicketDeps } from './deps.ts'
import { releaseOnDeletion } from './release-on-deletion.ts'
import { eraseReservations, hasValidTickets, listEventSubjects } from './event-customer-store.ts'
import { releaseAllExpired, registerReleases } from './release-expired.ts'
import { createSessionProof } from './prove-sessions.ts'
import { cancelledNote, cancelledTexts } from './reservations/cancelled-message.ts'
import {
  confirmationNotes,
  confirmationTexts,
  registerConfirmationJobs,
} from './reservations/confirmation-message.ts'
import {
  createCancellationFiles,
  createCancelledFiles,
  createConfirmationFiles,
  createSessionFiles,
} from './reservations/reservation-files.ts'
import { reverseReservation } from './reservations/cancel-reservation.ts'
import { describeOutcomes } from './reservations/describe-outcomes.ts'
import { resendMessage } from './changes/resend-message.ts'
import { listMyTickets } from './reservations/view-reservations.ts'
import { listVouchers } from './reservations/list-vouchers.ts'
import { bindEventTickets } from './routes.ts'
import { endWaitingLists } from './waiting-list/end-waiting-lists.ts'
import { endedTexts, offerTexts, pauseTexts } from './waiting-list/offer-texts.ts'
import { listMyEntries } from './waiting-list/waiting-entry.ts'
import { eraseWaiting } from './waiting-list/waiting-store.ts'

const events = { desk: 'Eventos', permission: 'events.manage' } as const

const exampleOffer = {
  session_title: 'Concerto de Natal',
  starts_at: new Date('2026-11-21T22:00:00Z'),
  quantity: 3,
  until: new Date('2026-11-21T12:05:00Z'),
}

const examplePlan = {
  title: 'Concerto de Natal',
  place: 'Praça central',
  starts_at: new Date('2026-11-21T22:00:00Z'),
  cancel_until: new Date('2026-11-21T19:00:00Z'),
}
const exampleChange = {
  before: examplePlan,
  after: { ...examplePlan, place: 'Teatro do piso L3', starts_at: new Date('2026-11-22T23:00:00Z') },
}

const exampleReservation = {
  ...examplePlan,
  campaign_title: 'Natal no Ipê',
  session_title: examplePlan.title,
  quantity: 2,
}

/** A message with the note about its attachments. */
const withNote = (texts: MessageTexts, note: string): MessageTexts => ({
  ...texts,
  paragraphs: [...texts.paragraphs, note],
})

const withTopics = (texts: Record<EventTemplate, MessageTexts>): Promotion['messages'] =>
  Object.fromEntries(
    Object.entries(messageTopics).map(([template, topic]) => [
      template,
      { topic, texts: texts[template as EventTemplate] },
    ]),
  )

const exampleCancellation = { ...examplePlan, reason: 'Chuva forte prevista para a noite.' }

/** Descriptions of staff accesses to a customer's event data, by audit action. */
const dataAccesses: Readonly<Record<string, DataAccessDescription>> = {
  'event-tickets.list-tickets': { ...events, what: 'Viu a lista de ingressos de uma sessão sua' },
  'event-tickets.download-tickets': { ...events, what: 'Baixou a lista de ingressos de uma sessão sua' },
  'event-tickets.list-reservations': { ...events, what: 'Viu a lista de reservas de uma sessão sua' },
  'event-tickets.list-waiting': { ...events, what: 'Viu a lista de espera de uma sessão sua' },
  'event-tickets.list-scans': {
    desk: 'Portaria',
    permission: 'gate.supervise',
    what: 'Viu as leituras da portaria de uma sessão sua',
  },
  'event-tickets.override-scan': {
    desk: 'Portaria',
    permission: 'gate.supervise',
    what: 'Liberou a entrada de um ingresso seu',
  },
  'event-tickets.undo-admission': {
    desk: 'Portaria',
    permission: 'gate.scan',
    what: 'Desfez a entrada de um ingresso seu, que voltou a valer',
  },
}

/** Without this check the promotion would continue with nothing to reserve. */
const extensionWithoutSales = {
  path: 'ends_at',
  message: 'Nenhuma sessão aceita reservas depois do término atual. Crie ou altere uma sessão antes.',
}

const warningWithoutSessions =
  'Nenhuma sessão ainda: sem elas os clientes não têm o que reservar. As sessões são criadas na mesa Eventos.'

/** The promotion kind of event tickets. */
export const createEventTicketsPromotion = (deps: EventTicketDeps): Promotion => ({
  settingsErrors: settingsErrorsOf(eventTicketSettings),
  referenceErrors: async () => new Map(),
  canWaiveCertificate: () => false,
  approvalWarnings: async (db, campaign_ids) => {
    const withSessions = await listCampaignsWithSessions(db, campaign_ids)
    return new Map(
      campaign_ids.filter((id) => !withSessions.has(id)).map((id) => [id, [warningWithoutSessions]]),
    )
  },
  listAvailable: listCampaignsWithPlaces,
  extensionErrors: async (tx, { campaign_id, former_ends_at }) =>
    (await hasSalesAfter(tx, campaign_id, former_ends_at)) ? [] : [extensionWithoutSales],
  reverse: (tx, { transaction, now }) =>
    reverseReservation(deps, tx, { transaction_id: transaction.id, now }),
  onPause: (tx, { campaign_id }) => deps.jobs.enqueue(tx, pauseQueue, { campaign_id }),
  onResume: (tx, pause) => resumeSessions(deps, tx, pause),
  // Tickets are kept while the deletion can be cancelled.
  releaseOnDeletion: (tx, { stage, ...person }) =>
    releaseOnDeletion(deps, tx, { ...person, tickets: stage === 'final' }),
  hasValidVouchers: hasValidTickets,
  // Returnable items have been released; the rest remains counted anonymously.
  erasePersonalData: async (tx, customer_id) => {
    await eraseWaiting(tx, customer_id)
    await eraseReservations(tx, customer_id)
  },
  describeOutcomes: (db, transactions) => describeOutcomes(deps, db, transactions),
  listVouchers: (db, input) => listVouchers(deps, db, input),
  readOwnData: async (customer_id) => {
    // Own data requires the password, so nothing is masked.
    const actor = { customer_id, identified_session_id: null }
    return {
      reservations: await listMyTickets(deps, actor, null),
      waiting_lists: await listMyEntries(deps, actor),
    }
  },
  auditTitles: eventTicketAuditTitles,
  dataAccesses,
  listSubjects: listEventSubjects,
  messages: withTopics({
    'reservation-confirmed': withNote(
      confirmationTexts(exampleReservation, deps.time_zone),
      confirmationNotes.note,
    ),
    'reservation-cancelled': withNote(
      cancelledTexts({ ...exampleReservation, isReturned: true }, deps.time_zone),
      cancelledNote,
    ),
    'waiting-list-offer': offerTexts['waiting-list-offer'](exampleOffer, deps.time_zone),
    'lost-hold-offer': offerTexts['lost-hold-offer'](exampleOffer, deps.time_zone),
    'offer-extended': offerTexts['offer-extended'](exampleOffer, deps.time_zone),
    'paused-hold': pauseTexts.hold(exampleOffer, deps.time_zone),
    'paused-offer': pauseTexts.offer(exampleOffer, deps.time_zone),
    'waiting-list-ended': endedTexts(exampleOffer, deps.time_zone),
    'session-changed': withNote(changeTexts.holder(exampleChange, deps.time_zone), changeNote),
    'waiting-session-changed': changeTexts.waiting(exampleChange, deps.time_zone),
    'session-cancelled': withNote(
      cancellationTexts.holder(exampleCancellation, deps.time_zone),
      cancellationNote,
    ),
    'waiting-session-cancelled': cancellationTexts.waiting(exampleCancellation, deps.time_zone),
  }),
  attachments: {
    'reservation-confirmed': (message) => createConfirmationFiles(deps, message),
    'reservation-cancelled': (message) => createCancelledFiles(deps, message),
    'session-changed': (message) => createSessionFiles(deps, message),
    'session-cancelled': (message) => createCancellationFiles(deps, message),
  },
  readResults: (campaign_id) => readResults(deps, campaign_id),
  resendMessage: (tx, transaction) => resendMessage(deps, tx, transaction),
  purge: async () => {
    await releaseAllExpired(deps)
    await endWaitingLists(deps)
    await resumeSessionChanges(deps)
  },
  proofs: [createSessionProof(deps)],
  waiting: {},
  registerJobs: (jobs) => {
    registerConfirmationJobs(deps, jobs)
    registerReleases(deps, jobs)
    registerPauseNotices(deps, jobs)
    registerSessionChanges(deps, jobs)
  },
  bind: (binder) => bindEventTickets(binder, deps),
})
