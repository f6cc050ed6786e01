/**
 * Lifts an element over open dialogs, which lie above every z-index, by making it a popover; one that is lifted
 * already comes to the front again. Browsers without popovers show it in its place by z-index.
 */
export function toTopLayer(element: HTMLElement | null): void {
  if (!element?.isConnected || !('showPopover' in element)) return
  if (element.popover === null) element.popover = 'manual'
  else element.hidePopover()
  element.showPopover()
}
