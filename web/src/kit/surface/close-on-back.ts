/**
 * The browser's back button closes the topmost dialog instead of leaving the page below it. In browsers where
 * a page cannot cancel back navigation, it leaves the page.
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
