/** The people of the demonstration, listed in the README and used by tests. All documents are fictitious. */
export const personas = {
  maria: {
    document_type: 'cpf',
    document_id: '52998224725',
    name: 'Maria Aparecida da Silva',
    birth_date: '1986-05-14',
    cellphone: '11987654321',
    email: 'maria.aparecida@exemplo.com.br',
    password: 'Girassol-27',
  },
  padaria: {
    document_type: 'cnpj',
    document_id: '11222333000181',
    name: 'Padaria Flor do Bairro',
    birth_date: null,
    cellphone: '11955554444',
    email: 'contato@flordobairro.exemplo.com.br',
    password: 'Pao-Quente-88',
    // The *Perfil* screen prompts the customer to confirm it.
    unverified: ['sms'],
  },
  joao: {
    document_type: 'cpf',
    document_id: '11144477735',
    name: 'João Batista de Oliveira',
    birth_date: '1979-11-02',
    cellphone: '21998877665',
    email: 'joao.batista@exemplo.com.br',
    password: null,
  },
  // She has receipts, points and vouchers of the gift campaign.
  beatriz: {
    document_type: 'cpf',
    document_id: '31847056253',
    name: 'Beatriz Campos Leal',
    birth_date: '1991-09-30',
    cellphone: '11966554433',
    email: 'beatriz.campos@exemplo.com.br',
    password: 'Presente-64',
  },
} as const
