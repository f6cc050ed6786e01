import { useId, useRef } from 'react'
import { Field } from '../field/field.tsx'
import { Chevron } from '../field/select.tsx'
import fieldCss from '../field/field.module.css'
import { Icon } from '../icon/icon.tsx'
import css from './autocomplete.module.css'
import { OptionList } from './option-list.tsx'
import { useCombobox, type AutocompleteProps } from './use-combobox.ts'

/** A field whose options are loaded while typing. Follows the ARIA combobox pattern: focus stays in the field. */
export function Autocomplete(props: AutocompleteProps) {
  const listId = useId()
  const input = useRef<HTMLInputElement>(null)
  const box = useCombobox(props)
  return (
    <Field
      {...props}
      trailing={
        <>
          {box.text !== '' && !props.disabled ? (
            <button
              type="button"
              tabIndex={-1}
              className={fieldCss.trailing}
              aria-label={`Limpar ${props.label}`}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => {
                box.handleText('')
                input.current?.focus()
              }}
            >
              <Icon name="close" size={18} />
            </button>
          ) : (
            <Chevron />
          )}
          {box.isShown && (
            <OptionList
              id={listId}
              label={props.label}
              options={box.options}
              active={box.active}
              chosen={props.value}
              status={box.status}
              onChoose={box.choose}
              onNearEnd={box.loadMore}
            />
          )}
          <span className="sr-only" role="status">
            {box.isShown ? statusText(box.isBusy, box.options.length) : ''}
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
          aria-expanded={box.isShown}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={box.isShown && box.active >= 0 ? `${listId}-${box.active}` : undefined}
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          autoFocus={props.autoFocus}
          maxLength={props.maxLength}
          value={box.text}
          onChange={(event) => box.handleText(event.currentTarget.value)}
          onKeyDown={box.handleKey}
          onClick={box.show}
          onBlur={box.handleBlur}
        />
      )}
    </Field>
  )
}

function statusText(isBusy: boolean, count: number): string {
  if (isBusy) return 'Carregando...'
  if (count === 0) return 'Nenhum resultado encontrado'
  return count === 1 ? '1 resultado' : `${count} resultados`
}
