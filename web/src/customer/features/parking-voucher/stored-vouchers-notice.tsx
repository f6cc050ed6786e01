import { Notice } from '../../../kit/feedback/notice.tsx'

/** Says that the vouchers shown are this device's copy. */
export const StoredVouchersNotice = () => (
  <Notice>
    Não conseguimos falar com o clube agora. Estes são os vales guardados neste aparelho; um vale aplicado
    continua valendo na saída do estacionamento.
  </Notice>
)
