import { useEffect, useEffectEvent } from 'react'
import { noKeys, takeKey } from './key-burst.ts'

const typing = 'input:not([type=checkbox]):not([type=radio]), textarea, select, [contenteditable]'

/** Hears a USB reader wherever the focus is, except where somebody types or a dialog is open. */
export function useReader(onCode: (code: string) => void): void {
  const hear = useEffectEvent(onCode)
  useEffect(() => {
    let burst = noKeys
    const handleKey = (event: KeyboardEvent) => {
      const target = event.target instanceof Element ? event.target : null
      if (event.ctrlKey || event.metaKey || event.altKey || target?.closest(typing)) return
      if (document.querySelector('dialog[open]')) return
      const { burst: next, taken, code } = takeKey(burst, event.key, event.timeStamp)
      burst = next
      // Before anybody else: a reader's digits are no shortcuts, and its Enter presses no button.
      if (taken) event.preventDefault()
      if (code !== null) hear(code)
    }
    window.addEventListener('keydown', handleKey, { capture: true })
    return () => window.removeEventListener('keydown', handleKey, { capture: true })
  }, [])
}
