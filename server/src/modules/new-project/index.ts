export { listApprovedBrands } from './brands/manage-brands.ts'
export type { ProjectServices } from './deps.ts'
export { createNewProjectPromotion } from './promotion.ts'
export { seedBrand, seedProject, type ProjectSeed } from './seed-projects.ts'
