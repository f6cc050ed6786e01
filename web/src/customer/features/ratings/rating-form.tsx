import type { OpenRating, SavedRating, saveRatingCall } from '@clube/contract/ratings/calls.ts'
import {
  bandOf,
  highestRating,
  ratingCommentMaxLength,
  ratingMessage,
  ratingReasons,
  reasonsOfBand,
  type RatingReason,
} from '@clube/contract/ratings/rating.ts'
import type { BodyOf } from '@clube/contract/kernel/call.ts'
import { formatDay } from '@clube/contract/kernel/club-time.ts'
import { Button } from '../../../kit/button/button.tsx'
import { Checkbox } from '../../../kit/field/checkbox.tsx'
import { TextField } from '../../../kit/field/text-field.tsx'
import { Icon } from '../../../kit/icon/icon.tsx'
import { formatDate } from '../../../parts/club-time.ts'
import { openRatingsKey } from '../../../parts/club-data/use-open-ratings.ts'
import { FormDraft } from '../../../parts/draft/form-draft.tsx'
import { useDraft } from '../../../parts/draft/use-draft.ts'
import { HelpLink } from '../../../parts/help-link.tsx'
import { RatingScale } from '../../../parts/rating-scale/rating-scale.tsx'
import { useActionForm } from '../../../parts/use-action-form.ts'
import type { Send } from '../../../platform/api/client.ts'
import type { Failure, Sent } from '../../../platform/api/failure.ts'
import css from './ratings.module.css'

/** What the person answers; the call adds the purchase. */
export type RatingAnswer = Pick<
  BodyOf<typeof saveRatingCall>,
  'rating' | 'reasons' | 'comment' | 'allow_contact'
>

type RatingFormProps = {
  purchase: OpenRating
  save: (send: Send, answer: RatingAnswer) => Promise<Sent<SavedRating>>
  onSaved: (saved: SavedRating) => void
  /** Returns true for a refusal that it showed. */
  onFailure: (failure: Failure) => boolean
}

type Values = { rating: string; reasons: RatingReason[]; comment: string; allow_contact: boolean }

const empty: Values = { rating: '', reasons: [], comment: '', allow_contact: false }

/** A rating from 0 to 10; once it is chosen, its reasons, a comment and the consent to be contacted. */
export function RatingForm({ purchase, save, onSaved, onFailure }: RatingFormProps) {
  const { purchase_id, shop_name, issued_on, expires_at } = purchase
  const draft = useDraft({
    name: `rating/${purchase_id}`,
    initial: empty,
    omit: ['allow_contact', 'reasons'],
  })
  const form = useActionForm({
    draft,
    initial: draft.initial,
    rules: { rating: (rating) => (rating === '' ? ratingMessage : undefined) },
    request: (send, values) =>
      save(send, {
        rating: Number(values.rating),
        reasons: values.reasons,
        comment: values.comment,
        allow_contact: values.allow_contact ? 'yes' : 'no',
      }),
    onSuccess: onSaved,
    onFailure,
    refresh: [openRatingsKey],
  })
  const { rating, reasons } = form.values
  const offered = rating === '' ? null : reasonsOfBand[bandOf(Number(rating))]
  const choose = (next: string) => {
    const stillOffered: readonly RatingReason[] = reasonsOfBand[bandOf(Number(next))].reasons
    form.setValues({ rating: next, reasons: reasons.filter((reason) => stillOffered.includes(reason)) })
  }
  const toggle = (reason: RatingReason, isChosen: boolean) =>
    form.setValue('reasons', isChosen ? [...reasons, reason] : reasons.filter((each) => each !== reason))
  return (
    <form {...form.props} className="stack">
      <FormDraft draft={draft} form={form} />
      <p className="soft">
        Compra de {formatDay(issued_on)}. Você pode avaliar até {formatDate(expires_at)}, uma única vez.
      </p>
      <RatingScale
        lowest={0}
        highest={highestRating}
        ends={['de jeito nenhum', 'com certeza']}
        label={`De 0 a 10, quanto você recomendaria a loja ${shop_name}?`}
        {...form.field('rating')}
        onChange={choose}
      />
      {offered && (
        <>
          <fieldset className={css.reasons} data-path="reasons">
            <legend>
              {offered.question} <span className="soft">(opcional)</span>
            </legend>
            {offered.reasons.map((reason) => (
              <label key={reason} className={css.reason}>
                <input
                  type="checkbox"
                  name="reasons"
                  value={reason}
                  checked={reasons.includes(reason)}
                  onChange={(event) => toggle(reason, event.currentTarget.checked)}
                />
                <Icon name="check" size={16} />
                {ratingReasons[reason]}
              </label>
            ))}
          </fieldset>
          <TextField
            label="Quer contar mais? (opcional)"
            multiline
            maxLength={ratingCommentMaxLength}
            helper="Não escreva documentos nem senhas."
            {...form.field('comment')}
          />
          <Checkbox
            {...form.check('allow_contact')}
            helper="Sem marcar, ninguém do clube fala com você sobre esta avaliação."
          >
            O clube pode falar comigo sobre esta avaliação
          </Checkbox>
        </>
      )}
      <Button type="submit" pending={form.pending}>
        Enviar avaliação
      </Button>
      <HelpLink
        about="compra"
        id={purchase_id}
        subject={`compra na loja ${shop_name}, ${formatDay(issued_on)}`}
      />
    </form>
  )
}
