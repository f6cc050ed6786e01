import { Checkbox } from '../../../kit/field/checkbox.tsx'
import type { Signals } from './signals.ts'
import css from './gate.module.css'

/** Switches for sound and vibration on this device. */
export function SignalSwitches({
  signals,
  onChange,
}: {
  signals: Signals
  onChange: (signals: Signals) => void
}) {
  return (
    <fieldset className={css.switches}>
      <legend className="spoken">Avisos deste aparelho</legend>
      <Checkbox name="sound" checked={signals.sound} onChange={(sound) => onChange({ ...signals, sound })}>
        Som
      </Checkbox>
      <Checkbox
        name="vibration"
        checked={signals.vibration}
        onChange={(vibration) => onChange({ ...signals, vibration })}
      >
        Vibração
      </Checkbox>
    </fieldset>
  )
}
