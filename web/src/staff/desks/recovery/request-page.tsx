import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useLocation } from 'wouter'
import { recoveryStateTitles } from '@clube/contract/recovery/review.ts'
import {
  readRecoveryRequestCall,
  startReviewCall,
  type RecoveryRequest,
} from '@clube/contract/recovery/review-calls.ts'
import { Button } from '../../../kit/button/button.tsx'
import { Notice } from '../../../kit/feedback/notice.tsx'
import { trackPending } from '../../../kit/overlay/pending-count.ts'
import { Chip } from '../../../kit/surface/chip.tsx'
import { dataOf } from '../../../parts/call-failed.ts'
import { showFailure } from '../../../platform/api/show-failure.ts'
import { useSend } from '../../../platform/app/app-context.tsx'
import { staffPaths } from '../../app/paths.ts'
import { DeskPage, LoadingRows, LoadProblem } from '../../parts/desk-page.tsx'
import { StateLine } from '../../parts/fact-list.tsx'
import { instantInWords } from '../../parts/instant.ts'
import { useShortcuts } from '../../parts/shortcuts.ts'
import { DecisionPanel } from './decision-panel.tsx'
import { PhotoList } from './photo-list.tsx'
import { RequestFacts } from './request-facts.tsx'
import { stateTones } from './request-queue.tsx'
import { SendCodeAgain } from './send-code-again.tsx'
import css from './recovery.module.css'

/** One request: what was said, what is on file, the photos, the decision. */
export function RequestPage({ id }: { id: string }) {
  const send = useSend()
  const queries = useQueryClient()
  const [, navigate] = useLocation()
  const queryKey = ['recovery', 'request', id]
  const found = useQuery({
    queryKey,
    queryFn: ({ signal }) => dataOf(send(readRecoveryRequestCall, { params: { id }, signal })),
  })
  const request = found.data
  const start = async () => {
    const sent = await trackPending(send(startReviewCall, { params: { id } }))
    if (sent.ok) queries.setQueryData(queryKey, sent.data)
    else showFailure(sent.failure, { place: 'endpoint' })
  }
  const canStart = request !== undefined && isStartable(request)
  useShortcuts({
    b: () => navigate(staffPaths.recovery),
    i: () => {
      if (canStart) void start()
    },
  })
  const refresh = () => queries.invalidateQueries({ queryKey: ['recovery'] })

  return (
    <DeskPage
      title={request ? `Pedido ${request.protocol}` : 'Pedido'}
      actions={<Link href={staffPaths.recovery}>Voltar às filas (B)</Link>}
    >
      {found.isPending && <LoadingRows />}
      {found.isError && <LoadProblem error={found.error} onRetry={() => void found.refetch()} />}
      {request && (
        <div className={css.request}>
          <div className={css.column}>
            <StateLine>
              <Chip tone={stateTones[request.state]}>{recoveryStateTitles[request.state]}</Chip>
              <span>Enviado em {instantInWords(request.submitted_at)}</span>
              <span>Responder até {instantInWords(request.answer_by)}</span>
              {request.reviewer_name && <span>Com {request.reviewer_name}</span>}
              {request.follows_protocol && <span>Reenvio do pedido {request.follows_protocol}</span>}
            </StateLine>
            {request.changes_both_contacts && (
              <Notice tone="warn">
                Este pedido troca e-mail e celular: precisa de duas aprovações e espera 24 horas.
              </Notice>
            )}
            {request.held_until && (
              <Notice>
                Em espera até {instantInWords(request.held_until)}. Quem tem a conta foi avisado.
              </Notice>
            )}
            {request.reason && <Notice>Motivo enviado à pessoa: {request.reason}</Notice>}
            <RequestFacts request={request} />
          </div>
          <div className={css.column}>
            <PhotoList request={request} />
            {canStart && <Button onClick={() => void start()}>Assumir a análise (I)</Button>}
            <DecisionPanel key={request.state} request={request} onDecided={refresh} />
            {request.state === 'approved' && <SendCodeAgain id={request.id} />}
          </div>
        </div>
      )}
    </DeskPage>
  )
}

/** Nobody has it, or whoever had it left it; the server decides. */
const isStartable = ({ state, is_mine }: RecoveryRequest): boolean =>
  state === 'submitted' || (state === 'in_review' && !is_mine)
