import { useEffect, useRef } from 'react'
import { useDialog } from '../../../kit/surface/dialog.tsx'
import { useTitle } from '../../../platform/navigation/use-title.ts'
import { OutlineButton } from '../../parts/buttons.tsx'
import css from '../../parts/delivery/delivery.module.css'
import { FindByDocument } from '../../parts/delivery/find-by-document.tsx'
import { hasKeyboard } from '../../parts/delivery/undo-time.ts'
import { focusSearch, KeyHints } from '../../parts/desk-page.tsx'
import { CodeForm, ScannerCamera } from '../../parts/scanner/code-input.tsx'
import { useUsbScanner } from '../../parts/scanner/scanner-input.ts'
import { useHasPermission } from '../../parts/staff-session.ts'
import { DeliveriesDialog, UndoButton } from './deliveries-dialog.tsx'
import { obstacleOf } from './delivery.ts'
import { FoundVouchers } from './found-vouchers.tsx'
import type { GiftPost } from './gift-post.ts'
import { QueuePanel, useCallNext } from './queue-panel.tsx'
import { useDelivery } from './use-delivery.ts'
import { usePrintCopy } from './use-print-copy.tsx'
import { printableOf, VoucherPanel } from './voucher-panel.tsx'

/** The delivery page of one pickup point. */
export function DeliveryPage({ post, onLeave }: { post: GiftPost; onLeave: () => void }) {
  const { shown, setShown, found, show, read, find, deliver, isReading, isDelivering } = useDelivery(post)
  const { print, isPrinting, roll } = usePrintCopy((message) => setShown({ kind: 'refused', message }))
  const finder = useRef<HTMLDivElement>(null)
  const queue = useCallNext(post)
  const deliveries = useDialog()
  const canSupervise = useHasPermission('gifts.supervise')
  useTitle(`Brindes · ${post.point.name}`)
  useUsbScanner((code) => void read(code))
  const canDeliver = shown.kind === 'voucher' && obstacleOf(shown.voucher, post) === null
  useEffect(() => {
    // The document field keeps the focus during a search, so that the document can be corrected; a list of several
    // vouchers focuses itself.
    const isSearching = shown.kind === 'ready' && finder.current?.contains(document.activeElement)
    // Ready for the next code as soon as this one is settled.
    if (!canDeliver && !isSearching && shown.kind !== 'found' && hasKeyboard()) focusSearch()
    // The person who was called has been served.
    if (shown.kind === 'delivered') queue.setCalled(null)
  }, [shown])
  const printable = printableOf(shown)
  const printShown = () => printable && void print(printable)
  const focusDocument = () => finder.current?.querySelector('input')?.focus()
  // A voucher that was delivered by mistake may also be scanned again to undo its delivery.
  const delivered = shown.kind === 'delivered' || shown.kind === 'voucher' ? shown.voucher : null
  return (
    <main className={`stack ${css.page}`}>
      <header className={`row spread ${css.head}`}>
        <div>
          <h1>{post.point.name}</h1>
          <p className="soft small">
            {post.campaign.title} · {post.point.location}
          </p>
        </div>
        <OutlineButton onClick={onLeave}>Trocar</OutlineButton>
      </header>
      <div className={css.hints}>
        <KeyHints
          hints={[
            ['/', 'código', focusSearch],
            ['.', 'documento', focusDocument],
            ['Enter', 'entregar'],
            ['=', 'imprimir 2ª via', printShown],
            ['+', 'chamar a próxima senha', queue.callNext],
            ['*', 'entregas de hoje', deliveries.open],
          ]}
        />
      </div>
      <div className={`stack ${css.column}`}>
        <VoucherPanel
          shown={shown}
          post={post}
          isReading={isReading}
          isDelivering={isDelivering}
          onDeliver={deliver}
          isPrinting={isPrinting}
          onPrint={print}
        />
        {found.length > 0 && (
          <FoundVouchers
            vouchers={found}
            shown_id={shown.kind === 'voucher' ? shown.voucher.voucher_id : null}
            post={post}
            onChoose={show}
          />
        )}
        {roll}
        {canSupervise && delivered?.can_undo && delivered.delivered_at && delivered.client_delivery_id && (
          <div>
            <UndoButton
              key={delivered.voucher_id}
              delivery={{
                voucher_id: delivered.voucher_id,
                client_delivery_id: delivered.client_delivery_id,
                delivered_at: delivered.delivered_at,
                can_undo: delivered.can_undo,
              }}
              onUndone={(voucher) => setShown({ kind: 'undone', voucher })}
            />
          </div>
        )}
      </div>
      <div className={`stack ${css.column}`}>
        <CodeForm
          label="Código do vale-brinde"
          button="Ler"
          variant="outline"
          onCode={(code) => void read(code)}
          shortcuts={{
            '.': focusDocument,
            '=': printShown,
            '+': queue.callNext,
            '*': deliveries.open,
          }}
        />
        <ScannerCamera
          storageKey="brindes_camera"
          subject="vale-brinde"
          variant="outline"
          onCode={(code) => void read(code)}
        />
        <div ref={finder}>
          <FindByDocument helper="Para quem veio sem o celular e sem o papel." find={find} />
        </div>
        <QueuePanel post={post} queue={queue} />
        <div>
          <OutlineButton onClick={deliveries.open}>Entregas de hoje</OutlineButton>
        </div>
      </div>
      <DeliveriesDialog
        {...deliveries.props}
        post={post}
        onUndone={(voucher) => setShown({ kind: 'undone', voucher })}
      />
    </main>
  )
}
