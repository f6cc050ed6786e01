import { useState } from 'react'
import { formatCellphone } from '@clube/contract/brazil/cellphone.ts'
import { requiredRadioMessage } from '@clube/contract/brazil/field-messages.ts'
import type { RecoveryMethod } from '@clube/contract/recovery/code-calls.ts'
import {
  approveRecoveryCall,
  approveRecoverySecondCall,
  requestResubmissionCall,
  rejectRecoveryCall,
  sendReviewCodeCall,
} from '@clube/contract/recovery/decision-calls.ts'
import type { RecoveryRequest } from '@clube/contract/recovery/review-calls.ts'
import {
  resubmissionReasons,
  rejectReasons,
  reviewChecklist,
  type ResubmissionReason,
  type RejectReason,
} from '@clube/contract/recovery/review.ts'
import { RadioGroup } from '../../../kit/field/radio-group.tsx'
import { showToast } from '../../../kit/toast/toast-store.ts'
import { useAction } from '../../../parts/use-action.ts'
import type { Send } from '../../../platform/api/client.ts'
import type { Sent } from '../../../platform/api/failure.ts'
import { DeskButton, OutlineButton } from '../../parts/buttons.tsx'
import { Checklist, useChecklist } from '../../parts/checklist.tsx'
import { useDelayedDecision } from '../../parts/delayed-decision.tsx'
import { KeyHints } from '../../parts/desk-page.tsx'
import { formatInstant } from '../../parts/instant.ts'
import { ReasonDialog } from '../../parts/reason-dialog.tsx'
import { useHasPermission } from '../../parts/staff-session.ts'
import css from './recovery.module.css'
import { photoTitles } from './request-facts.tsx'

const photosMessage = approveRecoveryCall.refusals['recovery.photos-not-viewed'].message

/** The label of each decision once it is made. */
const decidedTexts = {
  aprovar: 'Aprovado',
  'aprovar em segundo lugar': 'Segunda aprovação dada',
  devolver: 'Devolvido',
  recusar: 'Recusado',
} as const

/** The decisions that are still possible for a request, and who may make them. */
export function DecisionPanel({ request }: { request: RecoveryRequest }) {
  const { decide, isDelayed } = useDelayedDecision()
  const canApproveSecond = useHasPermission('recovery.approve-second')
  const { id, protocol, state, is_mine, send_by: chosen } = request
  const checklist = useChecklist(reviewChecklist)
  const sendBy = useSendBy(sendByOptions(request))
  const [dialog, setDialog] = useState<'none' | 'again' | 'reject'>('none')
  const isFirstReviewer = state === 'in_review' && is_mine
  const isSecondReviewer = state === 'needs_second' && canApproveSecond && !is_mine
  const canApprove = isFirstReviewer || isSecondReviewer
  const canRequestResubmission = isFirstReviewer || state === 'needs_second'
  const canReject = canRequestResubmission || state === 'held'
  const params = { id }
  const unseen = request.photos.filter(({ is_viewed }) => !is_viewed)

  // A request that another staff member has changed is shown in its current state.
  const refresh = [['recovery']]
  const decideThis = <Data,>(
    verb: keyof typeof decidedTexts,
    request: (send: Send) => Promise<Sent<Data>>,
    success: (data: Data) => string,
  ) =>
    decide({
      item: id,
      text: `${decidedTexts[verb]}: pedido ${protocol}.`,
      action: `${verb} o pedido ${protocol}`,
      request,
      success,
      refresh,
    })
  const sendReason = async (
    verb: keyof typeof decidedTexts,
    request: (send: Send) => Promise<Sent<unknown>>,
    success: string,
  ) => {
    decideThis(verb, request, () => success)
    setDialog('none')
  }
  const approve = async (): Promise<void> => {
    if (unseen.length > 0) {
      showToast({ message: photosMessage, type: 'warning' })
      return
    }
    const answers = checklist.confirm('Só é possível aprovar quando todos os itens conferem.')
    if (!answers) return
    const body = { checklist: answers }
    if (isSecondReviewer) {
      decideThis(
        'aprovar em segundo lugar',
        (send) => send(approveRecoverySecondCall, { params, body }),
        () => 'Segunda aprovação dada. O pedido espera 24 horas.',
      )
      return
    }
    const send_by = sendBy.confirm()
    if (!send_by) return
    decideThis(
      'aprovar',
      (send) => send(approveRecoveryCall, { params, body: { ...body, send_by } }),
      (data) =>
        data.state === 'needs_second'
          ? 'Primeira aprovação dada. Falta a segunda.'
          : 'Aprovado. O código foi enviado.',
    )
  }
  if (!canReject) return null
  if (isDelayed(id))
    return (
      <section className="panel" aria-label="Decisão">
        <p>A sua decisão será enviada em 5 segundos. Até lá, você pode desfazê-la.</p>
      </section>
    )

  return (
    <section className="panel" aria-label="Decisão">
      {canApprove && <Checklist legend="Conferência" {...checklist.props} />}
      {isFirstReviewer && <SendByChoice {...sendBy.props} />}
      {isSecondReviewer && chosen && (
        <p className="soft small">
          {chosen === 'email'
            ? `O código vai para o e-mail informado: ${request.email.given}.`
            : `O código vai por SMS para o celular informado: ${formatCellphone(request.cellphone.given)}.`}
        </p>
      )}
      {state === 'needs_second' && is_mine && (
        <p className="soft small">Você deu a primeira aprovação: a segunda é de outra pessoa.</p>
      )}
      {canApprove && unseen.length > 0 && (
        <p className="soft small">
          Antes de aprovar, abra: {unseen.map(({ purpose }) => photoTitles[purpose]).join(', ')}.
        </p>
      )}
      <div className={`row ${css.actions}`}>
        {canApprove && (
          <DeskButton onClick={approve}>
            {isSecondReviewer ? 'Dar a segunda aprovação' : 'Aprovar'}
          </DeskButton>
        )}
        {canRequestResubmission && (
          <OutlineButton onClick={() => setDialog('again')}>Pedir de novo</OutlineButton>
        )}
        <OutlineButton onClick={() => setDialog('reject')}>Recusar</OutlineButton>
      </div>
      <KeyHints
        hints={[
          ...(canApprove ? [['A', 'aprovar', approve] as const] : []),
          ...(canRequestResubmission ? [['P', 'pedir de novo', () => setDialog('again')] as const] : []),
          ['R', 'recusar', () => setDialog('reject')],
        ]}
      />
      <ReasonDialog
        open={dialog === 'again'}
        title="Pedir de novo"
        label="O que falta? A frase vai para a pessoa."
        button="Pedir de novo"
        reasons={resubmissionReasons}
        onClose={() => setDialog('none')}
        onReason={(reason: ResubmissionReason) =>
          sendReason(
            'devolver',
            (send) => send(requestResubmissionCall, { params, body: { reason } }),
            'Pedido devolvido à pessoa.',
          )
        }
      />
      <ReasonDialog
        open={dialog === 'reject'}
        title="Recusar"
        label="Por quê? A frase vai para a pessoa."
        button="Recusar pedido"
        reasons={rejectReasons}
        onClose={() => setDialog('none')}
        onReason={(reason: RejectReason) =>
          sendReason(
            'recusar',
            (send) => send(rejectRecoveryCall, { params, body: { reason } }),
            'Pedido recusado.',
          )
        }
      />
    </section>
  )
}

type SendByOption = { value: RecoveryMethod; label: string }

/** The submitted contacts, each with the conditions for sending the code to it. */
const sendByOptions = ({ email, cellphone, state, was_held }: RecoveryRequest): SendByOption[] => {
  const options = [
    { value: 'email', label: 'E-mail informado', isOnFile: email.is_on_file },
    { value: 'sms', label: 'SMS para o celular informado', isOnFile: cellphone.is_on_file },
  ] as const
  // The code of an approved request is sent to a new contact only if the request was held.
  if (state === 'approved') return options.filter(({ isOnFile }) => was_held || isOnFile)
  return options.map(({ value, label, isOnFile }) => ({
    value,
    label: isOnFile ? `${label} (o do cadastro)` : `${label} (novo: segunda aprovação e espera de 24 horas)`,
  }))
}

/** The reviewed contact that gets the code: the choice's props, and `confirm`, which requires one. */
function useSendBy(options: SendByOption[]) {
  const [value, setValue] = useState<RecoveryMethod | ''>('')
  const [error, setError] = useState<string>()
  return {
    props: {
      options,
      value,
      error,
      onChange: (chosen: string) => {
        setError(undefined)
        setValue(chosen === 'sms' ? 'sms' : 'email')
      },
    },
    /** The chosen contact, or null after showing the error. */
    confirm: (): RecoveryMethod | null => {
      if (value === '') setError(requiredRadioMessage)
      return value === '' ? null : value
    },
  }
}

/** Choice of the reviewed contact that gets the code. */
const SendByChoice = (props: ReturnType<typeof useSendBy>['props']) => (
  <RadioGroup name="send_by" label="Enviar o código por" {...props} />
)

/** Sends a new code for an approved request whose code did not arrive. */
export function ResendCode({ request }: { request: RecoveryRequest }) {
  const { id } = request
  const { pending, run } = useAction()
  const sendBy = useSendBy(sendByOptions(request))
  const resend = async (): Promise<void> => {
    const send_by = sendBy.confirm()
    if (!send_by) return
    await run((send) => send(sendReviewCodeCall, { params: { id }, body: { send_by } }), {
      success: ({ data }) => `Novo código enviado. Vale até ${formatInstant(data.expires_at)}.`,
    })
  }
  return (
    <section className="panel" aria-label="Novo código">
      <SendByChoice {...sendBy.props} />
      <div>
        <OutlineButton pending={pending} onClick={resend}>
          Enviar novo código
        </OutlineButton>
      </div>
    </section>
  )
}
