import type { PromotionPages } from '../../promotions/promotion.ts'
import { projectPaths } from './project-paths.ts'

/** The pages of brand projects. */
export const newProjectPages: PromotionPages = {
  routes: [
    {
      pattern: projectPaths.mine,
      load: () => import('./projects-page.tsx').then(({ ProjectsPage }) => ({ page: ProjectsPage })),
    },
    {
      pattern: projectPaths.register(':slug'),
      load: () => import('./register-page.tsx').then(({ RegisterPage }) => ({ page: RegisterPage })),
    },
  ],
  primaryAction: (slug) => ({ href: projectPaths.register(slug), label: 'Cadastrar projeto' }),
  ownDataLabel: 'projetos',
}
