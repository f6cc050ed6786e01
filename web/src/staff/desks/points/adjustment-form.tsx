import { useState } from 'react'
import { requiredRadioMessage, requiredTextMessage } from '@clube/contract/brazil/field-messages.ts'
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
import { useForm } from '../../../kit/form/use-form.ts'
import { trackPending } from '../../../kit/overlay/pending-count.ts'
import { pointsInWords } from '../../../parts/points-words.ts'
import { showFailure } from '../../../platform/api/show-failure.ts'
import { useSend } from '../../../platform/app/app-context.tsx'
import { newId } from '../../parts/new-id.ts'
import css from './points.module.css'

type AdjustmentFormProps = { account: PointsAccount; onAdjusted: (account: PointsAccount) => void }

const known = Object.keys(adjustmentReasons) as AdjustmentReason[]
const bodyFields = adjustPointsCall.body.shape

/** Gives or takes points; a second look at what will happen stands on the button. */
export function AdjustmentForm({ account, onAdjusted }: AdjustmentFormProps) {
  const send = useSend()
  const [adjustment_id] = useState(newId)
  const form = useForm({
    initial: { direction: 'give', points: '', reason: '', note: '', may_owe: false },
    rules: {
      points: (text) => sentenceOf(bodyFields.points.safeParse(text === '' ? undefined : Number(text))),
      reason: (reason) => (reason === '' ? requiredRadioMessage : undefined),
      note: (note) =>
        note.trim() === '' ? requiredTextMessage : sentenceOf(bodyFields.note.safeParse(note)),
    },
    onSubmit: async ({ direction, points, reason: chosen, note, may_owe }): Promise<void> => {
      const reason = known.find((each) => each === chosen)
      if (!reason) return
      const sent = await trackPending(
        send(adjustPointsCall, {
          body: {
            adjustment_id,
            customer_id: account.customer_id,
            points: direction === 'take' ? -Number(points) : Number(points),
            reason,
            note,
            may_owe: direction === 'take' && may_owe ? 'yes' : 'no',
          },
        }),
      )
      if (sent.ok) onAdjusted(sent.data)
      else showFailure(sent.failure, { form })
    },
  })
  const isTaking = form.values.direction === 'take'
  const count = Number(form.values.points)
  const lacking = isTaking ? count - account.balance : 0
  return (
    <form {...form.props} className={css.form} aria-label="Ajustar pontos">
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
        autoComplete="off"
        maxLength={5}
        clean={(text) => text.replace(/\D/g, '').replace(/^0+/, '')}
        helper={`Até ${pointsInWords(adjustmentMaxPoints)} por ajuste e ${pointsInWords(adjustmentDailyPoints)} por dia`}
        {...form.field('points')}
      />
      {lacking > 0 && (
        <Checkbox
          {...form.check('may_owe')}
          helper={`A pessoa tem só ${pointsInWords(account.balance)}. O débito é acertado com o que ela ganhar.`}
        >
          Registrar {pointsInWords(lacking)} como débito
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
        {count > 0 ? `${isTaking ? 'Tirar' : 'Dar'} ${pointsInWords(count)}` : 'Ajustar'}
      </Button>
    </form>
  )
}

type Checked = { success: boolean; error?: { issues: readonly { message: string }[] } | undefined }
const sentenceOf = ({ success, error }: Checked): string | undefined =>
  success ? undefined : error?.issues[0]?.message
