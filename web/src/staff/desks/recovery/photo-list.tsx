import { useState } from 'react'
import { openPhotoViewCall, type RecoveryRequest } from '@clube/contract/recovery/review-calls.ts'
import type { IdentityPhoto } from '@clube/contract/recovery/support-form.ts'
import { Button } from '../../../kit/button/button.tsx'
import { Dialog } from '../../../kit/surface/dialog.tsx'
import { useAction } from '../../../parts/use-action.ts'
import { GuardedPhoto } from '../../parts/guarded-photo.tsx'
import { Key } from '../../parts/key-hints.tsx'
import { useShortcuts, useShortcutsOn } from '../../parts/shortcuts.ts'
import css from './recovery.module.css'

const photoTexts = {
  personal_id_front: { title: 'Frente do documento', key: 'd' },
  personal_id_back: { title: 'Verso do documento', key: 'v' },
  personal_id_selfie: { title: 'Selfie', key: 's' },
} as const satisfies Record<IdentityPhoto, { title: string; key: string }>

type Photo = RecoveryRequest['photos'][number]

/** The photos. Each is opened separately, because each view writes an audit line. */
export function PhotoList({ request }: { request: RecoveryRequest }) {
  const { run } = useAction()
  const isOn = useShortcutsOn()
  const [shown, setShown] = useState<{ title: string; url: string } | null>(null)
  const look = ({ id: photo_id, purpose }: Photo) =>
    run((send) => send(openPhotoViewCall, { params: { id: request.id, photo_id } }), {
      onSuccess: ({ url }) => setShown({ title: photoTexts[purpose].title, url }),
    })
  const kept = request.photos.filter(({ is_purged }) => !is_purged)
  useShortcuts(
    Object.fromEntries(kept.map((photo) => [photoTexts[photo.purpose].key, () => look(photo)])),
    true,
  )

  return (
    <section className="panel" aria-labelledby="photos">
      <h2 id="photos">Fotos</h2>
      <div className={css.photoButtons}>
        {request.photos.map((photo) => (
          <Button
            key={photo.id}
            compact
            look="outline"
            disabled={photo.is_purged}
            onClick={() => look(photo)}
          >
            {photoTexts[photo.purpose].title}
            {photo.is_purged && ' (apagada)'}
            {isOn && !photo.is_purged && (
              <span aria-hidden="true">
                <Key>{photoTexts[photo.purpose].key.toUpperCase()}</Key>
              </span>
            )}
          </Button>
        ))}
      </div>
      <p className="soft small">Cada abertura fica registrada na auditoria, com o seu nome na imagem.</p>
      <Dialog open={shown !== null} onClose={() => setShown(null)} title={shown?.title ?? ''} wide>
        {shown && (
          <GuardedPhoto url={shown.url} alt={`${shown.title} enviada no pedido ${request.protocol}`} />
        )}
      </Dialog>
    </section>
  )
}
