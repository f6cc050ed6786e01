import { formatCnpj, parseCnpj } from '@clube/contract/brazil/cnpj.ts'
import { requiredTextMessage } from '@clube/contract/brazil/field-messages.ts'
import { saveShopCall, type Shop } from '@clube/contract/receipts/receipt-staff-calls.ts'
import { Button } from '../../../kit/button/button.tsx'
import { RadioGroup } from '../../../kit/field/radio-group.tsx'
import { TextField } from '../../../kit/field/text-field.tsx'
import { useForm } from '../../../kit/form/use-form.ts'
import { trackPending } from '../../../kit/overlay/pending-count.ts'
import { Dialog } from '../../../kit/surface/dialog.tsx'
import { showToast } from '../../../kit/toast/toast-store.ts'
import { showFailure } from '../../../platform/api/show-failure.ts'
import { useSend } from '../../../platform/app/app-context.tsx'
import { FirstFocus } from '../../parts/first-focus.tsx'

type ShopDialogProps = {
  open: boolean
  /** The shop to change, or null for a new one. */
  shop: Shop | null
  onClose: () => void
  onSaved: () => void
}

/** A shop's name, document and whether its receipts count. */
export function ShopDialog({ open, shop, onClose, onSaved }: ShopDialogProps) {
  return (
    <Dialog open={open} onClose={onClose} title={shop ? 'Alterar loja' : 'Nova loja'} wide>
      <FirstFocus>
        <ShopForm shop={shop} onSaved={onSaved} />
      </FirstFocus>
    </Dialog>
  )
}

function ShopForm({ shop, onSaved }: Pick<ShopDialogProps, 'shop' | 'onSaved'>) {
  const send = useSend()
  const form = useForm<{ name: string; cnpj: string; state: string }>({
    initial: {
      name: shop?.name ?? '',
      cnpj: shop ? formatCnpj(shop.cnpj) : '',
      state: shop?.state ?? 'active',
    },
    rules: {
      name: (name) => (name.trim() === '' ? requiredTextMessage : undefined),
      cnpj: (cnpj) => {
        const parsed = parseCnpj(cnpj, 'alphanumeric')
        return parsed.ok ? undefined : parsed.message
      },
    },
    onSubmit: async ({ name, cnpj, state }): Promise<void> => {
      const fields = { name, cnpj, state: state === 'inactive' ? ('inactive' as const) : ('active' as const) }
      const body = shop ? { shop_id: shop.shop_id, ...fields } : fields
      const sent = await trackPending(send(saveShopCall, { body }))
      if (!sent.ok) return showFailure(sent.failure, { form })
      showToast({ message: 'Loja salva.', type: 'success' })
      onSaved()
    },
  })
  return (
    <form {...form.props}>
      <TextField label="Nome da loja" autoComplete="off" maxLength={120} {...form.field('name')} />
      <TextField
        label="CNPJ"
        autoComplete="off"
        autoCapitalize="characters"
        maxLength={18}
        {...form.field('cnpj')}
      />
      <RadioGroup
        label="As notas desta loja valem?"
        options={[
          { value: 'active', label: 'Sim, participa' },
          { value: 'inactive', label: 'Não participa' },
        ]}
        {...form.field('state')}
      />
      <Button type="submit" compact pending={form.pending}>
        Salvar
      </Button>
    </form>
  )
}
