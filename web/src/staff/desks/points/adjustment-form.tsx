import { useState } from 'react'
import { requiredRadioMessage, requiredTextMessage } from '@clube/contract/brazil/field-messages.ts'
import { digitsOf } from '@clube/contract/brazil/mask.ts'
import type { BodyOf } from '@clube/contract/kernel/call.ts'
import { formatPoints } from '@clube/contract/kernel/count-formats.ts'
import { fillMessage } from '@clube/contract/kernel/refusals.ts'
import { adjustPointsCall, type PointsAccount } from '@clube/contract/points/adjustment-calls.ts'
import {
  adjustmentDailyPoints,
  adjustmentMaxPoints,
  adjustmentReasons,
  adjustmentReasonsFor,
  afterAdjustment,
} from '@clube/contract/points/adjustment.ts'
import { Checkbox } from '../../../kit/field/checkbox.tsx'
import { RadioGroup } from '../../../kit/field/radio-group.tsx'
import { TextField } from '../../../kit/field/text-field.tsx'
import { useForm } from '../../../kit/form/use-form.ts'
import { ConfirmDialog } from '../../../parts/confirm-dialog.tsx'
import { FormDraft } from '../../../parts/draft/form-draft.tsx'
import { useDraft } from '../../../parts/draft/use-draft.ts'
import { useAction } from '../../../parts/use-action.ts'
import { SubmitButton } from '../../parts/buttons.tsx'
import { FactList } from '../../parts/fact-list.tsx'
import { newId } from '../../../parts/new-id.ts'

export type AdjustmentFormProps = { account: PointsAccount; onAdjusted: (account: PointsAccount) => void }

const reasonsFor = (direction: string) => adjustmentReasonsFor[direction === 'remove' ? 'remove' : 'add']
const bodyFields = adjustPointsCall.body.shape
const tooLarge = adjustPointsCall.refusals['points.adjustment-too-large']

/** Adds or removes points, after a confirmation that names the person and the new balance. */
export function AdjustmentForm({ account, onAdjusted }: AdjustmentFormProps) {
  const [adjustment_id] = useState(newId)
  const draft = useDraft({
    name: `adjustment/${account.customer_id}`,
    initial: { direction: 'add', points: '', reason: '', note: '', may_owe: false },
    omit: ['may_owe'],
    days: 1,
  })
  const [unconfirmed, setUnconfirmed] = useState<BodyOf<typeof adjustPointsCall> | null>(null)
  const { pending, run } = useAction()
  const form = useForm({
    initial: draft.initial,
    rules: {
      points: (text, { direction, may_owe }) =>
        messageOf(bodyFields.points.safeParse(text === '' ? undefined : Number(text))) ??
        (direction === 'remove' && Number(text) > account.balance && !may_owe
          ? fillMessage(tooLarge.message, { balance: account.balance })
          : undefined),
      reason: (reason) => (reason === '' ? requiredRadioMessage : undefined),
      note: (note) => (note.trim() === '' ? requiredTextMessage : messageOf(bodyFields.note.safeParse(note))),
    },
    onSubmit: ({ direction, points, reason: chosen, note, may_owe }) => {
      const reason = reasonsFor(direction).find((each) => each === chosen)
      if (!reason) return
      setUnconfirmed({
        adjustment_id,
        customer_id: account.customer_id,
        points: direction === 'remove' ? -Number(points) : Number(points),
        reason,
        note,
        may_owe: direction === 'remove' && may_owe ? 'yes' : 'no',
      })
    },
  })
  const adjust = async (body: BodyOf<typeof adjustPointsCall>): Promise<void> => {
    // Closed first, so that an error can focus its field.
    setUnconfirmed(null)
    await run((send) => send(adjustPointsCall, { body }), {
      form,
      success: 'Pontos ajustados.',
      onSuccess: (adjusted) => {
        draft.erase()
        onAdjusted(adjusted)
      },
    })
  }
  const isRemoval = form.values.direction === 'remove'
  const count = Number(form.values.points)
  const shortfall = isRemoval ? count - account.balance : 0
  return (
    <>
      <form {...form.props} className="panel" aria-label="Ajustar pontos" autoComplete="off">
        <h2>Ajustar pontos</h2>
        <FormDraft draft={draft} form={form} />
        <RadioGroup
          label="O que fazer"
          options={[
            { value: 'add', label: 'Dar pontos' },
            { value: 'remove', label: 'Tirar pontos' },
          ]}
          {...form.field('direction')}
          // The chosen reason applies only to the other direction.
          onChange={(direction) => form.setValues({ direction, reason: '' })}
        />
        <TextField
          label="Pontos"
          inputMode="numeric"
          maxLength={5}
          clean={(text) => digitsOf(text).replace(/^0+/, '')}
          helper={`Até ${formatPoints(adjustmentMaxPoints)} por ajuste e ${formatPoints(adjustmentDailyPoints)} por dia`}
          {...form.field('points')}
        />
        {shortfall > 0 && (
          <Checkbox
            {...form.check('may_owe')}
            helper={`A pessoa tem só ${formatPoints(account.balance)}. O débito é acertado com o que ela ganhar.`}
          >
            Registrar {formatPoints(shortfall)} como débito
          </Checkbox>
        )}
        <RadioGroup
          label="Motivo, que a pessoa lê no extrato"
          options={reasonsFor(form.values.direction).map((reason) => ({
            value: reason,
            label: adjustmentReasons[reason],
          }))}
          {...form.field('reason')}
        />
        <TextField
          label="Explicação para a equipe"
          multiline
          maxLength={500}
          helper="A pessoa não vê. Não escreva documentos nem telefones."
          {...form.field('note')}
        />
        <SubmitButton form={{ pending }}>
          {count > 0 ? `${isRemoval ? 'Tirar' : 'Dar'} ${formatPoints(count)}` : 'Ajustar'}
        </SubmitButton>
      </form>
      {unconfirmed && (
        <ConfirmAdjustment
          account={account}
          unconfirmed={unconfirmed}
          onClose={() => setUnconfirmed(null)}
          onConfirm={() => adjust(unconfirmed)}
        />
      )}
    </>
  )
}

type ConfirmAdjustmentProps = {
  account: PointsAccount
  unconfirmed: BodyOf<typeof adjustPointsCall>
  onClose: () => void
  onConfirm: () => unknown
}

/** Shows whose points are changed, by how much, and the resulting balance. */
function ConfirmAdjustment({ account, unconfirmed, onClose, onConfirm }: ConfirmAdjustmentProps) {
  const { points, reason } = unconfirmed
  const action = `${points > 0 ? 'Dar' : 'Tirar'} ${formatPoints(Math.abs(points))}`
  const after = afterAdjustment(account, points)
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={`${action}?`}
      confirm={`Confirmar: ${action.toLowerCase()}`}
      variant={points > 0 ? 'primary' : 'danger'}
      onConfirm={onConfirm}
    >
      <FactList
        inRows
        facts={[
          ['Pessoa', account.name ?? 'Sem nome no cadastro'],
          ['Documento', account.document],
          ['Motivo', adjustmentReasons[reason]],
          ['Saldo agora', formatPoints(account.balance)],
          ['Saldo depois', <strong key="balance">{formatPoints(after.balance)}</strong>],
          ...(account.debt > 0 || after.debt > 0
            ? [['Débito depois', <strong key="debt">{formatPoints(after.debt)}</strong>] as const]
            : []),
        ]}
      />
    </ConfirmDialog>
  )
}

type ParseResult = { error?: { issues: readonly { message: string }[] } | undefined }
const messageOf = ({ error }: ParseResult): string | undefined => error?.issues[0]?.message
