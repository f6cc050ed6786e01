import { useLayoutEffect, useRef, type ReactNode } from 'react'

/** A dialog opens on the first field in here, and not on its close control. */
export function FirstFocus({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  // The browser's own modal looks for the attribute, which React never writes.
  useLayoutEffect(() => box.current?.querySelector('input, textarea')?.setAttribute('autofocus', ''), [])
  return <div ref={box}>{children}</div>
}
