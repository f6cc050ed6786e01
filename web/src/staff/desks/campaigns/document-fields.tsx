import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { staffListDocumentsCall } from '@clube/contract/consent/staff-calls.ts'
import { promotionKindFacts, promotionKinds } from '@clube/contract/kernel/promotion-kinds.ts'
import { TextField } from '../../../kit/field/text-field.tsx'
import { dataOf } from '../../../parts/call-failed.ts'
import { useSend } from '../../../platform/app/app-context.tsx'
import { staffPaths } from '../../app/paths.ts'
import { useMay } from '../../parts/staff-session.ts'
import css from './campaigns.module.css'
import { FormSection } from './form-section.tsx'
import type { PlanFieldsProps } from './plan-form.ts'

/** Regulation and terms by their version, with the versions that are published already. */
export function DocumentFields({ form, isNew }: PlanFieldsProps) {
  const { slug } = form.values
  const published = usePublished(slug, !isNew)
  return (
    <FormSection
      title="Documentos"
      lead="Só a versão é escrita aqui. O texto é publicado na mesa Documentos, para o endereço desta promoção, e precisa estar lá antes do envio."
    >
      <TextField
        label="Versão do regulamento"
        autoComplete="off"
        maxLength={40}
        helper={published('promotion_regulation')}
        {...form.field('regulation_version')}
      />
      <TextField
        label="Versão dos termos (se houver)"
        autoComplete="off"
        maxLength={40}
        helper={published('promotion_terms')}
        {...form.field('terms_version')}
      />
      <div className={css.whole}>
        <KindSettings form={form} />
      </div>
      {!isNew && (
        <p className={css.whole}>
          <Link href={`${staffPaths.documents}?${new URLSearchParams({ scope: slug }).toString()}`}>
            Documentos desta promoção
          </Link>
        </p>
      )}
    </FormSection>
  )
}

/** Which versions are published for the campaign, in words; nothing while nobody knows. */
function usePublished(slug: string, isStored: boolean): (kind: string) => string {
  const send = useSend()
  const may = useMay('consent.publish')
  const list = useQuery({
    queryKey: ['documents'],
    queryFn: ({ signal }) => dataOf(send(staffListDocumentsCall, { signal })),
    enabled: may && isStored,
  })
  return (kind) => {
    if (!list.data) return ''
    const versions = list.data.filter((one) => one.kind === kind && one.scope === slug)
    if (versions.length === 0) return 'Nenhuma versão publicada ainda.'
    return `Publicadas: ${versions.map(({ version }) => version).join(', ')}.`
  }
}

/** What only the kind understands. */
function KindSettings({ form }: Pick<PlanFieldsProps, 'form'>) {
  const kind = promotionKinds.find((each) => each === form.values.kind)
  const { error } = form.field('settings')
  if (kind === 'event_tickets' && error === undefined)
    return <p className={css.soft}>As sessões e os lugares são escritos na mesa Eventos.</p>
  return (
    <details className={css.settings} open={error !== undefined || undefined}>
      <summary>Ajustes próprios do tipo{kind ? ` ${promotionKindFacts[kind].title}` : ''}</summary>
      <TextField
        label="Ajustes (JSON)"
        multiline
        autoCapitalize="none"
        helper="Na dúvida, deixe {}."
        {...form.field('settings')}
      />
    </details>
  )
}
