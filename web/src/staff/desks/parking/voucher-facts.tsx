import { deskBasisTitles, type DeskParkingVoucher } from '@clube/contract/parking-voucher/desk-calls.ts'
import { parkingVehicleTitles } from '@clube/contract/parking-voucher/stay.ts'
import { Notice } from '../../../kit/feedback/notice.tsx'
import { formatCents } from '../../../parts/money.ts'
import { FactList } from '../../parts/fact-list.tsx'
import { formatInstant } from '../../parts/instant.ts'
import { centsOrDash, originText, personText, resultText, ticketText } from './parking-labels.ts'

const undoTexts = {
  processing: 'O estacionamento ainda não confirmou o cancelamento.',
  undone: 'O vale foi desfeito.',
  refused: 'O estacionamento não desfez o vale: o carro já tinha saído.',
} as const

/** Everything that the desk knows about a voucher. */
export function VoucherFacts({
  voucher,
  inRows = false,
}: {
  voucher: DeskParkingVoucher
  /** In a narrow panel. */
  inRows?: boolean
}) {
  const { by_hand, undo } = voucher
  return (
    <>
      <FactList
        inRows={inRows}
        facts={[
          ['Ticket', ticketText(voucher.ticket_number)],
          ['Pessoa', personText(voucher)],
          [
            'Estacionamento',
            `${voucher.garage_name}, ${parkingVehicleTitles[voucher.vehicle].toLowerCase()}`,
          ],
          ['Entrada', formatInstant(voucher.entered_at)],
          ['Pedido', formatInstant(voucher.requested_at)],
          ['Desconto', `${centsOrDash(voucher.discount_cents)} de até ${formatCents(voucher.maximum_cents)}`],
          ['Saída', resultText(voucher)],
          ['Promoção', voucher.campaign_title],
          ['Protocolo', voucher.protocol],
          [
            'Como',
            by_hand === null ? originText(voucher) : `${deskBasisTitles[by_hand.basis]}: ${by_hand.reason}`,
          ],
          ...(by_hand === null ? [] : ([['Aplicado por', by_hand.by ?? 'Equipe']] as const)),
        ]}
      />
      {undo && (
        <Notice tone={undo.result === 'processing' ? 'warn' : 'info'}>
          {undoTexts[undo.result]} Pedido de {undo.by ?? 'alguém da equipe'} em{' '}
          {formatInstant(undo.requested_at)}: {undo.reason}
        </Notice>
      )}
    </>
  )
}
