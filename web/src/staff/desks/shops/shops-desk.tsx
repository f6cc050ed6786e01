import { useState } from 'react'
import { formatCnpj, parseCnpj } from '@clube/contract/brazil/cnpj.ts'
import { requiredTextMessage } from '@clube/contract/brazil/field-messages.ts'
import { listShopsCall, saveShopCall, type Shop } from '@clube/contract/receipts/receipt-staff-calls.ts'
import { RadioGroup } from '../../../kit/field/radio-group.tsx'
import { TextField } from '../../../kit/field/text-field.tsx'
import { Chip } from '../../../kit/surface/chip.tsx'
import { Dialog } from '../../../kit/surface/dialog.tsx'
import type { Column } from '../../../kit/table/data-table.tsx'
import { usePages } from '../../../parts/pages.tsx'
import { parsedRule } from '../../../parts/parsed-rule.ts'
import { QueryTable } from '../../../parts/query-table.tsx'
import { useActionForm } from '../../../parts/use-action-form.ts'
import { useSend } from '../../../platform/app/app-context.tsx'
import { DeskButton, OutlineButton, SubmitButton } from '../../parts/buttons.tsx'
import { DeskPage } from '../../parts/desk-page.tsx'
import { FilterField, Filters } from '../../parts/filter-field.tsx'
import { KeyHints, searchKey } from '../../parts/key-hints.tsx'
import { ImportShopsDialog } from './import-shops-dialog.tsx'

const columns: readonly Column<Shop>[] = [
  { title: 'Loja', cell: ({ name }) => name },
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

type Opened = { at: 'none' } | { at: 'new' } | { at: 'shop'; shop: Shop } | { at: 'import' }

/** Participating shops. */
export function ShopsDesk() {
  const send = useSend()
  const [text, setText] = useState('')
  const [opened, setOpened] = useState<Opened>({ at: 'none' })
  const list = usePages<Shop>({
    queryKey: ['shops', text],
    read: ({ cursor, signal }) => send(listShopsCall, { query: { text, cursor }, signal }),
  })
  const close = () => setOpened({ at: 'none' })

  return (
    <DeskPage
      title="Lojas"
      actions={
        <>
          <DeskButton onClick={() => setOpened({ at: 'new' })}>Nova loja</DeskButton>
          <OutlineButton onClick={() => setOpened({ at: 'import' })}>Carregar arquivo</OutlineButton>
        </>
      }
    >
      <Filters>
        <FilterField label="Buscar por nome ou CNPJ" value={text} onChange={setText} />
      </Filters>
      <KeyHints ofList hints={[['N', 'nova loja', () => setOpened({ at: 'new' })], searchKey]} />
      <QueryTable
        query={list}
        label="Lojas"
        columns={columns}
        keyOf={({ shop_id }) => shop_id}
        onOpen={(shop) => setOpened({ at: 'shop', shop })}
        empty="Nenhuma loja encontrada."
      />
      <Dialog
        open={opened.at === 'new' || opened.at === 'shop'}
        onClose={close}
        title={opened.at === 'shop' ? 'Alterar loja' : 'Nova loja'}
        wide
        fieldFirst
      >
        <ShopForm shop={opened.at === 'shop' ? opened.shop : null} onSaved={close} />
      </Dialog>
      <ImportShopsDialog open={opened.at === 'import'} onClose={close} />
    </DeskPage>
  )
}

/** A shop's name, document and whether its receipts count; `shop` is null for a new one. */
function ShopForm({ shop, onSaved }: { shop: Shop | null; onSaved: () => void }) {
  const form = useActionForm({
    initial: {
      name: shop?.name ?? '',
      cnpj: shop ? formatCnpj(shop.cnpj) : '',
      state: String(shop?.state ?? 'active'),
    },
    rules: {
      name: (name) => (name.trim() === '' ? requiredTextMessage : undefined),
      cnpj: parsedRule((text) => parseCnpj(text, 'alphanumeric')),
    },
    request: (send, { name, cnpj, state }) => {
      const fields = { name, cnpj, state: state === 'inactive' ? ('inactive' as const) : ('active' as const) }
      return send(saveShopCall, { body: shop ? { shop_id: shop.shop_id, ...fields } : fields })
    },
    success: 'Loja salva.',
    onSuccess: onSaved,
    refresh: [['shops']],
  })
  return (
    <form {...form.props} autoComplete="off">
      <TextField label="Nome da loja" maxLength={120} {...form.field('name')} />
      <TextField label="CNPJ" autoCapitalize="characters" maxLength={18} {...form.field('cnpj')} />
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
