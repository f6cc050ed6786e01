import { useRef, useState } from 'react'
import { formatCnpj, parseCnpj } from '@clube/contract/brazil/cnpj.ts'
import { countFormatter } from '@clube/contract/kernel/count-formats.ts'
import { requiredTextMessage } from '@clube/contract/brazil/field-messages.ts'
import {
  importShopsCall,
  listShopsCall,
  saveShopCall,
  type Shop,
} from '@clube/contract/receipts/receipt-staff-calls.ts'
import { cleanFloor, floorMaxLength, shopSegments, shopSegmentSchema } from '@clube/contract/receipts/shop.ts'
import { Button } from '../../../kit/button/button.tsx'
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
import { useAction } from '../../../parts/use-action.ts'
import { DeskButton, OutlineButton, SubmitButton } from '../../parts/buttons.tsx'
import { DeskPage, KeyHints, searchKey } from '../../parts/desk-page.tsx'
import { FilterField, Filters } from '../../parts/filter-field.tsx'
import css from './shops.module.css'

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
      <TextField label="Nome da loja" maxLength={120} {...form.field('name')} />
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

type ImportShopsDialogProps = { open: boolean; onClose: () => void }

type Rejected = readonly { line: number; reason: string }[]

/** Imports shops from a file; rejected lines stay visible with their reasons. */
function ImportShopsDialog({ open, onClose }: ImportShopsDialogProps) {
  const { pending, run } = useAction()
  const file = useRef<HTMLInputElement>(null)
  const [rejected, setRejected] = useState<Rejected>([])
  const load = async (file: File | undefined): Promise<void> => {
    if (!file) return
    const csv = await file.text()
    await run((send) => send(importShopsCall, { body: { csv } }), {
      success: ({ data }) => importedText(data),
      onSuccess: ({ rejected }) => {
        setRejected(rejected)
        if (rejected.length === 0) onClose()
      },
      refresh: [['shops']],
    })
  }
  return (
    <Dialog open={open} onClose={onClose} title="Carregar lojas" wide>
      <p>
        Um arquivo CSV que começa com a linha <code>cnpj;name;segment;floor</code>, uma loja por linha.
        Segmento e piso podem ficar vazios; os de uma loja que já existe são atualizados.
      </p>
      <p className={css.choose}>
        <Button
          compact
          pending={pending}
          variant={rejected.length > 0 ? 'outline' : 'primary'}
          onClick={() => file.current?.click()}
        >
          Escolher arquivo
        </Button>
      </p>
      <input
        ref={file}
        type="file"
        accept=".csv,text/csv"
        aria-label="Arquivo"
        hidden
        onChange={({ currentTarget }) => {
          const chosen = currentTarget.files?.[0]
          // Allows the same file to be chosen again once it is fixed.
          currentTarget.value = ''
          void load(chosen)
        }}
      />
      {rejected.length > 0 && (
        <>
          <h3>Linhas que ficaram de fora</h3>
          <ul className={css.rejected}>
            {rejected.map(({ line, reason }) => (
              <li key={line}>
                Linha {line}: {reason}
              </li>
            ))}
          </ul>
          <DeskButton onClick={onClose}>Entendi</DeskButton>
        </>
      )}
    </Dialog>
  )
}

const formatLoaded = countFormatter('loja carregada', 'lojas carregadas')
const formatUpdated = countFormatter('atualizada', 'atualizadas')

const importedText = ({ loaded, updated }: { loaded: number; updated: number }): string =>
  updated === 0 ? `${formatLoaded(loaded)}.` : `${formatLoaded(loaded)}, ${formatUpdated(updated)}.`
