import { rateServiceCall, type Conversation } from '@clube/contract/customer-service/calls.ts'
import {
  ratingOfServiceMaxLength,
  serviceRatingMessage,
} from '@clube/contract/customer-service/service-ticket.ts'
import { Button } from '../../../kit/button/button.tsx'
import { TextField } from '../../../kit/field/text-field.tsx'
import { Section } from '../../../kit/page/section.tsx'
import { FormDraft } from '../../../parts/draft/form-draft.tsx'
import { useDraft } from '../../../parts/draft/use-draft.ts'
import { RatingScale } from '../../../parts/rating-scale/rating-scale.tsx'
import { useActionForm } from '../../../parts/use-action-form.ts'
import { serviceKey } from '../../../parts/club-data/use-unread-tickets.ts'
import { useShowConversation } from './use-service-tickets.ts'

/** Rates the service of a ticket that a person resolved, from 1 to 5, once. */
export function ServiceRating({ conversation: { ticket_id } }: { conversation: Conversation }) {
  const show = useShowConversation()
  const draft = useDraft({ name: `service-rating/${ticket_id}`, initial: { rating: '', comment: '' } })
  const form = useActionForm({
    draft,
    initial: draft.initial,
    rules: { rating: (rating) => (rating === '' ? serviceRatingMessage : undefined) },
    request: (send, { rating, comment }) =>
      send(rateServiceCall, { body: { ticket_id, rating: Number(rating), comment } }),
    success: 'Obrigado pela sua avaliação!',
    onSuccess: show,
    refresh: [serviceKey],
  })
  return (
    <Section title="Como foi este atendimento?" className="stack raised">
      <form {...form.props} className="stack">
        <FormDraft draft={draft} form={form} />
        <RatingScale
          label="De 1 a 5, como você avalia o atendimento?"
          lowest={1}
          highest={5}
          ends={['muito ruim', 'muito bom']}
          {...form.field('rating')}
        />
        {form.values.rating !== '' && (
          <TextField
            label="Quer contar mais? (opcional)"
            multiline
            maxLength={ratingOfServiceMaxLength}
            {...form.field('comment')}
          />
        )}
        <Button type="submit" variant="outline" pending={form.pending}>
          Enviar avaliação
        </Button>
      </form>
    </Section>
  )
}
