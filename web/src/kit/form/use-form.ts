import { useLayoutEffect, useRef, useState, type FormEvent, type RefObject } from 'react'
import { handleSubmissionError } from './submission-error.ts'

type FieldError = { path: string; message: string }
type Errors<Values> = { [Path in keyof Values]?: string | undefined }
/** Returns the message to show, or undefined when the value is valid. */
type Rule<Values, Path extends keyof Values> = (value: Values[Path], values: Values) => string | undefined

export type FormOptions<Values> = {
  initial: Values
  rules?: { [Path in keyof Values]?: Rule<Values, Path> }
  /** Runs when every rule passes; `pending` is true until it settles. Exceptions go to `submission-error.ts`. */
  onSubmit: (values: Values) => Promise<void> | void
  /** Called when a rule rejects the submission, after focusing the first error. */
  onInvalid?: (errors: Errors<Values>) => void
}

export type FieldBinding<Value> = {
  name: string
  value: Value
  onChange: (value: Value) => void
  onBlur: () => void
  error: string | undefined
}

export type Form<Values> = {
  props: { ref: RefObject<HTMLFormElement | null>; onSubmit: (event: FormEvent) => void; noValidate: true }
  values: Values
  errors: Errors<Values>
  pending: boolean
  field: <Path extends keyof Values & string>(path: Path) => FieldBinding<Values[Path]>
  check: <Path extends keyof Values & string>(
    path: Path,
  ) => Omit<FieldBinding<Values[Path]>, 'value' | 'onBlur'> & { checked: Values[Path] }
  setValue: <Path extends keyof Values>(path: Path, value: Values[Path]) => void
  setValues: (values: Partial<Values>) => void
  /** Runs one rule, or all; true when valid. */
  validate: (path?: keyof Values) => boolean
  /** Attaches server errors to the fields on screen. @returns those that match no field (spec §5) */
  setServerErrors: (errors: readonly FieldError[]) => FieldError[]
  focus: (path: string) => void
  reset: (values?: Values) => void
  submit: () => void
}

type State<Values> = { values: Values; errors: Errors<Values>; focus: string | true | undefined }

/**
 * Form state: values, errors by path, and one submission at a time. Rules run on submit, on leaving a filled field, and on every
 * change while the field shows an error, so that no error appears while typing.
 */
export function useForm<Values extends Record<string, unknown>>(options: FormOptions<Values>): Form<Values> {
  const element = useRef<HTMLFormElement>(null)
  const [state, setState] = useState<State<Values>>({ values: options.initial, errors: {}, focus: undefined })
  const [pending, setPending] = useState(false)
  // The latest values, so that handlers of one event see each other's changes before the next render.
  const latest = useRef(state)
  const isSubmitting = useRef(false)

  const commit = (next: State<Values>) => {
    latest.current = next
    setState(next)
  }

  // Focus after the error is rendered, so that screen readers announce it with the field.
  useLayoutEffect(() => {
    if (state.focus === undefined || !element.current) return
    const path = state.focus === true ? firstInvalid(element.current, state.errors) : state.focus
    if (path !== undefined) controlOf(element.current, path)?.focus()
  }, [state])

  const ruleOf = <Path extends keyof Values>(path: Path, values: Values): string | undefined =>
    options.rules?.[path]?.(values[path], values)

  const setValues = (partial: Partial<Values>) => {
    const { values: previous } = latest.current
    const values = { ...previous, ...partial }
    const errors = { ...latest.current.errors }
    for (const path of Object.keys(partial) as (keyof Values)[]) {
      // A mask that only reformats its text reports the same value: the server's error still applies to it.
      if (errors[path] !== undefined && values[path] !== previous[path]) errors[path] = ruleOf(path, values)
    }
    commit({ values, errors, focus: undefined })
  }

  const setValue = <Path extends keyof Values>(path: Path, value: Values[Path]) =>
    setValues({ [path]: value } as unknown as Partial<Values>)

  const validate = (path?: keyof Values): boolean => {
    const { values } = latest.current
    if (path !== undefined) {
      const error = ruleOf(path, values)
      if (latest.current.errors[path] !== error) {
        commit({ ...latest.current, errors: { ...latest.current.errors, [path]: error }, focus: undefined })
      }
      return error === undefined
    }
    const errors: Errors<Values> = {}
    for (const each of Object.keys(options.rules ?? {}) as (keyof Values)[])
      errors[each] = ruleOf(each, values)
    const isValid = Object.values(errors).every((error) => error === undefined)
    commit({ values, errors, focus: isValid ? undefined : true })
    return isValid
  }

  const submit = async () => {
    if (isSubmitting.current) return
    if (!validate()) {
      options.onInvalid?.(latest.current.errors)
      return
    }
    isSubmitting.current = true
    setPending(true)
    try {
      await options.onSubmit(latest.current.values)
    } catch (error) {
      handleSubmissionError(error)
    } finally {
      isSubmitting.current = false
      setPending(false)
    }
  }

  const setServerErrors = (serverErrors: readonly FieldError[]): FieldError[] => {
    const errors: Record<string, string | undefined> = { ...latest.current.errors }
    const unmatched = serverErrors.filter(({ path, message }) => {
      if (!element.current || !controlOf(element.current, path)) return true
      errors[path] ??= message
      return false
    })
    if (unmatched.length < serverErrors.length) {
      commit({ ...latest.current, errors: errors as Errors<Values>, focus: true })
    }
    return unmatched
  }

  const field = <Path extends keyof Values & string>(path: Path): FieldBinding<Values[Path]> => ({
    name: path,
    value: state.values[path],
    onChange: (value) => setValue(path, value),
    onBlur: () => {
      if (!isEmpty(latest.current.values[path])) validate(path)
    },
    error: state.errors[path],
  })

  return {
    props: {
      ref: element,
      noValidate: true,
      onSubmit: (event) => {
        event.preventDefault()
        void submit()
      },
    },
    ...state,
    pending,
    field,
    check: (path) => {
      const { value, onBlur: _, ...rest } = field(path)
      return { ...rest, checked: value }
    },
    setValue,
    setValues,
    validate,
    setServerErrors,
    focus: (path) => commit({ ...latest.current, focus: path }),
    reset: (values = options.initial) => commit({ values, errors: {}, focus: undefined }),
    submit: () => void submit(),
  }
}

const isEmpty = (value: unknown) => value === '' || value === undefined || value === null

const pathsIn = (form: HTMLFormElement) => [...form.querySelectorAll<HTMLElement>('[data-path]')]

/** The topmost field with an error. */
function firstInvalid(form: HTMLFormElement, errors: object): string | undefined {
  const isInvalid = (path: string | undefined) =>
    path !== undefined && (errors as Record<string, unknown>)[path] !== undefined
  return pathsIn(form).find(({ dataset }) => isInvalid(dataset.path))?.dataset.path
}

/** The element to focus for a path: the checked radio button rather than the first. */
function controlOf(form: HTMLFormElement, path: string): HTMLElement | undefined {
  const field = pathsIn(form).find(({ dataset }) => dataset.path === path)
  return (
    field?.querySelector<HTMLElement>('input:checked:enabled') ??
    field?.querySelector<HTMLElement>('input:enabled, select:enabled, textarea:enabled, button:enabled') ??
    undefined
  )
}
