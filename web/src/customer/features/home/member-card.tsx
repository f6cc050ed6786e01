import { maskDocument } from '@clube/contract/brazil/masked-document.ts'
import type { Profile } from '@clube/contract/identity/account-calls.ts'
import { ClubMark } from '../../../kit/page/club-mark.tsx'
import { formatMonth } from '../../../parts/club-time.ts'
import { useClub } from '../../../platform/app/app-context.tsx'
import css from './member-card.module.css'

/** The membership card: name, masked document, member since. */
export function MemberCard({ profile }: { profile: Profile }) {
  const { name } = useClub()
  return (
    <section className={`raised ${css.card}`} aria-label="Seu cartão do clube">
      <svg
        className={css.arches}
        viewBox="0 0 320 200"
        preserveAspectRatio="xMaxYMax slice"
        aria-hidden="true"
      >
        {[0, 1, 2, 3].map((ring) => (
          <path
            key={ring}
            d={`M${170 + ring * 22} 200V${96 + ring * 18}a${70 - ring * 14} ${70 - ring * 14} 0 0 1 ${140 - ring * 28} 0V200`}
          />
        ))}
      </svg>
      <p className={`row ${css.club}`}>
        <ClubMark size={28} />
        {name}
      </p>
      <p className={css.name}>{profile.name}</p>
      <dl className={`row ${css.facts}`}>
        <div>
          <dt>{profile.document_type === 'cpf' ? 'CPF' : 'CNPJ'}</dt>
          <dd className="figures">{maskDocument(profile)}</dd>
        </div>
        <div>
          <dt>No clube desde</dt>
          <dd>{formatMonth(profile.member_since)}</dd>
        </div>
      </dl>
    </section>
  )
}
