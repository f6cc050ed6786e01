/** Portuguese titles of the audit lines about brand projects, by code. */
export const newProjectAuditTitles = {
  actions: {
    'new-project.propose-brand': 'Regras de marca propostas',
    'new-project.withdraw-brand': 'Proposta de marca retirada',
    'new-project.approve-brand': 'Regras de marca aprovadas',
    'new-project.reject-brand': 'Regras de marca devolvidas',
    'new-project.list-projects': 'Consulta de projetos da marca',
    'new-project.open-project': 'Projeto aberto',
    'new-project.approve-project': 'Projeto aprovado',
    'new-project.reject-project': 'Projeto recusado',
    'new-project.open-file': 'Arquivo de projeto aberto',
    'new-project.export-projects': 'Projetos da marca baixados',
    'new-project.import-purchases': 'Compras da marca carregadas',
  },
  subjects: {
    'brand-project': 'Projeto',
    brand: 'Marca',
  },
} as const
