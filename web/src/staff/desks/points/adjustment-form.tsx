import { useState } from 'react'
import { requiredRadioMessage, requiredTextMessage } from '@clube/contract/brazil/field-messages.ts'
import { digitsOf } from '@clube/contract/brazil/mask.ts'
import { adjustPointsCall, type PointsAccount } from '@clube/contract/points/adjustment-calls.ts'
import {
  adjustmentDailyPoints,
  adjustmentMaxPoints,
  adjustmentReasons,
  type AdjustmentReason,
} from '@clube/contract/points/adjustment.ts'
import { Button } from '../../../kit/button/button.tsx'
import { Checkbox } from '../../../kit/field/checkbox.tsx'
import { RadioGroup } from '../../../kit/field/radio-group.tsx'
import { TextField } from '../../../kit/field/text-field.tsx'
import { formatPoints } from '../../../parts/points.ts'
import { useActionForm } from '../../../parts/use-action-form.ts'
import { newId } from '../../parts/new-id.ts'

type AdjustmentFormProps = { account: PointsAccount; onAdjusted: (account: PointsAccount) => void }

const known = Object.keys(adjustmentReasons) as AdjustmentReason[]
const bodyFields = adjustPointsCall.body.shape

/** Adds or removes points; the confirming button repeats the effect. */
export function AdjustmentForm({ account, onAdjusted }: AdjustmentFormProps) {
  const [adjustment_id] = useState(newId)
  const form = useActionForm({
    initial: { direction: 'give', points: '', reason: '', note: '', may_owe: false },
    rules: {
      points: (text) => messageOf(bodyFields.points.safeParse(text === '' ? undefined : Number(text))),
      reason: (reason) => (reason === '' ? requiredRadioMessage : undefined),
      note: (note) => (note.trim() === '' ? requiredTextMessage : messageOf(bodyFields.note.safeParse(note))),
    },
    request: (send, { direction, points, reason: chosen, note, may_owe }) => {
      const reason = known.find((each) => each === chosen)
      if (!reason) return null
      const body = {
        adjustment_id,
        customer_id: account.customer_id,
        points: direction === 'take' ? -Number(points) : Number(points),
        reason,
        note,
        may_owe: direction === 'take' && may_owe ? ('yes' as const) : ('no' as const),
      }
      return send(adjustPointsCall, { body })
    },
    success: 'Pontos ajustados.',
    onSuccess: onAdjusted,
  })
  const isTaking = form.values.direction === 'take'
  const count = Number(form.values.points)
  const lacking = isTaking ? count - account.balance : 0
  return (
    <form {...form.props} className="panel" aria-label="Ajustar pontos" autoComplete="off">
      <h2>Ajustar pontos</h2>
      <RadioGroup
        label="O que fazer"
        options={[
          { value: 'give', label: 'Dar pontos' },
          { value: 'take', label: 'Tirar pontos' },
        ]}
        {...form.field('direction')}
      />
      <TextField
        label="Pontos"
        inputMode="numeric"
        maxLength={5}
        clean={(text) => digitsOf(text).replace(/^0+/, '')}
        helper={`Até ${formatPoints(adjustmentMaxPoints)} por ajuste e ${formatPoints(adjustmentDailyPoints)} por dia`}
        {...form.field('points')}
      />
      {lacking > 0 && (
        <Checkbox
          {...form.check('may_owe')}
          helper={`A pessoa tem só ${formatPoints(account.balance)}. O débito é acertado com o que ela ganhar.`}
        >
          Registrar {formatPoints(lacking)} como débito
        </Checkbox>
      )}
      <RadioGroup
        label="Motivo, que a pessoa lê no extrato"
        options={known.map((reason) => ({ value: reason, label: adjustmentReasons[reason] }))}
        {...form.field('reason')}
      />
      <TextField
        label="Explicação para a equipe e a auditoria"
        multiline
        maxLength={500}
        helper="A pessoa não vê. Não escreva documentos nem telefones."
        {...form.field('note')}
      />
      <Button type="submit" compact pending={form.pending}>
        {count > 0 ? `${isTaking ? 'Tirar' : 'Dar'} ${formatPoints(count)}` : 'Ajustar'}
      </Button>
    </form>
  )
}

type Checked = { error?: { issues: readonly { message: string }[] } | undefined }
const messageOf = ({ error }: Checked): string | undefined => error?.issues[0]?.message
