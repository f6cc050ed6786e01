import { useState } from 'react'
import { openReceiptPhotoCall } from '@clube/contract/receipts/receipt-photo-calls.ts'
import type { ReviewedReceipt } from '@clube/contract/receipts/receipt-staff-calls.ts'
import { Button } from '../../../kit/button/button.tsx'
import { useAction } from '../../../parts/use-action.ts'
import { GuardedPhoto } from '../../parts/guarded-photo.tsx'
import { useShortcuts } from '../../parts/shortcuts.ts'
import css from './receipts.module.css'

/** The customer's photos beside the fields. Each is opened separately, because each view writes an audit line. */
export function ReceiptPhotos({ receipt }: { receipt: ReviewedReceipt }) {
  const { run } = useAction()
  const [shown, setShown] = useState<{ at: number; url: string } | null>(null)
  const { purchase_id, photos } = receipt
  const kept = photos.flatMap((photo, at) => (photo.is_purged ? [] : [{ ...photo, at }]))
  const look = ({ id: photo_id, at }: { id: string; at: number }) =>
    run((send) => send(openReceiptPhotoCall, { body: { purchase_id, photo_id } }), {
      onSuccess: ({ url }) => setShown({ at, url }),
    })
  const lookAtNext = () => {
    const next = kept[(kept.findIndex(({ at }) => at === shown?.at) + 1) % kept.length]
    if (next) void look(next)
  }
  useShortcuts(kept.length > 0 ? { f: lookAtNext } : {})

  if (photos.length === 0)
    return <p className="soft small">O cliente não enviou foto. Confira os dados pela chave da nota.</p>
  return (
    <div className="stack">
      <div className="row">
        {photos.map((photo, at) => (
          <Button
            key={photo.id}
            compact
            look="outline"
            disabled={photo.is_purged}
            onClick={() => look({ ...photo, at })}
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
        <p className="soft small">Cada abertura fica registrada na auditoria, com o seu nome na imagem.</p>
      )}
    </div>
  )
}
