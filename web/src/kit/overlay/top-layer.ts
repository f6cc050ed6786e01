/**
 * Lifts an element over open dialogs, which lie above every z-index, by making it a popover. Browsers without
 * popovers show it in its place by z-index.
 */
export function toTopLayer(element: HTMLElement | null): void {
  if (!element?.isConnected || !('showPopover' in element) || element.popover !== null) return
  element.popover = 'manual'
  element.showPopover()
}
