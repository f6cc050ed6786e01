// jsdom ships no types; this is the whole of what is used here.
declare module 'jsdom' {
  export class JSDOM {
    constructor(html: string)
    readonly window: unknown
  }
}
