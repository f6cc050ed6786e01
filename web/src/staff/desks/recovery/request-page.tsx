import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useLocation } from 'wouter'
import {
  openPhotoViewCall,
  readRecoveryRequestCall,
  startReviewCall,
  type RecoveryRequest,
} from '@clube/contract/recovery/review-calls.ts'
import { recoveryStateTitles } from '@clube/contract/recovery/review.ts'
import type { IdentityPhoto } from '@clube/contract/recovery/support-form.ts'
import { Button } from '../../../kit/button/button.tsx'
import { Notice } from '../../../kit/feedback/notice.tsx'
import { Skeleton } from '../../../kit/feedback/skeleton.tsx'
import { Chip } from '../../../kit/surface/chip.tsx'
import { Dialog } from '../../../kit/surface/dialog.tsx'
import { Loaded } from '../../../parts/club-data/loaded.tsx'
import { useAction } from '../../../parts/use-action.ts'
import { useCallQuery } from '../../../parts/use-call-query.ts'
import { staffPaths } from '../../app/paths.ts'
import { DeskPage, Key } from '../../parts/desk-page.tsx'
import { StateLine } from '../../parts/fact-list.tsx'
import { GuardedPhoto } from '../../parts/guarded-photo.tsx'
import { formatInstant } from '../../parts/instant.ts'
import { useShortcuts, useShortcutsOn } from '../../parts/shortcuts.ts'
import { DecisionPanel, ResendCode } from './decision-panel.tsx'
import css from './recovery.module.css'
import { photoTitles, RequestFacts, stateTones } from './request-facts.tsx'

const requestKey = (id: string) => ['recovery', 'request', id]

/** One request: submitted values, values on file, photos, decision. */
export function RequestPage({ id }: { id: string }) {
  const queries = useQueryClient()
  const [, navigate] = useLocation()
  const queryKey = requestKey(id)
  const found = useCallQuery(queryKey, (send, signal) =>
    send(readRecoveryRequestCall, { params: { id }, signal }),
  )
  const request = found.data
  const { pending, run } = useAction()
  const start = () =>
    run((send) => send(startReviewCall, { params: { id } }), {
      onSuccess: (started) => queries.setQueryData(queryKey, started),
    })
  const canStart = request !== undefined && isStartable(request)
  useShortcuts({ b: () => navigate(staffPaths.recovery), ...(canStart && { i: start }) })

  return (
    <DeskPage
      title={request ? `Pedido ${request.protocol}` : 'Pedido'}
      actions={<Link href={staffPaths.recovery}>Voltar às filas (B)</Link>}
    >
      <Loaded query={found} skeleton={<Skeleton shape="field" count={5} />}>
        {(request) => (
          <div className="sides">
            <div className="stack">
              <StateLine>
                <Chip tone={stateTones[request.state]}>{recoveryStateTitles[request.state]}</Chip>
                <span>Enviado em {formatInstant(request.submitted_at)}</span>
                <span>Responder até {formatInstant(request.answer_by)}</span>
                {request.reviewer_name && <span>Com {request.reviewer_name}</span>}
                {request.follows_protocol && <span>Reenvio do pedido {request.follows_protocol}</span>}
              </StateLine>
              {request.changes_both_contacts && (
                <Notice tone="warn">
                  Este pedido troca e-mail e celular: precisa de duas aprovações e espera 24 horas. Quem tem a
                  conta recebe um link para cancelar.
                </Notice>
              )}
              {request.held_until && (
                <Notice>
                  Em espera até {formatInstant(request.held_until)}. Quem tem a conta foi avisado e pode
                  cancelar o pedido por um link.
                </Notice>
              )}
              {request.reason && <Notice>Motivo enviado à pessoa: {request.reason}</Notice>}
              <RequestFacts request={request} />
            </div>
            <div className="stack">
              <PhotoList request={request} />
              {canStart && (
                <Button pending={pending} onClick={start}>
                  Assumir a análise (I)
                </Button>
              )}
              <DecisionPanel key={request.state} request={request} />
              {request.state === 'approved' && <ResendCode request={request} />}
            </div>
          </div>
        )}
      </Loaded>
    </DeskPage>
  )
}

/** Unassigned, or under review by someone else, who may have abandoned it: the server checks. */
const isStartable = ({ state, is_mine }: RecoveryRequest): boolean =>
  state === 'submitted' || (state === 'in_review' && !is_mine)

const photoTexts = {
  personal_id_front: { title: photoTitles.personal_id_front, key: 'd' },
  personal_id_back: { title: photoTitles.personal_id_back, key: 'v' },
  personal_id_selfie: { title: photoTitles.personal_id_selfie, key: 's' },
} as const satisfies Record<IdentityPhoto, { title: string; key: string }>

type Photo = RecoveryRequest['photos'][number]

/** The photos. Each is opened separately, because each view writes an audit line. */
function PhotoList({ request }: { request: RecoveryRequest }) {
  const { run } = useAction()
  const isOn = useShortcutsOn()
  const queries = useQueryClient()
  const [shown, setShown] = useState<{ photo: Photo; title: string; url: string } | null>(null)
  const viewPhoto = (photo: Photo) =>
    run((send) => send(openPhotoViewCall, { params: { id: request.id, photo_id: photo.id } }), {
      onSuccess: ({ url }) => setShown({ photo, title: photoTexts[photo.purpose].title, url }),
    })
  // Updates the cache without another request, which would write an audit line.
  const markViewed = ({ id }: Photo) =>
    queries.setQueryData<RecoveryRequest>(requestKey(request.id), (current) =>
      current === undefined
        ? current
        : {
            ...current,
            photos: current.photos.map((photo) => (photo.id === id ? { ...photo, is_viewed: true } : photo)),
          },
    )
  const kept = request.photos.filter(({ is_purged }) => !is_purged)
  useShortcuts(
    Object.fromEntries(kept.map((photo) => [photoTexts[photo.purpose].key, () => viewPhoto(photo)])),
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
            variant="outline"
            disabled={photo.is_purged}
            onClick={() => viewPhoto(photo)}
          >
            {photoTexts[photo.purpose].title}
            {photo.is_purged && ' (apagada)'}
            {photo.is_viewed && !photo.is_purged && ' (vista)'}
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
          <GuardedPhoto
            url={shown.url}
            alt={`${shown.title} enviada no pedido ${request.protocol}`}
            onLoad={() => markViewed(shown.photo)}
          />
        )}
      </Dialog>
    </section>
  )
}
