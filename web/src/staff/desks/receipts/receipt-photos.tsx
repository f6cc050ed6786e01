import { useState } from 'react'
import { openReceiptPhotoCall } from '@clube/contract/receipts/receipt-photo-calls.ts'
import type { ReviewedReceipt } from '@clube/contract/receipts/receipt-staff-calls.ts'
import { Button } from '../../../kit/button/button.tsx'
import { trackPending } from '../../../kit/overlay/pending-count.ts'
import { showFailure } from '../../../platform/api/show-failure.ts'
import { useSend } from '../../../platform/app/app-context.tsx'
import { GuardedPhoto } from '../../parts/guarded-photo.tsx'
import { useShortcuts } from '../../parts/shortcuts.ts'
import css from './receipts.module.css'

/** The customer's photos beside the fields, each opened by a look of its own: one look is one audit line. */
export function ReceiptPhotos({ receipt }: { receipt: ReviewedReceipt }) {
  const send = useSend()
  const [shown, setShown] = useState<{ at: number; url: string } | null>(null)
  const { purchase_id, photos } = receipt
  const kept = photos.flatMap((photo, at) => (photo.is_purged ? [] : [{ ...photo, at }]))
  const look = async ({ id: photo_id, at }: { id: string; at: number }) => {
    const sent = await trackPending(send(openReceiptPhotoCall, { body: { purchase_id, photo_id } }))
    if (sent.ok) setShown({ at, url: sent.data.url })
    else showFailure(sent.failure, { place: 'endpoint' })
  }
  const lookAtNext = () => {
    const next = kept[(kept.findIndex(({ at }) => at === shown?.at) + 1) % kept.length]
    if (next) void look(next)
  }
  useShortcuts(kept.length > 0 ? { f: lookAtNext } : {})

  if (photos.length === 0)
    return <p className={css.noPhoto}>O cliente não enviou foto. Confira os dados pela chave da nota.</p>
  return (
    <div className={css.photos}>
      <div className={css.actions}>
        {photos.map((photo, at) => (
          <Button
            key={photo.id}
            compact
            look="outline"
            disabled={photo.is_purged}
            onClick={() => void look({ ...photo, at })}
          >
            {photos.length === 1 ? 'Ver foto' : `Ver foto ${at + 1}`}
            {photo.is_purged && ' (apagada)'}
          </Button>
        ))}
      </div>
      {shown ? (
        <div className={css.photo}>
          <GuardedPhoto url={shown.url} alt={`Foto ${shown.at + 1} da nota de ${receipt.shop_name}`} />
        </div>
      ) : (
        <p className={css.noPhoto}>Cada abertura fica registrada na auditoria, com o seu nome na imagem.</p>
      )}
    </div>
  )
}
