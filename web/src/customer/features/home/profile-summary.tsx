import { formatCellphone } from '@clube/contract/brazil/cellphone.ts'
import { stateById } from '@clube/contract/brazil/states.ts'
import type { Profile } from '@clube/contract/identity/account-calls.ts'
import { Link } from 'wouter'
import { Icon } from '../../../kit/icon/icon.tsx'
import { EmailText } from '../../../parts/person-fields/email-text.tsx'
import { paths } from '../../../platform/navigation/paths.ts'
import css from './home.module.css'

/** The person's contact data in short, with a link to change it. */
export function ProfileSummary({ profile }: { profile: Profile }) {
  const { address } = profile
  const uf = address ? stateById(address.state_id)?.uf : undefined
  return (
    <section className={css.summary} aria-labelledby="seus-contatos">
      <h2 id="seus-contatos">Seus contatos</h2>
      <dl className={css.facts}>
        <dt>E-mail</dt>
        <dd>
          <EmailText email={profile.email} />
        </dd>
        <dt>Celular</dt>
        <dd className="figures">{formatCellphone(profile.cellphone)}</dd>
        <dt>Cidade</dt>
        <dd>{address ? `${address.city_name}${uf ? `, ${uf}` : ''}` : 'Não informada'}</dd>
      </dl>
      <div>
        <Link href={paths.profile} className={css.more}>
          Ver e alterar meu perfil
          <Icon name="next" />
        </Link>
        <Link href={paths.privacy} className={css.more}>
          Privacidade
          <Icon name="next" />
        </Link>
      </div>
    </section>
  )
}
