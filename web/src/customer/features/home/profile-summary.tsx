import { formatCellphone } from '@clube/contract/brazil/cellphone.ts'
import { stateById } from '@clube/contract/brazil/states.ts'
import type { Profile } from '@clube/contract/identity/account-calls.ts'
import { Section } from '../../../kit/page/section.tsx'
import { ForwardLink } from '../../../parts/forward-link/forward-link.tsx'
import { EmailText } from '../../../parts/person-fields/email-text.tsx'
import { paths } from '../../../platform/navigation/paths.ts'
import css from './home.module.css'

/** The person's contact data in short, with a link to change it. */
export function ProfileSummary({ profile }: { profile: Profile }) {
  const { address } = profile
  const uf = address ? stateById(address.state_id)?.uf : undefined
  return (
    <Section title="Seus contatos" className={`stack raised ${css.summary}`}>
      <dl className="facts">
        <dt>E-mail</dt>
        <dd>
          <EmailText email={profile.email} />
        </dd>
        <dt>Celular</dt>
        <dd className="figures">{formatCellphone(profile.cellphone)}</dd>
        <dt>Cidade</dt>
        <dd>{address ? `${address.city_name}${uf ? `, ${uf}` : ''}` : 'Não informada'}</dd>
      </dl>
      <div className="lines">
        <ForwardLink href={paths.profile} title="Ver e alterar meu perfil" />
        <ForwardLink href={paths.privacy} title="Privacidade" />
      </div>
    </Section>
  )
}
