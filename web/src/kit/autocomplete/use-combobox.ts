import { normalizeForSearch } from '@clube/contract/brazil/normalize-for-search.ts'
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react'
import type { FieldProps } from '../field/field.tsx'
import { useAsyncOptions, type LoadOptions, type Option, type OptionId } from './use-async-options.ts'

/** Spec §9: debounce before options load, in milliseconds. */
const debounceMs = 500
/** Spec §9: delay between a choice and revalidation, in milliseconds. */
const revalidationMs = 150

export type AutocompleteProps = FieldProps & {
  /** Id of the selected option; a preset id is looked up with `loadOptions({ id })`. */
  value: OptionId | null
  onChange: (id: OptionId | null, option: Option | undefined) => void
  onBlur?: (() => void) | undefined
  loadOptions: LoadOptions
  /** Loads all options when the list opens, before any text is typed. */
  preloadAll?: boolean
  /** Called when loading fails; the previous options remain. */
  onLoadFailure?: (error: unknown) => void
  /** Called 150 ms after a choice: validate the field. */
  onRevalidate?: () => void
  /** What the options depend on (a city's state): a change resets them. */
  scope?: OptionId | null
  /** Allows text that matches no option, for incomplete lists such as streets. */
  freeText?: { text: string; onText: (text: string) => void }
  maxLength?: number
  /** Debounce override for local options, in milliseconds. */
  waitMs?: number
}

/** State and behavior of an autocomplete, without its appearance. */
export function useCombobox(props: AutocompleteProps) {
  const { value, onChange, freeText, scope, waitMs = debounceMs } = props
  const [text, setText] = useState(freeText?.text ?? '')
  const [isOpen, setOpen] = useState(false)
  const [active, setActive] = useState(-1)
  const [isWaiting, setWaiting] = useState(false)
  const chosen = useRef<Option | undefined>(undefined)
  const typing = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const revalidating = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const list = useAsyncOptions({ loadOptions: props.loadOptions, onFailure: props.onLoadFailure, scope })
  const { options, loading, loadedQuery, load } = list

  const revalidate = useRef(props.onRevalidate)
  useLayoutEffect(() => {
    revalidate.current = props.onRevalidate
  })
  useEffect(
    () => () => {
      clearTimeout(typing.current)
      clearTimeout(revalidating.current)
    },
    [],
  )

  // A preset id (from a profile or postal code) is looked up to show its text.
  useEffect(() => {
    if (value === null) {
      if (chosen.current) setText('')
      chosen.current = undefined
    } else if (!isSame(chosen.current?.id, value)) {
      chosen.current = undefined
      load({ id: value })
    }
  }, [value, scope, load])
  useEffect(() => {
    if (value === null || chosen.current) return
    const found = options.find(({ id }) => isSame(id, value))
    if (!found) return
    chosen.current = found
    setText(found.text)
  }, [options, value])

  const freeValue = freeText?.text
  useEffect(() => {
    if (freeValue !== undefined && value === null) setText(freeValue)
  }, [freeValue, value])

  const choose = (option: Option) => {
    clearTimeout(typing.current)
    setWaiting(false)
    chosen.current = option
    setText(option.text)
    setOpen(false)
    onChange(option.id, option)
    freeText?.onText(option.text)
    clearTimeout(revalidating.current)
    revalidating.current = setTimeout(() => revalidate.current?.(), revalidationMs)
  }

  // If the field is left before the options arrive, an exact match is selected on arrival.
  const hasLeft = useRef(false)
  const selectExactMatch = () => {
    if (chosen.current?.text === text) return
    const exact = options.filter((option) => normalizeForSearch(option.text) === normalizeForSearch(text))
    if (value === null && text.trim() !== '' && exact.length === 1 && exact[0]) choose(exact[0])
    else if (!freeText && value === null) setText('')
  }
  const selectMatchOnArrival = useEffectEvent(selectExactMatch)
  useEffect(() => {
    if (!hasLeft.current || loading || isWaiting) return
    hasLeft.current = false
    selectMatchOnArrival()
  }, [loading, isWaiting, options])

  const show = () => {
    if (isOpen || props.disabled) return
    setOpen(true)
    setActive(-1)
    if (props.preloadAll && !(loadedQuery && loadedQuery.text === undefined && loadedQuery.id === undefined))
      load({})
  }

  const handleText = (next: string) => {
    setText(next)
    setActive(-1)
    setOpen(true)
    chosen.current = undefined
    if (value !== null) onChange(null, undefined)
    freeText?.onText(next)
    clearTimeout(typing.current)
    if (next.trim() === '' && !props.preloadAll) {
      setWaiting(false)
      list.reset()
      return
    }
    setWaiting(true)
    typing.current = setTimeout(() => {
      setWaiting(false)
      load(next.trim() === '' ? {} : { text: next.trim() })
    }, waitMs)
  }

  const move = (to: number) => {
    if (!isOpen) show()
    else if (options.length > 0) setActive((to + options.length) % options.length)
  }

  const handleKey = (event: KeyboardEvent) => {
    switch (event.key) {
      case 'ArrowDown':
        move(active + 1)
        break
      case 'ArrowUp':
        move(active < 0 ? options.length - 1 : active - 1)
        break
      case 'PageDown':
        if (isOpen) move(Math.min(Math.max(active, 0) + 8, options.length - 1))
        break
      case 'PageUp':
        if (isOpen) move(Math.max(active - 8, 0))
        break
      case 'Enter': {
        const option = isOpen ? options[active] : undefined
        if (!option) return
        choose(option)
        break
      }
      case 'Escape':
        if (!isOpen) return
        setOpen(false)
        break
      default:
        return
    }
    event.preventDefault()
  }

  // Without text and options the list stays closed.
  const isBusy = loading === 'first' || isWaiting
  const isShown = isOpen && (isBusy || options.length > 0 || loadedQuery !== undefined)
  return {
    text,
    isShown,
    isBusy,
    active,
    options,
    status: isBusy ? ('loading' as const) : loading === 'more' ? ('more' as const) : ('ready' as const),
    choose,
    show,
    handleText,
    handleKey,
    handleBlur: () => {
      setOpen(false)
      if (loading || isWaiting) hasLeft.current = true
      else selectExactMatch()
      props.onBlur?.()
    },
    loadMore: list.loadMore,
  }
}

const isSame = (one: OptionId | undefined, other: OptionId) =>
  one !== undefined && String(one) === String(other)
