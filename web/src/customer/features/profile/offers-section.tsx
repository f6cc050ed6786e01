import { updateEmailMarketingCall, type Profile } from '@clube/contract/identity/account-calls.ts'
import { useEffect, useState } from 'react'
import { showToast } from '../../../kit/toast/toast-store.ts'
import { useKeepProfile } from '../../../parts/club-data/use-profile.ts'
import { showFailure } from '../../../platform/api/show-failure.ts'
import { useSend } from '../../../platform/app/app-context.tsx'
import { Switch } from './switch.tsx'
import css from './profile.module.css'

/** Offers by e-mail: as easy to stop as to ask for. */
export function OffersSection({ profile }: { profile: Profile }) {
  const send = useSend()
  const keep = useKeepProfile()
  const [pending, setPending] = useState(false)
  // The choice shows at once and stays until the profile says the same: no flicker back in between.
  const [chosen, setChosen] = useState<boolean | null>(null)
  const stored = profile.email_marketing_subscription === 'yes'
  useEffect(() => setChosen(null), [stored])

  const change = async (wants: boolean) => {
    const body = { email_marketing_subscription: wants ? 'yes' : 'no' } as const
    setPending(true)
    setChosen(wants)
    const sent = await send(updateEmailMarketingCall, { body })
    setPending(false)
    if (!sent.ok) {
      setChosen(null)
      return showFailure(sent.failure, { place: 'form' })
    }
    keep(sent.data)
    showToast({
      message: wants ? 'Você vai receber as nossas ofertas.' : 'Você não vai mais receber ofertas.',
      type: 'success',
    })
  }

  return (
    <section id="ofertas" className={css.section} aria-labelledby="ofertas-titulo" tabIndex={-1}>
      <div className={css.head}>
        <h2 id="ofertas-titulo">Ofertas por e-mail</h2>
      </div>
      <Switch checked={chosen ?? stored} pending={pending} onChange={(wants) => void change(wants)}>
        Quero receber ofertas por e-mail
      </Switch>
    </section>
  )
}
