import { requiredSelectMessage, requiredTextMessage } from '@clube/contract/brazil/field-messages.ts'
import { digitsOf } from '@clube/contract/brazil/mask.ts'
import {
  countStockCall,
  recordStockLossCall,
  movementKinds,
  movementTitles,
  receiveStockCall,
  transferStockCall,
  type MovementKind,
  type StockMoved,
} from '@clube/contract/free-gifts/stock-calls.ts'
import { useState } from 'react'
import { Select } from '../../../kit/field/select.tsx'
import { TextField } from '../../../kit/field/text-field.tsx'
import { FormDraft } from '../../../parts/draft/form-draft.tsx'
import { useDraft } from '../../../parts/draft/use-draft.ts'
import { newId } from '../../../parts/new-id.ts'
import { useActionForm } from '../../../parts/use-action-form.ts'
import type { Send } from '../../../platform/api/client.ts'
import type { Sent } from '../../../platform/api/failure.ts'
import { SubmitButton } from '../../parts/buttons.tsx'
import { formatCount, shelfUnits, type CampaignStock, type StockRow } from './stock.ts'

type MovementFormProps = {
  campaign: Pick<CampaignStock, 'campaign_id' | 'pickup_points'>
  row: StockRow
  onDone: () => void
}

type Values = { kind: string; units: string; counted: string; to_pickup_point_id: string; reason: string }

const numeric = { inputMode: 'numeric', maxLength: 7, clean: digitsOf } as const

const descriptions = {
  received: 'Chegaram brindes a este ponto.',
  transferred: 'Brindes livres vão para outro ponto.',
  lost: 'Brindes quebrados, extraviados ou vencidos.',
  counted: 'O número da prateleira não é o do sistema.',
} as const satisfies Record<MovementKind, string>

/** Cache key of everything that a movement changes. */
export const stockKey = ['gift-stock'] as const

/** One movement of a gift at a pickup point: received, transferred, lost or counted. */
export function MovementForm({ campaign, row, onDone }: MovementFormProps) {
  const { campaign_id, pickup_points } = campaign
  const { gift_id, pickup_point_id } = row
  // A repeated request returns the first response.
  const [client_movement_id] = useState(newId)
  const draft = useDraft<Values>({
    name: `gift-stock/${campaign_id}/${gift_id}/${pickup_point_id}`,
    initial: { kind: 'received', units: '', counted: '', to_pickup_point_id: '', reason: '' },
    days: 1,
  })
  const others = pickup_points.filter((point) => point.pickup_point_id !== pickup_point_id)
  const form = useActionForm({
    draft,
    initial: draft.initial,
    rules: {
      kind: (kind) => (kind === '' ? requiredSelectMessage : undefined),
      units: (units, { kind }) => (kind !== 'counted' && units === '' ? requiredTextMessage : undefined),
      counted: (counted, { kind }) =>
        kind === 'counted' && counted === '' ? requiredTextMessage : undefined,
      to_pickup_point_id: (id, { kind }) =>
        kind === 'transferred' && id === '' ? requiredSelectMessage : undefined,
      reason: (reason) => (reason.trim() === '' ? requiredTextMessage : undefined),
    },
    request: (send, values) =>
      sendMovement(send, values, {
        campaign_id,
        gift_id,
        pickup_point_id,
        client_movement_id,
        reason: values.reason.trim(),
        expected: shelfUnits(row),
      }),
    success: 'Movimentação registrada.',
    onSuccess: onDone,
    refresh: [stockKey],
  })
  const { kind } = form.values
  return (
    <form {...form.props} className="stack" autoComplete="off">
      <FormDraft draft={draft} form={form} />
      <p>
        {row.point.name}: {formatCount(row.on_hand)} livres, {formatCount(row.reserved)} reservados.
      </p>
      <Select
        label="O que aconteceu"
        options={movementKinds
          .filter((value) => value !== 'transferred' || others.length > 0)
          .map((value) => ({ value, label: movementTitles[value] }))}
        helper={movementKinds.filter((value) => value === kind).map((value) => descriptions[value])}
        {...form.field('kind')}
      />
      {kind === 'transferred' && (
        <Select
          label="Para onde"
          options={others.map((point) => ({ value: point.pickup_point_id, label: point.name }))}
          {...form.field('to_pickup_point_id')}
        />
      )}
      {kind === 'counted' ? (
        <TextField
          label="Quantos há na prateleira"
          helper={`Livres e reservados juntos. O sistema espera ${formatCount(shelfUnits(row))}.`}
          {...numeric}
          {...form.field('counted')}
        />
      ) : (
        <TextField label="Quantos brindes" {...numeric} {...form.field('units')} />
      )}
      <TextField
        label="Motivo"
        helper="Nota de entrega, quem conferiu, o que houve. Fica registrado com o seu nome."
        maxLength={300}
        {...form.field('reason')}
      />
      <div>
        <SubmitButton form={form}>Registrar</SubmitButton>
      </div>
    </form>
  )
}

type Movement = {
  campaign_id: string
  gift_id: string
  pickup_point_id: string
  client_movement_id: string
  reason: string
  /** Units on the shelf as the form shows them. */
  expected: number
}

function sendMovement(
  send: Send,
  { kind, units: typed, counted, to_pickup_point_id }: Values,
  { expected, ...movement }: Movement,
): Promise<Sent<StockMoved>> {
  const units = Number(typed)
  switch (kind) {
    case 'transferred':
      return send(transferStockCall, { body: { ...movement, to_pickup_point_id, units } })
    case 'lost':
      return send(recordStockLossCall, { body: { ...movement, units } })
    case 'counted':
      return send(countStockCall, { body: { ...movement, counted: Number(counted), expected } })
    default:
      return send(receiveStockCall, { body: { ...movement, units } })
  }
}
