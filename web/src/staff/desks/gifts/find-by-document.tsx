import type { DeskVoucher } from '@clube/contract/free-gifts/desk-calls.ts'
import { giftName } from '@clube/contract/free-gifts/settings.ts'
import { useEffect, useRef } from 'react'
import { MaskedField } from '../../../kit/field/masked-field.tsx'
import { useActionForm } from '../../../parts/use-action-form.ts'
import type { Sent } from '../../../platform/api/failure.ts'
import { SubmitButton } from '../../parts/buttons.tsx'
import { useDocumentField } from '../../parts/document-search.tsx'
import { formatInstant } from '../../parts/instant.ts'
import scannerCss from '../../parts/scanner/scanner.module.css'
import type { GiftPost } from './gift-post.ts'
import css from './gifts.module.css'

type FindByDocumentProps = { find: (body: { document_id: string }) => Promise<Sent<unknown>> }

/** Finds the vouchers of a person without phone and paper. The document is not kept on the screen. */
export function FindByDocument({ find }: FindByDocumentProps) {
  const { rule, field } = useDocumentField()
  const form = useActionForm({
    initial: { document_id: '' },
    rules: { document_id: rule },
    request: (_send, body) => find(body),
    onSuccess: (): void => form.reset(),
  })
  return (
    <form className={scannerCss.code} {...form.props}>
      <MaskedField
        {...field}
        helper="Para quem veio sem o celular e sem o papel."
        {...form.field('document_id')}
      />
      <SubmitButton form={form} variant="outline">
        Procurar
      </SubmitButton>
    </form>
  )
}

type FoundVouchersProps = {
  vouchers: readonly DeskVoucher[]
  /** The voucher that the desk shows. */
  shown_id: string | null
  post: GiftPost
  onChoose: (voucher: DeskVoucher) => void
}

/** The vouchers of a person who has several. */
export function FoundVouchers({ vouchers, shown_id, post, onChoose }: FoundVouchersProps) {
  const list = useRef<HTMLUListElement>(null)
  // Mounted once per person.
  useEffect(() => list.current?.querySelector('button')?.focus(), [])
  return (
    <section className={css.found} aria-label="Vales-brinde desta pessoa">
      <h2 className={css.label}>Vales-brinde desta pessoa</h2>
      <ul ref={list}>
        {vouchers.map((voucher) => (
          <li key={voucher.voucher_id}>
            <button
              type="button"
              className={css.option}
              aria-current={voucher.voucher_id === shown_id || undefined}
              onClick={() => onChoose(voucher)}
            >
              <strong>{giftName(voucher.gift)}</strong>
              <span className="soft small">{placeOf(voucher, post)}</span>
              <span className="soft small">Vale até {formatInstant(voucher.expires_at)}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Where a voucher is delivered, as far as it is not here. */
const placeOf = ({ campaign_id, campaign_title, pickup_point }: DeskVoucher, post: GiftPost): string => {
  if (campaign_id !== post.campaign.campaign_id) return `${campaign_title} · ${pickup_point.name}`
  return pickup_point.pickup_point_id === post.point.pickup_point_id
    ? 'Retirada aqui'
    : `Retirada em ${pickup_point.name}`
}
