import { useState } from 'react'
import {
  askAgainReasons,
  rejectReasons,
  reviewChecklist,
  type AskAgainReason,
  type RejectReason,
} from '@clube/contract/recovery/review.ts'
import {
  approveRecoveryCall,
  approveRecoverySecondCall,
  askAgainCall,
  rejectRecoveryCall,
} from '@clube/contract/recovery/decision-calls.ts'
import type { RecoveryRequest } from '@clube/contract/recovery/review-calls.ts'
import { requiredRadioMessage } from '@clube/contract/brazil/field-messages.ts'
import { Button } from '../../../kit/button/button.tsx'
import { trackPending } from '../../../kit/overlay/pending-count.ts'
import { showToast } from '../../../kit/toast/toast-store.ts'
import type { Failure } from '../../../platform/api/failure.ts'
import { showFailure } from '../../../platform/api/show-failure.ts'
import { useSend } from '../../../platform/app/app-context.tsx'
import { Checklist, focusOpenQuestion, isAllYes, unanswered } from '../../parts/checklist.tsx'
import { KeyHints } from '../../parts/key-hints.tsx'
import { useShortcuts } from '../../parts/shortcuts.ts'
import { useMay } from '../../parts/staff-session.ts'
import { ReasonDialog } from '../../parts/reason-dialog.tsx'
import { SendByChoice, type SendBy } from './send-by-choice.tsx'
import css from './recovery.module.css'

type DecisionPanelProps = { request: RecoveryRequest; onDecided: () => Promise<unknown> }

const checklistMessage = 'Só é possível aprovar quando todos os itens conferem.'

/** What may still be decided about a request, and by whom. */
export function DecisionPanel({ request, onDecided }: DecisionPanelProps) {
  const send = useSend()
  const maySecond = useMay('recovery.approve-second')
  const { id, state, is_mine } = request
  const [answers, setAnswers] = useState(() => unanswered(reviewChecklist))
  const [send_by, setSendBy] = useState<SendBy | ''>('')
  const [errors, setErrors] = useState<{ checklist?: string; send_by?: string }>({})
  const [asking, setAsking] = useState<'none' | 'again' | 'reject'>('none')
  const reviews = state === 'in_review' && is_mine
  const seconds = state === 'needs_second' && maySecond && !is_mine
  const canApprove = reviews || seconds
  const canAskAgain = reviews || state === 'needs_second'
  const canReject = canAskAgain || state === 'held'
  const params = { id }

  const finish = async (
    sent: { ok: true } | { ok: false; failure: Failure },
    words: string,
  ): Promise<void> => {
    setAsking('none')
    if (sent.ok) showToast({ message: words, type: 'success' })
    else showFailure(sent.failure, { place: 'endpoint' })
    // A request that somebody else moved is shown as it is now.
    await onDecided()
  }
  const approve = async () => {
    if (!isAllYes(answers)) {
      setErrors({ checklist: checklistMessage })
      return focusOpenQuestion()
    }
    if (seconds) {
      const sent = await trackPending(
        send(approveRecoverySecondCall, { params, body: { checklist: answers } }),
      )
      return finish(sent, 'Segunda aprovação dada. O pedido espera 24 horas.')
    }
    if (send_by === '') return setErrors({ send_by: requiredRadioMessage })
    const sent = await trackPending(
      send(approveRecoveryCall, { params, body: { checklist: answers, send_by } }),
    )
    const goesOn = sent.ok && sent.data.state === 'needs_second'
    return finish(
      sent,
      goesOn ? 'Primeira aprovação dada. Falta a segunda.' : 'Aprovado. O código foi enviado.',
    )
  }
  useShortcuts({
    ...(canApprove ? { a: () => void approve() } : {}),
    ...(canAskAgain ? { p: () => setAsking('again') } : {}),
    ...(canReject ? { r: () => setAsking('reject') } : {}),
  })
  if (!canReject) return null

  return (
    <section className={css.decision} aria-label="Decisão">
      {canApprove && (
        <Checklist
          legend="Conferência"
          questions={reviewChecklist}
          answers={answers}
          error={errors.checklist}
          onAnswer={(check, answer) => {
            setErrors({})
            setAnswers({ ...answers, [check]: answer })
          }}
        />
      )}
      {reviews && (
        <SendByChoice
          value={send_by}
          error={errors.send_by}
          onChange={(chosen) => {
            setErrors({})
            setSendBy(chosen)
          }}
        />
      )}
      {state === 'needs_second' && is_mine && (
        <p className={css.soft}>Você deu a primeira aprovação: a segunda é de outra pessoa.</p>
      )}
      <div className={css.deeds}>
        {canApprove && (
          <Button compact onClick={() => void approve()}>
            {seconds ? 'Dar a segunda aprovação' : 'Aprovar'}
          </Button>
        )}
        {canAskAgain && (
          <Button compact look="outline" onClick={() => setAsking('again')}>
            Pedir de novo
          </Button>
        )}
        <Button compact look="outline" onClick={() => setAsking('reject')}>
          Recusar
        </Button>
      </div>
      <KeyHints
        hints={[
          ...(canApprove ? ([['A', 'aprovar']] as const) : []),
          ...(canAskAgain ? ([['P', 'pedir de novo']] as const) : []),
          ['R', 'recusar'],
        ]}
      />
      <ReasonDialog
        open={asking === 'again'}
        title="Pedir de novo"
        label="O que falta? A frase vai para a pessoa."
        button="Pedir de novo"
        reasons={askAgainReasons}
        onClose={() => setAsking('none')}
        onChoose={async (reason: AskAgainReason) =>
          finish(
            await trackPending(send(askAgainCall, { params, body: { reason } })),
            'Pedido devolvido à pessoa.',
          )
        }
      />
      <ReasonDialog
        open={asking === 'reject'}
        title="Recusar"
        label="Por quê? A frase vai para a pessoa."
        button="Recusar pedido"
        reasons={rejectReasons}
        onClose={() => setAsking('none')}
        onChoose={async (reason: RejectReason) =>
          finish(
            await trackPending(send(rejectRecoveryCall, { params, body: { reason } })),
            'Pedido recusado.',
          )
        }
      />
    </section>
  )
}
