import { registrationSteps, type RegistrationStep } from './registration-steps.ts'
import css from './registration.module.css'

/** Progress of the registration, as text and as segments. */
export function StepProgress({ step }: { step: RegistrationStep }) {
  const at = registrationSteps.indexOf(step)
  return (
    <span className={css.progress}>
      <span className={css.segments} aria-hidden="true">
        {registrationSteps.map((each, index) => (
          <span key={each} data-done={index <= at ? '' : undefined} />
        ))}
      </span>
      <span className={css.count}>
        Passo {at + 1} de {registrationSteps.length}
      </span>
    </span>
  )
}
