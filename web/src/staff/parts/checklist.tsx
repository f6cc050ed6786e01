import { useId } from 'react'
import { FieldNote } from '../../kit/field/field.tsx'
import css from './parts.module.css'

export type Answer = 'yes' | 'no' | ''

type ChecklistProps<Check extends string> = {
  legend: string
  /** The question of each check. */
  questions: Readonly<Record<Check, string>>
  answers: Readonly<Record<Check, Answer>>
  onAnswer: (check: Check, answer: 'yes' | 'no') => void
  /** The error that prevents continuing. */
  error?: string | undefined
}

/** Yes-or-no questions; Tab moves between them, the arrow keys choose. */
export function Checklist<Check extends string>(props: ChecklistProps<Check>) {
  const id = useId()
  const checks = Object.keys(props.questions) as Check[]
  return (
    <fieldset className={css.checklist} data-path="checklist" aria-describedby={`${id}-note`}>
      <legend>{props.legend}</legend>
      {checks.map((check) => (
        <div
          key={check}
          className={css.question}
          role="radiogroup"
          aria-labelledby={`${id}-${check}`}
          data-answer={props.answers[check] || undefined}
        >
          <span id={`${id}-${check}`}>{props.questions[check]}</span>
          <span className={css.answers}>
            {(['yes', 'no'] as const).map((answer) => (
              <label key={answer}>
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

/**
 * Focuses the first question without a yes; a dialog passes its own element, since the page behind may have questions
 * too.
 */
export const focusOpenQuestion = (within: ParentNode = document): void =>
  within
    .querySelector<HTMLElement>('[data-path=checklist] [role=radiogroup]:not([data-answer=yes]) input')
    ?.focus()

/** The checklist before any answer. */
export const unanswered = <Check extends string>(questions: Readonly<Record<Check, string>>) =>
  Object.fromEntries(Object.keys(questions).map((check) => [check, ''])) as Record<Check, Answer>

/** Whether every question is answered with yes. */
export const isAllYes = <Check extends string>(
  answers: Readonly<Record<Check, Answer>>,
): answers is Readonly<Record<Check, 'yes'>> => Object.values(answers).every((answer) => answer === 'yes')
