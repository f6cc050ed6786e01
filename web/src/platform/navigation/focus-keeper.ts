import { useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { isPending } from '../../kit/overlay/pending-count.ts'
import { focusElement, focusHeading } from './focus-heading.ts'

/** The last used control, with its ancestors, recorded because a removed control has none. */
type UsedControl = { element: Element; ancestors: readonly Element[] }

type FocusKeeper = {
  /** Focuses the heading of a page that was just opened, as soon as it is rendered. */
  focusNewPage: () => void
  stop: () => void
}

/**
 * Keeps the focus on the page. A browser moves it to the body when the focused control is removed or disabled, as many
 * actions do with their own button: keyboard navigation then starts at the top, and screen readers lose their place.
 * The focus moves to the heading closest to where the control was. After a click outside of all controls the focus is
 * not moved.
 */
export function startFocusKeeper(page: HTMLElement = document.body): FocusKeeper {
  let used: UsedControl | null = null
  let isHeadingPending = false

  const recordControl = (element: Element | null) => {
    if (element) used = { element, ancestors: ancestorsOf(element) }
  }
  const check = () => {
    const active = document.activeElement
    if (isHeadingPending) isHeadingPending = !focusHeading()
    else if ((!active || active === page || !isUsable(active)) && used && !isUsable(used.element))
      focusElement(nearestTo(used))
  }
  const handleFocus = ({ target }: FocusEvent) => recordControl(target instanceof Element ? target : null)
  // The second click of a double click lands on the loading overlay.
  const handlePress = () => {
    if (!isPending()) used = null
  }
  // Safari does not focus a button that is clicked.
  const handleClick = ({ target }: MouseEvent) =>
    recordControl(target instanceof Element ? target.closest(controls) : null)

  page.addEventListener('focusin', handleFocus)
  page.addEventListener('pointerdown', handlePress, true)
  page.addEventListener('click', handleClick, true)
  const observer = new MutationObserver(check)
  observer.observe(page, { childList: true, subtree: true, attributeFilter: ['disabled', 'open'] })
  return {
    focusNewPage: () => {
      isHeadingPending = true
      check()
    },
    stop: () => {
      observer.disconnect()
      page.removeEventListener('focusin', handleFocus)
      page.removeEventListener('pointerdown', handlePress, true)
      page.removeEventListener('click', handleClick, true)
    },
  }
}

/**
 * After navigation, scrolls to the top and focuses the heading; within a page, keeps the focus near the last used
 * control.
 */
export function FocusKeeper(): null {
  const [path] = useLocation()
  const [visited] = useState({ path, keeper: null as FocusKeeper | null })
  useEffect(() => {
    visited.keeper = startFocusKeeper()
    return () => visited.keeper?.stop()
  }, [])
  useEffect(() => {
    if (visited.path === path) return
    visited.path = path
    window.scrollTo(0, 0)
    visited.keeper?.focusNewPage()
  }, [path])
  return null
}

const controls = 'a[href], button, input, select, textarea, summary, [tabindex]'
const enabledControls = 'a[href], button:enabled, input:enabled, select:enabled, textarea:enabled'

function ancestorsOf(element: Element): readonly Element[] {
  const { parentElement } = element
  return parentElement ? [parentElement, ...ancestorsOf(parentElement)] : []
}

const isUsable = (element: Element): boolean =>
  element.isConnected && !element.matches(':disabled') && !element.closest('dialog:not([open])')

/** For a disabled control, another one of its group; otherwise the heading of the closest remaining ancestor. */
function nearestTo({ element, ancestors }: UsedControl): HTMLElement | null {
  const sibling = element.isConnected && ancestors[0]?.querySelector<HTMLElement>(enabledControls)
  if (sibling && isUsable(sibling)) return sibling
  for (const ancestor of ancestors) {
    const heading = isUsable(ancestor) && ancestor.querySelector<HTMLElement>('h1, h2, h3')
    if (heading && isUsable(heading)) return heading
  }
  return null
}
