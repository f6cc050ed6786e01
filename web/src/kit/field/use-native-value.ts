import { useEffect, useEffectEvent, useRef, type RefObject } from 'react'

type TextControl = HTMLInputElement | HTMLTextAreaElement

/**
 * Synchronizes a native control with a value while the control owns its text. Text typed or filled in before hydration
 * is reported instead of being overwritten. `shown` is the text to display; `report` receives the control's text; text
 * that `isSame` considers equal is not touched.
 */
export function useNativeValue<Control extends TextControl>(
  shown: string,
  report: (text: string) => void,
  isSame: (one: string, other: string) => boolean = Object.is,
): RefObject<Control | null> {
  const ref = useRef<Control>(null)
  const first = useRef(true)
  const sync = useEffectEvent((control: Control) => {
    if (first.current) {
      first.current = false
      if (control.value && control.value !== shown) report(control.value)
    } else if (!isSame(control.value, shown)) control.value = shown
  })
  useEffect(() => {
    if (ref.current) sync(ref.current)
  }, [shown])
  return ref
}
