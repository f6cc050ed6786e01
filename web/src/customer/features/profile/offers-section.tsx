import { updateEmailMarketingCall, type Profile } from '@clube/contract/identity/account-calls.ts'
import { useEffect, useState, type ReactNode } from 'react'
import { useCacheProfile } from '../../../parts/club-data/use-profile.ts'
import { useAction } from '../../../parts/use-action.ts'
import css from './profile.module.css'

/** Switch for offers by e-mail: as easy to turn off as on. */
export function OffersSection({ profile }: { profile: Profile }) {
  const { pending, run } = useAction()
  const onSuccess = useCacheProfile()
  // The new value shows immediately and stays until the profile has it: no flicker back in between.
  const [chosen, setChosen] = useState<boolean | null>(null)
  const stored = profile.email_marketing_subscription === 'yes'
  useEffect(() => setChosen(null), [stored])

  const change = async (wants: boolean) => {
    const body = { email_marketing_subscription: wants ? 'yes' : 'no' } as const
    setChosen(wants)
    const changed = await run((send) => send(updateEmailMarketingCall, { body }), {
      success: wants ? 'Você vai receber as nossas ofertas.' : 'Você não vai mais receber ofertas.',
      onSuccess,
      place: 'form',
    })
    if (!changed) setChosen(null)
  }

  return (
    <section
      id="ofertas"
      className={`stack raised ${css.section}`}
      aria-labelledby="ofertas-titulo"
      tabIndex={-1}
    >
      <h2 id="ofertas-titulo">Ofertas por e-mail</h2>
      <Switch checked={chosen ?? stored} pending={pending} onChange={(wants) => void change(wants)}>
        Quero receber ofertas por e-mail
      </Switch>
    </section>
  )
}

type SwitchProps = {
  checked: boolean
  onChange: (checked: boolean) => void
  /** True while the change is being saved; presses are ignored. */
  pending: boolean
  children: ReactNode
}

/** A setting that applies immediately, without a save button. */
function Switch({ checked, onChange, pending, children }: SwitchProps) {
  return (
    <label className={css.switch} data-pending={pending ? '' : undefined}>
      <span>{children}</span>
      <input
        type="checkbox"
        role="switch"
        className={css.track}
        checked={checked}
        aria-checked={checked}
        aria-busy={pending || undefined}
        aria-disabled={pending || undefined}
        onChange={(event) => {
          if (!pending) onChange(event.currentTarget.checked)
        }}
      />
    </label>
  )
}
