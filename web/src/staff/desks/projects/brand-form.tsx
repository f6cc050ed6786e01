import { requiredTextMessage } from '@clube/contract/brazil/field-messages.ts'
import { digitsOf } from '@clube/contract/brazil/mask.ts'
import { brandRulesSchema, brandSlugSchema, type BrandRules } from '@clube/contract/new-project/brand.ts'
import { createBrandCall, proposeBrandRulesCall } from '@clube/contract/new-project/brand-calls.ts'
import { formatHelp, formatMaxLength, numberMaxLength } from '@clube/contract/new-project/number-format.ts'
import { documentTypes } from '@clube/contract/brazil/document.ts'
import * as z from 'zod/mini'
import { RadioGroup } from '../../../kit/field/radio-group.tsx'
import { TextField } from '../../../kit/field/text-field.tsx'
import { useActionForm } from '../../../parts/use-action-form.ts'
import { SubmitButton } from '../../parts/buttons.tsx'
import { CheckboxGroup } from '../../parts/checkbox-group.tsx'
import { waitingKey } from '../../parts/waiting-counts.ts'
import { brandsKey } from './project-paths.ts'

type Values = {
  slug: string
  name: string
  purchase_format: string
  purchase_example: string
  registration_format: string
  registration_example: string
  audience: readonly BrandRules['audience'][number][]
  limit_per_customer: string
  requires_imported_purchase: string
}

const valuesOf = (rules: BrandRules | null): Values => ({
  slug: '',
  name: rules?.name ?? '',
  purchase_format: rules?.purchase_format ?? '',
  purchase_example: rules?.purchase_example ?? '',
  registration_format: rules?.registration_format ?? '',
  registration_example: rules?.registration_example ?? '',
  audience: rules?.audience ?? ['cpf', 'cnpj'],
  limit_per_customer: rules?.limit_per_customer?.toString() ?? '',
  requires_imported_purchase: rules?.requires_imported_purchase ? 'yes' : 'no',
})

const rulesOf = ({
  slug: _slug,
  limit_per_customer,
  requires_imported_purchase,
  audience,
  ...texts
}: Values): BrandRules => ({
  ...texts,
  audience: [...audience],
  limit_per_customer: limit_per_customer === '' ? null : Number(limit_per_customer),
  requires_imported_purchase: requires_imported_purchase === 'yes',
})

/** The contract's error of one field. */
const errorOf =
  (path: keyof BrandRules) =>
  (_value: unknown, values: Values): string | undefined =>
    z.safeParse(brandRulesSchema, rulesOf(values)).error?.issues.find((issue) => issue.path[0] === path)
      ?.message

const slugRule = (slug: string): string | undefined =>
  slug === '' ? requiredTextMessage : z.safeParse(brandSlugSchema, slug).error?.issues[0]?.message

type BrandFormProps = {
  /** The brand whose rules change, with those to start from; null for a new brand. */
  brand: { brand_id: string; rules: BrandRules | null } | null
  onProposed: () => void
}

/** Proposes a brand, or other rules of one; another person approves them. */
export function BrandForm({ brand, onProposed }: BrandFormProps) {
  const form = useActionForm({
    initial: valuesOf(brand?.rules ?? null),
    rules: {
      ...(brand ? {} : { slug: slugRule }),
      name: errorOf('name'),
      purchase_format: errorOf('purchase_format'),
      purchase_example: errorOf('purchase_example'),
      registration_format: errorOf('registration_format'),
      registration_example: errorOf('registration_example'),
      audience: errorOf('audience'),
      limit_per_customer: errorOf('limit_per_customer'),
    },
    request: (send, values) => {
      const rules = rulesOf(values)
      return brand
        ? send(proposeBrandRulesCall, { body: { brand_id: brand.brand_id, rules } })
        : send(createBrandCall, { body: { slug: values.slug, rules } })
    },
    success: ({ message }) => message ?? 'Proposta feita.',
    onSuccess: onProposed,
    refresh: [brandsKey, waitingKey],
  })
  return (
    <form {...form.props} className="stack" autoComplete="off">
      <TextField label="Nome da marca" maxLength={60} {...form.field('name')} />
      {!brand && (
        <TextField
          label="Endereço da marca"
          helper="Letras minúsculas, números e traços, como casa-nova. Não muda depois."
          autoCapitalize="none"
          maxLength={40}
          {...form.field('slug')}
        />
      )}
      <p className="soft small">{formatHelp}</p>
      <FormatFields form={form} name="purchase" title="número da compra" />
      <FormatFields form={form} name="registration" title="número de registro" />
      <CheckboxGroup
        label="Quem cadastra projetos"
        options={documentTypes.map((value) => ({ value, label: `Pessoas com ${value.toUpperCase()}` }))}
        {...form.field('audience')}
      />
      <TextField
        label="Projetos por pessoa"
        helper="De todas as promoções da marca. Vazio, sem limite."
        inputMode="numeric"
        maxLength={4}
        clean={digitsOf}
        {...form.field('limit_per_customer')}
      />
      <RadioGroup
        label="Compras aceitas"
        options={[
          { value: 'yes', label: 'Só as que a marca carregou de um arquivo' },
          { value: 'no', label: 'Qualquer número com o formato' },
        ]}
        {...form.field('requires_imported_purchase')}
      />
      <p className="soft small">As regras valem depois que outra pessoa aprovar.</p>
      <div>
        <SubmitButton form={form}>Propor</SubmitButton>
      </div>
    </form>
  )
}

function FormatFields({
  form,
  name,
  title,
}: {
  form: ReturnType<typeof useActionForm<Values, unknown, string>>
  name: 'purchase' | 'registration'
  title: string
}) {
  return (
    <>
      <TextField
        label={`Formato do ${title}`}
        autoCapitalize="characters"
        maxLength={formatMaxLength}
        {...form.field(`${name}_format`)}
      />
      <TextField
        label={`Exemplo do ${title}`}
        helper="Aparece para as pessoas embaixo do campo."
        autoCapitalize="characters"
        maxLength={numberMaxLength}
        {...form.field(`${name}_example`)}
      />
    </>
  )
}
