/** Inserts `add` after the text `after` in a file that every new kind edits. */
export type Edit = { readonly file: string; readonly after: string; readonly add: string }

/** Adds two kinds: the complete one in this file, and one without registry entries. */
export const kindNames: Edit = {
  file: 'contract/src/kernel/promotion-kinds.ts',
  after: "  'new_project',\n",
  add: "  'toy_vouchers',\n  'toy_without_entries',\n",
}

const propertiesOf = (kind: string): Edit => ({
  file: 'contract/src/kernel/promotion-kinds.ts',
  after: 'export const promotionKindProperties = {\n',
  add: `  ${kind}: { title: 'Vale-brinquedo', unit: ['brinquedo', 'brinquedos'], needs_certificate: false, ends_when_out_of_stock: true, uses_receipts: true, counts_receipts_of_day: false, has_random_protocols: false,
    limit_refusal: 'campaigns.limit-reached' },\n`,
})

export const properties: Edit = propertiesOf('toy_vouchers')
export const propertiesWithoutEntries: Edit = propertiesOf('toy_without_entries')

/** The registry entries and the permission for the kind's desk. */
export const entries: readonly Edit[] = [
  {
    file: 'contract/src/kernel/permissions.ts',
    after: "  'gifts.deliver',\n",
    add: "  'toys.deliver',\n",
  },
  {
    file: 'server/src/main/promotions.ts',
    after: "import { createEventTicketsPromotion } from '../modules/event-tickets/index.ts'\n",
    add: "import { createToyVouchersPromotion } from '../modules/toy-vouchers/index.ts'\n",
  },
  {
    file: 'server/src/main/promotions.ts',
    after: '  new_project: createNewProjectPromotion(deps, services),\n',
    add: '  toy_vouchers: createToyVouchersPromotion(deps),\n',
  },
  {
    file: 'web/src/customer/promotions/promotion-pages.ts',
    after: "import type { PromotionKind } from '@clube/contract/kernel/promotion-kinds.ts'\n",
    add: "import { toyVouchersPages } from '../features/toy-vouchers/pages.ts'\n",
  },
  {
    file: 'web/src/customer/promotions/promotion-pages.ts',
    after: '  new_project: newProjectPages,\n',
    add: '  toy_vouchers: toyVouchersPages,\n',
  },
  {
    file: 'web/src/customer/promotions/promotions.ts',
    after:
      "  new_project: lazyCode(\n    async () => (await import('../features/new-project/promotion.ts')).newProjectPromotion,\n  ),\n",
    add: "  toy_vouchers: lazyCode(\n    async () => (await import('../features/toy-vouchers/promotion.ts')).toyVouchersPromotion,\n  ),\n",
  },
  {
    file: 'web/src/staff/promotions/promotions.ts',
    after: "import type { PromotionKind } from '@clube/contract/kernel/promotion-kinds.ts'\n",
    add: "import { toyVouchersPromotion } from '../desks/toy-vouchers/promotion.ts'\n",
  },
  {
    file: 'web/src/staff/promotions/promotions.ts',
    after: '  new_project: newProjectPromotion,\n',
    add: '  toy_vouchers: toyVouchersPromotion,\n',
  },
  {
    file: 'web/src/staff/promotions/promotion-editors.ts',
    after: "import type { PromotionKind } from '@clube/contract/kernel/promotion-kinds.ts'\n",
    add: "import { toyVouchersEditor } from '../desks/toy-vouchers/promotion-editor.tsx'\n",
  },
  {
    file: 'web/src/staff/promotions/promotion-editors.ts',
    after: '  new_project: newProjectEditor,\n',
    add: '  toy_vouchers: toyVouchersEditor,\n',
  },
]

/** The files of the complete kind, which issues personal toy vouchers while the campaign has stock. */
export const newFiles: Readonly<Record<string, string>> = {
  'contract/src/toy-vouchers/settings.ts': `import * as z from 'zod/mini'

/** Settings of a campaign. */
export const toyVoucherSettings = z.strictObject({
  valid_days: z.int({ error: 'Informe um número inteiro' }).check(z.positive('Informe um número maior que zero')),
})
`,
  'contract/src/toy-vouchers/audit-titles.ts': `export const toyVoucherAuditTitles = {
  actions: { 'toy-vouchers.deliver': 'Brinquedo entregue' },
  subjects: {},
} as const
`,
  'contract/src/toy-vouchers/calls.ts': `import * as z from 'zod/mini'
import { transactionRefusals } from '../campaigns/refusals.ts'
import { defineCall } from '../kernel/call.ts'

export const takeToyCall = defineCall({
  method: 'POST',
  path: '/api/marketing/toy-vouchers/take',
  summary: 'Emite um vale-brinquedo.',
  body: z.object({ transaction_id: z.uuid(), name: z.string() }),
  data: z.object({ remaining: z.int() }),
  refusals: {
    ...transactionRefusals,
    'toy-vouchers.nameless': { status: 422, message: 'Diga o nome da criança.', path: 'name' },
  },
  session: 'participant',
})

export const toySchema = z.object({ transaction_id: z.string(), name: z.string() })

export const listToysCall = defineCall({
  method: 'GET',
  path: '/api/marketing/toy-vouchers/mine',
  summary: 'Vales-brinquedo da pessoa.',
  data: z.array(toySchema),
  refusals: {},
  session: 'customer',
})
`,
  'server/migrations/9999-toy-vouchers.ts': `import { sql, type Kysely } from 'kysely'

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql\`create table toy_voucher (
    transaction_id uuid primary key references promotion_transaction (id), customer_id uuid, name text not null,
    valid_days integer not null
  )\`.execute(db)
}
`,
  'server/src/modules/toy-vouchers/toy-voucher-store.ts': `import { sql } from 'kysely'
import type { Db, Tx } from '../../db/database.ts'

export const insertVoucher = async (
  tx: Tx,
  voucher: { transaction_id: string; customer_id: string; name: string; valid_days: number },
): Promise<void> => {
  const { transaction_id, customer_id, name, valid_days } = voucher
  await sql\`insert into toy_voucher values (\${transaction_id}, \${customer_id}, \${name}, \${valid_days})\`.execute(tx)
}

export const deleteVoucher = async (tx: Tx, transaction_id: string): Promise<void> => {
  await sql\`delete from toy_voucher where transaction_id = \${transaction_id}\`.execute(tx)
}

export const eraseNames = async (tx: Tx, customer_id: string): Promise<void> => {
  await sql\`update toy_voucher set name = '' where customer_id = \${customer_id}\`.execute(tx)
}

type Toy = { transaction_id: string; name: string }

export const listOfCustomer = async (db: Db, customer_id: string): Promise<Toy[]> =>
  (await sql<Toy>\`select transaction_id, name from toy_voucher where customer_id = \${customer_id}\`.execute(db)).rows
`,
  'server/src/modules/toy-vouchers/routes.ts': `import { listToysCall, takeToyCall } from '@clube/contract/toy-vouchers/calls.ts'
import { toyVoucherSettings } from '@clube/contract/toy-vouchers/settings.ts'
import { inTransaction } from '../../db/database.ts'
import { bindCall, type Binder } from '../../http/bind.ts'
import { refusalsOf } from '../../kernel/refusal.ts'
import { executeOnce, readSettings, consumeStock, type PromotionDeps } from '../campaigns/index.ts'
import { actorOf } from '../sessions/index.ts'
import { insertVoucher, listOfCustomer } from './toy-voucher-store.ts'

const refuse = refusalsOf(takeToyCall)

export const bindToyVouchers = (binder: Binder, deps: PromotionDeps): void => {
  bindCall(binder, listToysCall, async ({ session }) => ({
    data: await listOfCustomer(deps.db, session.customer_id),
  }))

  bindCall(binder, takeToyCall, async ({ body: { transaction_id, name }, session }) => {
    const { response } = await inTransaction(deps.db, (tx) =>
      executeOnce({
        call: takeToyCall,
        tx,
        kind: 'toy_vouchers',
        now: deps.clock(),
        time_zone: deps.time_zone,
        transaction_id,
        ...actorOf(session),
        body: { name },
        work: async ({ campaign_id, customer_id }) => {
          if (name === '') throw refuse('toy-vouchers.nameless')
          const remaining = await consumeStock(tx, campaign_id, 1)
          if (remaining === null) throw refuse('campaigns.exhausted')
          const { valid_days } = await readSettings(tx, campaign_id, toyVoucherSettings)
          await insertVoucher(tx, { transaction_id, customer_id, name, valid_days })
          return { remaining }
        },
      }),
    )
    return { data: response }
  })
}
`,
  'server/src/modules/toy-vouchers/promotion.ts': `import { toyVoucherAuditTitles } from '@clube/contract/toy-vouchers/audit-titles.ts'
import { toyVoucherSettings } from '@clube/contract/toy-vouchers/settings.ts'
import { returnStock, settingsErrorsOf, type Promotion, type PromotionDeps } from '../campaigns/index.ts'
import { bindToyVouchers } from './routes.ts'
import { deleteVoucher, eraseNames, listOfCustomer } from './toy-voucher-store.ts'

export const createToyVouchersPromotion = (deps: PromotionDeps): Promotion => ({
  settingsErrors: settingsErrorsOf(toyVoucherSettings, ({ valid_days }, { limit_per_customer }) =>
    limit_per_customer === null && valid_days > 90
      ? [{ path: 'valid_days', message: 'Sem limite por pessoa, use no máximo 90 dias.' }]
      : [],
  ),
  reverse: async (tx, { transaction }) => {
    await deleteVoucher(tx, transaction.id)
    await returnStock(tx, transaction.campaign_id, 1)
    return true
  },
  referenceErrors: async () => new Map(),
  canWaiveCertificate: () => false,
  approvalWarnings: async () => new Map(),
  // A campaign of this kind ends when its stock runs out: every active one has vouchers left.
  listAvailable: async (_db, campaign_ids) => new Set(campaign_ids),
  extensionErrors: async () => [],
  onPause: async () => {},
  onResume: async () => {},
  releaseOnDeletion: async () => {},
  hasValidVouchers: async () => false,
  erasePersonalData: eraseNames,
  describeOutcomes: async () => new Map(),
  listVouchers: async () => [],
  readOwnData: async (customer_id) => ({ toy_vouchers: await listOfCustomer(deps.db, customer_id) }),
  auditTitles: toyVoucherAuditTitles,
  dataAccesses: {
    'toy-vouchers.deliver': { desk: 'Brinquedos', permission: 'toys.deliver', what: 'Entregou um brinquedo seu' },
  },
  listSubjects: async () => [],
  messages: {},
  attachments: {},
  readResults: async () => ({ steps: [], unfulfilled: [], given: null, tables: [], interruption: { pause: [], end: [] } }),
  resendMessage: async () => false,
  purge: async () => {},
  proofs: [],
  waiting: {},
  registerJobs: () => {},
  bind: (binder) => bindToyVouchers(binder, deps),
})
`,
  'server/src/modules/toy-vouchers/index.ts': `export { createToyVouchersPromotion } from './promotion.ts'
`,
  'web/src/customer/features/toy-vouchers/toy-page.tsx': `import { takeToyCall } from '@clube/contract/toy-vouchers/calls.ts'
import { useParams } from 'wouter'
import { Button } from '../../../kit/button/button.tsx'
import { Screen } from '../../../kit/page/screen.tsx'
import { ClubData } from '../../../parts/club-data/club-data.tsx'
import { Loaded } from '../../../parts/club-data/loaded.tsx'
import { useCampaign } from '../../../parts/club-data/use-campaigns.ts'
import { useAction } from '../../../parts/use-action.ts'
import { participate } from '../../promotions/participate.ts'

export function ToyPage() {
  return (
    <Screen>
      <h1>Vale-brinquedo</h1>
      <ClubData>
        <Toys />
      </ClubData>
    </Screen>
  )
}

function Toys() {
  const { slug } = useParams<{ slug: string }>()
  const { pending, run } = useAction()
  const take = (campaign_id: string) =>
    run((send) =>
      participate(send, { campaign_id, kind: 'toy_vouchers' }, ({ transaction_id }) =>
        send(takeToyCall, { body: { transaction_id, name: 'Urso' } }),
      ),
    )
  return (
    <Loaded query={useCampaign(slug)}>
      {({ campaign_id }) => (
        <Button pending={pending} onClick={() => void take(campaign_id)}>
          Pegar
        </Button>
      )}
    </Loaded>
  )
}
`,
  'web/src/customer/features/toy-vouchers/toys.ts': `import { listToysCall, toySchema } from '@clube/contract/toy-vouchers/calls.ts'
import type * as z from 'zod/mini'
import type { WalletList } from '../../promotions/wallet.ts'

export const toyList: WalletList<z.infer<typeof toySchema>> = {
  page: '/brinquedos',
  queryKey: ['toys'],
  read: (send, signal) => send(listToysCall, { signal }),
  schema: toySchema,
}
`,
  'web/src/customer/features/toy-vouchers/toys-page.tsx': `import { Loaded } from '../../../parts/club-data/loaded.tsx'
import { EmptyPersonalList } from '../../../parts/empty-list.tsx'
import { Page } from '../../../parts/page/page.tsx'
import { HiddenItemsNotice } from '../../../parts/password-needed/password-needed.tsx'
import { OfflineWalletPage } from '../../promotions/offline-wallet-page.tsx'
import { readStoredItems, useWallet } from '../../promotions/wallet.ts'
import { toyList } from './toys.ts'

const title = 'Meus brinquedos'

export function ToysPage() {
  return (
    <Page title={title}>
      <MyToys />
    </Page>
  )
}

const MyToys = () => (
  <Loaded query={useWallet(toyList)}>
    {({ items }) =>
      items.length === 0 ? (
        <EmptyPersonalList illustration="gift" href="/promocoes" action="Ver promoções">
          Seus brinquedos aparecem aqui.
        </EmptyPersonalList>
      ) : (
        <>
          <Toys items={items} />
          <HiddenItemsNotice />
        </>
      )
    }
  </Loaded>
)

export function OfflineToysPage({ onRetry }: { onRetry: () => void }) {
  return (
    <OfflineWalletPage title={title} read={() => readStoredItems(toyList)} onRetry={onRetry}>
      {(items) => <Toys items={items} />}
    </OfflineWalletPage>
  )
}

function Toys({ items }: { items: { transaction_id: string; name: string }[] }) {
  return (
    <ul>
      {items.map(({ transaction_id, name }) => (
        <li key={transaction_id}>{name}</li>
      ))}
    </ul>
  )
}
`,
  'web/src/customer/features/toy-vouchers/pages.ts': `import type { PromotionPages } from '../../promotions/promotion.ts'
import { toyList } from './toys.ts'

export const toyVouchersPages: PromotionPages = {
  routes: [
    {
      pattern: '/brinquedos/:slug',
      load: () => import('./toy-page.tsx').then(({ ToyPage }) => ({ page: ToyPage })),
    },
    {
      pattern: toyList.page,
      load: () =>
        import('./toys-page.tsx').then(({ ToysPage, OfflineToysPage }) => ({
          page: ToysPage,
          offline: OfflineToysPage,
        })),
    },
  ],
  primaryAction: (slug) => ({ href: \`/brinquedos/\${slug}\`, label: 'Escolher brinquedo' }),
  ownDataLabel: 'vales-brinquedo',
}
`,
  'web/src/customer/features/toy-vouchers/promotion.ts': `import { stockOffer } from '../../promotions/campaign-labels.ts'
import { emblems, type PromotionDescriptor } from '../../promotions/promotion.ts'
import { useWallet, walletOf } from '../../promotions/wallet.ts'
import { toyList } from './toys.ts'

export const toyVouchersPromotion: PromotionDescriptor = {
  emblem: emblems.gift,
  useOffer: stockOffer,
  Facts: null,
  wallet: walletOf({
    list: toyList,
    itemOf: ({ name, transaction_id }, nowMs) => ({
      id: transaction_id,
      title: name,
      text: 'Brinquedo',
      stage: 'usable',
      status: { label: 'Válido', tone: 'good' },
      validity: null,
      at: new Date(nowMs).toISOString(),
      href: toyList.page,
    }),
    title: 'Meus brinquedos',
    icon: 'M4 9h16v11H4zM3 6h18v3H3z',
    useSummary: () => useWallet(toyList).data?.items.map(({ name }) => name).join(', '),
  }),
  useNowEntries: () => [],
  reads: { wallet: [], now: [] },
  usePointsUses: () => [],
}
`,
  'web/src/staff/desks/toy-vouchers/toys-desk.tsx': `export function ToysDesk() {
  return <h1>Brinquedos</h1>
}
`,
  'web/src/staff/desks/toy-vouchers/promotion-editor.tsx': `import { toyVoucherSettings } from '@clube/contract/toy-vouchers/settings.ts'
import { TextField } from '../../../kit/field/text-field.tsx'
import { defineSettingsEditor, type PromotionEditor } from '../../promotions/promotion.ts'

export const toyVouchersEditor: PromotionEditor = {
  settings: defineSettingsEditor({
    schema: toyVoucherSettings,
    formValuesOf: (settings) => ({ valid_days: settings ? String(settings.valid_days) : '30' }),
    settingsOf: ({ valid_days }) => ({ valid_days: Number(valid_days) }),
    Fields: ({ field }) => <TextField label="Validade do vale (dias)" {...field('valid_days')} />,
  }),
  hints: {},
}
`,
  'web/src/staff/desks/toy-vouchers/promotion.ts': `import { toyVoucherAuditTitles } from '@clube/contract/toy-vouchers/audit-titles.ts'
import { lazyPage } from '../../../platform/navigation/lazy-page.tsx'
import type { StaffPromotion } from '../../promotions/promotion.ts'

export const toyVouchersPromotion: StaffPromotion = {
  desks: [
    {
      path: '/brinquedos',
      title: 'Brinquedos',
      permission: 'toys.deliver',
      page: lazyPage(() => import('./toys-desk.tsx').then((module) => module.ToysDesk)),
    },
  ],
  auditTitles: toyVoucherAuditTitles,
  offline: null,
}
`,
}
