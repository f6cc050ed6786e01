/** Path of *Meus vales-estacionamento*. */
export const parkingPath = '/estacionamento'
