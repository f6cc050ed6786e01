import { useQueryClient, type QueryKey } from '@tanstack/react-query'
import { useEffect } from 'react'
import { createStore } from '../../kit/store/create-store.ts'
import { showToast } from '../../kit/toast/toast-store.ts'
import type { Send } from '../../platform/api/client.ts'
import type { Sent } from '../../platform/api/failure.ts'
import { showFailure } from '../../platform/api/show-failure.ts'
import { useSend } from '../../platform/app/app-context.tsx'
import { OutlineButton } from './buttons.tsx'
import { Key } from './desk-page.tsx'
import css from './parts.module.css'
import { useShortcuts, useShortcutsOn } from './shortcuts.ts'
import { waitingKey } from './waiting-counts.ts'

/** How long a decision can be undone before it is sent. */
const undoSeconds = 5

/** A decision that the server has not confirmed yet. */
type Delayed = {
  /** Id of the item decided on. */
  item: string
  text: string
  isSending: boolean
  sendNow: () => Promise<void>
  undo: () => void
}

/** Outside of the desks, so that leaving a desk does not lose its decisions. */
const decisions = createStore<readonly Delayed[]>([])

const change = (item: string, next: (decision: Delayed) => Delayed[]): void =>
  decisions.set(decisions.get().flatMap((each) => (each.item === item ? next(each) : [each])))

/** Sends every delayed decision immediately, before the session ends. */
export const sendDelayedDecisions = async (): Promise<void> => {
  await Promise.all(decisions.get().map(({ sendNow }) => sendNow()))
}

type Decision<Data> = {
  item: string
  /** What was decided, while it can be undone. */
  text: string
  request: (send: Send) => Promise<Sent<Data>>
  success: (data: Data) => string
  /** Queries to reload after the response. */
  refresh: readonly QueryKey[]
  onUndo?: () => void
}

/** Sends decisions on items after a few seconds, in which they can be undone. No one is notified until then. */
export function useDelayedDecision(): {
  isDelayed: (item: string) => boolean
  decide: <Data>(decision: Decision<Data>) => void
} {
  const send = useSend()
  const queries = useQueryClient()
  const delayed = decisions.useValue()

  const decide = <Data,>({ item, text, request, success, refresh, onUndo }: Decision<Data>): void => {
    if (decisions.get().some((each) => each.item === item)) return
    const sendNow = async (): Promise<void> => {
      clearTimeout(timer)
      const current = decisions.get().find((each) => each.item === item)
      if (!current || current.isSending) return
      change(item, (each) => [{ ...each, isSending: true }])
      const sent = await request(send)
      if (sent.ok) showToast({ message: success(sent.data), type: 'success' })
      else showFailure(sent.failure, {})
      // Removed only after the refresh, so that the item does not appear in its list again.
      await Promise.all([...refresh, waitingKey].map((queryKey) => queries.invalidateQueries({ queryKey })))
      change(item, () => [])
    }
    const undo = () => {
      clearTimeout(timer)
      change(item, () => [])
      onUndo?.()
    }
    const timer = setTimeout(() => void sendNow(), undoSeconds * 1000)
    decisions.set([...decisions.get(), { item, text, isSending: false, sendNow, undo }])
  }
  return { isDelayed: (item) => delayed.some((each) => each.item === item), decide }
}

/** The decisions that can still be undone, newest last. */
export function UndoBar() {
  const open = decisions.useValue().filter(({ isSending }) => !isSending)
  const isOn = useShortcutsOn()
  useShortcuts(open.length > 0 ? { z: () => open.at(-1)?.undo() } : {})
  useWarningOnUnload(open.length > 0)
  return (
    <div role="status" className={css.undo}>
      {open.map(({ item, text, undo }, index) => (
        <div key={item} className={`row spread ${css.undoLine}`}>
          <span>{text} Envio em 5 segundos.</span>
          <OutlineButton onClick={undo}>
            Desfazer
            {isOn && index === open.length - 1 && (
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

/** Warns before the page is closed, which would lose unsent decisions. */
function useWarningOnUnload(isNeeded: boolean) {
  useEffect(() => {
    if (!isNeeded) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [isNeeded])
}
