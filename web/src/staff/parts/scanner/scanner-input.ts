import { useEffect, useEffectEvent } from 'react'
import { codeAlphabet } from '@clube/contract/campaigns/voucher-code.ts'
import { isBareKey } from '../shortcuts.ts'

/** Keystrokes received so far from a USB scanner, a keyboard that types faster than any person and ends with Enter. */
export type ScannerKeys = { readonly text: string; readonly time: number }

export const noKeys: ScannerKeys = { text: '', time: 0 }

/** Longest pause between two keys of one scan, in milliseconds. */
const gapMs = 300
/** Shorter than any code: an Enter after fewer keystrokes activates the focused button. */
const minKeys = 6

/**
 * Handles one key event. A scan begins with one of `firstKeys`, in upper case. `isConsumed`: the key belongs to a scan and must have no other effect; `code`: the text of a
 * completed scan.
 */
export function readKey(
  keys: ScannerKeys,
  key: string,
  time: number,
  firstKeys: string = codeAlphabet,
): { keys: ScannerKeys; isConsumed: boolean; code: string | null } {
  const text = time - keys.time <= gapMs ? keys.text : ''
  if (key === 'Enter') {
    const isComplete = text.length >= minKeys
    return { keys: noKeys, isConsumed: isComplete, code: isComplete ? text : null }
  }
  const belongsToScan = key.length === 1 && (text !== '' || firstKeys.includes(key.toUpperCase()))
  if (!belongsToScan)
    return { keys: key.length === 1 ? noKeys : { text, time: keys.time }, isConsumed: false, code: null }
  return { keys: { text: text + key, time }, isConsumed: true, code: null }
}

/**
 * Listens to a USB scanner regardless of focus, except in text fields and dialogs. `firstKeys` as in `readKey`: those of
 * vouchers' codes by default.
 */
export function useUsbScanner(onCode: (code: string) => void, firstKeys?: string): void {
  const handleCode = useEffectEvent(onCode)
  useEffect(() => {
    let keys = noKeys
    const handleKey = (event: KeyboardEvent) => {
      if (!isBareKey(event) || document.querySelector('dialog[open]')) return
      const { keys: next, isConsumed, code } = readKey(keys, event.key, event.timeStamp, firstKeys)
      keys = next
      // In the capture phase, so that a scanner's digits trigger no shortcut and its Enter activates no button.
      if (isConsumed) event.preventDefault()
      if (code !== null) handleCode(code)
    }
    window.addEventListener('keydown', handleKey, { capture: true })
    return () => window.removeEventListener('keydown', handleKey, { capture: true })
  }, [firstKeys])
}

/** The last code that the camera read, and when. */
export type SeenCode = { readonly text: string; readonly time: number }

/** A code unseen for this long, in milliseconds, counts as presented again. */
const awayMs = 2500

/**
 * Whether the camera's reading is sent: a new presentation of a code, rather than one still in front of it. A code that
 * is first presented while `isBlocked` counts as unseen, so that it is sent once nothing blocks it.
 * @returns also the last code that the camera read
 */
export const readCamera = (
  last: SeenCode | null,
  { text, time, isBlocked }: SeenCode & { isBlocked: boolean },
): { last: SeenCode | null; isSent: boolean } => {
  const isNew = last === null || last.text !== text || time - last.time > awayMs
  return isNew && isBlocked ? { last, isSent: false } : { last: { text, time }, isSent: isNew }
}
