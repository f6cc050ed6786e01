import { listTransactionsCall } from '@clube/contract/campaigns/transaction-calls.ts'
import type { newTicketCall } from '@clube/contract/customer-service/calls.ts'
import type { TicketCategory } from '@clube/contract/customer-service/service-ticket.ts'
import { formatDay } from '@clube/contract/kernel/club-time.ts'
import type { BodyOf } from '@clube/contract/kernel/call.ts'
import { listReceiptsCall } from '@clube/contract/receipts/receipt-calls.ts'
import { dataOf } from '../../../parts/call-failed.ts'
import { useCampaigns } from '../../../parts/club-data/use-campaigns.ts'
import { formatCents } from '../../../parts/money.ts'
import { useCallQuery } from '../../../parts/use-call-query.ts'
import type { Send } from '../../../platform/api/client.ts'
import { serviceSubjects, type ServiceSubject } from '../../../platform/navigation/paths.ts'

/** What a new ticket is about, from its path. */
export type TicketSubject = { about: ServiceSubject; id: string }

/** The subject of the path; null for a ticket about nothing in particular, and for a path of someone's invention. */
export function ticketSubjectOf(params: { about?: string; id?: string }): TicketSubject | null {
  const about = serviceSubjects.find((each) => each === params.about)
  const { id = '' } = params
  return about && /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(id) ? { about, id } : null
}

type Links = Pick<BodyOf<typeof newTicketCall>, 'campaign_id' | 'transaction_id' | 'purchase_id'>
type SubjectFacts = { category: TicketCategory; field: keyof Links; fallback: string }

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

export const linksOf = (subject: TicketSubject | null): Links =>
  subject ? { [subjectFacts[subject.about].field]: subject.id } : {}

/** A sentence that names what the ticket is about. Only the newest items are searched; the others get a general name. */
export function useSubjectTitle(subject: TicketSubject): string {
  const { field, fallback } = subjectFacts[subject.about]
  const campaigns = useCampaigns().data
  const found = useCallQuery(['ticket-subject', subject.about, subject.id], async (send) => ({
    ok: true,
    data: await titleOf(send, field, subject.id),
    message: null,
    status: 200,
    server_time: null,
    next_cursor: null,
  })).data
  const campaign = field === 'campaign_id' && campaigns?.find(({ campaign_id }) => campaign_id === subject.id)
  return (campaign ? campaign.title : found) ?? fallback
}

async function titleOf(send: Send, field: keyof Links, id: string): Promise<string | null> {
  switch (field) {
    case 'campaign_id':
      return null
    case 'purchase_id': {
      const receipts = await dataOf(send(listReceiptsCall, { query: {} }))
      const receipt = receipts.find(({ purchase_id }) => purchase_id === id)
      if (!receipt) return null
      return `${receipt.shop_name}, ${formatCents(receipt.amount_cents)}, compra de ${formatDay(receipt.issued_on)}`
    }
    case 'transaction_id': {
      const participations = await dataOf(send(listTransactionsCall, { query: {} }))
      const participation = participations.find(({ transaction_id }) => transaction_id === id)
      return participation ? `${participation.campaign_title}, protocolo ${participation.protocol}` : null
    }
    default:
      return field satisfies never
  }
}
