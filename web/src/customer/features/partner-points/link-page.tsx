import { maskDocument } from '@clube/contract/brazil/masked-document.ts'
import { requiredTextMessage } from '@clube/contract/brazil/field-messages.ts'
import { linkPartnerCall, type Partner } from '@clube/contract/partner-points/calls.ts'
import { memberNumberSchema, memberProofSchema } from '@clube/contract/partner-points/partner.ts'
import {
  linkRefusals,
  unavailablePartnerRefusals,
  unknownPartnerRefusal,
} from '@clube/contract/partner-points/refusals.ts'
import { fillMessage } from '@clube/contract/kernel/refusals.ts'
import * as z from 'zod/mini'
import { useLocation, useParams, useSearch } from 'wouter'
import { Button } from '../../../kit/button/button.tsx'
import { Notice } from '../../../kit/feedback/notice.tsx'
import { Checkbox } from '../../../kit/field/checkbox.tsx'
import { TextField } from '../../../kit/field/text-field.tsx'
import { Loaded } from '../../../parts/club-data/loaded.tsx'
import { useProfile } from '../../../parts/club-data/use-profile.ts'
import { EmptyList } from '../../../parts/empty-list.tsx'
import { LinkButton } from '../../../parts/link-button.tsx'
import { Page } from '../../../parts/page/page.tsx'
import { useActionForm } from '../../../parts/use-action-form.ts'
import { partnerPaths } from './partner-paths.ts'
import css from './partner-points.module.css'
import { partnersKey, usePartners } from './use-partners.ts'

/** Links an account of a partner, which the partner compares with the person's document. */
export function LinkPage() {
  const { partner: slug } = useParams<{ partner: string }>()
  const partners = usePartners()
  const promotion = new URLSearchParams(useSearch()).get('promocao')
  const found = partners.data?.find(({ partner }) => partner === slug)
  const back =
    promotion !== null && found?.campaigns.some((campaign) => campaign.slug === promotion)
      ? { href: partnerPaths.redeem(promotion), label: 'Resgatar' }
      : { href: partnerPaths.partners, label: 'Parceiros' }
  return (
    <Page title={found ? `Vincular conta ${found.name}` : 'Vincular conta'} back={back}>
      <Loaded query={partners} loadingText="Carregando o programa parceiro">
        {() =>
          found ? (
            <LinkAccount partner={found} next={back.href} />
          ) : (
            <EmptyList illustration="search" href={partnerPaths.partners} action="Ver programas parceiros">
              {unknownPartnerRefusal['partner-points.unknown-partner'].message}
            </EmptyList>
          )
        }
      </Loaded>
    </Page>
  )
}

function LinkAccount({ partner, next }: { partner: Partner; next: string }) {
  const { name, is_on, link } = partner
  if (!is_on)
    return (
      <Notice tone="warn">
        {fillMessage(unavailablePartnerRefusals['partner-points.switched-off'].message, { partner: name })}
      </Notice>
    )
  if (link)
    return (
      <>
        <Notice>
          {fillMessage(linkRefusals['partner-points.already-linked'].message, { partner: name })}
        </Notice>
        <LinkButton href={next}>Continuar</LinkButton>
      </>
    )
  return <LinkForm partner={partner} next={next} />
}

const schemaRule =
  (schema: z.ZodMiniType<string, string>) =>
  (text: string): string | undefined =>
    text.trim() === '' ? requiredTextMessage : z.safeParse(schema, text).error?.issues[0]?.message

function LinkForm({
  partner: { partner, name, proof_label, consent },
  next,
}: {
  partner: Partner
  next: string
}) {
  const [, navigate] = useLocation()
  const profile = useProfile()
  const form = useActionForm({
    initial: { member_number: '', proof: '', accepts: false },
    rules: {
      member_number: schemaRule(memberNumberSchema),
      proof: schemaRule(memberProofSchema),
      accepts: (accepts) => (accepts ? undefined : 'Para vincular, marque que você autoriza.'),
    },
    request: (send, { member_number, proof }) =>
      send(linkPartnerCall, { body: { partner, member_number, proof, consent_version: consent.version } }),
    success: `Conta do ${name} vinculada.`,
    onFailure: (failure) => {
      // The new text is shown once the partners are loaded again.
      if (failure.kind === 'refused' && failure.code === 'partner-points.consent-outdated')
        form.setValue('accepts', false)
      return false
    },
    refresh: [partnersKey],
    onRefreshed: () => navigate(next, { replace: true }),
  })
  return (
    <form className="stack" autoComplete="off" {...form.props}>
      <p>
        O {name} confirma que a conta é sua: ela precisa estar no mesmo documento do seu cadastro
        {profile.data && (
          <>
            , {profile.data.document_type === 'cpf' ? 'CPF' : 'CNPJ'}{' '}
            <strong className="figures">{maskDocument(profile.data)}</strong>
          </>
        )}
        .
      </p>
      <TextField
        label={`Número da sua conta ${name}`}
        helper="Como aparece no aplicativo ou no cartão do programa."
        autoComplete="off"
        autoCapitalize="characters"
        maxLength={60}
        {...form.field('member_number')}
      />
      <TextField
        label={proof_label}
        helper={`Você encontra no aplicativo ou no site do ${name}.`}
        autoComplete="off"
        autoCapitalize="none"
        maxLength={200}
        {...form.field('proof')}
      />
      <div className={`raised ${css.consent}`}>
        <Checkbox {...form.check('accepts')} helper={`Texto da versão ${consent.version}`}>
          {consent.text}
        </Checkbox>
      </div>
      <Button type="submit" pending={form.pending}>
        Vincular conta
      </Button>
    </form>
  )
}
