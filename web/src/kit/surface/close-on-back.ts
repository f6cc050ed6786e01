/**
 * The browser's back button closes the dialog in front instead of leaving the page below it. In browsers that do not let
 * a page cancel going back, it leaves.
 */
export function closeDialogsOnBack(): void {
  // Missing in older browsers.
  const navigation = window.navigation as Navigation | undefined
  navigation?.addEventListener('navigate', (event) => {
    if (event.navigationType !== 'traverse' || !event.userInitiated || !event.cancelable) return
    const dialog = [...document.querySelectorAll('dialog[open]')].at(-1)
    if (!dialog) return
    event.preventDefault()
    dialog.dispatchEvent(new Event('cancel', { cancelable: true }))
  })
}
