import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react'

type TextControl = HTMLInputElement | HTMLTextAreaElement

/**
 * Keeps a native control and a value in step while the control stays the owner of its text. What was typed or filled
 * in before the page came alive is read on arrival and reported, instead of being overwritten.
 * `shown` is the text to hold; `report` gets the control's text; texts that are the same to `isSame` are left alone.
 */
export function useNativeValue<Control extends TextControl>(
  shown: string,
  report: (text: string) => void,
  isSame: (one: string, other: string) => boolean = Object.is,
): RefObject<Control | null> {
  const ref = useRef<Control>(null)
  const latest = useRef({ report, isSame })
  useLayoutEffect(() => {
    latest.current = { report, isSame }
  })
  const first = useRef(true)
  useEffect(() => {
    const control = ref.current
    if (!control) return
    if (first.current) {
      first.current = false
      if (control.value && control.value !== shown) latest.current.report(control.value)
      return
    }
    if (!latest.current.isSame(control.value, shown)) control.value = shown
  }, [shown])
  return ref
}
