import { useEffect, useEffectEvent } from 'react'
import { noKeys, readKey } from './scanner-input.ts'

const typing = 'input:not([type=checkbox]):not([type=radio]), textarea, select, [contenteditable]'

/** Listens to a USB scanner regardless of focus, except in text fields and dialogs. */
export function useUsbScanner(onCode: (code: string) => void): void {
  const handleCode = useEffectEvent(onCode)
  useEffect(() => {
    let keys = noKeys
    const handleKey = (event: KeyboardEvent) => {
      const target = event.target instanceof Element ? event.target : null
      if (event.ctrlKey || event.metaKey || event.altKey || target?.closest(typing)) return
      if (document.querySelector('dialog[open]')) return
      const { keys: next, taken, code } = readKey(keys, event.key, event.timeStamp)
      keys = next
      // In the capture phase: a scanner's digits are no shortcuts, and its Enter presses no button.
      if (taken) event.preventDefault()
      if (code !== null) handleCode(code)
    }
    window.addEventListener('keydown', handleKey, { capture: true })
    return () => window.removeEventListener('keydown', handleKey, { capture: true })
  }, [])
}
