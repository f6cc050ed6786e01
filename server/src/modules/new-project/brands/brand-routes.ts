import {
  approveBrandRulesCall,
  createBrandCall,
  listBrandsCall,
  proposeBrandRulesCall,
  rejectBrandRulesCall,
  withdrawBrandRulesCall,
} from '@clube/contract/new-project/brand-calls.ts'
import { bindCall, type Binder } from '../../../http/bind.ts'
import type { NewProjectDeps } from '../deps.ts'
import {
  approveRules,
  createBrand,
  listBrands,
  proposeRules,
  rejectRules,
  withdrawRules,
} from './manage-brands.ts'

/** Binds the desk *Marcas*, where marketing proposes a brand's rules and another person approves them. */
export const bindBrands = (binder: Binder, deps: NewProjectDeps): void => {
  const proposed = 'Proposta feita. Falta a aprovação de outra pessoa.'
  bindCall(binder, listBrandsCall, async ({ staff: { staff_id } }) => ({
    data: await listBrands(deps, staff_id),
  }))
  bindCall(binder, createBrandCall, async ({ body, staff: { staff_id } }) => ({
    data: await createBrand(deps, { ...body, staff_id }),
    message: proposed,
  }))
  bindCall(binder, proposeBrandRulesCall, async ({ body, staff: { staff_id } }) => ({
    data: await proposeRules(deps, { ...body, staff_id }),
    message: proposed,
  }))
  bindCall(binder, withdrawBrandRulesCall, async ({ body, staff: { staff_id } }) => ({
    data: await withdrawRules(deps, { ...body, staff_id }),
    message: 'Proposta retirada.',
  }))
  bindCall(binder, approveBrandRulesCall, async ({ body, staff: { staff_id } }) => ({
    data: await approveRules(deps, { ...body, staff_id }),
    message: 'Regras aprovadas: valem agora.',
  }))
  bindCall(binder, rejectBrandRulesCall, async ({ body, staff: { staff_id } }) => ({
    data: await rejectRules(deps, { ...body, staff_id }),
    message: 'Proposta devolvida.',
  }))
}
