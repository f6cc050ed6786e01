import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { staffListDocumentsCall } from '@clube/contract/consent/staff-calls.ts'
import { TextField } from '../../../kit/field/text-field.tsx'
import { dataOf } from '../../../parts/call-failed.ts'
import { useSend } from '../../../platform/app/app-context.tsx'
import { staffPaths } from '../../app/paths.ts'
import { useMay } from '../../parts/staff-session.ts'
import css from './campaigns.module.css'
import { FormSection } from './form-section.tsx'
import type { PlanFieldsProps } from './plan-form.ts'

/** Versions of regulation and terms, chosen from those already published. */
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
      {!isNew && (
        <p className={css.whole}>
          <Link href={staffPaths.documentsOf(slug)}>Documentos desta promoção</Link>
        </p>
      )}
    </FormSection>
  )
}

/** Text about the versions published for the campaign; empty until they are loaded. */
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
