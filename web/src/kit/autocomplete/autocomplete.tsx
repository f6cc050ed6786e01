import { searchText } from '@clube/contract/brazil/search-text.ts'
import { useEffect, useId, useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react'
import { Field, type FieldProps } from '../field/field.tsx'
import fieldCss from '../field/field.module.css'
import { Icon } from '../icon/icon.tsx'
import css from './autocomplete.module.css'
import { OptionList } from './option-list.tsx'
import { useAsyncOptions, type LoadOptions, type Option, type OptionId } from './use-async-options.ts'

/** Spec §9: how long typing must rest before options load. */
export const debounceMs = 500
/** Spec §9: how long after a choice the field is validated again. */
export const revalidationMs = 150

export type AutocompleteProps = FieldProps & {
  /** The chosen option's id; one that is preset is looked up with `loadOptions({ id })`. */
  value: OptionId | null
  onChange: (id: OptionId | null, option: Option | undefined) => void
  onBlur?: (() => void) | undefined
  loadOptions: LoadOptions
  /** Loads without a text as soon as the list opens. */
  preloadAll?: boolean
  /** Told when loading fails; the previous options stay. */
  onLoadFailure?: (error: unknown) => void
  /** Called 150 ms after a choice: validate the field. */
  onRevalidate?: () => void
  /** What the options depend on (a city's state): when it changes they are forgotten. */
  scope?: OptionId | null
  /** Lets a text stand that matches no option: where the list may lack the person's street. */
  freeText?: { text: string; onText: (text: string) => void }
  maxLength?: number
  placeholder?: string
  /** Only for options that are at hand: how long typing must rest. */
  waitMs?: number
}

/** A field that finds its options elsewhere while one types. Combobox of the ARIA practices: focus stays in the field. */
export function Autocomplete(props: AutocompleteProps) {
  const { value, onChange, freeText, scope, waitMs = debounceMs } = props
  const listId = useId()
  const [text, setText] = useState(freeText?.text ?? '')
  const [open, setOpen] = useState(false)
  const [active, setActive] = useState(-1)
  const [waiting, setWaiting] = useState(false)
  const chosen = useRef<Option | undefined>(undefined)
  const input = useRef<HTMLInputElement>(null)
  const typing = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const revalidating = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const list = useAsyncOptions({ loadOptions: props.loadOptions, onFailure: props.onLoadFailure, scope })
  const { options, loading, answered, load } = list

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

  // An id from outside (a profile, a postal code) is looked up and its name shown.
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

  // Who types fast and leaves before the options came: the exact match is taken when it arrives.
  const leaving = useRef(false)
  const settle = () => {
    if (chosen.current?.text === text) return
    const exact = options.filter((option) => searchText(option.text) === searchText(text))
    if (value === null && text.trim() !== '' && exact.length === 1 && exact[0]) choose(exact[0])
    else if (!freeText && value === null) setText('')
  }
  useEffect(() => {
    if (!leaving.current || loading || waiting) return
    leaving.current = false
    settle()
    // Only the arrival of options settles; what `settle` reads belongs to that same render.
  }, [loading, waiting, options])

  const show = () => {
    if (open || props.disabled) return
    setOpen(true)
    setActive(-1)
    if (props.preloadAll && !(answered && answered.text === undefined && answered.id === undefined)) load({})
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
      list.forget()
      return
    }
    setWaiting(true)
    typing.current = setTimeout(() => {
      setWaiting(false)
      load(next.trim() === '' ? {} : { text: next.trim() })
    }, waitMs)
  }

  const move = (to: number) => {
    if (!open) show()
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
        if (open) move(Math.min(Math.max(active, 0) + 8, options.length - 1))
        break
      case 'PageUp':
        if (open) move(Math.max(active - 8, 0))
        break
      case 'Enter': {
        const option = open ? options[active] : undefined
        if (!option) return
        choose(option)
        break
      }
      case 'Escape':
        if (!open) return
        setOpen(false)
        break
      default:
        return
    }
    event.preventDefault()
  }

  // A list with nothing to say stays shut: no text yet and nothing loaded.
  const isBusy = loading === 'first' || waiting
  const shown = open && (isBusy || options.length > 0 || answered !== undefined)
  return (
    <Field
      {...props}
      trailing={
        <>
          {text !== '' && !props.disabled ? (
            <button
              type="button"
              tabIndex={-1}
              className={fieldCss.trailing}
              aria-label={`Limpar ${props.label}`}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => {
                handleText('')
                input.current?.focus()
              }}
            >
              <Icon name="close" size={18} />
            </button>
          ) : (
            <span className={fieldCss.trailing} aria-hidden="true">
              <Icon name="down" />
            </span>
          )}
          {shown && (
            <OptionList
              id={listId}
              label={props.label}
              options={options}
              active={active}
              chosen={value}
              status={isBusy ? 'loading' : loading === 'more' ? 'more' : 'ready'}
              onChoose={choose}
              onNearEnd={list.loadMore}
            />
          )}
          <span className="spoken" role="status">
            {shown ? statusText(isBusy, options.length) : ''}
          </span>
        </>
      }
    >
      {(control) => (
        <input
          {...control}
          ref={input}
          className={`${fieldCss.input} ${css.input}`}
          data-trailing=""
          role="combobox"
          aria-expanded={shown}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={shown && active >= 0 ? `${listId}-${active}` : undefined}
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          autoFocus={props.autoFocus}
          placeholder={props.placeholder}
          maxLength={props.maxLength}
          value={text}
          onChange={(event) => handleText(event.currentTarget.value)}
          onKeyDown={handleKey}
          onClick={show}
          onBlur={() => {
            setOpen(false)
            if (loading || waiting) leaving.current = true
            else settle()
            props.onBlur?.()
          }}
        />
      )}
    </Field>
  )
}

const isSame = (one: OptionId | undefined, other: OptionId) =>
  one !== undefined && String(one) === String(other)

function statusText(isBusy: boolean, count: number): string {
  if (isBusy) return 'Carregando...'
  if (count === 0) return 'Nenhum resultado encontrado'
  return count === 1 ? '1 resultado' : `${count} resultados`
}
