/** Paths of brand projects. */
export const projectPaths = {
  mine: '/projetos',
  register: (slug: string) => `/projetos/${slug}`,
} as const
