import type { DeskAward } from '@clube/contract/scratch-card/award-desk-calls.ts'
import { useEffect, useRef } from 'react'
import { useDialog } from '../../../kit/surface/dialog.tsx'
import { OutlineButton } from '../../parts/buttons.tsx'
import css from '../../parts/delivery/delivery.module.css'
import { FindByDocument, FoundList } from '../../parts/delivery/find-by-document.tsx'
import { hasKeyboard } from '../../parts/delivery/undo-time.ts'
import { focusSearch, KeyHints } from '../../parts/desk-page.tsx'
import { CodeForm, ScannerCamera } from '../../parts/scanner/code-input.tsx'
import { useUsbScanner } from '../../parts/scanner/scanner-input.ts'
import { formatInstant } from '../../parts/instant.ts'
import { useHasPermission } from '../../parts/staff-session.ts'
import { obstacleOf } from './award-delivery.ts'
import { AwardDeliveriesDialog, UndoButton } from './award-deliveries-dialog.tsx'
import { AwardPanel } from './award-panel.tsx'
import { useAwardDelivery } from './use-award-delivery.ts'

/** Entregar prêmio: scans the code of a prize or finds it by the person's document, checks the birth date and delivers it. */
export function DeliveryTab() {
  const { shown, setShown, found, show, read, find, deliver, birthDateError, isReading, isDelivering } =
    useAwardDelivery()
  const finder = useRef<HTMLDivElement>(null)
  const focusDocument = () => finder.current?.querySelector('input')?.focus()
  const deliveries = useDialog()
  const canSupervise = useHasPermission('scratch.supervise')
  useUsbScanner((code) => void read(code))
  const canDeliver = shown.kind === 'award' && obstacleOf(shown.award) === null
  useEffect(() => {
    // The document field keeps the focus during a search, so that the document can be corrected; a list of several
    // prizes focuses itself.
    const isSearching = shown.kind === 'ready' && finder.current?.contains(document.activeElement)
    // Ready for the next code as soon as this one is settled.
    if (!canDeliver && !isSearching && shown.kind !== 'found' && hasKeyboard()) focusSearch()
  }, [shown])
  // A prize that was delivered by mistake may also be scanned again to undo its delivery.
  const delivered = shown.kind === 'delivered' || shown.kind === 'award' ? shown.award : null
  return (
    <div className={`stack ${css.page} ${css.inTab}`}>
      <div className={css.hints}>
        <KeyHints
          hints={[
            ['/', 'código', focusSearch],
            ['.', 'documento', focusDocument],
            ['Enter', 'entregar'],
            ['*', 'entregas de hoje', deliveries.open],
          ]}
        />
      </div>
      <div className={`stack ${css.column}`}>
        <AwardPanel
          shown={shown}
          birthDateError={birthDateError}
          isReading={isReading}
          isDelivering={isDelivering}
          onDeliver={deliver}
        />
        {found.length > 0 && (
          <FoundList
            title="Prêmios desta pessoa"
            shown_id={shown.kind === 'award' ? shown.award.award_id : null}
            options={found.map((award) => ({
              id: award.award_id,
              title: award.prize.title,
              lines: linesOf(award),
              onChoose: () => show(award),
            }))}
          />
        )}
        {canSupervise && delivered?.can_undo && delivered.delivered_at && delivered.client_delivery_id && (
          <div>
            <UndoButton
              key={delivered.award_id}
              delivery={{
                award_id: delivered.award_id,
                client_delivery_id: delivered.client_delivery_id,
                delivered_at: delivered.delivered_at,
                can_undo: delivered.can_undo,
              }}
              onUndone={(award) => setShown({ kind: 'undone', award })}
            />
          </div>
        )}
      </div>
      <div className={`stack ${css.column}`}>
        <CodeForm
          label="Código do prêmio"
          button="Ler"
          variant="outline"
          onCode={(code) => void read(code)}
          shortcuts={{ '.': focusDocument, '*': deliveries.open }}
        />
        <ScannerCamera
          storageKey="raspadinhas_camera"
          subject="prêmio"
          variant="outline"
          onCode={(code) => void read(code)}
        />
        <div ref={finder}>
          <FindByDocument helper="Para quem veio sem o celular." find={find} />
        </div>
        <div>
          <OutlineButton onClick={deliveries.open}>Entregas de hoje</OutlineButton>
        </div>
      </div>
      <AwardDeliveriesDialog
        {...deliveries.props}
        onUndone={(award) => setShown({ kind: 'undone', award })}
      />
    </div>
  )
}

/** Where and until when a prize can be picked up. */
const linesOf = ({ campaign_title, prize: { pickup_place }, expires_at }: DeskAward): string[] => [
  pickup_place === null ? campaign_title : `${pickup_place} · ${campaign_title}`,
  ...(expires_at === null ? [] : [`Vale até ${formatInstant(expires_at)}`]),
]
