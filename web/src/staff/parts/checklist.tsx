import { useId } from 'react'
import { FieldNote } from '../../kit/field/field.tsx'
import css from './checklist.module.css'

export type Answer = 'yes' | 'no' | ''

type ChecklistProps<Check extends string> = {
  legend: string
  /** Each check with its question. */
  questions: Readonly<Record<Check, string>>
  answers: Readonly<Record<Check, Answer>>
  onAnswer: (check: Check, answer: 'yes' | 'no') => void
  /** Why it cannot go on yet. */
  error?: string | undefined
}

/** Questions that each want a yes or a no; Tab goes from one to the next, the arrow keys choose. */
export function Checklist<Check extends string>(props: ChecklistProps<Check>) {
  const id = useId()
  const checks = Object.keys(props.questions) as Check[]
  return (
    <fieldset className={css.checklist} data-path="checklist" aria-describedby={`${id}-note`}>
      <legend>{props.legend}</legend>
      {checks.map((check) => (
        <div
          key={check}
          className={css.line}
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

/** Sends the focus to the first question without a yes; a dialog names itself, for the page behind it may have some too. */
export const focusOpenQuestion = (within: ParentNode = document): void =>
  within
    .querySelector<HTMLElement>('[data-path=checklist] [role=radiogroup]:not([data-answer=yes]) input')
    ?.focus()

/** No question answered yet. */
export const unanswered = <Check extends string>(questions: Readonly<Record<Check, string>>) =>
  Object.fromEntries(Object.keys(questions).map((check) => [check, ''])) as Record<Check, Answer>

/** Whether every question got a yes. */
export const isAllYes = <Check extends string>(
  answers: Readonly<Record<Check, Answer>>,
): answers is Readonly<Record<Check, 'yes'>> => Object.values(answers).every((answer) => answer === 'yes')
