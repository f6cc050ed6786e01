import { useRef, useState } from 'react'
import { formatCnpj } from '@clube/contract/brazil/cnpj.ts'
import { listShopsCall, type Shop } from '@clube/contract/receipts/receipt-staff-calls.ts'
import { Button } from '../../../kit/button/button.tsx'
import { Chip } from '../../../kit/surface/chip.tsx'
import { usePages } from '../../../parts/pages.tsx'
import { QueryTable } from '../../../parts/query-table.tsx'
import { useSend } from '../../../platform/app/app-context.tsx'
import type { Column } from '../../../kit/table/data-table.tsx'
import { DeskPage } from '../../parts/desk-page.tsx'
import { FilterField, Filters } from '../../parts/filter-field.tsx'
import { KeyHints, listKeys } from '../../parts/key-hints.tsx'
import { ImportShopsDialog } from './import-shops-dialog.tsx'
import { ShopDialog } from './shop-dialog.tsx'

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
  const searchField = useRef<HTMLInputElement>(null)
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
          <Button compact onClick={() => setOpened({ at: 'new' })}>
            Nova loja
          </Button>
          <Button compact look="outline" onClick={() => setOpened({ at: 'import' })}>
            Carregar arquivo
          </Button>
        </>
      }
    >
      <Filters>
        <FilterField label="Buscar por nome ou CNPJ" value={text} onChange={setText} inputRef={searchField} />
      </Filters>
      <KeyHints
        hints={[
          ['N', 'nova loja', () => setOpened({ at: 'new' })],
          ['/', 'buscar', () => searchField.current?.focus()],
          ...listKeys,
        ]}
      />
      <QueryTable
        query={list}
        label="Lojas"
        columns={columns}
        keyOf={({ shop_id }) => shop_id}
        onOpen={(shop) => setOpened({ at: 'shop', shop })}
        empty="Nenhuma loja encontrada."
      />
      <ShopDialog
        key={opened.at === 'shop' ? opened.shop.shop_id : 'new'}
        open={opened.at === 'new' || opened.at === 'shop'}
        shop={opened.at === 'shop' ? opened.shop : null}
        onClose={close}
        onSaved={close}
      />
      <ImportShopsDialog open={opened.at === 'import'} onClose={close} />
    </DeskPage>
  )
}
