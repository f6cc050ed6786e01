import { formatCnpj, parseCnpj } from '@clube/contract/brazil/cnpj.ts'
import { requiredTextMessage } from '@clube/contract/brazil/field-messages.ts'
import { saveShopCall, type Shop } from '@clube/contract/receipts/receipt-staff-calls.ts'
import { Button } from '../../../kit/button/button.tsx'
import { RadioGroup } from '../../../kit/field/radio-group.tsx'
import { TextField } from '../../../kit/field/text-field.tsx'
import { useForm } from '../../../kit/form/use-form.ts'
import { Dialog } from '../../../kit/surface/dialog.tsx'
import { parsedRule } from '../../../parts/parsed-rule.ts'
import { useAction } from '../../../parts/use-action.ts'

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
    <Dialog open={open} onClose={onClose} title={shop ? 'Alterar loja' : 'Nova loja'} wide fieldFirst>
      <ShopForm shop={shop} onSaved={onSaved} />
    </Dialog>
  )
}

function ShopForm({ shop, onSaved }: Pick<ShopDialogProps, 'shop' | 'onSaved'>) {
  const { run } = useAction()
  const form = useForm<{ name: string; cnpj: string; state: string }>({
    initial: {
      name: shop?.name ?? '',
      cnpj: shop ? formatCnpj(shop.cnpj) : '',
      state: shop?.state ?? 'active',
    },
    rules: {
      name: (name) => (name.trim() === '' ? requiredTextMessage : undefined),
      cnpj: parsedRule((text) => parseCnpj(text, 'alphanumeric')),
    },
    onSubmit: async ({ name, cnpj, state }): Promise<void> => {
      const fields = { name, cnpj, state: state === 'inactive' ? ('inactive' as const) : ('active' as const) }
      const body = shop ? { shop_id: shop.shop_id, ...fields } : fields
      await run((send) => send(saveShopCall, { body }), {
        success: 'Loja salva.',
        onSuccess: onSaved,
        refresh: [['shops']],
        form,
      })
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
