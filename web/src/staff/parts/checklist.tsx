import { useId, useRef, useState, type RefObject } from 'react'
import { FieldNote } from '../../kit/field/field.tsx'
import css from './parts.module.css'

type Answer = 'yes' | 'no' | ''

type ChecklistProps<Check extends string> = {
  legend: string
  /** The question of each check. */
  questions: Readonly<Record<Check, string>>
  answers: Readonly<Record<Check, Answer>>
  onAnswer: (check: Check, answer: 'yes' | 'no') => void
  /** The error that prevents continuing. */
  error: string | undefined
  ref: RefObject<HTMLFieldSetElement | null>
}

/** Yes-or-no questions; Tab moves between them, the arrow keys choose. Its state is `useChecklist`. */
export function Checklist<Check extends string>(props: ChecklistProps<Check>) {
  const id = useId()
  return (
    <fieldset ref={props.ref} className={css.checklist} data-path="checklist" aria-describedby={`${id}-note`}>
      <legend>{props.legend}</legend>
      {checksOf(props.questions).map((check) => (
        <div
          key={check}
          className={`row spread ${css.question}`}
          role="radiogroup"
          aria-labelledby={`${id}-${check}`}
          data-answer={props.answers[check] || undefined}
        >
          <span id={`${id}-${check}`}>{props.questions[check]}</span>
          <span className={`row ${css.answers}`}>
            {(['yes', 'no'] as const).map((answer) => (
              <label key={answer} className="row">
                <input
                  type="radio"
                  name={`${id}-${check}`}
                  checked={props.answers[check] === answer}
                  onChange={() => props.onAnswer(check, answer)}
                />
                {answer === 'yes' ? 'Sim' : 'Não'}
              </label>
            ))}
          </span>
        </div>
      ))}
      <FieldNote id={`${id}-note`} error={props.error} />
    </fieldset>
  )
}

const checksOf = <Check extends string>(questions: Readonly<Record<Check, string>>) =>
  Object.keys(questions) as Check[]

/** A checklist's props, and `confirm`, which requires a yes to every question. */
export function useChecklist<Check extends string>(questions: Readonly<Record<Check, string>>) {
  const ref = useRef<HTMLFieldSetElement>(null)
  const [error, setError] = useState<string>()
  const [answers, setAnswers] = useState(
    () => Object.fromEntries(checksOf(questions).map((check) => [check, ''])) as Record<Check, Answer>,
  )
  return {
    props: {
      ref,
      questions,
      answers,
      error,
      onAnswer: (check: Check, answer: 'yes' | 'no') => {
        setError(undefined)
        setAnswers({ ...answers, [check]: answer })
      },
    },
    /** The answers, or null after showing the message and focusing the first question not answered with yes. */
    confirm: (message: string): Record<Check, 'yes'> | null => {
      if (areAllYes(answers)) return answers
      setError(message)
      ref.current?.querySelector<HTMLElement>('[role=radiogroup]:not([data-answer=yes]) input')?.focus()
      return null
    },
  }
}

const areAllYes = <Check extends string>(answers: Record<Check, Answer>): answers is Record<Check, 'yes'> =>
  Object.values(answers).every((answer) => answer === 'yes')
