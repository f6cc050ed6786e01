import { useState } from 'react'
import { requiredRadioMessage } from '@clube/contract/brazil/field-messages.ts'
import { deskRequestDeletionCall } from '@clube/contract/privacy/deletion-calls.ts'
import {
  deletionChecklist,
  deskDeletionReasons,
  type DeskDeletionReason,
} from '@clube/contract/privacy/deletion.ts'
import { Button } from '../../../kit/button/button.tsx'
import { RadioGroup } from '../../../kit/field/radio-group.tsx'
import { useForm } from '../../../kit/form/use-form.ts'
import { useAction } from '../../../parts/use-action.ts'
import { Checklist, focusOpenQuestion, isAllYes, unanswered } from '../../parts/checklist.tsx'
import { formatInstant } from '../../parts/instant.ts'

const reasons = Object.keys(deskDeletionReasons) as DeskDeletionReason[]

/** What the attendant confirms, and the reason of the request. */
export function DeletionRequestForm(props: { customer_id: string; onDone: () => void }) {
  const { customer_id, onDone } = props
  const { run } = useAction()
  const [answers, setAnswers] = useState(() => unanswered(deletionChecklist))
  const [error, setError] = useState<string>()
  const form = useForm<{ reason: string }>({
    initial: { reason: '' },
    rules: { reason: (reason) => (reason === '' ? requiredRadioMessage : undefined) },
    onSubmit: async (values): Promise<void> => {
      const reason = reasons.find((each) => each === values.reason)
      if (!isAllYes(answers) || !reason) {
        setError('Só é possível registrar o pedido quando todos os itens conferem.')
        return focusOpenQuestion(document.querySelector('dialog[open]') ?? document)
      }
      const body = { customer_id, checklist: answers, reason }
      await run((send) => send(deskRequestDeletionCall, { body }), {
        success: ({ data }) =>
          `Pedido de exclusão registrado. Os dados serão apagados em ${formatInstant(data.deletes_at)}.`,
        onSuccess: onDone,
        form,
      })
    },
  })
  return (
    <form {...form.props}>
      <Checklist
        legend="Confira com a pessoa à sua frente"
        questions={deletionChecklist}
        answers={answers}
        error={error}
        onAnswer={(check, answer) => {
          setError(undefined)
          setAnswers({ ...answers, [check]: answer })
        }}
      />
      <RadioGroup
        label="Motivo"
        options={reasons.map((reason) => ({ value: reason, label: deskDeletionReasons[reason] }))}
        {...form.field('reason')}
      />
      <Button type="submit" look="danger" compact pending={form.pending}>
        Registrar pedido
      </Button>
    </form>
  )
}
