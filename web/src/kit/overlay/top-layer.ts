/**
 * Raises an element above open dialogs, which are above every z-index, by making it a popover; one that is already raised
 * moves to the front. Browsers without popovers fall back to its z-index.
 */
export function toTopLayer(element: HTMLElement | null): void {
  if (!element?.isConnected || !('showPopover' in element)) return
  if (element.popover === null) element.popover = 'manual'
  else element.hidePopover()
  element.showPopover()
}
