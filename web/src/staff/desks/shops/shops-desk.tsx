import { useState } from 'react'
import { formatCnpj, parseCnpj } from '@clube/contract/brazil/cnpj.ts'
import { requiredTextMessage } from '@clube/contract/brazil/field-messages.ts'
import { listShopsCall, saveShopCall, type Shop } from '@clube/contract/receipts/receipt-staff-calls.ts'
import {
  cleanFloor,
  floorMaxLength,
  shopNameMaxLength,
  shopSegments,
  shopSegmentSchema,
} from '@clube/contract/receipts/shop.ts'
import { RadioGroup } from '../../../kit/field/radio-group.tsx'
import { Select } from '../../../kit/field/select.tsx'
import { TextField } from '../../../kit/field/text-field.tsx'
import { Chip } from '../../../kit/surface/chip.tsx'
import { Dialog } from '../../../kit/surface/dialog.tsx'
import type { Column } from '../../../kit/table/data-table.tsx'
import { usePages } from '../../../parts/pages.tsx'
import { parsedRule } from '../../../parts/parsed-rule.ts'
import { QueryTable } from '../../../parts/query-table.tsx'
import { useActionForm } from '../../../parts/use-action-form.ts'
import { DeskButton, OutlineButton, SubmitButton } from '../../parts/buttons.tsx'
import { DeskPage, KeyHints, searchKey } from '../../parts/desk-page.tsx'
import { FilterField, Filters } from '../../parts/filter-field.tsx'
import { ImportShopsDialog } from './import-shops-dialog.tsx'

const columns: readonly Column<Shop>[] = [
  { title: 'Loja', cell: ({ name }) => name },
  { title: 'Segmento', cell: ({ segment }) => (segment ? shopSegments[segment] : '–') },
  { title: 'Piso', narrow: true, cell: ({ floor }) => floor ?? '–' },
  { title: 'CNPJ', narrow: true, cell: ({ cnpj }) => formatCnpj(cnpj) },
  {
    title: 'Situação',
    narrow: true,
    cell: ({ state }) => (
      <Chip tone={state === 'active' ? 'good' : 'bad'}>
        {state === 'active' ? 'Participa' : 'Não participa'}
      </Chip>
    ),
  },
]

type Opened = { kind: 'none' } | { kind: 'new' } | { kind: 'shop'; shop: Shop } | { kind: 'import' }

/** Participating shops. */
export function ShopsDesk() {
  const [text, setText] = useState('')
  const [opened, setOpened] = useState<Opened>({ kind: 'none' })
  const list = usePages<Shop>({
    queryKey: ['shops', text],
    read: (send, { cursor, signal }) => send(listShopsCall, { query: { text, cursor }, signal }),
  })
  const close = () => setOpened({ kind: 'none' })

  return (
    <DeskPage
      title="Lojas"
      actions={
        <>
          <DeskButton onClick={() => setOpened({ kind: 'new' })}>Nova loja</DeskButton>
          <OutlineButton onClick={() => setOpened({ kind: 'import' })}>Carregar arquivo</OutlineButton>
        </>
      }
    >
      <Filters>
        <FilterField label="Buscar por nome ou CNPJ" value={text} onChange={setText} />
      </Filters>
      <KeyHints isList hints={[['N', 'nova loja', () => setOpened({ kind: 'new' })], searchKey]} />
      <QueryTable
        query={list}
        label="Lojas"
        columns={columns}
        keyOf={({ shop_id }) => shop_id}
        onOpen={(shop) => setOpened({ kind: 'shop', shop })}
        empty="Nenhuma loja encontrada."
      />
      <Dialog
        open={opened.kind === 'new' || opened.kind === 'shop'}
        onClose={close}
        title={opened.kind === 'shop' ? 'Alterar loja' : 'Nova loja'}
        wide
        fieldFirst
      >
        <ShopForm shop={opened.kind === 'shop' ? opened.shop : null} onSaved={close} />
      </Dialog>
      <ImportShopsDialog open={opened.kind === 'import'} onClose={close} />
    </DeskPage>
  )
}

/** A shop's name, document, segment, floor, and whether its receipts count; `shop` is null for a new one. */
function ShopForm({ shop, onSaved }: { shop: Shop | null; onSaved: () => void }) {
  const form = useActionForm({
    initial: {
      name: shop?.name ?? '',
      cnpj: shop ? formatCnpj(shop.cnpj) : '',
      segment: shop?.segment ?? '',
      floor: shop?.floor ?? '',
      state: String(shop?.state ?? 'active'),
    },
    rules: {
      name: (name) => (name.trim() === '' ? requiredTextMessage : undefined),
      cnpj: parsedRule((text) => parseCnpj(text, 'alphanumeric')),
    },
    request: (send, { name, cnpj, segment, floor, state }) => {
      const fields = {
        name,
        cnpj,
        segment: shopSegmentSchema.safeParse(segment).data ?? null,
        floor: cleanFloor(floor) === '' ? null : floor,
        state: state === 'inactive' ? ('inactive' as const) : ('active' as const),
      }
      return send(saveShopCall, { body: shop ? { shop_id: shop.shop_id, ...fields } : fields })
    },
    success: 'Loja salva.',
    onSuccess: onSaved,
    refresh: [['shops']],
  })
  return (
    <form {...form.props} autoComplete="off">
      <TextField label="Nome da loja" maxLength={shopNameMaxLength} {...form.field('name')} />
      <TextField label="CNPJ" autoCapitalize="characters" maxLength={18} {...form.field('cnpj')} />
      <Select
        label="Segmento"
        placeholder="Não informado"
        options={Object.entries(shopSegments).map(([value, label]) => ({ value, label }))}
        {...form.field('segment')}
      />
      <TextField
        label="Piso"
        helper="Escrito como nas outras lojas: Térreo, 1º piso"
        maxLength={floorMaxLength}
        {...form.field('floor')}
      />
      <RadioGroup
        label="As notas desta loja valem?"
        options={[
          { value: 'active', label: 'Sim, participa' },
          { value: 'inactive', label: 'Não participa' },
        ]}
        {...form.field('state')}
      />
      <SubmitButton form={form}>Salvar</SubmitButton>
    </form>
  )
}
