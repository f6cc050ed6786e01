import { useEffect } from 'react'
import { createStore } from '../../kit/store/create-store.ts'
import { showToast } from '../../kit/toast/toast-store.ts'
import type { Send } from '../../platform/api/client.ts'
import { isResponse, type Failure, type Sent } from '../../platform/api/failure.ts'
import { explain } from '../../platform/api/explain.ts'
import { useSend } from '../../platform/app/app-context.tsx'
import type { QueryKey } from '../../platform/server-data/query.ts'
import { useQueryCache } from '../../platform/server-data/use-query.tsx'
import { OutlineButton } from './buttons.tsx'
import { Key } from './desk-page.tsx'
import css from './parts.module.css'
import { useShortcuts, useShortcutsOn } from './shortcuts.ts'
import { currentStaffSession, useStaffIdentity } from './staff-session.ts'
import { waitingKey } from './waiting-counts.ts'

/** How long a decision can be undone before it is sent. */
const undoSeconds = 5

/** A decision that the server has not confirmed yet. */
type Delayed = {
  /** Id of the item decided on. */
  item: string
  text: string
  action: string
  /** Who decided: nobody else sees or sends the decision. */
  staff_id: string
  /** `lost`: it could not be sent, and the item waits again. */
  status: 'waiting' | 'sending' | 'lost'
  /** Why it was lost. */
  reason: string
  /** Sends it; concurrent calls send it once. @returns whether the server accepted it */
  sendNow: () => Promise<boolean>
  undo: () => void
  /** Removes a lost decision. */
  dismiss: () => void
}

/** Stored outside the desks, so that leaving a desk does not lose its decisions. */
const decisions = createStore<readonly Delayed[]>([])

const change = (item: string, next: (decision: Delayed) => Delayed[]): void =>
  decisions.set(decisions.get().flatMap((each) => (each.item === item ? next(each) : [each])))

/**
 * Sends every delayed decision immediately, before the session ends.
 * @returns false when one was not accepted, which the screen now shows
 */
export const sendDelayedDecisions = async (): Promise<boolean> => {
  const unsent = decisions.get().filter(({ status }) => status !== 'lost')
  return (await Promise.all(unsent.map(({ sendNow }) => sendNow()))).every(Boolean)
}

/** Discards all decisions of this tab that were not sent, when the member signs out. */
export const discardDecisions = (): void => decisions.set([])

type Decision<Data> = {
  item: string
  /** What was decided, while it can be undone. */
  text: string
  /** What was decided on which item, as in "a decisão de …". */
  action: string
  request: (send: Send) => Promise<Sent<Data>>
  success: (data: Data) => string
  /** Queries to reload after the response. */
  refresh: readonly QueryKey[]
  onUndo?: () => void
  /** Called once the server has accepted the decision. */
  onSent?: () => void
}

/** Sends decisions on items after a few seconds; until then they can be undone, and no one is notified. */
export function useDelayedDecision(): {
  isDelayed: (item: string) => boolean
  decide: <Data>(decision: Decision<Data>) => void
} {
  const send = useSend()
  const queries = useQueryCache()
  const { staff_id } = useStaffIdentity()
  const delayed = decisions.useValue().filter(({ status }) => status !== 'lost')

  const decide = <Data,>(decision: Decision<Data>): void => {
    const { item, text, action, request, success, refresh, onUndo, onSent } = decision
    if (decisions.get().some((each) => each.item === item && each.status !== 'lost')) return
    const submit = async (): Promise<boolean> => {
      clearTimeout(timer)
      const markLost = (reason: string) => change(item, (each) => [{ ...each, status: 'lost', reason }])
      // The session may have ended in the meantime, or be another member's by now.
      if (!isSignedIn(staff_id)) {
        markLost(sessionEnded)
        return false
      }
      change(item, (each) => [{ ...each, status: 'sending' }])
      const sent = await request(send)
      // The response that a session has ended is not about the decision.
      const lostReason = sent.ok ? null : lostReasonOf(sent.failure, staff_id)
      if (sent.ok) {
        onSent?.()
        showToast({ message: success(sent.data), type: 'success' })
      } else if (lostReason === null) showRefusal(sent.failure, action)
      // Removed only after the refresh, so that the item does not appear in its list again.
      await Promise.all([...refresh, waitingKey].map((queryKey) => queries.invalidateQueries({ queryKey })))
      if (lostReason === null) dismiss()
      else markLost(lostReason)
      return sent.ok
    }
    let sending: Promise<boolean> | null = null
    const sendNow = () => (sending ??= submit().finally(() => (sending = null)))
    const dismiss = () => change(item, () => [])
    const undo = () => {
      clearTimeout(timer)
      dismiss()
      onUndo?.()
    }
    const timer = setTimeout(() => void sendNow(), undoSeconds * 1000)
    const others = decisions.get().filter((each) => each.item !== item)
    const status = 'waiting'
    decisions.set([...others, { item, text, action, staff_id, status, reason: '', sendNow, undo, dismiss }])
  }
  return { isDelayed: (item) => delayed.some((each) => each.item === item), decide }
}

const sessionEnded = 'Sua sessão terminou antes.'

const isSignedIn = (staff_id: string): boolean => {
  const session = currentStaffSession()
  return session.kind === 'signedIn' && session.identity.staff_id === staff_id
}

/** Why a decision may not have been made, and can be sent again; null for a response about the decision itself. */
function lostReasonOf(failure: Failure, staff_id: string): string | null {
  if (!isSignedIn(staff_id)) return sessionEnded
  return isResponse(failure) ? null : (explain(failure, { place: 'endpoint' }).toast?.message ?? '')
}

/** Names the item, because another one may be open by now. */
function showRefusal(failure: Failure, action: string): void {
  const { toast } = explain(failure, { place: 'endpoint' })
  if (toast) showToast({ ...toast, message: `Sua decisão de ${action} não vale. ${toast.message}` })
}

/** The decisions that can still be undone, newest last, and those that could not be sent. */
export function UndoBar() {
  const { staff_id } = useStaffIdentity()
  const own = decisions.useValue().filter((each) => each.staff_id === staff_id)
  const open = own.filter(({ status }) => status === 'waiting')
  const lost = own.filter(({ status }) => status === 'lost')
  const hasShortcuts = useShortcutsOn()
  useShortcuts(open.length > 0 ? { z: () => open.at(-1)?.undo() } : {})
  useWarningOnUnload(open.length + lost.length > 0)
  return (
    <div role="status" className={css.undo}>
      {lost.map(({ item, action, reason, sendNow, dismiss }) => (
        <div key={item} className={`row spread ${css.undoLine}`} data-lost="">
          <span>
            <strong>A decisão de {action} não foi enviada.</strong> <span>{reason}</span>
          </span>
          <span className="row">
            <OutlineButton onClick={() => void sendNow()}>Enviar de novo</OutlineButton>
            <OutlineButton onClick={dismiss}>Descartar</OutlineButton>
          </span>
        </div>
      ))}
      {open.map(({ item, text, undo }, index) => (
        <div key={item} className={`row spread ${css.undoLine}`}>
          <span>{text} Envio em 5 segundos.</span>
          <OutlineButton onClick={undo}>
            Desfazer
            {hasShortcuts && index === open.length - 1 && (
              <span aria-hidden="true">
                <Key>Z</Key>
              </span>
            )}
          </OutlineButton>
          <span className={css.undoTime} aria-hidden="true" />
        </div>
      ))}
    </div>
  )
}

/** A notice on the sign-in page after a session ended; it does not reveal whose decisions were not sent. */
export function UnsentDecisions() {
  const count = decisions.useValue().length
  useWarningOnUnload(count > 0)
  if (count === 0) return null
  return (
    <p>
      {count === 1
        ? 'Uma decisão sua não foi enviada. Entre de novo nesta página para enviar ou descartar: fechada ou recarregada, ela se perde.'
        : `${count} decisões suas não foram enviadas. Entre de novo nesta página para enviar ou descartar: fechada ou recarregada, elas se perdem.`}
    </p>
  )
}

/** Warns before the page is closed, which would lose unsent decisions. */
function useWarningOnUnload(isNeeded: boolean) {
  useEffect(() => {
    if (!isNeeded) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [isNeeded])
}
