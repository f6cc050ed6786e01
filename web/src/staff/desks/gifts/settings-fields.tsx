import { uploadGiftPictureCall, giftPicturePath } from '@clube/contract/free-gifts/picture-calls.ts'
import { digitsOf } from '@clube/contract/brazil/mask.ts'
import { useRef, type ReactNode } from 'react'
import { Button } from '../../../kit/button/button.tsx'
import { RadioGroup } from '../../../kit/field/radio-group.tsx'
import { TextField } from '../../../kit/field/text-field.tsx'
import { showToast } from '../../../kit/toast/toast-store.ts'
import { GiftPicture } from '../../../parts/gifts/gift-card.tsx'
import { formatTypedAmount } from '../../../parts/money.ts'
import { newId } from '../../../parts/new-id.ts'
import { useAction } from '../../../parts/use-action.ts'
import { convertPhoto } from '../../../platform/camera/convert-photo.ts'
import { OutlineButton } from '../../parts/buttons.tsx'
import { SettingRows } from '../../parts/setting-rows.tsx'
import type { SettingsForm } from '../../promotions/promotion.ts'
import { PreviewButton, type PreviewedRows } from './gift-preview.tsx'
import css from './settings.module.css'
import {
  maxRows,
  newGift,
  newPickupPoint,
  rowsOf,
  rowTexts,
  type RowsName,
  type RowTexts,
  type SettingsName,
} from './settings-values.ts'

type FormProps = SettingsForm<SettingsName>

const numeric = { inputMode: 'numeric', maxLength: 9, clean: digitsOf } as const

/** The gifts, where they are picked up, and how a voucher is used. */
export const GiftSettingsFields = (form: FormProps) => (
  <div className={css.settings}>
    <Rows
      form={form}
      name="gifts"
      title="Brinde"
      addLabel="Adicionar brinde"
      newRow={() => newGift(newId())}
      extraAction={<PreviewButton rowsOf={() => previewedRows(form)} />}
    >
      {(index) => <GiftFields form={form} index={index} />}
    </Rows>
    <Rows
      form={form}
      name="pickup_points"
      title="Ponto de retirada"
      addLabel="Adicionar ponto de retirada"
      newRow={() => newPickupPoint(newId())}
    >
      {(index) => <PointFields form={form} index={index} />}
    </Rows>
    <TextField
      label="Validade do vale-brinde (dias)"
      helper="A partir da emissão, e no máximo até o fim da retirada."
      {...numeric}
      {...form.field('valid_days')}
    />
    <RadioGroup
      label="Na entrega"
      options={[
        { value: 'no', label: 'A equipe confere o documento' },
        { value: 'yes', label: 'A equipe confere o documento, e a pessoa assina na tela' },
      ]}
      {...form.field('needs_signature')}
    />
  </div>
)

const previewedRows = ({ field, spend_rule }: FormProps): PreviewedRows => {
  const textOf = (name: SettingsName) => field(name).value
  return { gifts: rowsOf('gifts', textOf), pickup_points: rowsOf('pickup_points', textOf), spend_rule }
}

type RowsProps<Name extends RowsName> = {
  form: FormProps
  name: Name
  /** The name of one row. */
  title: string
  addLabel: string
  newRow: () => RowTexts<Name>
  /** Another action on the rows, shown next to the button that adds one. */
  extraAction?: ReactNode
  children: (index: number) => ReactNode
}

/** Rows that can be added and removed, with the error of the list itself. */
function Rows<Name extends RowsName>({
  form,
  name,
  title,
  addLabel,
  newRow,
  extraAction,
  children,
}: RowsProps<Name>) {
  const rows = rowsOf(name, (field) => form.field(field).value)
  const setRows = (next: readonly RowTexts<Name>[]) => form.setValues(rowTexts(name, next))
  const { error } = form.field(name)
  return (
    <SettingRows
      name={name}
      rows={rows}
      max={maxRows[name]}
      error={error}
      title={title}
      addLabel={addLabel}
      newRow={newRow}
      onChange={setRows}
      extraAction={extraAction}
    >
      {children}
    </SettingRows>
  )
}

type RowProps = { form: FormProps; index: number }

function GiftFields({ form, index }: RowProps) {
  const price = form.field(`gifts.${index}.price`)
  return (
    <>
      <TextField
        label="Nome do brinde"
        maxLength={80}
        helper="Como o público vai ver: Panetone artesanal"
        {...form.field(`gifts.${index}.title`)}
      />
      <TextField
        label="Variação (se houver)"
        maxLength={40}
        helper="Cor, sabor ou tamanho."
        {...form.field(`gifts.${index}.variant`)}
      />
      <div className={css.wide}>
        <TextField
          label="Descrição (se houver)"
          maxLength={600}
          multiline
          {...form.field(`gifts.${index}.description`)}
        />
      </div>
      <TextField
        label="Valor de mercado"
        inputMode="numeric"
        placeholder="R$ 0,00"
        clean={formatTypedAmount}
        helper="Para a prestação de contas."
        {...form.field(`gifts.${index}.value_cents`)}
      />
      <div className={css.cost}>
        <RadioGroup
          label="O que o brinde custa"
          options={[
            { value: 'receipts', label: 'Notas', description: 'O valor em notas desta promoção.' },
            { value: 'points', label: 'Pontos' },
            { value: 'receipts-and-points', label: 'Notas e pontos' },
          ]}
          {...price}
        />
      </div>
      {price.value !== 'receipts' && (
        <TextField label="Quantos pontos" {...numeric} {...form.field(`gifts.${index}.price.points`)} />
      )}
      <PictureFields form={form} index={index} />
    </>
  )
}

/** The picture of a gift, with its alternative text. */
function PictureFields({ form, index }: RowProps) {
  const { value: picture_id, error, onChange, name } = form.field(`gifts.${index}.picture.picture_id`)
  const alternativeText = form.field(`gifts.${index}.picture.alternative_text`)
  const input = useRef<HTMLInputElement>(null)
  const { pending, run } = useAction()
  const upload = async (file: File | undefined) => {
    if (!file) return
    const picture = await convertPhoto(file)
    if (!picture) {
      showToast({ message: 'Não foi possível abrir esta foto. Escolha outra.', type: 'error' })
      return
    }
    await run((send) => send(uploadGiftPictureCall, { body: { picture } }), {
      success: 'Foto enviada.',
      onSuccess: ({ picture_id: uploaded }) => onChange(uploaded),
    })
  }
  return (
    <div className={`${css.wide} ${css.pictures}`} data-path={name}>
      <GiftPicture
        square
        picture={
          picture_id === ''
            ? null
            : { url: giftPicturePath(picture_id), alternative_text: alternativeText.value }
        }
      />
      <div className="stack">
        <div className="row">
          <OutlineButton pending={pending} onClick={() => input.current?.click()}>
            {picture_id === '' ? 'Enviar foto' : 'Trocar foto'}
          </OutlineButton>
          {picture_id !== '' && (
            <Button compact variant="quiet" onClick={() => onChange('')}>
              Retirar foto
            </Button>
          )}
        </div>
        <input
          ref={input}
          type="file"
          accept="image/*"
          hidden
          aria-label={`Foto do brinde ${index + 1}`}
          onChange={({ currentTarget }) => {
            void upload(currentTarget.files?.[0])
            // The same file can be chosen again.
            currentTarget.value = ''
          }}
        />
        {error !== undefined && <p className={css.error}>{error}</p>}
        {picture_id !== '' && (
          <TextField
            label="O que a foto mostra"
            maxLength={160}
            helper="Lido em voz alta para quem não vê a foto. Obrigatório."
            {...alternativeText}
          />
        )}
      </div>
    </div>
  )
}

const PointFields = ({ form, index }: RowProps) => (
  <>
    <TextField
      label="Nome do ponto"
      maxLength={60}
      helper="Balcão do Piso 1"
      {...form.field(`pickup_points.${index}.name`)}
    />
    <TextField
      label="Onde fica"
      maxLength={160}
      helper="ao lado da escada rolante"
      {...form.field(`pickup_points.${index}.location`)}
    />
    <div className={css.wide}>
      <TextField
        label="Horário"
        maxLength={160}
        helper="Todos os dias, das 10h às 22h"
        {...form.field(`pickup_points.${index}.opening_hours`)}
      />
    </div>
  </>
)
