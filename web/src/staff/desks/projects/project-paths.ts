/** Paths of the desks for brand projects. */
export const projectDeskPaths = { projects: '/projetos', brands: '/marcas' } as const

/** Queries of the analyst's desk, and of the brands. */
export const projectDeskKey = ['project-desk']
export const brandsKey = ['brands']
