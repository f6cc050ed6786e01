/** An AssemblyScript module, compiled by `web/build/assemblyscript.ts`: its WebAssembly in base64. */
declare module '*?asc' {
  const base64: string
  export default base64
}
