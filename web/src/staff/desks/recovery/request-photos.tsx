import { useId, useState } from 'react'
import { formatDay } from '@clube/contract/kernel/club-time.ts'
import { openPhotoViewCall, type RecoveryRequest } from '@clube/contract/recovery/review-calls.ts'
import type { IdentityPhoto } from '@clube/contract/recovery/support-form.ts'
import { Button } from '../../../kit/button/button.tsx'
import { useAction } from '../../../parts/use-action.ts'
import { useQueryCache } from '../../../platform/server-data/use-query.tsx'
import { Key } from '../../parts/desk-page.tsx'
import { GuardedPhoto } from '../../parts/guarded-photo.tsx'
import { useShortcuts, useShortcutsOn } from '../../parts/shortcuts.ts'
import css from './recovery.module.css'
import { photoTitles } from './request-facts.tsx'

export const requestKey = (id: string) => ['recovery', 'request', id]

type Photo = RecoveryRequest['photos'][number]
type Frame = 'document' | 'selfie'

const photoKeys = {
  personal_id_front: 'd',
  personal_id_back: 'v',
  personal_id_selfie: 's',
} as const satisfies Record<IdentityPhoto, string>

const frameOf = ({ purpose }: Photo): Frame => (purpose === 'personal_id_selfie' ? 'selfie' : 'document')

/**
 * The document and the selfie side by side, so that faces can be compared. Each photo is opened separately, because each
 * view writes an audit line.
 */
export function RequestPhotos({ request }: { request: RecoveryRequest }) {
  const id = useId()
  const { run } = useAction()
  const queries = useQueryCache()
  const [shown, setShown] = useState<Partial<Record<Frame, { photo: Photo; url: string }>>>({})
  const viewPhoto = (photo: Photo) =>
    run((send) => send(openPhotoViewCall, { params: { id: request.id, photo_id: photo.id } }), {
      onSuccess: ({ url }) => setShown((current) => ({ ...current, [frameOf(photo)]: { photo, url } })),
    })
  // Updates the cache without another request, which would write an audit line.
  const markViewed = (photo_id: string) =>
    queries.setQueryData<RecoveryRequest>(requestKey(request.id), (current) =>
      current === undefined
        ? current
        : {
            ...current,
            photos: current.photos.map((each) =>
              each.id === photo_id ? { ...each, is_viewed: true } : each,
            ),
          },
    )
  const available = request.photos.filter(({ is_purged }) => !is_purged)
  useShortcuts(
    Object.fromEntries(available.map((photo) => [photoKeys[photo.purpose], () => viewPhoto(photo)])),
  )

  return (
    <section className="panel" aria-labelledby={id}>
      <h2 id={id}>Fotos</h2>
      <div className={css.photos}>
        {(['document', 'selfie'] as const).map((frame) => {
          const view = shown[frame]
          return (
            <div key={frame} className="stack">
              <div className="row">
                {request.photos
                  .filter((photo) => frameOf(photo) === frame)
                  .map((photo) => (
                    <PhotoButton key={photo.id} photo={photo} onView={() => viewPhoto(photo)} />
                  ))}
              </div>
              {view ? (
                <GuardedPhoto
                  url={view.url}
                  alt={`${photoTitles[view.photo.purpose]} enviada no pedido ${request.protocol}`}
                  fit="whole"
                  onLoad={() => markViewed(view.photo.id)}
                />
              ) : (
                <p className={`soft small ${css.unopened}`}>
                  {frame === 'selfie' ? 'A selfie aparece aqui.' : 'O documento aparece aqui.'}
                </p>
              )}
              {frame === 'selfie' && (
                <p>
                  O papel da selfie deve mostrar <strong>{formatDay(request.submission_day)}</strong>.
                </p>
              )}
            </div>
          )
        })}
      </div>
      <p className="soft small">Cada abertura fica registrada na auditoria, com o seu nome na imagem.</p>
    </section>
  )
}

/** Opens one photo in its frame. */
function PhotoButton({ photo, onView }: { photo: Photo; onView: () => void }) {
  const hasShortcuts = useShortcutsOn()
  const { purpose, is_purged, is_viewed } = photo
  return (
    <Button compact variant="outline" disabled={is_purged} onClick={onView}>
      {photoTitles[purpose]}
      {is_purged && ' (apagada)'}
      {is_viewed && !is_purged && ' (vista)'}
      {hasShortcuts && !is_purged && (
        <span aria-hidden="true">
          <Key>{photoKeys[purpose].toUpperCase()}</Key>
        </span>
      )}
    </Button>
  )
}
