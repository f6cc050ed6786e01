import { points } from './club.ts'

const rights = `<h3>Seus direitos</h3><p>A Lei Geral de Proteção de Dados (Lei 13.709/2018) garante a você confirmar, acessar, corrigir e pedir a exclusão dos seus dados, a qualquer momento, pelo próprio clube ou no balcão de atendimento. Em Privacidade você também vê quem da equipe consultou os seus dados.</p>`

export const eventTermsVersion = '1.0'

const { cents_per_point, lifetime_days } = points
const reais = (cents_per_point / 100).toLocaleString('pt-BR', { style: 'currency', currency: 'BRL' })

/** Documents of the demonstration club. A real club publishes its own. */
export const consentDocuments = [
  {
    kind: 'loyaltyclub_terms',
    version: '1.0',
    html: `<p>Ao entrar no clube você concorda com o uso dos seus dados cadastrais para identificar a sua conta, registrar a sua participação em promoções e entregar os benefícios que você conquistar.</p>
<h3>O que guardamos</h3><ul><li>Documento, nome, data de nascimento e contatos;</li><li>Endereço informado no cadastro;</li><li>Notas fiscais, participações e atendimentos que você registrar.</li></ul>
<h3>Com quem compartilhamos</h3><p>Somente com quem é necessário para entregar o benefício que você pediu. Ofertas por e-mail dependem da sua escolha, que pode ser desfeita no perfil.</p>
<h3>Se você sair do clube</h3><p>Você pede a exclusão da conta em Privacidade, com a sua senha, ou no balcão. Por 30 dias a conta fica suspensa, e entrar de novo desfaz o pedido. Depois apagamos documento, nome, data de nascimento, contatos, endereço, senha, fotos e mensagens; pontos deixam de valer e ingressos de sessões futuras são cancelados. Ficam, sem o seu nome, o extrato de pontos, as chaves das notas e os comprovantes de prêmios e de aceites. Um código que não mostra quem você é reconhece o mesmo documento num novo cadastro: por 180 dias, para os limites das promoções; por 5 anos, quando há débito de pontos ou nota estornada.</p>${rights}`,
  },
  {
    kind: 'loyaltyclub_regulation',
    version: '1.0',
    html: `<p>O clube é gratuito e aberto a pessoas com CPF, com a idade mínima informada no cadastro, e a empresas com CNPJ.</p>
<ol><li>Cada documento tem uma única conta.</li><li>Os benefícios são pessoais e não podem ser vendidos.</li><li>Cada promoção tem o seu próprio regulamento, que vale junto com este.</li><li>Cada ${reais} em notas aprovadas de lojas participantes vale 1 ponto, que expira ${lifetime_days} dias depois de entrar no saldo. Os pontos não são dinheiro e servem somente para o que as promoções oferecem por eles.</li><li>Contas com uso irregular podem ser bloqueadas, com direito a explicação no balcão.</li></ol>${rights}`,
  },
  {
    kind: 'shd_auth_terms',
    version: '1.0',
    html: `<p>Usamos o seu documento e a sua senha para confirmar que é você. Um desafio automático, resolvido pelo seu aparelho, protege o clube contra robôs e não coleta nenhum dado seu.</p>${rights}`,
  },
  {
    kind: 'event_terms',
    version: eventTermsVersion,
    html: `<p>O ingresso vale para a sessão escolhida e para a pessoa que ele nomeia. A entrada é feita com o QR Code ou com o código, na tela do celular ou impresso.</p>
<h3>No dia</h3><ul><li>Chegue com antecedência: depois do horário indicado, o lugar de quem não chegou pode ser liberado;</li><li>Menores entram com uma pessoa responsável, respeitada a idade da sessão;</li><li>O ingresso é gratuito e não pode ser vendido.</li></ul>
<h3>Se você não puder ir</h3><p>Cancele até o prazo mostrado no ingresso: o lugar vai para quem está na lista de espera.</p>${rights}`,
  },
  {
    kind: 'sac',
    version: '1.0',
    html: `<p>O que você escreve e os anexos que você envia são lidos pela equipe do SAC para responder a você, e por mais ninguém. Cada leitura fica registrada, e você a vê em Privacidade.</p>
<h3>O que não enviar</h3><p>Nunca pedimos a sua senha, códigos que você recebeu nem dados de cartão. Não os envie.</p>
<h3>Por quanto tempo</h3><p>As conversas ficam na sua conta. Se você sair do clube, textos e anexos são apagados junto com os seus dados; ficam as datas, sem o seu nome.</p>${rights}`,
  },
] as const
