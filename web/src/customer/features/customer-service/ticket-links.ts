import type { newTicketCall } from '@clube/contract/customer-service/calls.ts'
import type { TicketCategory, TicketLinks } from '@clube/contract/customer-service/service-ticket.ts'
import { formatDay } from '@clube/contract/kernel/club-time.ts'
import type { BodyOf } from '@clube/contract/kernel/call.ts'
import * as z from 'zod/mini'
import { formatCents } from '../../../parts/money.ts'
import { serviceSubjects, type ServiceSubject } from '../../../platform/navigation/paths.ts'

/** What a new ticket is about, from its path. */
export type TicketSubject = { about: ServiceSubject; id: string }

/** The subject of the path; null for a ticket about nothing in particular, and for a path of someone's invention. */
export function ticketSubjectOf(params: { about?: string; id?: string }): TicketSubject | null {
  const about = serviceSubjects.find((each) => each === params.about)
  const { id = '' } = params
  return about && z.uuid().safeParse(id).success ? { about, id } : null
}

/** The ids of what a ticket is about, as the calls name them. */
export type TicketLinkIds = Pick<
  BodyOf<typeof newTicketCall>,
  'campaign_id' | 'transaction_id' | 'purchase_id'
>
type SubjectFacts = { category: TicketCategory; field: keyof TicketLinkIds; fallback: string }

/** The category that each subject suggests, the field of the call, and its name while it is not loaded. */
const subjectFacts: Readonly<Record<ServiceSubject, SubjectFacts>> = {
  nota: { category: 'purchase', field: 'purchase_id', fallback: 'Uma nota da sua conta' },
  compra: { category: 'shop', field: 'purchase_id', fallback: 'Uma compra da sua conta' },
  participacao: { category: 'promotion', field: 'transaction_id', fallback: 'Uma participação sua' },
  ingresso: { category: 'event', field: 'campaign_id', fallback: 'Um evento do clube' },
  vale: { category: 'parking', field: 'transaction_id', fallback: 'Um vale-estacionamento seu' },
  promocao: { category: 'promotion', field: 'campaign_id', fallback: 'Uma promoção do clube' },
}

export const suggestedCategory = (subject: TicketSubject | null): TicketCategory | '' =>
  subject ? subjectFacts[subject.about].category : ''

export const linksOf = (subject: TicketSubject | null): TicketLinkIds =>
  subject ? { [subjectFacts[subject.about].field]: subject.id } : {}

/** A sentence that names what the ticket is about; a general one for what is not in the person's account. */
export function subjectTitleOf(subject: TicketSubject, links: TicketLinks): string {
  const { field, fallback } = subjectFacts[subject.about]
  return titleOf(field, links) ?? fallback
}

function titleOf(
  field: keyof TicketLinkIds,
  { campaign, purchase, transaction }: TicketLinks,
): string | null {
  switch (field) {
    case 'campaign_id':
      return campaign && campaign.title
    case 'purchase_id':
      return (
        purchase &&
        `${purchase.shop_name}, ${formatCents(purchase.amount_cents)}, compra de ${formatDay(purchase.issued_on)}`
      )
    case 'transaction_id':
      return transaction && `${transaction.campaign_title}, protocolo ${transaction.protocol}`
    default:
      return field satisfies never
  }
}
