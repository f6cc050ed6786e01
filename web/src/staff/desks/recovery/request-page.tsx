import { Link, useLocation } from 'wouter'
import {
  readRecoveryRequestCall,
  startReviewCall,
  type RecoveryRequest,
} from '@clube/contract/recovery/review-calls.ts'
import { recoveryStateTitles } from '@clube/contract/recovery/review.ts'
import { Button } from '../../../kit/button/button.tsx'
import { Notice } from '../../../kit/feedback/notice.tsx'
import { Skeleton } from '../../../kit/feedback/skeleton.tsx'
import { Chip } from '../../../kit/surface/chip.tsx'
import { Loaded } from '../../../parts/club-data/loaded.tsx'
import { useAction } from '../../../parts/use-action.ts'
import { useCallQuery } from '../../../parts/use-call-query.ts'
import { useQueryCache } from '../../../platform/server-data/use-query.tsx'
import { staffPaths } from '../../app/paths.ts'
import { DeskPage } from '../../parts/desk-page.tsx'
import { StateLine } from '../../parts/fact-list.tsx'
import { formatInstant } from '../../parts/instant.ts'
import { useShortcuts } from '../../parts/shortcuts.ts'
import { DecisionPanel, ResendCode } from './decision-panel.tsx'
import css from './recovery.module.css'
import { RequestFacts, stateTones } from './request-facts.tsx'
import { requestKey, RequestPhotos } from './request-photos.tsx'

/** One request: submitted values, values on file, photos, decision. */
export function RequestPage({ id }: { id: string }) {
  const queries = useQueryCache()
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
          <>
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
            <div className={css.review}>
              <div className="stack">
                <RequestPhotos request={request} />
                <RequestFacts request={request} />
              </div>
              <div className={`stack ${css.decision}`}>
                {canStart && (
                  <Button pending={pending} onClick={start}>
                    Assumir a análise (I)
                  </Button>
                )}
                <DecisionPanel key={request.state} request={request} />
                {request.state === 'approved' && <ResendCode request={request} />}
              </div>
            </div>
          </>
        )}
      </Loaded>
    </DeskPage>
  )
}

/** Unassigned, or under review by someone else, who may have abandoned it: the server checks. */
const isStartable = ({ state, is_mine }: RecoveryRequest): boolean =>
  state === 'submitted' || (state === 'in_review' && !is_mine)
