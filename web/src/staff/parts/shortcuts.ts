import { useEffect, useRef } from 'react'
import { createStore } from '../../kit/store/create-store.ts'
import { createStorage } from '../../platform/storage/storage.ts'

const storage = createStorage('clube_equipe_')
const storageKey = 'shortcuts'
const shortcuts = createStore(storage.get(storageKey) !== 'off')
export const useShortcutsOn = shortcuts.useValue

/** Users must be able to turn single-key shortcuts off: speech input triggers them by accident (WCAG 2.1.4). */
export function setShortcutsOn(next: boolean): void {
  storage.set(storageKey, next ? 'on' : 'off')
  shortcuts.set(next)
}

const textFields = 'input:not([type=checkbox]):not([type=radio]), textarea, select, [contenteditable]'

/** The page's first text field, which is its search. */
export const searchField = (): HTMLInputElement | null => document.querySelector('main input')

/** Whether the search was requested in the empty search field: the key would only be typed into it. */
const isSearchInSearch = ({ key, target }: KeyboardEvent): boolean => {
  const field = searchField()
  return key === '/' && field !== null && target === field && field.value === ''
}

/** Whether a key was pressed outside of text fields and without a modifier. */
export const isBareKey = ({ ctrlKey, metaKey, altKey, target }: KeyboardEvent): boolean =>
  !ctrlKey && !metaKey && !altKey && !(target instanceof Element && target.closest(textFields))

/** Runs the shortcut of a key, except while typing, with a modifier, or in a dialog. */
export function useShortcuts(keys: Readonly<Record<string, () => unknown>>, inDialog = false): void {
  const latest = useRef(keys)
  latest.current = keys
  const isOn = useShortcutsOn()
  useEffect(() => {
    if (!isOn) return
    const handleKey = (event: KeyboardEvent) => {
      const isHandled = isBareKey(event) || isSearchInSearch(event)
      if (!isHandled || event.defaultPrevented || event.repeat) return
      if (!inDialog && document.querySelector('dialog[open]')) return
      const run = latest.current[event.key.toLowerCase()]
      if (!run) return
      event.preventDefault()
      run()
    }
    document.addEventListener('keydown', handleKey)
    return () => document.removeEventListener('keydown', handleKey)
  }, [isOn, inDialog])
}
