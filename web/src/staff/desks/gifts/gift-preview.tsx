import { giftAvailabilityTitles } from '@clube/contract/free-gifts/gift.ts'
import { giftPictureFile, giftPicturePath } from '@clube/contract/free-gifts/picture-calls.ts'
import {
  costsReceipts,
  giftName,
  giftPriceSchema,
  priceText,
  type PriceRule,
} from '@clube/contract/free-gifts/settings.ts'
import type { ReactNode } from 'react'
import * as z from 'zod/mini'
import { Button } from '../../../kit/button/button.tsx'
import { EmptyState } from '../../../kit/feedback/empty-state.tsx'
import { Dialog, useDialog } from '../../../kit/surface/dialog.tsx'
import { GiftCard, GiftCards } from '../../../parts/gifts/gift-card.tsx'
import { OutlineButton } from '../../parts/buttons.tsx'
import css from './settings.module.css'
import { priceOf, type RowTexts } from './settings-values.ts'

type GiftRow = RowTexts<'gifts'>

/** The rows of the form, which may be incomplete or invalid. */
export type PreviewedRows = {
  gifts: readonly GiftRow[]
  pickup_points: readonly RowTexts<'pickup_points'>[]
  spend_rule: PriceRule
}

type PreviewButtonProps = { rowsOf: () => PreviewedRows }

/** Opens the gifts as shoppers see them on a phone, with the form's current values. */
export function PreviewButton({ rowsOf }: PreviewButtonProps) {
  const dialog = useDialog()
  return (
    <>
      <OutlineButton onClick={dialog.open}>Ver como o cliente vê</OutlineButton>
      <Dialog {...dialog.props} title="Como o cliente vê">
        <PhonePreview rowsOf={rowsOf} />
      </Dialog>
    </>
  )
}

function PhonePreview({ rowsOf }: PreviewButtonProps) {
  const rows = rowsOf()
  if (rows.gifts.length === 0)
    return <EmptyState illustration="gift">Adicione um brinde para ver como ele aparece.</EmptyState>
  return (
    <div className="tight">
      <p className="soft small">Inclui o que ainda não foi salvo. {stockNote}</p>
      <div className={css.phone} tabIndex={0} role="region" aria-label="Brindes no celular do cliente">
        <GiftPreview
          {...rows}
          footerOf={() => (
            // Shown for its appearance only: nothing can be chosen here.
            <div inert>
              <Button>Escolher</Button>
            </div>
          )}
        />
      </div>
    </div>
  )
}

/** Why the preview does not say how many are left. */
export const stockNote = 'Quanto resta de cada brinde vem do estoque.'

type GiftPreviewProps = PreviewedRows & {
  /** What is shown below each gift. */
  footerOf: (index: number) => ReactNode
}

/** The gifts as shoppers see them while all are available, and where they are picked up. */
export const GiftPreview = ({ gifts, pickup_points, spend_rule, footerOf }: GiftPreviewProps) => (
  <div className={css.preview}>
    <h3>Escolha o seu brinde</h3>
    <GiftCards>
      {gifts.map((gift, index) => (
        <li key={index}>
          <GiftCard
            name={giftName({ title: gift.title.trim() || 'Brinde sem nome', variant: gift.variant.trim() })}
            picture={pictureOf(gift)}
            description={gift.description.trim()}
            availability={{ title: giftAvailabilityTitles.available, tone: 'good' }}
            left={unknownLeft}
            price={shownPrice(gift, spend_rule)}
            points={pickup_points.map(({ name }) => ({ name: pointName(name), left: unknownLeft }))}
          >
            {footerOf(index)}
          </GiftCard>
        </li>
      ))}
    </GiftCards>
    <h3>Onde retirar</h3>
    {pickup_points.length === 0 ? (
      <p className="soft">Nenhum ponto de retirada ainda.</p>
    ) : (
      <ul className={css.places}>
        {pickup_points.map(({ name, location, opening_hours }, index) => (
          <li key={index}>
            <strong>{pointName(name)}</strong>
            {location.trim() !== '' && <span className="soft small">{location}</span>}
            {opening_hours.trim() !== '' && <span className="soft small">{opening_hours}</span>}
          </li>
        ))}
      </ul>
    )}
  </div>
)

/** In place of 'Restam 312': the stock is received only after the approval. */
const unknownLeft = 'Restam …'

const pictureOf = (gift: GiftRow) => {
  const picture_id = gift['picture.picture_id']
  return z.safeParse(giftPictureFile.params, { picture_id }).success
    ? { url: giftPicturePath(picture_id), alternative_text: gift['picture.alternative_text'].trim() }
    : null
}

/** The price, if it is complete: an incomplete one would look too low. */
const shownPrice = (gift: GiftRow, spend_rule: PriceRule): string => {
  const { data: price } = z.safeParse(giftPriceSchema, priceOf(gift.price, gift['price.points']))
  return price && (spend_rule || !costsReceipts(price)) ? priceText(price, spend_rule) : ''
}

const pointName = (name: string): string => name.trim() || 'Ponto sem nome'
