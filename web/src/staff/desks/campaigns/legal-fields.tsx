import { Link } from 'wouter'
import { promotionKindProperties } from '@clube/contract/kernel/promotion-kinds.ts'
import { Button } from '../../../kit/button/button.tsx'
import { centsOf, formatCents } from '../../../parts/money.ts'
import { staffPaths } from '../../app/paths.ts'
import { usePublishedVersions } from '../../parts/consent-dialog.tsx'
import { useHasPermission } from '../../parts/staff-session.ts'
import { prizesOf, prizeValues } from './campaign-values.ts'
import { LegalNotice } from './campaign-view.tsx'
import css from './campaigns.module.css'
import { FormSection, kindOf, money, numeric, PlanText, type PlanFieldsProps } from './plan-form.tsx'

/** Information that the law requires to be shown. */
export function LegalFields({ form }: PlanFieldsProps) {
  const kind = kindOf(form.values.kind)
  const isRequired = kind !== undefined && promotionKindProperties[kind].needs_certificate
  return (
    <FormSection
      title="Autorização e prêmios"
      lead={!isRequired && 'Só para promoções que distribuem prêmios.'}
    >
      {isRequired && (
        <div className={css.fullWidth}>
          <LegalNotice kind={kind} />
        </div>
      )}
      <PlanText form={form} path="legal.certificate_number" label="Número do certificado" maxLength={60} />
      <PlanText form={form} path="legal.authority" label="Quem autorizou" maxLength={120} />
      <Prizes form={form} />
    </FormSection>
  )
}

/** The list of prizes, each with a button that removes it. */
function Prizes({ form }: Pick<PlanFieldsProps, 'form'>) {
  const prizes = prizesOf(form.values)
  const total = prizes.reduce((sum, prize) => sum + Number(prize.quantity) * centsOf(prize.value_cents), 0)
  const setPrizes = (next: typeof prizes) => form.setValues(prizeValues(next))
  return (
    <div className={css.fullWidth} data-path="legal.prize_list">
      {prizes.map((_prize, index) => (
        <fieldset key={index} className={css.prize}>
          <legend>Prêmio {index + 1}</legend>
          <PlanText
            form={form}
            path={`legal.prize_list.${index}.title`}
            label="Nome do prêmio"
            maxLength={120}
          />
          <PlanText form={form} path={`legal.prize_list.${index}.quantity`} label="Quantidade" {...numeric} />
          <PlanText
            form={form}
            path={`legal.prize_list.${index}.value_cents`}
            label="Valor de cada"
            {...money}
          />
          <span className={css.remove}>
            <Button
              compact
              variant="quiet"
              aria-label={`Retirar o prêmio ${index + 1}`}
              onClick={() => setPrizes(prizes.filter((_each, other) => other !== index))}
            >
              Retirar
            </Button>
          </span>
        </fieldset>
      ))}
      <p className="row">
        <Button
          compact
          variant="outline"
          onClick={() => setPrizes([...prizes, { title: '', quantity: '', value_cents: '' }])}
        >
          Adicionar prêmio
        </Button>
        {total > 0 && <span className="soft small">Valor total: {formatCents(total)}</span>}
      </p>
    </div>
  )
}

/** Versions of regulation and terms, chosen from those already published. */
export function DocumentFields({ form, isNew }: PlanFieldsProps) {
  const { slug } = form.values
  const published = usePublishedHelper(slug, !isNew)
  return (
    <FormSection
      title="Documentos"
      lead="Só a versão é escrita aqui. O texto é publicado na mesa Documentos, para o endereço desta promoção, e precisa estar lá antes do envio."
    >
      <PlanText
        form={form}
        path="regulation_version"
        label="Versão do regulamento"
        maxLength={40}
        helper={published('promotion_regulation')}
      />
      <PlanText
        form={form}
        path="terms_version"
        label="Versão dos termos (se houver)"
        maxLength={40}
        helper={published('promotion_terms')}
      />
      {!isNew && (
        <p className={css.fullWidth}>
          <Link href={staffPaths.documentsOf(slug)}>Documentos desta promoção</Link>
        </p>
      )}
    </FormSection>
  )
}

/** Text about the versions published for the campaign; empty until they are loaded. */
function usePublishedHelper(slug: string, isStored: boolean): (kind: string) => string {
  const list = usePublishedVersions({ enabled: useHasPermission('consent.publish') && isStored })
  return (kind) => {
    if (!list.data) return ''
    const versions = list.data.filter((one) => one.kind === kind && one.scope === slug)
    if (versions.length === 0) return 'Nenhuma versão publicada ainda.'
    return `Publicadas: ${versions.map(({ version }) => version).join(', ')}.`
  }
}
