import { digitsOf } from '@clube/contract/brazil/mask.ts'
import { scratchPrizeKinds, scratchPrizeKindTitles } from '@clube/contract/scratch-card/settings.ts'
import { Notice } from '../../../kit/feedback/notice.tsx'
import { Select } from '../../../kit/field/select.tsx'
import { TextField } from '../../../kit/field/text-field.tsx'
import { formatTypedAmount } from '../../../parts/money.ts'
import { CheckboxGroup } from '../../parts/checkbox-group.tsx'
import { SettingRows } from '../../parts/setting-rows.tsx'
import type { SettingsForm } from '../../promotions/promotion.ts'
import { formatCount } from './deck-labels.ts'
import { PreviewButton } from './prize-preview.tsx'
import css from './settings.module.css'
import {
  countWinning,
  fieldTitles,
  maxPrizes,
  newPrize,
  prizesOf,
  prizeTexts,
  sourcesOf,
  sourcesText,
  type SettingsName,
} from './settings-values.ts'

type FormProps = SettingsForm<SettingsName>

const numeric = { inputMode: 'numeric', maxLength: 9, clean: digitsOf } as const
const money = { inputMode: 'numeric', clean: formatTypedAmount } as const

const sourceOptions = [
  { value: 'paper', label: 'Código impresso' },
  { value: 'receipts', label: 'Notas fiscais' },
  { value: 'desk', label: 'Dada no balcão pela equipe' },
] as const

/** The prizes, the deck, how cards are earned, and what a delivery requires. */
export function ScratchSettingsFields(form: FormProps) {
  const textOf = (name: SettingsName) => form.field(name).value
  const prizes = prizesOf(textOf)
  const sources = form.field('earned_by')
  return (
    <div className={css.settings}>
      <SettingRows
        name="prizes"
        rows={prizes}
        max={maxPrizes}
        error={form.field('prizes').error}
        title="Prêmio do baralho"
        addLabel="Adicionar ao baralho"
        newRow={newPrize}
        onChange={(next) => form.setValues(prizeTexts(next))}
        extraAction={<PreviewButton textOf={textOf} spend_rule={form.spend_rule} />}
      >
        {(index) => <PrizeFields form={form} index={index} kind={prizes[index]?.kind ?? ''} />}
      </SettingRows>
      <div className={css.pair}>
        <TextField
          label={fieldTitles.cards}
          helper={deckHelper(countWinning(prizes), Number(textOf('cards')))}
          {...numeric}
          {...form.field('cards')}
        />
        <TextField
          label={fieldTitles.limit_per_day}
          helper="Vazio, sem limite por dia."
          {...numeric}
          {...form.field('limit_per_day')}
        />
      </div>
      <CheckboxGroup
        label={fieldTitles.earned_by}
        options={sourceOptions}
        name={sources.name}
        value={sourcesOf(sources.value)}
        onChange={(chosen) => sources.onChange(sourcesText(chosen))}
        error={sources.error}
      />
      <div className={css.pair}>
        <TextField
          label={fieldTitles.signature_from_cents}
          helper="A pessoa assina na tela ao receber prêmios deste valor ou mais. Vazio, nunca."
          {...money}
          {...form.field('signature_from_cents')}
        />
        <TextField
          label={fieldTitles.account_from_cents}
          helper="Quem entrou só com o documento completa a conta antes de receber. Vazio, nunca."
          {...money}
          {...form.field('account_from_cents')}
        />
      </div>
      <Notice>{deckNote}</Notice>
    </div>
  )
}

/** Explains to the author and the approver how the deck restricts the plan. */
export const deckNote =
  'Depois da aprovação, uma pessoa prepara o baralho com estes prêmios e outra o lacra. Desde então nada muda nele: nem o número de cartões, nem os prêmios, nem a ordem. Os cartões são divididos por igual entre os dias, e só saem a partir do seu dia: planeje bem mais cartões do que participações.'

const deckHelper = (winning: number, cards: number): string =>
  winning > 0 && cards > 0
    ? `${formatCount(winning)} com prêmio, ${formatCount(Math.max(0, cards - winning))} sem prêmio.`
    : 'Com e sem prêmio. Um código usa um cartão.'

function PrizeFields({ form, index, kind }: { form: FormProps; index: number; kind: string }) {
  return (
    <>
      <TextField
        label="Nome do prêmio"
        maxLength={80}
        helper="Como o público vai ver: Jantar para dois"
        {...form.field(`prizes.${index}.title`)}
      />
      <Select
        label="Tipo de prêmio"
        options={scratchPrizeKinds.map((value) => ({ value, label: scratchPrizeKindTitles[value] }))}
        helper="Nenhum prêmio pode ser sacado em dinheiro."
        {...form.field(`prizes.${index}.kind`)}
      />
      <TextField label="Quantidade" {...numeric} {...form.field(`prizes.${index}.quantity`)} />
      <TextField
        label="Valor de cada um"
        helper="Entra no resumo lacrado do baralho."
        {...money}
        {...form.field(`prizes.${index}.value_cents`)}
      />
      {kind === 'points' ? (
        <TextField
          label="Quantos pontos"
          helper="Creditados na hora."
          {...numeric}
          {...form.field(`prizes.${index}.points`)}
        />
      ) : (
        <>
          <TextField
            label="Onde retirar"
            maxLength={160}
            helper="Balcão do Piso 1, ao lado da escada rolante"
            {...form.field(`prizes.${index}.pickup_place`)}
          />
          <TextField
            label="Prazo para retirar (dias)"
            helper="A partir do dia em que a pessoa ganha."
            {...numeric}
            {...form.field(`prizes.${index}.pickup_days`)}
          />
        </>
      )}
    </>
  )
}
