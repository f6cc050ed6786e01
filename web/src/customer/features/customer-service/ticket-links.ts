import type { newTicketCall } from '@clube/contract/customer-service/calls.ts'
import type { TicketCategory, TicketLinks } from '@clube/contract/customer-service/service-ticket.ts'
import { formatDay } from '@clube/contract/kernel/club-time.ts'
import type { BodyOf } from '@clube/contract/kernel/call.ts'
import * as z from 'zod/mini'
import { formatDate } from '../../../parts/club-time.ts'
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
type SubjectFacts = { category: TicketCategory; field: keyof TicketLinkIds }

/** The category that each subject suggests, and the field of the call. */
const subjectFacts: Readonly<Record<ServiceSubject, SubjectFacts>> = {
  nota: { category: 'purchase', field: 'purchase_id' },
  compra: { category: 'shop', field: 'purchase_id' },
  participacao: { category: 'promotion', field: 'transaction_id' },
  reserva: { category: 'event', field: 'transaction_id' },
  vale: { category: 'parking', field: 'transaction_id' },
  promocao: { category: 'promotion', field: 'campaign_id' },
  ingresso: { category: 'event', field: 'campaign_id' },
}

export const suggestedCategory = (subject: TicketSubject | null): TicketCategory | '' =>
  subject ? subjectFacts[subject.about].category : ''

export const linksOf = (subject: TicketSubject | null): TicketLinkIds =>
  subject ? { [subjectFacts[subject.about].field]: subject.id } : {}

/** What a ticket is about: its name, and facts that tell it apart. */
type SubjectDescription = { title: string; facts: readonly string[] }

/** Describes what the ticket is about; null for what does not exist or is not the person's own. */
export function describeSubject(
  subject: TicketSubject,
  { campaign, purchase, transaction }: TicketLinks,
): SubjectDescription | null {
  const { field } = subjectFacts[subject.about]
  switch (field) {
    case 'campaign_id':
      return campaign && { title: campaign.title, facts: [] }
    case 'purchase_id':
      return (
        purchase && {
          title: purchase.shop_name,
          facts: [`${formatCents(purchase.amount_cents)}, compra de ${formatDay(purchase.issued_on)}`],
        }
      )
    case 'transaction_id':
      return (
        transaction && {
          title: transaction.campaign_title,
          facts: [...participationDayOf(transaction), `Protocolo ${transaction.protocol}`],
        }
      )
    default:
      return field satisfies never
  }
}

const participationDayOf = ({ created_at }: NonNullable<TicketLinks['transaction']>): string[] =>
  created_at === undefined ? [] : [`Participação de ${formatDate(created_at)}`]
