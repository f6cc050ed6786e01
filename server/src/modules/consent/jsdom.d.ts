// jsdom ships no types; this declares what is used.
declare module 'jsdom' {
  export class JSDOM {
    constructor(html: string)
    readonly window: unknown
  }
}
