import type { DataOf } from '@clube/contract/kernel/call.ts'
import {
  applyParkingVoucherCall,
  deskBases,
  deskBasisTitles,
  type lookUpParkingTicketCall,
  type DeskParkingVoucher,
} from '@clube/contract/parking-voucher/desk-calls.ts'
import { requiredRadioMessage } from '@clube/contract/brazil/field-messages.ts'
import { useEffect, useRef } from 'react'
import { RadioGroup } from '../../../kit/field/radio-group.tsx'
import { TextField } from '../../../kit/field/text-field.tsx'
import { formatCents } from '../../../parts/money.ts'
import { newId } from '../../../parts/new-id.ts'
import { useActionForm } from '../../../parts/use-action-form.ts'
import { isResponse } from '../../../platform/api/failure.ts'
import { SubmitButton } from '../../parts/buttons.tsx'
import { hasKeyboard } from '../../parts/delivery/undo-time.ts'
import { voucherKeys, type DeskCampaign } from './parking-desk-data.ts'
import { reasonError, rightText, courtesiesText } from './parking-labels.ts'

type Found = DataOf<typeof lookUpParkingTicketCall>
type Person = NonNullable<Found['person']>

type ApplyFormProps = {
  campaign: DeskCampaign
  found: Found
  person: Person
  onApplied: (voucher: DeskParkingVoucher) => void
}

/** What pays for the voucher, and the reason. */
export function ApplyForm({ campaign: { campaign_id }, found, person, onApplied }: ApplyFormProps) {
  // A retry after a lost response does not apply the voucher twice.
  const application_id = useRef(newId())
  const { courtesies_left, stay, voucher } = found
  const { customer_id, right } = person
  const form = useActionForm({
    initial: { basis: right.is_met ? 'right' : '', reason: '' },
    rules: {
      basis: (basis) => (basis === '' ? requiredRadioMessage : undefined),
      reason: (reason) => reasonError(reason.trim()),
    },
    request: (send, { basis: chosen, reason }) => {
      const basis = deskBases.find((each) => each === chosen)
      if (!basis) return null
      return send(applyParkingVoucherCall, {
        body: {
          application_id: application_id.current,
          campaign_id,
          customer_id,
          ticket_number: stay.ticket_number,
          basis,
          reason: reason.trim(),
        },
      })
    },
    onSuccess: (data) => onApplied(data.voucher),
    onFailure: (failure) => {
      // After a refusal, changed fields are a new request.
      if (isResponse(failure)) application_id.current = newId()
      return false
    },
    refresh: voucherKeys,
    place: 'endpoint',
  })
  useEffect(() => {
    if (hasKeyboard()) form.focus(right.is_met ? 'reason' : 'basis')
    // Once: the form is mounted again for each search.
  }, [])
  return (
    <form {...form.props} className="panel" aria-label="Aplicar o vale" autoComplete="off">
      <RadioGroup
        label="O que o vale usa"
        options={[
          {
            value: 'right',
            label: deskBasisTitles.right,
            description: rightText(right),
            disabled: !right.is_met,
          },
          {
            value: 'courtesy',
            label: deskBasisTitles.courtesy,
            description: `Não usa nada da pessoa: ${courtesiesText(courtesies_left)}.`,
            disabled: courtesies_left === 0,
          },
        ]}
        {...form.field('basis')}
      />
      <TextField
        label="Motivo"
        maxLength={300}
        helper="A auditoria guarda esta frase com o seu nome."
        {...form.field('reason')}
      />
      <div>
        <SubmitButton form={form}>{`Aplicar ${formatCents(voucher.discount_cents)}`}</SubmitButton>
      </div>
    </form>
  )
}
